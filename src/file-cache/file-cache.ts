import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { foreignAccessAt } from "../files/foreign-access.ts";
import { foreignAccessOnPath } from "../files/path-access.ts";
import { whyNotKept } from "../files/pseudo-file-system.ts";

/** Texts that are kept at most; the one that was written first goes first. */
const roomFor = 8;

/**
 * Texts by key as files of a folder below another, which are made at the first write. What another user could have
 * written counts as missing, and nothing is written beside it. A file begins with the checksum of what follows: a
 * damaged one counts as missing. Nothing is synced and no failure is told, since whoever asks can do without.
 */
export class FileCache {
  /** The folder above. */
  readonly #base: string;
  readonly #folder: string;

  constructor(base: string, name: string) {
    this.#base = base;
    this.#folder = join(base, name);
  }

  /** The text kept under a key of letters and digits; null where there is none. */
  read(key: string): string | null {
    try {
      const path = join(this.#folder, key);
      if (this.#isOfOthers() || foreignAccessAt(path) !== null) return null;
      const whole = readFileSync(path, "utf8");
      const end = whole.indexOf("\n");
      const text = whole.slice(end + 1);
      return whole.slice(0, end) === checksum(text) ? text : null;
    } catch {
      return null;
    }
  }

  write(key: string, text: string): void {
    try {
      if (whyNotKept(this.#folder) !== null || foreignAccessOnPath(this.#folder) !== null) return;
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      // One that somebody has opened is closed again.
      if ((statSync(this.#folder).mode & 0o077) !== 0) chmodSync(this.#folder, 0o700);
      if (this.#isOfOthers()) return;
      const draft = join(this.#folder, `${key}.${process.pid}`);
      writeFileSync(draft, `${checksum(text)}\n${text}`, { mode: 0o600 });
      renameSync(draft, join(this.#folder, key));
      this.#makeRoom();
    } catch {
      // A full or read-only disk is told by the store, for which it matters.
    }
  }

  #isOfOthers(): boolean {
    return (
      foreignAccessOnPath(this.#folder) !== null ||
      [this.#base, this.#folder].some((each) => foreignAccessAt(each) !== null)
    );
  }

  #makeRoom(): void {
    const names = readdirSync(this.#folder);
    if (names.length <= roomFor) return;
    const oldestFirst = names
      .map((name) => ({ path: join(this.#folder, name), at: statSync(join(this.#folder, name)).mtimeMs }))
      .sort((a, b) => a.at - b.at);
    for (const { path } of oldestFirst.slice(0, names.length - roomFor)) rmSync(path, { force: true });
  }
}

function checksum(text: string): string {
  return `${text.length}-${crc32(text).toString(16)}`;
}
