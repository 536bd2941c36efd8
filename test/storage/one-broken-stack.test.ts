import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fileIn, fill, openIn, stacks } from "./stored-world.ts";

// One broken stack never hides the others (issue 17, point 2).

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "plumbline-broken-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("a stack whose head disagrees with its checksum is listed beside the others, which are read", async () => {
  const filled = openIn(dir);
  await fill(filled);
  await filled.close();
  const [broken = "", ...others] = stacks;
  const database = new DatabaseSync(fileIn(dir));
  database.prepare("UPDATE stack SET serial = serial + 1 WHERE name = ?").run(broken);
  database.close();
  const store = openIn(dir);
  try {
    expect(await store.listStacks()).toEqual([...stacks].sort());
    await expect(store.readStack(broken)).rejects.toMatchObject({ code: "store-damaged" });
    for (const other of others) expect((await store.readStack(other)).serial).toBeGreaterThan(0);
  } finally {
    await store.close();
  }
});
