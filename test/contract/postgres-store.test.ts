import { inspect } from "node:util";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Fault } from "../../packages/base/fault.ts";
import type { Store } from "../../src/engine/ports/store.ts";
import {
  attachments,
  plan,
  run as runPlan,
  testDeployment,
  up,
} from "../../src/service/use-cases/deployment.fixture.ts";
import { LivenessTracker } from "../../src/service/use-cases/lease/liveness-tracker.ts";
import { NewestPlan } from "../../src/service/use-cases/plans/newest-plan.ts";
import { PostgresStore } from "../../src/stores/postgres/postgres-store.ts";
import { headEnd } from "../../src/stores/postgres/rows/stack-head.ts";
import { rowSum, tallied } from "../../src/stores/rows/checksum.ts";
import { packed } from "../../src/stores/rows/packed-text.ts";
import { stackHeadOf } from "../../src/stores/rows/stack-head.ts";
import { registerContract } from "./document-store-contract.ts";
import { countingIds, ended, handle, holder, intent, put, result, run } from "./journal-samples.ts";
import { findPostgres, type PostgresServer, startPostgres } from "./postgres-server.ts";
import { renamesHold } from "./renamed-journals.ts";
import { storeContract } from "./store-contract.ts";
import { projectionHolds } from "./store-projection.ts";

const programs = findPostgres();
/** What sessions that listen have said last. */
const listeners =
  "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN plumbline%' OR query LIKE 'NOTIFY plumbline%'";

describe.skipIf(programs === undefined)("PostgreSQL", () => {
  let server: PostgresServer;
  let admin: Client;
  let stores: PostgresStore[] = [];
  const ids = countingIds();
  const alive = () => false;
  const open = (address = server.address) => {
    const store = new PostgresStore({ address, ids });
    stores.push(store);
    return store;
  };
  const held = async (store: PostgresStore, stack = "dev") => {
    const lease = await store.acquire(stack, holder, 0, 1000, alive);
    return lease.kind === "held" ? lease.epoch : -1;
  };
  /** The cells of the first row, as `psql` would show them. */
  const sql = async (text: string): Promise<string> => {
    const answers: unknown = await admin.query({ text, rowMode: "array" });
    const { rows } = [answers].flat().at(-1) as { readonly rows: readonly (readonly unknown[])[] };
    return (rows[0] ?? []).map(String).join("|");
  };
  const empty = async () => {
    await sql("DROP SCHEMA IF EXISTS plumbline CASCADE");
  };
  const endSessions = () =>
    sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'plumbline'");
  const close = async () => {
    for (const each of stores) await each.close();
    stores = [];
  };

  beforeAll(async () => {
    server = await startPostgres(programs ?? "");
    admin = new Client({ connectionString: server.address, lock_timeout: 5000, statement_timeout: 10_000 });
    await admin.connect();
  }, 180_000);
  afterEach(close);
  afterAll(async () => {
    await admin.end();
    await server.stop();
  });

  storeContract({
    name: "a schema",
    outlivesStore: true,
    prepare: empty,
    open: () => new PostgresStore({ address: server.address, ids }),
    cleanUp: () => {},
    damageHead: async (stack) => {
      await sql(`UPDATE plumbline.stack SET serial = serial + 1 WHERE name = '${stack}'`);
    },
    spoil: async (statement) => {
      await sql(`SET search_path TO plumbline; ${statement}; RESET search_path`);
    },
  });

  registerContract({
    name: "a schema",
    prepare: empty,
    open: () => new PostgresStore({ address: server.address, ids }),
    cleanUp: () => {},
  });

  test("any sequence of batches leaves what projecting it over plain maps leaves", async () => {
    await projectionHolds({
      runs: 25,
      isOrderedOverStacks: false,
      open: async () => {
        await close();
        await empty();
        return open();
      },
    });
  });

  test("any journal reads under another name as it did under its own", async () => {
    await renamesHold({
      runs: 15,
      open: async () => {
        await close();
        await empty();
        return open();
      },
    });
  });

  describe("tables", () => {
    test("are those that were reviewed", async () => {
      await empty();
      await open().listStacks();
      const dump = server
        .run("pg_dump", "--schema-only", "--schema=plumbline", "--no-owner", "--no-privileges")
        .replace(/^(--|SET |SELECT |\\).*\n/gm, "")
        .replace(/\n{2,}/g, "\n\n")
        .trim();
      await expect(`${dump}\n`).toMatchFileSnapshot("../../src/stores/postgres/schema.sql");
    });

    test("are made once by all who start together", async () => {
      await empty();
      const all = Array.from({ length: 6 }, () => open());
      expect(await Promise.all(all.map((store) => store.listStacks()))).toEqual(all.map(() => []));
      expect(await sql("SELECT string_agg(version::text, ',') FROM plumbline.migration")).toBe("5");
    });

    test("of a newer version are left alone, also by who was there before they came", async () => {
      await empty();
      const store = open();
      const epoch = await held(store);
      await sql("INSERT INTO plumbline.migration (version) VALUES (99)");
      const refusal = { name: "Fault", code: "format-too-new" };
      await expect(store.append("dev", epoch, [ended({ a: 1 })])).rejects.toMatchObject(refusal);
      await expect(store.readStack("dev")).rejects.toMatchObject(refusal);
      await expect(open().listStacks()).rejects.toMatchObject(refusal);
      expect(await sql("SELECT count(*) FROM plumbline.journal")).toBe("0");
    });
  });

  describe("a batch", () => {
    test("of appends that wait together is one transaction, and costs as many statements as one append", async () => {
      await empty();
      const store = open();
      const epoch = await held(store);
      const append = (seq: number) =>
        store.append("dev", epoch, [intent(seq, `u${seq}`), result(seq, [put(`u${seq}`)])]);
      await Promise.all(Array.from({ length: 100 }, (_, index) => append(index)));
      expect(await sql("SELECT count(DISTINCT xmin::text) || ' of ' || count(*) FROM plumbline.journal")).toBe(
        "1 of 200",
      );
    });

    test("with a character that the database can't hold fails for its own caller only", async () => {
      await empty();
      const store = open();
      const epoch = await held(store);
      const outcomes = await Promise.allSettled([
        store.append("dev", epoch, [intent(1, "u1")]),
        store.append("dev", epoch, [intent(2, "u2", "nul \u0000")]),
        store.append("dev", epoch, [intent(3, "u3")]),
      ]);
      expect(outcomes).toMatchObject([
        { value: { kind: "done", serial: 1 } },
        { reason: { name: "Fault", code: "store-failed" } },
        { value: { kind: "done", serial: 2 } },
      ]);
      expect((await store.readStack("dev")).openIntents).toHaveLength(2);
    });

    test("takes all its claims or none, whoever claims the same ones at the same moment", async () => {
      await empty();
      const [one, other] = [open(), open()];
      const epochs = { dev: await held(one, "dev"), prod: await held(other, "prod") };
      for (let round = 0; round < 15; round += 1) {
        const keys = [`x${round}`, `y${round}`];
        const claiming = (stack: string, order: readonly string[]) =>
          order.map((key, index) => intent(2 * round + index, `${stack} ${key}`, key));
        const outcomes = await Promise.all([
          one.append("dev", epochs.dev, claiming("dev", keys)),
          other.append("prod", epochs.prod, claiming("prod", keys.toReversed())),
        ]);
        expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["claimed", "done"]);
        expect(new Set((await one.claims(keys)).map(({ stack }) => stack)).size).toBe(1);
      }
      await one.readStack("dev");
      await one.readStack("prod");
    });

    test("is seen whole or not at all by those who read meanwhile", async () => {
      await empty();
      const [writer, reader] = [open(), open()];
      const epoch = await held(writer);
      const appends = (async () => {
        for (let seq = 0; seq < 40; seq += 1) {
          await writer.append("dev", epoch, [intent(seq, `u${seq}`), result(seq, [put(`u${seq}`)]), ended({ seq })]);
        }
        return "over";
      })();
      while ((await Promise.race([appends, reader.readStack("dev")])) !== "over") {
        const state = await reader.readStack("dev");
        expect(state.records.size).toBe(state.serial);
        expect(state.outputs).toEqual(state.serial === 0 ? {} : { seq: state.serial - 1 });
      }
      expect(await reader.readJournal("dev")).toHaveLength(120);
    });
  });

  describe("what is not as it was written", () => {
    const reads: Readonly<Record<string, (store: PostgresStore) => Promise<unknown>>> = {
      state: (store) => store.readStack("dev"),
      journal: (store) => store.readJournal("dev"),
      run: (store) => store.readRun("dev", run),
      append: (store) => store.append("dev", 1, [handle(2, "again")]),
      claims: (store) => store.claims(["claim u2"]),
      plans: (store) => store.listPlans("dev"),
      keys: (store) => store.sealed.readKeys(),
      sealed: (store) => store.sealed.get("s"),
    };
    test.each([
      ["state", "UPDATE plumbline.record SET body = replace(body, 'OAuth', 'Other')"],
      ["state", "DELETE FROM plumbline.record"],
      ["state", "DELETE FROM plumbline.claim"],
      ["state", "UPDATE plumbline.intent SET handle = 'another'"],
      ["state", "UPDATE plumbline.outputs SET body = '{}'"],
      ["state", "UPDATE plumbline.stack SET serial = serial - 1"],
      ["state", "DELETE FROM plumbline.journal WHERE seq = (SELECT max(seq) FROM plumbline.journal)"],
      ["journal", "DELETE FROM plumbline.journal WHERE seq = 2"],
      ["journal", "UPDATE plumbline.journal SET epoch = 7 WHERE seq = 1"],
      ["run", "UPDATE plumbline.journal SET run = 'another' WHERE seq = 2"],
      ["run", "DELETE FROM plumbline.journal WHERE seq = 3"],
      ["run", "UPDATE plumbline.journal SET run = 'another'"],
      ["append", "UPDATE plumbline.intent SET body = '{}'"],
      ["claims", "UPDATE plumbline.claim SET address = 'another'"],
      ["plans", "UPDATE plumbline.plan SET document = '\\x7b7d'"],
      ["keys", "DELETE FROM plumbline.sealing_keys"],
      ["keys", "UPDATE plumbline.sealing_keys SET body = '{}'"],
      ["sealed", "UPDATE plumbline.sealed SET body = 'y'"],
      ["state", "DROP TABLE plumbline.record"],
    ] as const)("is refused when one reads the %s: %s", async (read, damage) => {
      await empty();
      const store = open();
      await store.append("dev", await held(store), [
        intent(1, "u1"),
        intent(2, "u2"),
        handle(2, "operation"),
        result(1, [put("u1")]),
        ended({ a: 1 }),
      ]);
      await store.putPlan("dev", { digest: "d", kind: "apply", createdAt: "2026", document: { a: 1 } });
      await store.sealed.replaceKeys(null, { storeId: "i", current: 1, fingerprint: "f", data: {} });
      await store.sealed.add({ id: "s", keyVersion: 1, sealed: "x" });
      for (const each of Object.values(reads)) await each(store);
      await sql(damage);
      await expect(reads[read]?.(store)).rejects.toMatchObject({ name: "Fault", code: "store-damaged" });
    });
  });

  test("who may only read and write rows needs no more once the tables are there, and what is written is durable", async () => {
    await empty();
    await open().listStacks();
    await sql(`DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN PASSWORD '${server.password}';
      GRANT USAGE ON SCHEMA plumbline TO guest;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA plumbline TO guest;
      CREATE FUNCTION plumbline.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
      'BEGIN INSERT INTO plumbline.noted VALUES (current_setting(''synchronous_commit'')); RETURN NULL; END';
      CREATE TABLE plumbline.noted (setting text);
      CREATE TRIGGER note AFTER INSERT ON plumbline.journal FOR EACH ROW EXECUTE FUNCTION plumbline.note()`);
    for (const [setting, noted] of Object.entries({ off: "on", remote_apply: "remote_apply" })) {
      const options = `&options=${encodeURIComponent(`-c synchronous_commit=${setting}`)}`;
      const store = open(server.address.replace("plumb:", "guest:") + options);
      await store.append(setting, await held(store, setting), [ended({})]);
      expect(await sql("SELECT max(setting) FROM plumbline.noted")).toBe(noted);
      await sql("TRUNCATE plumbline.noted");
    }
    await sql("DROP SCHEMA plumbline CASCADE; DROP ROLE guest");
  });

  test("a service settles and finishes what another one began that lost the database in the middle of a run", async () => {
    for (const allowed of [1, 2, 3, 4]) {
      await empty();
      const world = testDeployment();
      const [one, other] = [open(), open()];
      let left = allowed;
      const gone = () => Promise.reject(new Fault("store-failed", "gone"));
      const dying: Store = {
        ...one,
        append: (stack, epoch, entries) => (left-- > 0 ? one.append(stack, epoch, entries) : gone()),
        renew: gone,
        release: gone,
      };
      const declaration = attachments({ a: "one", b: "two", c: "three" });
      const digest = await plan({ ...world, store: dying }, declaration);
      await runPlan({ ...world, store: dying }, digest).catch(() => {});
      expect(left).toBeLessThan(0);
      const second = { ...world, store: other, liveness: new LivenessTracker(), newestPlan: new NewestPlan() };
      world.advance(3_600_000);
      await up(second, declaration);
      expect((await world.writes()).toSorted()).toEqual(["create a", "create b", "create c"]);
      expect(await up(second, declaration)).toMatchObject({ status: "done", create: 0, same: 3 });
      expect((await other.readStack("dev")).openIntents).toEqual([]);
    }
  });

  test("keys of sealed values are replaced by one of those who would at the same moment", async () => {
    await empty();
    const all = Array.from({ length: 4 }, () => open());
    const keys = (storeId: string) => ({ storeId, current: 1, fingerprint: "f", data: { "1": "k" } });
    const replacing = (before: ReturnType<typeof keys> | null) =>
      Promise.all(all.map((store, index) => store.sealed.replaceKeys(before, keys(`${before?.storeId}${index}`))));
    expect((await replacing(null)).filter(Boolean)).toHaveLength(1);
    const now = await open().sealed.readKeys();
    expect((await replacing(keys(now?.storeId ?? ""))).filter(Boolean)).toHaveLength(1);
  });

  describe("a lost connection", () => {
    test("between two calls is nobody's concern", async () => {
      await empty();
      const store = open();
      const epoch = await held(store);
      await endSessions();
      expect(await store.append("dev", epoch, [ended({ a: 1 })])).toEqual({ kind: "done", serial: 1 });
    });

    test("before the commit means that the transaction is done again", async () => {
      await empty();
      const store = open();
      const epoch = await held(store);
      const client = new Client({ connectionString: server.address });
      await client.connect();
      await client.query("BEGIN; SELECT 1 FROM plumbline.stack FOR UPDATE");
      const append = store.append("dev", epoch, [ended({ a: 1 })]);
      const endWhoWaits = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
      while ((await admin.query(endWhoWaits)).rowCount === 0);
      await client.query("ROLLBACK");
      await client.end();
      expect(await append).toEqual({ kind: "done", serial: 1 });
      expect(await store.readJournal("dev")).toHaveLength(1);
    });

    test("in the commit means that nobody knows", async () => {
      await empty();
      const store = open();
      const epoch = await held(store);
      await sql(`CREATE FUNCTION plumbline.end_session() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(5); RETURN NULL; END';
        CREATE CONSTRAINT TRIGGER end_session AFTER INSERT ON plumbline.journal DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION plumbline.end_session()`);
      await expect(store.append("dev", epoch, [ended({ a: 1 })])).rejects.toMatchObject({
        code: "store-failed",
        message: expect.stringContaining(" may not "),
      });
    });
  });

  test.each([
    ["no server listens", (address: string) => address.replace(/host=.*/, "host=%2Fnowhere"), "no server "],
    ["the password is wrong", (address: string) => address.replace("s3cr3t", "s3cr3t-wrong"), " password "],
    ["the database is not there", (address: string) => address.replace("/postgres?", "/none?"), "no database "],
    ["the address is none", (address: string) => address.replace("@/", "@:not-a-port/"), " address "],
    [
      "it is read-only",
      (address: string) => `${address}&options=-c%20default_transaction_read_only%3Don`,
      " read-only",
    ],
    ["the rights are missing", (address: string) => address.replace("plumb:", "guest:"), " rights "],
  ])("when %s, the fault says so and nothing about the address", async (_, change, said) => {
    await empty();
    await sql(`DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN PASSWORD '${server.password}'`);
    const store = open(change(server.address));
    const fault: unknown = await store.acquire("dev", holder, 0, 1000, alive).catch((cause: unknown) => cause);
    expect(fault).toMatchObject({ name: "Fault", code: "store-failed", message: expect.stringContaining(said) });
    const told = inspect(fault, { depth: null, showHidden: true }).replace(/\n +at .*/g, "");
    for (const secret of ["s3cr3t", "postgres:", "guest", "plumbline-pg"]) expect(told).not.toContain(secret);
  });

  test("the doctor reads all and says what is damaged; it repairs nothing", async () => {
    await empty();
    const store = open();
    const epoch = await held(store);
    await store.append("dev", epoch, [intent(1, "u1"), result(1, [put("u1")]), result(null, [put("u2")])]);
    await store.putPlan("dev", { digest: "d", kind: "apply", createdAt: "2026", document: {} });
    for (const key of ["1", "2"]) await store.documentStore.put("runs", key, { of: key });
    await store.documentStore.appendLog("audit", [{ n: 1 }, { n: 2 }]);
    // One that was only held, and never written to, is no stack.
    await held(store, "portal/dev");
    const doctor = store.doctor();
    expect(await doctor.examine()).toMatchObject({ kind: "whole", counts: { stacks: 1, records: 2, plans: 1 } });
    expect(await doctor.repair()).toBeNull();
    await sql("DELETE FROM plumbline.record WHERE key = 'u2.0'");
    await sql("UPDATE plumbline.journal SET run = 'x' WHERE seq = 2");
    await sql("DELETE FROM plumbline.document WHERE key = '2'");
    await sql("DELETE FROM plumbline.log_entry WHERE place = 2");
    expect(await doctor.examine()).toMatchObject({
      kind: "damaged",
      damage: [
        expect.stringContaining("records,"),
        expect.stringMatching(/entry 2 .*journal/),
        expect.stringContaining("documents of `runs`"),
        expect.stringContaining(" `audit` "),
      ],
      recovery: { needsBackup: true },
    });
    await expect(doctor.repair()).rejects.toMatchObject({ name: "Fault", code: "store-damaged" });
  });

  test("the doctor tells claims that are not what the journal comes to, though their checksums agree", async () => {
    await empty();
    const store = open();
    await store.append("dev", await held(store), [result(null, [put("u1")])]);
    const one = async (text: string) => (await admin.query<Record<string, string>>(text)).rows[0] ?? {};
    const [claim, row] = [await one("SELECT * FROM plumbline.claim"), await one("SELECT * FROM plumbline.stack")];
    const sum = rowSum("claim", claim["claim_key"] ?? "", "dev", claim["uid"] ?? "", "elsewhere");
    const head = stackHeadOf(row);
    const claimSum = tallied(head.claimSum, sum, Number(claim["sum"]));
    await sql(`UPDATE plumbline.claim SET address = 'elsewhere', sum = ${sum}`);
    await sql(`UPDATE plumbline.stack SET claim_sum = ${claimSum}, sum = ${headEnd({ ...head, claimSum }).sum}`);
    const damage = ["stack `dev`: its claims are not what its journal comes to"];
    expect(await store.doctor().examine()).toMatchObject({ kind: "damaged", damage });
  });

  test("the doctor lists damage of heads and sealed values too, and of what is there no JSON", async () => {
    await empty();
    const store = open();
    await store.append("dev", await held(store), [ended({})]);
    await store.append("prod", await held(store, "prod"), [ended({})]);
    await store.putPlan("prod", { digest: "d", kind: "apply", createdAt: "2026", document: {} });
    await store.sealed.replaceKeys(null, { storeId: "s", current: 1, fingerprint: "f", data: { "1": "k" } });
    await store.sealed.add({ id: "value", keyVersion: 1, sealed: "x" });
    await sql("UPDATE plumbline.stack SET serial = 7 WHERE name = 'dev'");
    await sql("UPDATE plumbline.sealed SET body = 'y'");
    const unreadable = packed("{");
    const sum = rowSum("plan", "prod", "d", "apply", "2026", unreadable);
    await sql(`UPDATE plumbline.plan SET document = '\\x${Buffer.from(unreadable).toString("hex")}', sum = ${sum}`);
    const found = await store.doctor().examine();
    const damage = found.kind === "damaged" ? found.damage : [];
    for (const what of ["stack `dev`", "the plan d", "the sealed value"]) {
      expect(damage).toContainEqual(expect.stringContaining(what));
    }
  });

  test("a damaged plan that is made once more is not signed anew", async () => {
    await empty();
    const store = open();
    const saved = { digest: "d", kind: "apply", createdAt: "2026", document: { steps: [] } };
    await store.putPlan("dev", saved);
    await sql("UPDATE plumbline.plan SET document = '\\x7b7d'");
    const before = await sql("SELECT * FROM plumbline.plan");
    const again = store.putPlan("dev", { ...saved, createdAt: "2027" });
    await expect(again).rejects.toMatchObject({ name: "Fault", code: "store-damaged" });
    expect(await sql("SELECT * FROM plumbline.plan")).toBe(before);
  });

  describe("watching", () => {
    test("tells what others write, at once and then as it comes, and ends with its signal", async () => {
      await empty();
      const [writer, watcher] = [open(), open()];
      const epoch = await held(writer);
      await held(writer, "prod");
      const over = new AbortController();
      const changes = watcher.changes("dev", over.signal)[Symbol.asyncIterator]();
      const first = await changes.next();
      expect(first).toMatchObject({ done: false, value: { serial: 0 } });
      for (const serial of [1, 2]) {
        await writer.append("prod", 1, [ended({})]);
        await writer.append("dev", epoch, [ended({})]);
        expect(await changes.next()).toMatchObject({ value: { lineage: first.value?.lineage, serial } });
      }
      await writer.removeStack("dev", epoch);
      expect(await changes.next()).toEqual({ done: false, value: { lineage: "", serial: 0 } });
      const next = changes.next();
      over.abort();
      expect(await next).toEqual({ done: true, value: undefined });
      // Whoever watches next does so by a session of its own, which the end of the former one leaves alone.
      const again = watcher.changes("prod", new AbortController().signal)[Symbol.asyncIterator]();
      expect(await again.next()).toMatchObject({ value: { serial: 2 } });
      await expect.poll(() => sql(listeners)).toBe("1");
      await writer.append("prod", 1, [ended({})]);
      expect(await again.next()).toMatchObject({ value: { serial: 3 } });
      await again.return?.();
      await expect.poll(() => sql(listeners)).toBe("0");
    });

    test("costs one connection however many watch, and keeps the newest for who is slow", async () => {
      await empty();
      const [writer, watcher] = [open(), open()];
      const epoch = await held(writer);
      const over = new AbortController();
      const all = Array.from({ length: 200 }, () => watcher.changes("dev", over.signal)[Symbol.asyncIterator]());
      await Promise.all(all.map((each) => each.next()));
      expect(await sql(listeners)).toBe("1");
      const last = 5;
      for (let serial = 1; serial <= last; serial += 1) await writer.append("dev", epoch, [ended({ serial })]);
      for (const each of all) {
        let seen = 0;
        while (seen < last) seen = (await each.next()).value?.serial ?? last + 1;
        expect(seen).toBe(last);
      }
    });

    test("goes on over another connection when its own is lost, and ends with the store", async () => {
      await empty();
      const store = open();
      const lost = store.changes("dev", new AbortController().signal)[Symbol.asyncIterator]();
      await lost.next();
      await endSessions();
      const lease = await store.acquire("dev", holder, 0, 1000, () => false);
      await store.append("dev", lease.kind === "held" ? lease.epoch : -1, [intent(1, "a")]);
      // The look after the loss may come between the lease and the entry.
      let seen = 0;
      while (seen < 1) seen = (await lost.next()).value?.serial ?? 2;
      expect(seen).toBe(1);
      await store.close();
      let last = await lost.next();
      while (last.done !== true) last = await lost.next();
      expect(last).toMatchObject({ done: true });
    });
  });
});
