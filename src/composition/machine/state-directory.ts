import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { Fault } from "../../../packages/base/fault.ts";
import { type ForeignAccess, foreignAccessAt } from "../../files/foreign-access.ts";
import { foreignAccessInFolder, foreignAccessOnPath } from "../../files/path-access.ts";
import { whyNotKept } from "../../files/pseudo-file-system.ts";
import { keepPrivate } from "../../stores/sqlite/connection/private-file.ts";
import { realPath } from "./real-path.ts";

/**
 * The path of a file in the state directory, which is made when missing. Both are their owner's only. Throws a Fault
 * where another user could have put something of theirs there.
 */
export function fileIn(dir: string, file: string): string {
  if (dir === ":memory:") return dir;
  const why = whyNotKept(dir);
  if (why !== null)
    throw new Fault(
      "store-failed",
      `the state directory ${dir} ${why}; run plumb in another folder, or name another directory with --dir`,
    );
  try {
    refuse(dir, foreignAccessOnPath(dir));
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    if (isOursAlone(dir)) keepPrivate(dir);
    refuse(dir, foreignAccessInFolder(dir));
    refuseForeignAccess(dir);
    removeDrafts(dir);
    keepPrivate(join(dir, file));
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw new Fault("store-failed", `the state directory ${dir} can't be made or read`, { cause });
  }
  return join(dir, file);
}

/**
 * Throws a Fault where a state directory, the way to it, or anything of ours in it, may be another user's work. A file
 * of our own that all users could write to is closed, and is no reason. Does nothing where there is no directory.
 */
export function refuseForeignAccess(dir: string): void {
  refuse(dir, foreignAccessIn(dir));
}

function refuse(dir: string, found: ForeignAccess | null): void {
  if (found === null) return;
  throw new Fault(
    "store-failed",
    `the state directory ${dir} is not used, because ${found.why}: ` +
      `${found.wayOut}, or name another directory with --dir`,
  );
}

function foreignAccessIn(dir: string): ForeignAccess | null {
  try {
    const onWay = foreignAccessOnPath(dir);
    if (onWay !== null) return onWay;
    if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true) return foreignAccessAt(dir);
    const own = readdirSync(dir).filter((name) => ours.test(name));
    const odd = own.map((name) => join(dir, name)).find(isNoFile);
    if (odd !== undefined) return { kind: "open", why: `${odd} is no file`, wayOut: "take it away" };
    return (
      [dir, ...own.map((name) => join(dir, name))].map(foreignAccessToClosed).find((each) => each !== null) ?? null
    );
  } catch (cause) {
    throw new Fault("store-failed", `the state directory ${dir} can't be read`, { cause });
  }
}

function foreignAccessToClosed(path: string, index: number): ForeignAccess | null {
  const found = foreignAccessAt(path);
  // The directory itself may be a folder of the user's own, and is closed where it is opened.
  if (index === 0 || found?.kind !== "open") return found;
  keepPrivate(path);
  return foreignAccessAt(path);
}

/**
 * To open a pipe is to wait for whoever writes into it. What a link leads to counts; one that leads nowhere is a file
 * to be.
 */
function isNoFile(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && !(basename(path) === checked ? found.isDirectory() : found.isFile());
}

/** As `files` names what it writes before it is in its place. */
const draft = /^(?:secret[.]key|admin[.]token|audit[.].*)[.]new-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Far longer than any process takes to put a file of a few bytes in its place. */
const draftMs = 10 * 60_000;

/** Takes away what killed processes have left half made: it may hold a key or a token. */
function removeDrafts(dir: string): void {
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    const entry = draft.test(name) ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
    if (entry?.isFile() !== true || Date.now() - entry.mtimeMs < draftMs) continue;
    try {
      rmSync(path, { force: true });
    } catch (cause) {
      // A folder that is only read has nothing taken out of it.
      if ((cause as NodeJS.ErrnoException).code !== "EROFS" && (cause as NodeJS.ErrnoException).code !== "EACCES")
        throw cause;
    }
  }
}

/**
 * A folder in which each may put files of his own (the sticky bit, as of `/tmp`) belongs to no one user, even while it
 * is empty.
 */
function isOursAlone(dir: string): boolean {
  return (statSync(dir).mode & 0o1000) === 0 && readdirSync(dir).every((name) => ours.test(name));
}

/**
 * Whether a path leads to where only this program writes: into a state directory, or to the names of its files in one
 * that is a folder of the user's own too. `dir` is one before anything is in it, and each folder with a store or a key.
 */
export function isStateFile(dir: string, path: string): boolean {
  return [...(dir === ":memory:" ? [] : [dir]), ...foldersOf(realPath(path)).filter(hasState)].some((each) =>
    isOfState(each, path),
  );
}

/** A path and each folder above it. */
function foldersOf(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === path ? [path] : [path, ...foldersOf(folder)];
}

function hasState(folder: string): boolean {
  return existsSync(join(folder, "state.db")) || existsSync(join(folder, "secret.key"));
}

function isOfState(dir: string, path: string): boolean {
  const within = pathWithin(dir, path);
  if (within === null) return false;
  return ours.test(within) || (pathWithin(dir, ".") === null && holdsOnlyOurs(dir));
}

/** Null where a path, its links followed, leads out of a folder. */
function pathWithin(folder: string, path: string): string | null {
  const within = relative(realPath(folder), realPath(path));
  return isAbsolute(within) || within.split(sep)[0] === ".." ? null : within;
}

/** So does a directory that is not there yet, or that can't be looked into. */
function holdsOnlyOurs(dir: string): boolean {
  try {
    return isOursAlone(dir);
  } catch {
    return true;
  }
}

/** The folder of checked declarations. */
const checked = "checked";

/** What we put into a state directory. One that holds more is a folder of the user's own, and keeps its mode. */
const ours = /^(state[.]db|cloud[.]db|secret[.]key|admin[.]token|audit[.]|checked$)/;
