import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FileCache } from "./file-cache.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cache-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("FileCache", () => {
  test("gives back what was written, also to another one", () => {
    new FileCache(folder, "checked").write("a1", "one\nändert nichts\n");
    expect(new FileCache(folder, "checked").read("a1")).toBe("one\nändert nichts\n");
    expect(new FileCache(folder, "checked").read("a2")).toBe(null);
  });

  test.each([
    ["a changed byte", (text: string) => text.replace("one", "two")],
    ["a lost end", (text: string) => text.slice(0, -1)],
    ["nothing at all", () => ""],
  ])("%s counts as missing", (_, damage) => {
    const cache = new FileCache(folder, "checked");
    cache.write("a1", "one two three");
    const path = join(folder, "checked", "a1");
    writeFileSync(path, damage(readFileSync(path, "utf8")));
    expect(cache.read("a1")).toBe(null);
  });

  test("keeps eight", () => {
    const cache = new FileCache(folder, "checked");
    for (let number = 0; number < 12; number += 1) cache.write(`k${number}`, "text");
    expect(readdirSync(join(folder, "checked"))).toHaveLength(8);
    expect(cache.read("k11")).toBe("text");
  });

  test("a folder that can't be made is no failure", () => {
    writeFileSync(join(folder, "file"), "");
    const cache = new FileCache(join(folder, "file"), "below");
    cache.write("a1", "one");
    expect(cache.read("a1")).toBe(null);
  });
});
