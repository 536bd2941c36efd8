import { lstatSync, readlinkSync, type Stats, statSync } from "node:fs";
import { dirname, join, parse, resolve } from "node:path";
import { type ForeignAccess, isOurs, ofAnother } from "./foreign-access.ts";

/** More links than these in a row lead in a circle. */
const mostLinks = 40;

/**
 * Who else can put something of theirs in the place of what lies at a path, or will lie there: each folder and link on
 * the way to it is to belong to this user or to root, and others may write to none of the folders unless its sticky bit
 * keeps them from touching what is not theirs. What lies at the path itself is asked for its owner only. Null where no
 * other user can, and on a system without owners. Throws what the file system throws.
 */
export function foreignAccessOnPath(path: string): ForeignAccess | null {
  return walk(path, (at, entry, me, isLast) => {
    if (!isOurs(entry, me)) return ofAnother(at, entry, me);
    return entry.isSymbolicLink() || isLast ? null : openFolder(at, entry, me);
  });
}

/**
 * Who else has put a link on the way to a path, or at it, and so decides what is read or written there: its owner is
 * neither this user nor root. Null where no other has, and on a system without owners. Throws what the file system
 * throws.
 */
export function foreignLink(path: string): ForeignAccess | null {
  return walk(path, (at, entry, me) =>
    entry.isSymbolicLink() && !isOurs(entry, me) ? ofAnother(at, entry, me) : null,
  );
}

/** What is to be said of an entry on the way; null goes on. */
type Judge = (at: string, entry: Stats, me: number, isLast: boolean) => ForeignAccess | null;

function walk(path: string, judge: Judge): ForeignAccess | null {
  const me = process.getuid?.();
  if (me === undefined) return null;
  let way = resolve(path);
  for (let links = 0; links < mostLinks; links += 1) {
    const next = nextWay(way, me, judge);
    if (typeof next !== "string") return next;
    way = next;
  }
  const why = `${path} leads over more than ${mostLinks} links`;
  return { kind: "open", why, wayOut: "name the place that they lead to" };
}

/** The path with its first link replaced by what it leads to; without links, what the judge says of the way. */
function nextWay(path: string, me: number, judge: Judge): string | ForeignAccess | null {
  const { root } = parse(path);
  const names = path.slice(root.length).split("/").filter(Boolean);
  let at = root;
  for (const [index, name] of ["", ...names].entries()) {
    at = join(at, name);
    const entry = lstatSync(at, { throwIfNoEntry: false });
    if (entry === undefined) return null;
    const found = judge(at, entry, me, index === names.length);
    if (found !== null) return found;
    if (entry.isSymbolicLink()) return resolve(dirname(at), readlinkSync(at), ...names.slice(index));
  }
  return null;
}

/**
 * Who else may write to a folder or a file by its mode, unless its sticky bit is set; null where no other may. Throws
 * what the file system throws.
 */
export function foreignAccessInFolder(path: string): ForeignAccess | null {
  const me = process.getuid?.();
  const entry = statSync(path, { throwIfNoEntry: false });
  return me === undefined || entry === undefined ? null : openFolder(path, entry, me);
}

/**
 * Groups that are no others: root's, and those of the number of a folder's owner or of this user, which many systems
 * give to one user alone.
 */
function openFolder(at: string, { mode, uid, gid }: Stats, me: number): ForeignAccess | null {
  if ((mode & 0o1000) !== 0) return null;
  if ((mode & 0o002) !== 0) return { kind: "open", ...mayWrite("all users", at, "o-w") };
  if ((mode & 0o020) === 0 || [0, uid, me].includes(gid)) return null;
  return { kind: "open", ...mayWrite(`the group with the id ${gid}`, at, "g-w") };
}

function mayWrite(who: string, at: string, change: string): Pick<ForeignAccess, "why" | "wayOut"> {
  return { why: `${who} may write to ${at}`, wayOut: `take that right away with \`chmod ${change} ${at}\`` };
}
