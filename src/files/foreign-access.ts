import { lstatSync, type Stats, statSync } from "node:fs";

/** Why something may be another user's work, or is open to their eyes, and what to do about it; both for people. */
export interface ForeignAccess {
  /** It belongs to another, or others may write to it, or others may read it. */
  readonly kind: "owner" | "open" | "read";
  readonly why: string;
  readonly wayOut: string;
}

/**
 * Whether what lies at a path may be another user's work: the path or what it leads to belongs to neither this
 * process's user nor root, or all users may write to it. Null where it is our own, where nothing is there, and on a
 * system without owners. Throws what the file system throws (decision 0040).
 */
export function foreignAccessAt(path: string): ForeignAccess | null {
  const me = process.getuid?.();
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (me === undefined || entry === undefined) return null;
  const target = entry.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : entry;
  for (const each of [entry, target]) {
    if (each !== undefined && !isOurs(each, me)) return ofAnother(path, each, me);
  }
  if (target === undefined || (target.mode & 0o002) === 0) return null;
  return {
    kind: "open",
    why: `all users may write to ${path}`,
    wayOut: `take that right away with \`chmod o-w ${path}\``,
  };
}

/** What to say of what belongs to another user. */
export function ofAnother(path: string, { uid }: Stats, me: number): ForeignAccess {
  const why = `${path} belongs to the user with the id ${uid}, and this process runs as the user with the id ${me}`;
  return { kind: "owner", why, wayOut: "run it as that user, or make the path yours with `chown`" };
}

/** Root can do everything anyway. */
export function isOurs({ uid }: Stats, me: number): boolean {
  return uid === me || uid === 0;
}
