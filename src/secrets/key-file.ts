import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Fault } from "../../packages/base/fault.ts";
import { emptyKeyFile, makeFile } from "../files/make-file.ts";
import { readRegularFile } from "../files/regular-file.ts";
import { foreignAccessToSecret } from "../files/secret-file-access.ts";
import { whyFailed } from "../files/why-failed.ts";
import { freshKey } from "./cipher.ts";

/** A key that is there, or ready to take the place of the one that is. */
export interface WrappingKey {
  readonly key: Buffer;
  /** It is the key from now on. Does nothing for the one that is so already. */
  promote(): void;
}

/** Where the key that wraps all others is kept: apart from what it protects. */
export interface KeyPlace {
  /** For messages. */
  readonly name: string;
  /** The key, and those that broken-off rotations may have left; empty when there is none. */
  read(): readonly WrappingKey[];
  /** Makes the first key; gives the one that another process has just made, if so. */
  make(): Buffer;
  /**
   * Makes a key that may become the key; `read` gives both until then. It is never thrown away: another process may
   * have taken it for its own.
   */
  prepare(): WrappingKey;
}

/**
 * A file that only its owner may read; keys that are not yet in use lie beside it under names of their own. Neither
 * reads nor makes one where another user could have written it, can replace it or may read it:
 * Fault("secrets-unreadable").
 */
export function keyFile(path: string): KeyPlace {
  const wrapping = (file: string): WrappingKey | null => {
    const key = readKey(file);
    if (key === null) return null;
    return { key, promote: () => (file === path ? undefined : rename(file, path)) };
  };
  return {
    name: path,
    read: () => [path, ...preparedFiles(path)].flatMap((each) => wrapping(each) ?? []),
    make: () => {
      const key = freshKey();
      if (writeKey(path, key)) return key;
      const made = readKey(path);
      if (made === null) throw new Fault("secrets-unreadable", `the key file ${path} can't be read`);
      return made;
    },
    prepare: () => {
      const file = `${path}.${randomUUID()}`;
      writeKey(file, freshKey());
      const made = wrapping(file);
      if (made === null) throw new Fault("store-failed", `the key file ${file} can't be read`);
      return made;
    },
  };
}

/** A key that ends with the process, for a store that does as well. */
export function keyInMemory(): KeyPlace {
  let key: Buffer | null = null;
  return {
    name: "memory",
    read: () => (key === null ? [] : [{ key, promote: () => {} }]),
    make: () => {
      key ??= freshKey();
      return key;
    },
    prepare: () => {
      const next = freshKey();
      const promote = () => {
        key = next;
      };
      return { key: next, promote };
    },
  };
}

/** The names that `prepare` gives. What else lies beside the key (a backup, an encrypted copy) is not ours to read. */
const preparedSuffix = /^[.][0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function preparedFiles(path: string): readonly string[] {
  const [folder, prefix] = [dirname(path), basename(path)];
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && preparedSuffix.test(name.slice(prefix.length)))
    .map((name) => join(folder, name));
}

/** Another process may have done it already. */
function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT")
      throw new Fault("store-failed", `the key file ${to} can't be written`, { cause });
  }
}

function refuseForeignAccess(path: string): void {
  const found = foreignAccessToSecret(path);
  if (found === null) return;
  throw new Fault("secrets-unreadable", `the key file ${path} is not used, because ${found.why}: ${found.wayOut}`);
}

function readKey(path: string): Buffer | null {
  let text: string;
  try {
    refuseForeignAccess(path);
    text = readRegularFile(path);
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new Fault("secrets-unreadable", `the key file ${path} can't be read: ${whyFailed(cause)}`, { cause });
  }
  if (text === "") throw new Fault("secrets-unreadable", emptyKeyFile(path));
  const key = Buffer.from(text.trim(), "base64");
  if (key.length !== 32) throw new Fault("secrets-unreadable", `the file ${path} holds no key`);
  return key;
}

/** False when the file is there already. */
function writeKey(path: string, key: Buffer): boolean {
  try {
    refuseForeignAccess(path);
    return makeFile(path, `${key.toString("base64")}\n`);
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw new Fault("store-failed", `the key file ${path} can't be written`, { cause });
  }
}
