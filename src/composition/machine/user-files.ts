import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Fault } from "../../../packages/base/fault.ts";
import type { CliContext } from "../../cli/cli-context.ts";
import { lockHolder, lockOf } from "../../files/file-lock.ts";
import { makeFile, replaceFile } from "../../files/make-file.ts";
import { whyNotKept } from "../../files/pseudo-file-system.ts";
import { NoFile, readRegularFile } from "../../files/regular-file.ts";
import { rewriteFile } from "../../files/rewrite-file.ts";
import { whyFailed } from "../../files/why-failed.ts";
import { holderIn, lockAsThisProcess } from "./locks/file-locks.ts";
import { placeToWrite } from "./place-to-write.ts";
import { readBeside } from "./read-beside.ts";
import { readPrivate } from "./read-private.ts";
import { realPath } from "./real-path.ts";

/** New files and folders are never for others to write, whatever the umask is. */
const [fileMode, folderMode, privateFolderMode] = [0o664, 0o775, 0o700];

/** How long another process may be changing a file, and how often that is looked at. */
const [patienceMs, pauseMs] = [10_000, 20];

/** The files of the user who runs a command. `sleep` lets milliseconds pass. */
export function userFiles(sleep: (milliseconds: number) => Promise<void>): CliContext["files"] {
  return {
    read: async (path) => readingNamed(path, () => readRegularFile(path)),
    readBeside: async (path, beside) => readingNamed(path, () => readBeside(path, beside)),
    readPrivate: async (path) => reading(path, () => readPrivate(path)),
    exists: async (path) => existsSync(path),
    realPath: async (path) => realPath(path),
    namesIn: async (folder) => {
      try {
        return readdirSync(folder);
      } catch {
        return [];
      }
    },
    make: async (path, text) =>
      writing(path, () => {
        makeFolder(dirname(path), folderMode);
        return makeFile(path, text, fileMode);
      }),
    write: async (path, text) => put(path, folderMode, (place) => rewriteFile(place, text), text),
    writePrivate: async (path, text) => put(path, privateFolderMode, (place) => replaceFile(place, text), text),
    change: async (path, next) =>
      alone(path, folderMode, sleep, async (place, draftId) => {
        const result = await next(readingNamed(path, () => readRegularFile(path)));
        if (!result.ok) return result;
        writing(path, () => rewriteFile(place, result.value, draftId));
        return { ok: true, value: undefined };
      }),
    changePrivate: async (path, next) => {
      // What is refused to be read is refused before anything is put beside it.
      reading(path, () => readPrivate(path));
      await alone(path, privateFolderMode, sleep, async (place, draftId) => {
        const text = next(reading(path, () => readPrivate(path)));
        if (text !== null) writing(path, () => replaceFile(place, text, draftId));
      });
    },
  };
}

/** A pipe or a device is written to: nothing can take its place. */
function put(path: string, mode: number, replace: (place: string) => void, text: string): void {
  writing(path, () => {
    makeFolder(dirname(path), mode);
    const place = placeToWrite(path);
    if (place === null) writeFileSync(path, text);
    else replace(place);
  });
}

/**
 * Does some work on a file, and the place that its name leads to, as the only process that changes it. What a crash
 * leaves, a lock and a draft of this id, the next one to change the file removes.
 */
async function alone<T>(
  path: string,
  mode: number,
  sleep: (milliseconds: number) => Promise<void>,
  work: (place: string, draftId: string) => Promise<T>,
): Promise<T> {
  const place = writing(path, () => {
    makeFolder(dirname(path), mode);
    return placeToWrite(path);
  });
  if (place === null) throw new Fault("store-failed", `${path} can't be written: it is no file`);
  const draftId = randomUUID();
  const unlock = await locked(place, draftId, sleep);
  try {
    return await work(place, draftId);
  } finally {
    unlock();
  }
}

/** Waits for its turn. Throws a Fault where another takes too long, or the file system refuses. */
async function locked(
  place: string,
  draftId: string,
  sleep: (milliseconds: number) => Promise<void>,
): Promise<() => void> {
  for (let waited = 0; waited < patienceMs; waited += pauseMs) {
    const unlock = writing(place, () => lockAsThisProcess(place, draftId));
    if (unlock !== null) return unlock;
    await sleep(pauseMs);
  }
  const [lock, holder] = [lockOf(place), holderIn(lockHolder(place))];
  throw new Fault(
    "store-busy",
    holder === null
      ? `${place} is being changed by another command, since ${lock} is there; if none is at work, remove ${lock}`
      : `${place} is being changed by process ${holder.pid} on ${holder.host} since ${holder.since}, ` +
          `as ${lock} says; if that process is gone, remove ${lock}`,
  );
}

/** Makes a folder, and those above it, where they are missing. Throws a Fault where nothing can be kept. */
function makeFolder(path: string, mode: number): void {
  // What is there may be a pipe's place (/dev/fd), which is written to as it is.
  if (existsSync(path)) return;
  refuseNotKept(path);
  mkdirSync(path, { recursive: true, mode });
}

function refuseNotKept(folder: string): void {
  const why = whyNotKept(folder);
  if (why === null) return;
  throw new Fault("store-failed", `the folder ${folder === "." ? process.cwd() : folder} ${why}; take another one`);
}

/** Undefined where there is no such file. Throws a Fault where the file system refuses: of what the user named. */
function readingNamed<T>(path: string, read: () => T): T | undefined {
  return reading(path, read, unreadable);
}

/** The same of files of our own. */
function reading<T>(
  path: string,
  read: () => T,
  fault: (path: string, cause: unknown) => Fault = notRead,
): T | undefined {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw fault(path, cause);
  }
}

function notRead(path: string, cause: unknown): Fault {
  return new Fault("store-failed", `${path} can't be read: ${whyFailed(cause)}`, { cause });
}

/** What a user can mend when a file that they name can't be read, by the code of the file system. */
const waysOut: Readonly<Record<string, string>> = {
  EACCES: "you don't have the right to read it; give yourself that right",
  EPERM: "you don't have the right to read it; give yourself that right",
  ELOOP: "it is a link that leads back to itself; name the file itself",
  ENOTDIR: "there is no folder of that name on the way to it",
  ENAMETOOLONG: "its name is longer than the file system allows",
};

/** Why a file of the user's can't be read. */
export function unreadable(path: string, cause: unknown): Fault {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const isFolder = cause instanceof NoFile && cause.kind === "a folder";
  const why = isFolder
    ? `${cause.message}; name a file in it`
    : ((Object.hasOwn(waysOut, code) ? waysOut[code] : undefined) ?? whyFailed(cause));
  return new Fault("file-unreadable", `${path} can't be read: ${why}`, { cause });
}

function writing<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    refuseNotKept(dirname(path));
    throw new Fault("store-failed", `${path} can't be written: ${whyFailed(cause)}`, { cause });
  }
}
