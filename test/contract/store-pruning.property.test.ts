import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SqliteDoctor } from "../../src/stores/sqlite/doctor/sqlite-doctor.ts";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { MemoryStore } from "../memory-store/memory-store.ts";
import { countingIds } from "./journal-samples.ts";
import { pruningHolds } from "./pruned-journals.ts";

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "plumbline-pruning-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each([
  { store: "a database", open: () => new SqliteStore(":memory:", countingIds()) },
  { store: "maps", open: () => new MemoryStore(countingIds()) },
])("any journal in $store comes to the same once it is pruned", async ({ open }) => {
  await pruningHolds({ runs: 150, open });
});

test("any journal in a file leaves, once it is pruned, what the doctor finds whole", { timeout: 60_000 }, async () => {
  let count = 0;
  const path = () => join(root, `state-${count}.db`);
  await pruningHolds({
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
