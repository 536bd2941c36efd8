import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { countingIds, ended, holder, intent, put, result } from "./journal-samples.ts";
import { storeContract } from "./store-contract.ts";

let directory = "";
const ids = countingIds();
const openFile = () => new SqliteStore(join(directory, "state.db"), ids);

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
    raw("PRAGMA user_version=99");
    const close = vi.spyOn(DatabaseSync.prototype, "close");
    expect(openFile).toThrow(expect.objectContaining({ name: "Fault", code: "format-too-new" }));
    expect(close).toHaveBeenCalledTimes(1);
    expect(raw("PRAGMA user_version")).toEqual([{ user_version: 99 }]);
  });

  test("that is no database is a failure of the world", () => {
    writeFileSync(join(directory, "state.db"), "no database, but long enough to look at ".repeat(50));
    expect(openFile).toThrow(expect.objectContaining({ name: "Fault", code: "store-failed" }));
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
      other.exec("BEGIN IMMEDIATE; UPDATE stack SET serial = 7; DELETE FROM intent; COMMIT");
      return all.apply(this, values);
    });
    expect(await store.readStack("dev")).toEqual(before);
    expect(await store.readStack("dev")).toMatchObject({ serial: 7, openIntents: [] });
    other.close();
    await store.close();
  });

  test("a medium that fails is a fault, for every append that waited", async () => {
    const store = openFile();
    await store.acquire("dev", holder, 0, 1000, () => false);
    raw("DROP TABLE journal");
    const outcomes = await Promise.allSettled([
      store.append("dev", 1, [intent(1, "u1")]),
      store.append("dev", 1, [intent(2, "u2")]),
    ]);
    for (const each of outcomes) {
      expect(each).toMatchObject({ status: "rejected", reason: { name: "Fault", code: "store-failed" } });
    }
    expect((await store.readStack("dev")).openIntents).toEqual([]);
    await store.close();
  });
});
