import { realpathSync, statfsSync, statSync } from "node:fs";
import { type ForeignAccess, ofAnother } from "./foreign-access.ts";
import { foreignAccessOnPath } from "./path-access.ts";

/**
 * Who else may have written a file that holds a secret, can put another in its place, or may read it. A file of root's
 * may be read by the group that root gave it, and by all where it is a secret that a container mounts. Null where the
 * secret is only ours, where nothing is there, and on a system without owners. Throws what the file system throws.
 */
export function foreignAccessToSecret(path: string): ForeignAccess | null {
  const me = process.getuid?.();
  if (me === undefined) return null;
  const onWay = foreignAccessOnPath(path);
  if (onWay !== null) return onWay;
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return null;
  const { uid, mode } = entry;
  if (uid !== me && uid !== 0) return ofAnother(path, entry, me);
  const wayOut = `make it its owner's alone with \`chmod 600 ${path}\``;
  if ((mode & 0o022) !== 0) return { kind: "open", why: `others may write to ${path}`, wayOut };
  const readers = uid !== 0 ? 0o044 : isMounted(path) ? 0 : 0o004;
  return (mode & readers) === 0 ? null : { kind: "read", why: `others may read ${path}`, wayOut };
}

/** File systems in memory, by their magic numbers on Linux: tmpfs and ramfs. */
const inMemory: ReadonlySet<number> = new Set([0x01021994, 0x858458f6]);

/**
 * Whether a file is a secret that a container mounts: those lie in memory or below `/run/secrets`, belong to root, and
 * all may read them, since all that runs in the container is one service.
 */
function isMounted(path: string): boolean {
  const place = realpathSync(path);
  return place.startsWith("/run/secrets/") || inMemory.has(statfsSync(place).type);
}
