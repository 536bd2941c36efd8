import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Turns } from "../../packages/base/turns.ts";
import type { JournalEntry, RecordEffect } from "../../src/engine/state/journal.ts";
import { recordOf } from "../../src/engine/state/records/record.fixture.ts";
import { effectsOfPart } from "../../src/stores/rows/entry-parts.ts";
import { SqliteDoctor } from "../../src/stores/sqlite/doctor/sqlite-doctor.ts";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { countingIds, holder } from "../contract/journal-samples.ts";

const objects = 5 * effectsOfPart + 7;

let directory: string;
let meanwhile: (turn: number) => void;
let given: number;
let store: SqliteStore;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "plumb-long-writes-"));
  meanwhile = () => {};
  given = 0;
  const turns: Turns = {
    isDue: () => true,
    next: async () => {
      given += 1;
      meanwhile(given);
      await new Promise<void>((resolve) => setImmediate(resolve));
    },
  };
  store = new SqliteStore(join(directory, "state.db"), countingIds(), turns);
  for (const stack of ["dev", "other"]) await store.acquire(stack, holder, 0, 1_000, () => false);
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});

/** An import: the objects of one take the place of those of another. */
function importing(run: string, count: number, former = "", formerCount = 0): JournalEntry {
  const gone = Array.from({ length: formerCount }, (_, number): RecordEffect => {
    return { kind: "remove", uid: `${former}-${number}`, generation: 1, claimKey: `claim ${former}-${number}` };
  });
  const come = Array.from({ length: count }, (_, number): RecordEffect => {
    const record = recordOf(`r${number}`, { uid: `${run}-${number}` });
    return { kind: "put", record, claimKey: `claim ${run}-${number}` };
  });
  const effects = [...gone, ...come];
  return { kind: "result", run, step: "", intentSeq: null, outcome: "done", detail: "state imported", effects };
}

async function uidsOf(of: SqliteStore): Promise<ReadonlySet<string>> {
  const { records } = await of.readStack("dev");
  return new Set([...records.values()].map(({ uid }) => uid.replace(/-\d+$/, "")));
}

describe("a long append", () => {
  test("gives way, is not seen before its end, and others wait for it in their order", async () => {
    await store.append("dev", 1, [importing("first", objects)]);
    const others: Promise<unknown>[] = [];
    const told: string[] = [];
    const seen: Promise<number>[] = [];
    meanwhile = (turn) => {
      if (turn !== 10) return;
      seen.push(store.progress("dev").then(({ serial }) => serial));
      others.push(store.renew("other", 1, 2_000).then(() => told.push("beat")));
      others.push(store.append("other", 1, [importing("short", 1)]).then(() => told.push("short")));
    };
    given = 0;
    const long = store.append("dev", 1, [importing("second", objects, "first", objects)]);
    const done = long.then(() => told.push("long"));
    expect((await long).kind).toBe("done");
    await done;
    await Promise.all(others);
    expect(given).toBeGreaterThan(10);
    expect(await Promise.all(seen)).toEqual([1]);
    expect(told).toEqual(["long", "beat", "short"]);
    expect(await uidsOf(store)).toEqual(new Set(["second"]));
    expect((await store.readStack("dev")).records.size).toBe(objects);
  });

  test("is read back as the entry that was written, whole and by its run", async () => {
    const entry = importing("first", objects);
    await store.append("dev", 1, [{ kind: "run-started", run: "first", plan: "p", at: "2026-01-01T00:00:00Z" }, entry]);
    expect((await store.readJournal("dev"))[1]).toEqual(entry);
    expect((await store.readRun("dev", "first"))[1]).toEqual(entry);
    const { batches } = await store.readJournalAfter("dev", 0, 10);
    expect(batches.map(({ serial, entries }) => [serial, entries.length])).toEqual([[1, 2]]);
    expect(batches[0]?.entries[1]).toEqual(entry);
    await store.close();
    const doctor = new SqliteDoctor(join(directory, "state.db"), { clock: { now: () => 0 }, ids: countingIds() });
    expect((await doctor.examine()).kind).toBe("whole");
  });

  test("leaves nothing where a claim in the middle of it is another's", async () => {
    const record = recordOf("r0", { uid: "theirs" });
    const effects = [{ kind: "put" as const, record, claimKey: `claim second-${objects - 2}` }];
    const theirs = { ...{ kind: "result" as const, run: "theirs", step: "", intentSeq: null }, detail: "", effects };
    await store.append("other", 1, [{ ...theirs, outcome: "done" }]);
    await store.append("dev", 1, [importing("first", 3)]);
    const outcome = await store.append("dev", 1, [importing("second", objects, "first", 3)]);
    expect(outcome).toMatchObject({ kind: "claimed", claim: { stack: "other" } });
    expect(await uidsOf(store)).toEqual(new Set(["first"]));
    expect((await store.append("dev", 1, [importing("fourth", objects, "first", 3)])).kind).toBe("done");
  });

  test("is refused to whoever holds the stack no more", async () => {
    expect((await store.append("dev", 7, [importing("first", objects)])).kind).toBe("fenced");
    expect((await store.readStack("dev")).records.size).toBe(0);
  });

  test("lets another one in between only when it is whole, and a beat before the next one", async () => {
    const told: string[] = [];
    const all = [
      store.append("dev", 1, [importing("first", objects)]).then(() => told.push("first")),
      store.append("other", 1, [importing("theirs", objects)]).then(() => told.push("theirs")),
    ];
    meanwhile = (turn) => {
      if (turn === 3) all.push(store.renew("dev", 1, 5_000).then(() => told.push("beat")));
    };
    await Promise.all(all);
    await Promise.all(all);
    expect(told).toEqual(["first", "beat", "theirs"]);
  });

  test("comes before what was asked for after it, and so does what waits behind it: appends, and a rename", async () => {
    const later: Promise<unknown>[] = [];
    meanwhile = (turn) => {
      if (turn === 3) later.push(store.append("dev", 1, [importing("third", 0)]));
      if (turn === 4) later.push(store.renameStack("dev", "prod", 1));
    };
    const outcomes = await Promise.all([
      store.append("dev", 1, [importing("first", objects)]),
      store.append("dev", 1, [importing("second", 0)]),
    ]);
    expect(outcomes).toEqual([
      { kind: "done", serial: 1 },
      { kind: "done", serial: 2 },
    ]);
    expect(await Promise.all(later)).toEqual([{ kind: "done", serial: 3 }, true]);
  });

  test("that breaks off at any point leaves what was there, or all of it", async () => {
    await store.append("dev", 1, [importing("first", objects)]);
    const images: string[] = [];
    meanwhile = (turn) => {
      const image = join(directory, `image-${turn}`);
      mkdirSync(image);
      for (const name of ["state.db", "state.db-wal", "state.db-mark"])
        if (existsSync(join(directory, name))) copyFileSync(join(directory, name), join(image, name));
      images.push(image);
    };
    await store.append("dev", 1, [importing("second", objects, "first", objects)]);
    meanwhile = () => {};
    expect(images.length).toBeGreaterThan(10);
    const found: string[] = [];
    for (const image of images) {
      const left = new SqliteStore(join(image, "state.db"), countingIds());
      const state = await left.readStack("dev");
      expect(state.records.size).toBe(objects);
      found.push([...(await uidsOf(left))].join());
      expect(state.serial).toBe(found.at(-1) === "first" ? 1 : 2);
      expect(await left.readJournal("dev")).toHaveLength(state.serial);
      await left.close();
    }
    expect(new Set(found.slice(0, -1))).toEqual(new Set(["first"]));
    expect(found.at(-1)).toBe("second");
  });
});
