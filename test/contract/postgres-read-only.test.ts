import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemIds } from "../../src/composition/machine/system.ts";
import { testDeployment } from "../../src/service/use-cases/deployment.fixture.ts";
import { Connection } from "../../src/stores/postgres/connection/connection.ts";
import { patience } from "../../src/stores/postgres/connection/patience.ts";
import { PostgresStore } from "../../src/stores/postgres/postgres-store.ts";
import { ApiWorld } from "../api/api-world.ts";
import { findPostgres, type PostgresServer, startPostgres } from "./postgres-server.ts";

const programs = findPostgres();

// A pool that reached a standby during a failover: its sessions stay read-only, whatever the server is by now.
describe.skipIf(programs === undefined)("a PostgreSQL that was read-only for a while", () => {
  let server: PostgresServer;
  let admin: Client;
  let connection: Connection;
  beforeAll(async () => {
    server = await startPostgres(programs ?? "");
    admin = new Client({ connectionString: server.address });
    await admin.connect();
    connection = new Connection(server.address, 3, patience);
    await connection.writing(({ rows }) => rows("CREATE TABLE notes (n int)"));
  }, 180_000);
  afterAll(async () => {
    await connection.close();
    await admin.end();
    await server.stop();
  });

  const readOnly = async (is: boolean) => {
    await admin.query(`ALTER ROLE plumb SET default_transaction_read_only = ${is ? "on" : "off"}`);
  };
  const note = (n: number) => connection.writing(({ rows }) => rows("INSERT INTO notes VALUES ($1)", n));
  const noted = async () => (await connection.asking("SELECT n FROM notes ORDER BY n")).map(({ n }) => n);
  /** So many sessions at once, each for a while. */
  const allSessions = () =>
    Promise.all([1, 2, 3].map(() => connection.reading(({ rows }) => rows("SELECT pg_sleep(0.2)"))));

  test("is told as such, and written to again as soon as it can be", async () => {
    await readOnly(true);
    await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()");
    await allSessions();
    const refused = { name: "Fault", code: "store-failed", message: expect.stringContaining("is read-only") };
    await expect(note(1)).rejects.toMatchObject(refused);
    await allSessions();
    await readOnly(false);
    await note(2);
    expect(await noted()).toEqual([2]);
  });
});

describe.skipIf(programs === undefined)("a service over a PostgreSQL that becomes read-only", () => {
  let server: PostgresServer;
  let store: PostgresStore;
  let world: ApiWorld;
  beforeAll(async () => {
    server = await startPostgres(programs ?? "");
    const base = testDeployment({
      storeOf: () => {
        store = new PostgresStore({ address: server.address, ids: systemIds });
        return store;
      },
    });
    world = ApiWorld.alone({}, base);
  }, 180_000);
  afterAll(async () => {
    await store.close();
    await server.stop();
    world.witness.testify();
  });

  const set = (is: "on" | "off") => {
    server.run("psql", "-qc", `ALTER SYSTEM SET default_transaction_read_only = ${is}`);
    server.run("psql", "-qc", "SELECT pg_reload_conf()");
  };
  /** The server's processes hear of it one by one. */
  const untilReady = async (status: number) => {
    await expect.poll(() => world.call("GET", "/readyz").then((answer) => answer.status)).toBe(status);
    return world.call("GET", "/readyz");
  };

  test("is not ready until it can write again, and writes nothing to find out", async () => {
    await world.up();
    expect(await world.call("GET", "/readyz")).toMatchObject({ status: 200, body: { status: "ok" } });
    const written = () => server.run("psql", "-Atc", "SELECT pg_current_xact_id_if_assigned(), pg_current_wal_lsn()");
    const before = written();
    await world.call("GET", "/readyz");
    expect(written()).toBe(before);

    set("on");
    const answer = await untilReady(503);
    expect(answer.body).toMatchObject({ status: "unavailable", reason: expect.stringContaining("written") });
    expect(answer.headers.get("retry-after")).toBe("5");
    expect((await world.call("GET", "/livez")).status).toBe(200);
    // What only reads is answered all the same.
    expect((await world.call("GET", "/v1/projects/test/stacks/dev")).status).toBe(200);

    set("off");
    expect((await untilReady(200)).body).toEqual({ status: "ok" });
  });
});
