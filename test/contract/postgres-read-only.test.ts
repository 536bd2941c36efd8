import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Connection } from "../../src/stores/postgres/connection/connection.ts";
import { patience } from "../../src/stores/postgres/connection/patience.ts";
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
