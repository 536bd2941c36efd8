import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readEntry } from "../../src/stores/rows/stored-documents.ts";
import { Connection } from "../../src/stores/sqlite/connection/connection.ts";
import { Statements } from "../../src/stores/sqlite/connection/statements.ts";
import { SqliteDoctor } from "../../src/stores/sqlite/doctor/sqlite-doctor.ts";
import { readHead, writeHead } from "../../src/stores/sqlite/rows/head-rows.ts";
import { writeStoreRow } from "../../src/stores/sqlite/rows/store-row.ts";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { countingIds, ended, holder, intent, put, result } from "./journal-samples.ts";
import { sqliteFile } from "./sqlite-medium.ts";
import { storeContract } from "./store-contract.ts";
import { serialAfter, take } from "./store-holding.ts";

let directory = "";
const ids = countingIds();
const openFile = () => new SqliteStore(join(directory, "state.db"), ids);

function makeDirectory(): void {
  directory = mkdtempSync(join(tmpdir(), "plumbline-store-"));
}

function removeDirectory(): void {
  rmSync(directory, { recursive: true, force: true });
}

storeContract(sqliteFile());
storeContract({
  name: "memory",
  outlivesStore: false,
  prepare: () => {},
  open: () => new SqliteStore(":memory:", countingIds()),
  cleanUp: () => {},
});

describe("the file", () => {
  beforeEach(makeDirectory);
  afterEach(() => {
    vi.restoreAllMocks();
    removeDirectory();
  });

  const raw = (sql: string) => {
    const database = new DatabaseSync(join(directory, "state.db"));
    try {
      return database.prepare(sql).all();
    } finally {
      database.close();
    }
  };

  test("of a newer format is refused, left as it was, and let go of", async () => {
    await openFile().close();
    const newer = new DatabaseSync(join(directory, "state.db"));
    writeStoreRow(new Statements(newer), { version: 99, id: "later", commits: 1, stacks: 0, keysSum: null });
    newer.exec("PRAGMA user_version=99");
    newer.close();
    const close = vi.spyOn(DatabaseSync.prototype, "close");
    expect(openFile).toThrow(expect.objectContaining({ name: "Fault", code: "format-too-new" }));
    expect(close).toHaveBeenCalledTimes(1);
    expect(raw("PRAGMA user_version")).toEqual([{ user_version: 99 }]);
  });

  test("from before 0.1.0 is refused by the store and by its doctor, and left as it was", async () => {
    const old = new DatabaseSync(join(directory, "state.db"));
    old.exec("CREATE TABLE stack (name TEXT PRIMARY KEY, lineage TEXT NOT NULL) STRICT; PRAGMA user_version=9");
    old.close();
    const refusal = expect.objectContaining({ name: "Fault", code: "format-too-old" });
    expect(openFile).toThrow(refusal);
    const doctor = new SqliteDoctor(join(directory, "state.db"), { clock: { now: () => 0 }, ids });
    await expect(doctor.examine()).rejects.toEqual(refusal);
    await expect(doctor.repair()).rejects.toEqual(refusal);
    expect(raw("PRAGMA user_version")).toEqual([{ user_version: 9 }]);
  });

  test.each([
    ["the row of the store", "DELETE FROM store"],
    ["an index and the row of the store", "DELETE FROM store; DROP INDEX plan_made"],
    ["the table of the store", "DROP TABLE store"],
  ])("of an earlier version in its header, and without %s, is damaged, and its doctor mends it", async (_, sql) => {
    await openFile().close();
    const database = new DatabaseSync(join(directory, "state.db"));
    database.exec(`${sql}; PRAGMA user_version=3`);
    database.close();
    expect(openFile).toThrow(expect.objectContaining({ name: "Fault", code: "store-damaged" }));
    const doctor = new SqliteDoctor(join(directory, "state.db"), { clock: { now: () => 0 }, ids });
    expect(await doctor.repair()).toMatchObject({ damage: expect.anything() });
  });

  test("of another version in its header than in its row is damaged", async () => {
    await openFile().close();
    for (const version of [0, 9, 99]) {
      raw(`PRAGMA user_version=${version}`);
      expect(openFile).toThrow(expect.objectContaining({ name: "Fault", code: "store-damaged" }));
    }
  });

  test("whose stack has lost its brief has none until it is written to; then its records are counted", async () => {
    const store = openFile();
    const epoch = await take(store);
    await serialAfter(store.append("dev", epoch, [result(null, [put("u1"), put("u2")])]));
    await store.close();
    const connection = new Connection(join(directory, "state.db"), countingIds());
    await connection.writing(({ statements }) => {
      const head = readHead(statements, "dev");
      if (head === undefined || head === "damaged") throw new Error("no head");
      writeHead(statements, { ...head, brief: null });
    });
    connection.close();
    const later = openFile();
    expect((await later.readBrief("dev")).brief).toBe(null);
    await serialAfter(later.append("dev", epoch, [result(null, [put("u3"), put("u1")])]));
    expect((await later.readBrief("dev")).brief).toEqual({ records: 3 });
    await later.close();
  });

  test("is durable by its settings: write-ahead log, full synchronisation", async () => {
    const store = openFile();
    expect(raw("PRAGMA journal_mode")).toEqual([{ journal_mode: "wal" }]);
    await store.close();
  });

  test("keeps the journal in the order of the entries, with the epoch that wrote them", async () => {
    const store = openFile();
    await store.acquire("dev", holder, 0, 1000, () => false);
    await store.append("dev", 1, [intent(1, "u1"), result(1, [put("u1")])]);
    await store.append("dev", 1, [ended({ a: 1 })]);
    await store.append("dev", 9, [ended({ a: 2 })]);
    const entries = raw("SELECT epoch, entry FROM journal ORDER BY seq").map(({ epoch, entry }) => {
      return `${epoch} ${entry instanceof Uint8Array ? readEntry(entry)?.kind : "no bytes"}`;
    });
    expect(entries).toEqual(["1 intent", "1 result", "1 run-ended"]);
    await store.close();
  });

  test("appends that wait together cost one transaction", async () => {
    const store = openFile();
    await store.acquire("dev", holder, 0, 1000, () => false);
    const exec = vi.spyOn(DatabaseSync.prototype, "exec");
    await Promise.all(Array.from({ length: 50 }, (_, index) => store.append("dev", 1, [intent(index, `u${index}`)])));
    expect(exec.mock.calls.filter(([sql]) => sql === "COMMIT")).toHaveLength(1);
    await store.close();
  });

  test("a state is read as of one moment, whatever another process commits meanwhile", async () => {
    const store = openFile();
    await store.acquire("dev", holder, 0, 1000, () => false);
    await store.append("dev", 1, [intent(1, "u1")]);
    const before = await store.readStack("dev");
    const other = new DatabaseSync(join(directory, "state.db"));
    const all = StatementSync.prototype.all;
    // The first list of rows comes after the head was read: between the two another process ends the run.
    vi.spyOn(StatementSync.prototype, "all").mockImplementationOnce(function (this: StatementSync, ...values) {
      other.exec("BEGIN IMMEDIATE; DELETE FROM intent; COMMIT");
      return all.apply(this, values);
    });
    expect(await store.readStack("dev")).toEqual(before);
    await expect(store.readStack("dev")).rejects.toMatchObject({ code: "store-damaged" });
    other.close();
    await store.close();
  });

  test("tables that are gone are a fault, for every append that waited", async () => {
    const store = openFile();
    await store.acquire("dev", holder, 0, 1000, () => false);
    raw("DROP TABLE journal");
    const outcomes = await Promise.allSettled([
      store.append("dev", 1, [intent(1, "u1")]),
      store.append("dev", 1, [intent(2, "u2")]),
    ]);
    for (const each of outcomes) {
      expect(each).toMatchObject({ status: "rejected", reason: { name: "Fault", code: "store-damaged" } });
    }
    await store.close();
  });
});
