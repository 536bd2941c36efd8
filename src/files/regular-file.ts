import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from "node:fs";

/** What this process was handed open, by the names that the system has for it: a pipe is meant there. */
const handed = /^[/](?:dev[/](?:fd[/]\d+|stdin|stdout|stderr)|proc[/]self[/]fd[/]\d+)$/;

/** Whether a path names what this process was handed open, as `<(...)` of a shell does. */
export function isHanded(path: string): boolean {
  return handed.test(path);
}

/** What lies at a path is no file. Its message is for people. */
export class NoFile extends Error {
  override readonly name = "NoFile";

  constructor(entry: Stats) {
    super(`it is ${kindOf(entry)}, and no file`);
  }
}

/**
 * The text of a file, UTF-8. Throws NoFile for a folder, a device, and a pipe that was not handed to this process,
 * which is not waited for: to open a pipe is to wait for whoever writes into it. Throws what the file system throws.
 */
export function readRegularFile(path: string): string {
  if (isHanded(path)) return readFileSync(path, "utf8");
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const entry = fstatSync(file);
    if (!entry.isFile()) throw new NoFile(entry);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

function kindOf(entry: Stats): string {
  if (entry.isDirectory()) return "a folder";
  if (entry.isFIFO()) return "a pipe";
  return entry.isSocket() ? "a socket" : "a device";
}
