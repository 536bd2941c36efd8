import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SqliteDoctor } from "../../src/stores/sqlite/doctor/sqlite-doctor.ts";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { MemoryStore } from "../memory-store/memory-store.ts";
import { countingIds } from "./journal-samples.ts";
import { renamesHold } from "./renamed-journals.ts";

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "plumbline-renames-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each([
  { store: "a database", open: () => new SqliteStore(":memory:", countingIds()) },
  { store: "maps", open: () => new MemoryStore(countingIds()) },
])("any journal in $store reads under another name as it did under its own", async ({ open }) => {
  await renamesHold({ runs: 80, open });
});

test("any journal in a file leaves, under another name, what the doctor finds whole", { timeout: 60_000 }, async () => {
  let count = 0;
  const path = () => join(root, `state-${count}.db`);
  await renamesHold({
    runs: 25,
    open: () => {
      count += 1;
      return new SqliteStore(path(), countingIds());
    },
    judge: async () => {
      const doctor = new SqliteDoctor(path(), { clock: { now: () => 0 }, ids: countingIds() });
      expect(await doctor.examine()).toMatchObject({ kind: "whole" });
    },
  });
});
