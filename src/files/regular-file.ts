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
  /** What it is, with its article. */
  readonly kind: string;

  constructor(entry: Stats) {
    super(`it is ${kindOf(entry)}, and no file`);
    this.kind = kindOf(entry);
  }
}

/** What lies in a file is no text in UTF-8. Its message is for people. */
class NotText extends Error {
  override readonly name = "NotText";
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A file's text whole. Throws NotText where its bytes are not UTF-8, or are no text. */
function textOf(bytes: Buffer): string {
  const [first = 0, second = 0] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isMarked) throw new NotText("it is UTF-16, and not UTF-8; save it as UTF-8");
  try {
    const text = utf8.decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    if (!bytes.includes(0)) throw new NotText(`line ${lineOfFirstFault(bytes)} is not UTF-8; save the file as UTF-8`);
  }
  throw new NotText("it is not a text file");
}

function lineOfFirstFault(bytes: Buffer): number {
  const read = bytes.toString("utf8");
  return read.slice(0, Math.max(0, read.indexOf("\ufffd"))).split("\n").length;
}

/** The text of a file, UTF-8. Throws NotText for other bytes, and what `readRegularBytes` throws. */
export function readRegularFile(path: string): string {
  return textOf(readRegularBytes(path));
}

/**
 * What lies in a file. Throws NoFile for a folder, a device, and a pipe that was not handed to this process, which is
 * not waited for: to open a pipe is to wait for whoever writes into it. Throws what the file system throws.
 */
export function readRegularBytes(path: string): Buffer {
  if (isHanded(path)) return readFileSync(path);
  const file = openRegularFile(path);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Opens a file that is to be read in parts. Throws NoFile for what is none, and what the file system throws. */
export function openRegularFile(path: string): number {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const entry = fstatSync(file);
    if (!entry.isFile()) throw new NoFile(entry);
    return file;
  } catch (cause) {
    closeSync(file);
    throw cause;
  }
}

function kindOf(entry: Stats): string {
  if (entry.isDirectory()) return "a folder";
  if (entry.isFIFO()) return "a pipe";
  return entry.isSocket() ? "a socket" : "a device";
}
