import { lstatSync, mkdirSync, readlinkSync, type Stats } from "node:fs";
import { dirname, isAbsolute, join, parse, resolve } from "node:path";
import { isOurs } from "./stranger-at.ts";

/** More links than these in a row lead in a circle. */
const mostLinks = 40;

/**
 * Whether a folder is this user's only (mode 0700, no link), and nobody else can put another in its place: each folder and link
 * on the way to it belongs to this user or to root, and others may write to none, or the sticky bit keeps them from touching
 * what is not theirs. Makes it when it is missing and the way is so. False where it can't be told or made.
 */
export function isKeptFolder(folder: string): boolean {
  const me = process.getuid?.();
  if (me === undefined || !isAbsolute(folder)) return false;
  try {
    if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) {
      if (!isWayKept(nearestThere(folder), me)) return false;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    }
    const entry = lstatSync(folder);
    return entry.isDirectory() && entry.uid === me && (entry.mode & 0o077) === 0 && isWayKept(folder, me);
  } catch {
    return false;
  }
}

function nearestThere(path: string): string {
  let at = dirname(path);
  while (at !== dirname(at) && lstatSync(at, { throwIfNoEntry: false }) === undefined) at = dirname(at);
  return at;
}

/** Whether nobody else can change where a path leads to: it is walked from the root, links included. */
function isWayKept(path: string, me: number): boolean {
  let way = path;
  for (let links = 0; links < mostLinks; links += 1) {
    const next = nextWay(way, me);
    if (next === "kept" || next === "open") return next === "kept";
    way = next.path;
  }
  return false;
}

/** The path with its first link replaced by what it leads to; without links, whether others can change the way. */
function nextWay(path: string, me: number): "kept" | "open" | { readonly path: string } {
  const { root } = parse(path);
  const names = path.slice(root.length).split("/").filter(Boolean);
  let at = root;
  for (const [index, name] of ["", ...names].entries()) {
    at = join(at, name);
    const entry = lstatSync(at);
    if (!isOurs(entry, me)) return "open";
    if (entry.isSymbolicLink()) return { path: resolve(dirname(at), readlinkSync(at), ...names.slice(index)) };
    if (isOpen(entry)) return "open";
  }
  return "kept";
}

/**
 * Whether others may put something of theirs in the place of what lies in a folder. A group of the owner's own number is the
 * owner's alone, as many systems set it up.
 */
function isOpen({ mode, uid, gid }: Stats): boolean {
  if ((mode & 0o1000) !== 0) return false;
  return (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== uid);
}
