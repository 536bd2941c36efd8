import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../base/fault.ts";
import { whyNotKept } from "../files/pseudo-file-system.ts";
import { type Stranger, strangerAt } from "../files/stranger-at.ts";
import { strangerOnWay } from "../files/way.ts";
import { keepPrivate } from "../stores/sqlite/private-file.ts";

/**
 * The path of a file in the state directory, which is made when missing. Both are their owner's only. Throws a Fault where
 * another user could have put something of theirs there.
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
    refuse(dir, strangerOnWay(dir));
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    if (isOursAlone(dir)) keepPrivate(dir);
    refuseStrangers(dir);
    keepPrivate(join(dir, file));
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw new Fault("store-failed", `the state directory ${dir} can't be made or read`, { cause });
  }
  return join(dir, file);
}

/**
 * Throws a Fault where a state directory, the way to it, or anything of ours in it, may be another user's work. A file of our own that all users
 * could write to is closed, and is no reason. Does nothing where there is no directory.
 */
export function refuseStrangers(dir: string): void {
  refuse(dir, strangerIn(dir));
}

function refuse(dir: string, found: Stranger | null): void {
  if (found === null) return;
  throw new Fault(
    "store-failed",
    `the state directory ${dir} is not used, because ${found.why}: ${found.wayOut}, or name another directory with --dir`,
  );
}

function strangerIn(dir: string): Stranger | null {
  try {
    const onWay = strangerOnWay(dir);
    if (onWay !== null) return onWay;
    if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true) return strangerAt(dir);
    const own = readdirSync(dir).filter((name) => ours.test(name));
    return [dir, ...own.map((name) => join(dir, name))].map(strangerAtClosed).find((each) => each !== null) ?? null;
  } catch (cause) {
    throw new Fault("store-failed", `the state directory ${dir} can't be read`, { cause });
  }
}

function strangerAtClosed(path: string, index: number): Stranger | null {
  const found = strangerAt(path);
  // The directory itself may be a folder of the user's own, and is closed where it is opened.
  if (index === 0 || found?.kind !== "open") return found;
  keepPrivate(path);
  return strangerAt(path);
}

/** A folder in which each may put files of his own (the sticky bit, as of `/tmp`) belongs to no one user, even while it is empty. */
function isOursAlone(dir: string): boolean {
  return (statSync(dir).mode & 0o1000) === 0 && readdirSync(dir).every((name) => ours.test(name));
}

/** What we put into a state directory. One that holds more is a folder of the user's own, and keeps its mode. */
const ours = /^(state[.]db|cloud[.]db|secret[.]key|admin[.]token|audit[.]|checked$)/;
