import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JournalEntry, RecordEffect } from "../../src/engine/state/journal.ts";
import { recordOf } from "../../src/engine/state/record.fixture.ts";
import { PostgresStore } from "../../src/stores/postgres/postgres-store.ts";
import { countingIds, holder } from "./journal-samples.ts";
import { findPostgres, type PostgresServer, startPostgres } from "./postgres-server.ts";

const programs = findPostgres();
const objects = 10_000;

/** An import: so many objects of one name take the place of those of another. */
function importing(run: string, former: string | null): JournalEntry {
  const numbers = Array.from({ length: objects }, (_, number) => number);
  const gone = former === null ? [] : numbers.map((number) => removed(former, number));
  const come = numbers.map((number): RecordEffect => {
    const record = recordOf(`r${number}`, { uid: `${run}-${number}` });
    return { kind: "put", record, claimKey: `claim ${number}` };
  });
  const effects = [...gone, ...come];
  return { kind: "result", run, step: "", intentSeq: null, outcome: "done", detail: "state imported", effects };
}

function removed(run: string, number: number): RecordEffect {
  return { kind: "remove", uid: `${run}-${number}`, generation: 1, claimKey: `claim ${number}` };
}

describe.skipIf(programs === undefined)("a long append over PostgreSQL", () => {
  let server: PostgresServer;
  let store: PostgresStore;
  beforeAll(async () => {
    server = await startPostgres(programs ?? "");
    store = new PostgresStore({ address: server.address, ids: countingIds() });
    await store.acquire("dev", holder, 0, 1_000, () => false);
  });
  afterAll(async () => {
    await store.close();
    await server.stop();
  });

  test("puts 10 000 objects in the place of as many", { timeout: 120_000 }, async () => {
    expect((await store.append("dev", 1, [importing("first", null)])).kind).toBe("done");
    expect((await store.append("dev", 1, [importing("second", "first")])).kind).toBe("done");
    const { records } = await store.readStack("dev");
    expect(records.size).toBe(objects);
    expect(records.get("r0")?.uid).toBe("second-0");
    const { batches } = await store.readJournalAfter("dev", 1, 10);
    expect(batches.map(({ entries }) => entries)).toEqual([[importing("second", "first")]]);
  });
});
