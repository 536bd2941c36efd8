import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../src/composition/machine/system.ts";
import { keyInMemory } from "../../src/secrets/key-file.ts";
import { SealedSecrets } from "../../src/secrets/sealed-secrets.ts";
import { attachments, plan, run, testDeployment, up } from "../../src/service/use-cases/deployment.fixture.ts";
import type { Deployment } from "../../src/service/use-cases/deployment.ts";
import { leaseMs } from "../../src/service/use-cases/lease/held-lease.ts";
import { LivenessTracker } from "../../src/service/use-cases/lease/liveness-tracker.ts";
import { NewestPlan } from "../../src/service/use-cases/plans/newest-plan.ts";
import { Connection } from "../../src/stores/postgres/connection/connection.ts";
import { patience } from "../../src/stores/postgres/connection/patience.ts";
import { PostgresStore } from "../../src/stores/postgres/postgres-store.ts";
import { deafWay } from "./deaf-way.ts";
import { countingIds, holder, intent } from "./journal-samples.ts";
import { findPostgres, type PostgresServer, startPostgres } from "./postgres-server.ts";
import { type SilentWay, silentWay } from "./silent-way.ts";

const programs = findPostgres();
const migrating = new URL("../../src/stores/postgres/migrations/migrate.ts", import.meta.url);

/** What a call ends with that the database does not answer. */
const silent = { name: "Fault", code: "store-failed", message: expect.stringContaining(" answer ") };

/** Much less than by default, so that the tests need not wait as long. */
const hurried = { ...patience, connectMs: 1_400, silenceMs: 1_500, probeMs: 200, pollMs: 1_000 };

test("a process that was stopped keeps no lock for as long as a lease", () => {
  const { connectMs, silenceMs, statementMs, lockMs, idleInTransactionMs } = patience;
  expect(connectMs).toBeLessThan(silenceMs);
  // What the server itself ends is told as what it is, and not taken for silence.
  expect(Math.max(statementMs, lockMs)).toBeLessThan(silenceMs);
  expect(idleInTransactionMs).toBeLessThan(Math.min(lockMs, leaseMs));
});

describe.skipIf(programs === undefined)("a PostgreSQL whose answers stop coming", { timeout: 20_000 }, () => {
  let server: PostgresServer;
  let admin: Client;
  let way: SilentWay;
  const stores: PostgresStore[] = [];
  const open = (port?: number) => {
    const near = `postgres://plumb:${server.password}@127.0.0.1:${port}/postgres?sslmode=disable`;
    const address = port === undefined ? server.address : near;
    const waits = port === undefined ? patience : hurried;
    const store = new PostgresStore({ address, ids: countingIds(), patience: waits });
    stores.push(store);
    return store;
  };

  beforeAll(async () => {
    server = await startPostgres(programs ?? "");
    admin = new Client({ connectionString: server.address });
    await admin.connect();
  }, 180_000);
  beforeEach(async () => {
    await admin.query("DROP SCHEMA IF EXISTS plumbline CASCADE");
    const directory = new URL(server.address.replace("@/", "@h/")).searchParams.get("host") ?? "";
    way = await silentWay(join(directory, ".s.PGSQL.5432"));
  });
  afterEach(async () => {
    for (const each of stores.splice(0)) await each.close();
    way.close();
  });
  afterAll(async () => {
    await admin.end();
    await server.stop();
  });

  test("what only reads may send for longer than a write may hold its locks: a large stack comes over a slow network", async () => {
    const connection = new Connection(server.address, 1, patience);
    const limit = "SELECT extract(epoch FROM current_setting('statement_timeout')::interval) * 1000 AS limit";
    try {
      const [read] = await connection.reading((queries) => queries.rows(limit));
      const [written] = await connection.writing((queries) => queries.rows(limit));
      expect(Number(read?.["limit"])).toBeGreaterThanOrEqual(60_000);
      expect(Number(written?.["limit"])).toBe(patience.statementMs);
    } finally {
      await connection.close();
    }
  });

  test("every call ends with a fault that says so, and the next one works when answers come again", async () => {
    const store = open(way.port);
    const lease = await store.acquire("dev", holder, 0, 1000, () => false);
    const epoch = lease.kind === "held" ? lease.epoch : -1;
    await Promise.all(Array.from({ length: 6 }, () => store.readStack("dev")));
    way.cut();
    const calls = [
      store.readStack("dev"),
      store.listStacks(),
      store.isCancelRequested("dev", epoch),
      store.append("dev", epoch, [intent(1, "a")]),
      store.renew("dev", epoch, 2000),
      store.documentStore.put("runs", "1", {}),
      store.documentStore.get("runs", "1"),
    ];
    const ends = await Promise.allSettled(calls);
    expect(ends).toEqual(ends.map(() => ({ status: "rejected", reason: expect.objectContaining(silent) })));
    way.mend();
    expect((await store.readStack("dev")).openIntents).toEqual([]);
    expect(await store.append("dev", epoch, [intent(1, "a")])).toMatchObject({ kind: "done" });
  });

  test("whoever comes when it is silent already hears the same", async () => {
    way.cut();
    await expect(open(way.port).listStacks()).rejects.toMatchObject(silent);
  });

  test("whoever watches goes on where only what was open has fallen silent", async () => {
    const [store, other] = [open(way.port), open()];
    const stacks = store.changes("dev", new AbortController().signal)[Symbol.asyncIterator]();
    const log = store.documentStore.changes("run-events/dev/1", new AbortController().signal)[Symbol.asyncIterator]();
    await Promise.all([stacks.next(), log.next()]);
    const next = Promise.all([stacks.next(), log.next()]);
    way.cut();
    way.mend();
    await written(other);
    expect(await next).toMatchObject([{ value: { serial: 1 } }, { done: false }]);
    await other.documentStore.appendLog("run-events/dev/1", [{}]);
    expect(await log.next()).toMatchObject({ done: false });
  });

  test("whoever watches hears of what happens where notifications are lost, and nothing else is", async () => {
    const directory = new URL(server.address.replace("@/", "@h/")).searchParams.get("host") ?? "";
    const deaf = await deafWay(join(directory, ".s.PGSQL.5432"));
    try {
      const [store, other] = [open(deaf.port), open()];
      const stacks = store.changes("dev", new AbortController().signal)[Symbol.asyncIterator]();
      const log = store.documentStore.changes("run-events/dev/1", new AbortController().signal)[Symbol.asyncIterator]();
      await Promise.all([stacks.next(), log.next()]);
      await written(other);
      expect(await Promise.all([stacks.next(), log.next()])).toMatchObject([{ value: { serial: 1 } }, { done: false }]);
      await store.close();
    } finally {
      deaf.close();
    }
  });

  /** Another process changes the stack and adds to the log. */
  async function written(other: PostgresStore): Promise<void> {
    const lease = await other.acquire("dev", holder, 0, 1000, () => false);
    await other.append("dev", lease.kind === "held" ? lease.epoch : -1, [intent(1, "a")]);
    await other.documentStore.appendLog("run-events/dev/1", [{}]);
  }

  test("whoever watches is told", async () => {
    const store = open(way.port);
    const watching = store.changes("dev", new AbortController().signal)[Symbol.asyncIterator]();
    await watching.next();
    const next = watching.next();
    way.cut();
    await expect(next).rejects.toMatchObject(silent);
  });

  describe("that are slow to come, and the server is well", () => {
    const impatient = { ...patience, statementMs: 400, lockMs: 3_000 };
    const own = () => {
      const store = new PostgresStore({ address: server.address, ids: countingIds(), patience: impatient });
      stores.push(store);
      return store;
    };
    /** Comes back when a session waits for a lock, or when what is to wait has ended. */
    const untilWaiting = async (end: Promise<unknown>) => {
      let isOver = false;
      void end.then(() => {
        isOver = true;
      });
      for (let waiting = 0; waiting === 0 && !isOver; ) {
        const { rows } = await admin.query<{ n: number }>("SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted");
        waiting = rows[0]?.n ?? 0;
      }
    };

    test("the doctor, who holds no lease, waits for longer than a run does", async () => {
      await own().listStacks();
      await admin.query("BEGIN; LOCK TABLE plumbline.stack IN ACCESS EXCLUSIVE MODE");
      const examined = own().doctor().examine();
      const found = examined.then(
        (examination) => examination.kind,
        (cause: unknown) => cause,
      );
      await untilWaiting(found);
      await expect(own().readStack("dev")).rejects.toMatchObject({ code: "store-busy" });
      await admin.query("COMMIT");
      expect(await found).toBe("whole");
    });

    test("so does whoever makes the tables", async () => {
      const key = /migrationLock = ([\d_]+)/.exec(readFileSync(migrating, "utf8"))?.[1]?.replaceAll("_", "");
      await admin.query(`SELECT pg_advisory_lock(${key})`);
      const listed = own()
        .listStacks()
        .catch((cause: unknown) => cause);
      await untilWaiting(listed);
      // So much later than the other began to wait as a run would have waited.
      const other = new Client({ connectionString: server.address, statement_timeout: impatient.statementMs + 100 });
      await other.connect();
      await expect(other.query(`SELECT pg_advisory_lock(${key})`)).rejects.toMatchObject({ code: "57014" });
      await other.end();
      await admin.query(`SELECT pg_advisory_unlock(${key})`);
      expect(await listed).toEqual([]);
    });
  });

  test("a run stops in its midst, another takes over, and nothing is written behind its back", async () => {
    const world = testDeployment();
    const over = (store: PostgresStore, more: Partial<Deployment> = {}): Deployment => ({
      ...world,
      clock: systemClock,
      store,
      documentStore: store.documentStore,
      vault: new SealedSecrets(store.sealed, keyInMemory()),
      liveness: new LivenessTracker(),
      newestPlan: new NewestPlan(),
      ...more,
    });
    const first = over(open(way.port), {
      driverOf: (provider, at) => {
        const driver = world.driverOf(provider, at);
        return {
          ...driver,
          write: (...given) => {
            way.cut();
            return driver.write(...given);
          },
        };
      },
    });
    const made = await plan(first, attachments({ a: "one" }));
    await expect(run(first, made)).rejects.toMatchObject(silent);
    const other = over(open(), { holder: { host: "there", pid: 2 }, isDead: () => true });
    expect(await up(other, attachments({ a: "two" }))).toMatchObject({ status: "done" });
    way.mend();
    expect(await world.writes()).toEqual(["create a", "update a"]);
    const state = await other.store.readStack("dev");
    expect(state.openIntents).toEqual([]);
    expect([...state.records.keys()]).toEqual(["a"]);
  });
});
