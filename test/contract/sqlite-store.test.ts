import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Connection } from "../../src/stores/sqlite/connection/connection.ts";
import { SqliteDoctor } from "../../src/stores/sqlite/doctor/sqlite-doctor.ts";
import { migrations } from "../../src/stores/sqlite/migrations/migrations.ts";
import { readHead, writeHead } from "../../src/stores/sqlite/rows/stack-head.ts";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { countingIds, ended, holder, intent, put, record, result } from "./journal-samples.ts";
import { storeContract } from "./store-contract.ts";
import { serialAfter, take } from "./store-holding.ts";

let directory = "";
const ids = countingIds();
const openFile = () => new SqliteStore(join(directory, "state.db"), ids);

function json(value: unknown): string {
  return JSON.stringify(value);
}

function makeDirectory(): void {
  directory = mkdtempSync(join(tmpdir(), "plumbline-store-"));
}

function removeDirectory(): void {
  rmSync(directory, { recursive: true, force: true });
}

storeContract({
  name: "a file",
  outlivesStore: true,
  prepare: makeDirectory,
  open: openFile,
  cleanUp: removeDirectory,
  damageHead: (stack) => {
    const database = new DatabaseSync(join(directory, "state.db"));
    database.prepare("UPDATE stack SET serial = serial + 1 WHERE name = ?").run(stack);
    database.close();
  },
  spoil: (sql) => {
    const database = new DatabaseSync(join(directory, "state.db"));
    database.exec(sql);
    database.close();
  },
});
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
    raw("UPDATE store SET version = 99");
    raw("PRAGMA user_version=99");
    const close = vi.spyOn(DatabaseSync.prototype, "close");
    expect(openFile).toThrow(expect.objectContaining({ name: "Fault", code: "format-too-new" }));
    expect(close).toHaveBeenCalledTimes(1);
    expect(raw("PRAGMA user_version")).toEqual([{ user_version: 99 }]);
  });

  test("of the versions before checksums is taken over whole", async () => {
    const path = join(directory, "state.db");
    const old = new DatabaseSync(path);
    for (const migration of migrations.slice(0, 2)) old.exec(String(migration));
    const rows = [
      ["INSERT INTO stack VALUES ('dev', 'l', 2, ?, 3, NULL, NULL)", '{"a":1}'],
      ["INSERT INTO journal (stack, epoch, run, entry) VALUES ('dev', 3, 'run-1', ?)", json(intent(1, "u1"))],
      ["INSERT INTO journal (stack, epoch, run, entry) VALUES ('dev', 3, 'run-1', ?)", json(result(1, [put("u1")]))],
      ["INSERT INTO journal (stack, epoch, run, entry) VALUES ('dev', 3, 'run-1', ?)", json(intent(2, "u2"))],
      ["INSERT INTO journal (stack, epoch, run, entry) VALUES ('dev', 3, 'run-1', ?)", json(ended({ a: 1 }))],
      ["INSERT INTO record VALUES ('dev', 'u1.0', ?)", json(record("u1"))],
      ["INSERT INTO intent VALUES ('dev', 'run-1.2', ?, NULL)", json(intent(2, "u2"))],
      ["INSERT INTO claim VALUES ('claim u1', 'dev', 'u1', ?)", "at-u1"],
      ["INSERT INTO claim VALUES ('claim u2', 'dev', 'u2', ?)", "at-u2"],
      ["INSERT INTO plan VALUES ('other', 'd', 'apply', '2026', ?)", '{"of":"d"}'],
      ["INSERT INTO sealing_keys VALUES (1, ?)", '{"storeId":"s","current":1,"fingerprint":"f","data":{}}'],
      ["INSERT INTO sealed VALUES ('s', 1, ?)", "c2VhbGVk"],
    ] as const;
    for (const [sql, value] of rows) old.prepare(sql).run(value);
    old.exec("PRAGMA user_version=2; PRAGMA journal_mode=WAL");
    old.close();
    const doctor = new SqliteDoctor(path, { clock: { now: () => 0 }, ids });
    expect(await doctor.examine()).toMatchObject({ kind: "whole", counts: { records: 1, openIntents: 1, plans: 1 } });
    expect(raw("PRAGMA user_version")).toEqual([{ user_version: 2 }]);
    const store = openFile();
    const state = await store.readStack("dev");
    expect(state).toMatchObject({ lineage: "l", serial: 2, outputs: { a: 1 }, openIntents: [{ handle: null }] });
    expect([...state.records.values()]).toEqual([record("u1")]);
    expect(await store.readRun("dev", "run-1")).toEqual(await store.readJournal("dev"));
    expect(await store.readJournal("dev")).toHaveLength(4);
    expect(await store.claims(["claim u1", "claim u2"])).toHaveLength(2);
    expect(await store.listPlans("other")).toHaveLength(1);
    expect(await store.sealed.get("s")).toMatchObject({ keyVersion: 1 });
    expect(await store.sealed.readKeys()).toMatchObject({ storeId: "s", current: 1 });
    expect(await store.acquire("dev", holder, 0, 1000, () => false)).toEqual({ kind: "held", epoch: 4 });
    expect(await store.append("dev", 4, [result(2, [put("u2")])])).toEqual({ kind: "done", serial: 3 });
    await store.close();
    expect(raw("SELECT version FROM store")).toEqual(
      raw("PRAGMA user_version").map((row) => ({ version: row["user_version"] })),
    );
    expect(await doctor.examine()).toMatchObject({ kind: "whole", counts: { records: 2, openIntents: 0 } });
  });

  test("of a version without briefs has none until it is written to; then its records are counted", async () => {
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
    const entries = raw("SELECT epoch, json_extract(entry, '$.kind') AS kind FROM journal ORDER BY seq");
    expect(entries.map(({ epoch, kind }) => `${epoch} ${kind}`)).toEqual(["1 intent", "1 result", "1 run-ended"]);
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
