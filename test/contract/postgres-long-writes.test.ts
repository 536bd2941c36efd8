import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Turns } from "../../packages/base/turns.ts";
import type { JournalEntry, RecordEffect } from "../../src/engine/state/journal.ts";
import { recordOf } from "../../src/engine/state/records/record.fixture.ts";
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
  let given = 0;
  let meanwhile: (turn: number) => Promise<void> = async () => {};
  beforeAll(async () => {
    server = await startPostgres(programs ?? "");
    const turns: Turns = {
      isDue: () => true,
      next: async () => {
        given += 1;
        await meanwhile(given);
      },
    };
    store = new PostgresStore({ address: server.address, ids: countingIds(), turns });
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

  test("gives way, and nothing is seen of it before its end", { timeout: 120_000 }, async () => {
    const seen: number[] = [];
    given = 0;
    meanwhile = async (turn) => {
      if (turn === 50 || turn === 350) seen.push((await store.progress("dev")).serial);
    };
    expect(await store.append("dev", 1, [importing("third", "second")])).toEqual({ kind: "done", serial: 3 });
    meanwhile = async () => {};
    expect(given).toBeGreaterThan(350);
    expect(seen).toEqual([2, 2]);
  });

  test("whose session ends in the middle leaves nothing, and is done again as a whole", {
    timeout: 120_000,
  }, async () => {
    let ends = 0;
    given = 0;
    meanwhile = async (turn) => {
      if (turn !== 300) return;
      ends += 1;
      const admin = new Client({ connectionString: server.address });
      await admin.connect();
      await admin.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity " +
          "WHERE application_name = 'plumbline' AND state LIKE 'idle in%'",
      );
      const { rows } = await admin.query("SELECT count(*) FROM plumbline.record WHERE key LIKE 'fourth-%'");
      expect(rows).toEqual([{ count: "0" }]);
      await admin.end();
    };
    expect(await store.append("dev", 1, [importing("fourth", "third")])).toEqual({ kind: "done", serial: 4 });
    meanwhile = async () => {};
    expect(ends).toBe(1);
    const { records } = await store.readStack("dev");
    expect([records.size, records.get("r9999")?.uid]).toEqual([objects, "fourth-9999"]);
  });

  test("gives as many another name; whose session ends in the middle leaves the old one, and is done again as a whole", {
    timeout: 120_000,
  }, async () => {
    const before = await store.readStack("dev");
    const seen: (readonly string[])[] = [];
    given = 0;
    meanwhile = async (turn) => {
      if (turn !== 9_000) return;
      seen.push(await store.listStacks());
      const admin = new Client({ connectionString: server.address });
      await admin.connect();
      await admin.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity " +
          "WHERE application_name = 'plumbline' AND state LIKE 'idle in%'",
      );
      const { rows } = await admin.query("SELECT count(*) FROM plumbline.record WHERE stack <> 'dev'");
      expect(rows).toEqual([{ count: "0" }]);
      await admin.end();
    };
    expect(await store.renameStack("dev", "portal/dev", 1)).toBe(true);
    meanwhile = async () => {};
    expect(given).toBeGreaterThan(2 * objects);
    expect(seen).toEqual([["dev"]]);
    expect(await store.readStack("portal/dev")).toEqual(before);
    expect(await store.listStacks()).toEqual(["portal/dev"]);
    expect((await store.readJournalAfter("portal/dev", 3, 10)).batches).toHaveLength(1);
    expect(await store.doctor().examine()).toMatchObject({ kind: "whole" });
  });
});
