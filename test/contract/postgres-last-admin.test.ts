import { afterAll, afterEach, beforeAll, describe } from "vitest";
import { systemIds } from "../../src/composition/machine/system.ts";
import { PostgresStore } from "../../src/stores/postgres/postgres-store.ts";
import { lastAdminCases } from "./last-admin-cases.ts";
import { findPostgres, type PostgresServer, startPostgres } from "./postgres-server.ts";

const programs = findPostgres();

describe.skipIf(programs === undefined)("two processes that serve one PostgreSQL database", () => {
  let server: PostgresServer;
  let stores: PostgresStore[] = [];
  beforeAll(async () => {
    server = await startPostgres(programs ?? "");
  }, 180_000);
  afterEach(async () => {
    for (const store of stores) await store.close();
    stores = [];
  });
  afterAll(() => server.stop());
  lastAdminCases(async () => {
    // A database of its own for each case: admins of another would stay.
    server.run("psql", "-qc", "DROP SCHEMA IF EXISTS plumbline CASCADE");
    const half = () => {
      const store = new PostgresStore({ address: server.address, ids: systemIds });
      stores.push(store);
      return { store, documentStore: store.documentStore };
    };
    return [half(), half()];
  });
});
