import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readBackup, rowsOfBackup } from "../../src/composition/backups/backup-file.ts";
import { PostgresStore } from "../../src/stores/postgres/postgres-store.ts";
import { startPlumb } from "../e2e/run-plumb.fixture.ts";
import { partOf } from "../properties/part-of-cases.ts";
import { backedUp, backupsIn, followed, restored, restoring, withoutReach } from "../storage/backup-world.ts";
import { doctorIn, fill, openIn, stacks, told } from "../storage/stored-world.ts";
import { countingIds, holder } from "./journal-samples.ts";
import { findPostgres, type PostgresServer, startPostgres } from "./postgres-server.ts";

const programs = findPostgres();

describe.skipIf(programs === undefined)("backups and PostgreSQL", () => {
  let server: PostgresServer;
  let admin: Client;
  let dir: string;
  let store: PostgresStore;

  beforeAll(async () => {
    server = await startPostgres(programs ?? "");
    admin = new Client({ connectionString: server.address });
    await admin.connect();
    dir = mkdtempSync(join(tmpdir(), "plumbline-pg-backup-"));
  });
  afterAll(async () => {
    await store?.close();
    await admin?.end();
    await server?.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await store?.close();
    await admin.query("DROP SCHEMA IF EXISTS plumbline CASCADE");
    store = new PostgresStore({ address: server.address, ids: countingIds() });
  });

  test("a backup of a state directory goes into a database, and one of that back into a directory", async () => {
    const from = mkdtempSync(join(dir, "one-"));
    const one = openIn(from);
    await fill(one);
    const before = withoutReach(await told(one));
    await one.close();
    const file = await backedUp(backupsIn(from), dir, "of-sqlite");
    expect(await store.backups().isEmpty()).toBe(true);
    await restored(file, store.backups());
    expect(await store.backups().isEmpty()).toBe(false);
    expect(await store.doctor().examine()).toMatchObject({ kind: "whole", counts: { stacks: 2, sealedValues: 1 } });
    expect(withoutReach(await told(store))).toEqual(before);
    const back = await backedUp(store.backups(), dir, "of-postgres");
    expect(readBackup(back)).toMatchObject({ store: "postgres", damage: [] });
    const target = mkdtempSync(join(dir, "two-"));
    await restored(back, backupsIn(target));
    expect(await doctorIn(target).examine()).toMatchObject({ kind: "whole" });
    const two = openIn(target);
    expect(withoutReach(await told(two))).toEqual(before);
    await two.close();
  });

  test("a restore goes on above all that was reached there, and whoever held a stack does so no more", async () => {
    await fill(store);
    const file = await backedUp(store.backups(), dir, "reached");
    const former = [];
    for (const stack of [...stacks, "made-since"]) {
      const lease = await store.acquire(stack, holder, 0, 1000, () => true);
      former.push({ stack, epoch: lease.kind === "held" ? lease.epoch : -1 });
    }
    await restored(file, store.backups());
    const entry = { kind: "run-started", run: "zombie", plan: "d", at: "2026" } as const;
    for (const { stack, epoch } of former)
      expect(await store.append(stack, epoch, [entry])).toEqual({ kind: "fenced" });
    for (const stack of stacks) {
      const state = await store.readStack(stack);
      expect(state.serial).toBeGreaterThan(restoring.above);
      expect(state.restored).toMatchObject(restoring.restored);
      const lease = await store.acquire(stack, holder, 0, 1000, () => false);
      expect(await store.append(stack, lease.kind === "held" ? lease.epoch : -1, [entry])).toMatchObject({
        kind: "done",
      });
      const journal = await store.readJournal(stack);
      for (const atOnce of [1, 2, 500]) expect(await followed(stack, store, atOnce)).toEqual(journal);
    }
    expect(await store.listStacks()).toEqual(stacks);
    expect(await store.doctor().examine()).toMatchObject({ kind: "whole" });
  });

  test("a restore that is broken off anywhere leaves what was there", async () => {
    await fill(store);
    const before = await told(store);
    const file = await backedUp(store.backups(), dir, "broken");
    const found = readBackup(file);
    const total = [...rowsOfBackup(file, found)].length;
    for (const after of [0, 1, Math.floor(total / 2), total - 1]) {
      function* broken() {
        let given = 0;
        for (const row of rowsOfBackup(file, found)) {
          if (given === after) throw new Error("broken off");
          given += 1;
          yield row;
        }
      }
      await expect(store.backups().restore(broken, restoring)).rejects.toThrow("broken off");
      expect(await told(store)).toEqual(before);
    }
  });

  // A trigger waits for a lock of ours, so that the process is in the middle of what it writes, or of its commit.
  const moments = [
    ...["stack", "record", "journal", "sealed", "log_entry"].map((table) => `BEFORE INSERT ON plumbline.${table}`),
    "AFTER INSERT ON plumbline.stack DEFERRABLE INITIALLY DEFERRED",
  ];
  test.each(partOf(moments, moments.length))(
    "a restore killed %s leaves nothing half, and is done again",
    async (at) => {
      await fill(store);
      const before = await told(store);
      const whole = withoutReach(before);
      const file = await backedUp(store.backups(), dir, `killed-${moments.indexOf(at)}`);
      const restore = () =>
        startPlumb(["restore", file, "--replace", "--dir", "killed"], dir, { PLUMB_STORE: server.address });
      await admin.query(`
      CREATE OR REPLACE FUNCTION waits() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_advisory_xact_lock_shared(7); RETURN NEW; END';
      CREATE ${at.includes("DEFERRED") ? "CONSTRAINT " : ""}TRIGGER waits ${at} FOR EACH ROW EXECUTE FUNCTION waits();
      SELECT pg_advisory_lock(7)`);
      const first = restore();
      const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
      while ((await admin.query(waiting)).rowCount === 0) await sleep(10);
      first.kill();
      expect((await first.ended).exitCode).toBeNull();
      // The server has not noticed yet.
      expect(await told(store)).toEqual(before);
      await admin.query("SELECT pg_advisory_unlock(7)");
      expect(withoutReach(await told(store))).toEqual(whole);
      expect(await restore().ended).toMatchObject({ exitCode: 0 });
      expect(await store.doctor().examine()).toMatchObject({ kind: "whole" });
      // The audit log goes on with the restore, as it was begun and as it ended.
      const { logs, ...rest } = withoutReach(await told(store));
      const { logs: logsBefore, ...restBefore } = whole;
      expect(rest).toEqual(restBefore);
      expect(logs.map((log, index) => log.slice(0, logsBefore[index]?.length))).toEqual(logsBefore);
      const added = logs.flatMap((log, index) => log.slice(logsBefore[index]?.length));
      expect(added.map(({ entry }) => entry)).toMatchObject([{ action: "store:restore" }, { result: "done" }]);
    },
  );

  test("a damaged database gives no backup", async () => {
    await fill(store);
    for (const sql of [
      "UPDATE plumbline.record SET body = body || ' '",
      "DELETE FROM plumbline.journal WHERE seq = 1",
      "DELETE FROM plumbline.log_entry WHERE place = 1",
    ]) {
      await admin.query(sql);
      await expect(backedUp(store.backups(), dir, "damaged")).rejects.toMatchObject({ code: "store-damaged" });
    }
  });

  test("a process that sealed with former keys finds the new ones", async () => {
    await store.sealed.replaceKeys(null, { storeId: "s", current: 1, fingerprint: "f", data: { "1": "k" } });
    expect(await store.sealed.add({ id: "a", keyVersion: 1, sealed: "x" })).toBe(true);
    const keys = await store.sealed.readKeys();
    if (keys === null) throw new Error("no keys");
    await store.sealed.replaceKeys(keys, { ...keys, current: 2, data: { ...keys.data, "2": "l" } });
    expect(await store.sealed.add({ id: "b", keyVersion: 1, sealed: "y" })).toBe(false);
    const [row] = await store.sealed.underOlder(2, "", 10);
    expect(row).toEqual({ id: "a", keyVersion: 1, sealed: "x" });
    if (row === undefined) throw new Error("no row");
    expect(await store.sealed.replace({ ...row, sealed: "other" }, { ...row, keyVersion: 2 })).toBe(false);
    expect(await store.sealed.replace(row, { ...row, keyVersion: 2, sealed: "z" })).toBe(true);
    expect(await store.sealed.get("a")).toEqual({ id: "a", keyVersion: 2, sealed: "z" });
    expect(await store.sealed.underOlder(2, "", 10)).toEqual([]);
  });
});
