import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Turns } from "../../packages/base/turns.ts";
import type { JournalEntry } from "../../src/engine/state/journal.ts";
import { recordOf } from "../../src/engine/state/records/record.fixture.ts";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { countingIds, holder } from "../contract/journal-samples.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "plumb-long-reads-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** The entry that records so many objects. */
function recording(run: string, objects: number): JournalEntry {
  const effects = Array.from({ length: objects }, (_, number) => {
    const record = recordOf(`${run}-${number}`, { uid: `${run}-${number}` });
    return { kind: "put" as const, record, claimKey: `claim ${run}-${number}` };
  });
  return { kind: "result", run, step: "", intentSeq: null, outcome: "done", detail: "made", effects };
}

test("a long read gives way, waits for no write, and sees none that comes meanwhile", async () => {
  let given = 0;
  let meanwhile: () => Promise<void> = async () => {};
  const turns: Turns = {
    isDue: () => true,
    next: async () => {
      given += 1;
      if (given === 20) await meanwhile();
    },
  };
  const store = new SqliteStore(join(directory, "state.db"), countingIds(), turns);
  await store.acquire("dev", holder, 0, 1_000, () => false);
  await store.append("dev", 1, [recording("first", 500)]);
  const before = await store.readStack("dev");
  expect(before.records.size).toBe(500);
  expect(given).toBeGreaterThan(500);
  given = 0;
  meanwhile = async () => {
    expect((await store.append("dev", 1, [recording("second", 10)])).kind).toBe("done");
  };
  expect(await store.readStack("dev")).toEqual(before);
  expect((await store.readStack("dev")).records.size).toBe(510);
  given = 0;
  meanwhile = async () => void (await store.append("dev", 1, [recording("third", 1)]));
  const keys = Array.from({ length: 500 }, (_, number) => `claim first-${number}`);
  expect(await store.claims(keys)).toHaveLength(500);
  await store.close();
});

test("a short read gives no way", async () => {
  let given = 0;
  const turns: Turns = {
    isDue: () => true,
    next: async () => {
      given += 1;
    },
  };
  const store = new SqliteStore(join(directory, "state.db"), countingIds(), turns);
  await store.acquire("dev", holder, 0, 1_000, () => false);
  await store.append("dev", 1, [recording("only", 20)]);
  given = 0;
  expect((await store.readStack("dev")).records.size).toBe(20);
  expect(given).toBe(0);
  await store.close();
});
