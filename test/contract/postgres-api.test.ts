import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { systemClock, systemIds } from "../../src/composition/machine/system.ts";
import { type TestAccess, testAccess } from "../../src/service/access/access.fixture.ts";
import { localOwner } from "../../src/service/access/local-owner.ts";
import { attachments, type TestDeployment, testDeployment } from "../../src/service/use-cases/deployment.fixture.ts";
import { PostgresStore } from "../../src/stores/postgres/postgres-store.ts";
import { ApiWorld } from "../api/api-world.ts";
import { hostileSecretsCases } from "../api/hostile-secrets-cases.ts";
import { lineageCases } from "../api/lineage-cases.ts";
import { findPostgres, type PostgresServer, startPostgres } from "./postgres-server.ts";

// What holds of rights, secrets and streams over a store in memory holds over the store that many processes share.

const programs = findPostgres();

describe.skipIf(programs === undefined)("over one PostgreSQL database", () => {
  let server: PostgresServer;
  let stores: PostgresStore[] = [];
  beforeAll(async () => {
    server = await startPostgres(programs ?? "");
  }, 180_000);
  beforeEach(() => {
    server.run("psql", "-qc", "DROP SCHEMA IF EXISTS plumbline CASCADE");
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    stores = [];
  });
  afterAll(() => server.stop());

  function connected(): PostgresStore {
    const store = new PostgresStore({ address: server.address, ids: systemIds });
    stores.push(store);
    return store;
  }

  const newDeployment = () => testDeployment({ storeOf: connected });

  describe("rights, settings and keys", () => lineageCases(newDeployment));
  describe("secrets", () => hostileSecretsCases(newDeployment));

  describe("streams", () => {
    let world: TestDeployment;
    let access: TestAccess;
    let api: ApiWorld;
    let other: TestAccess;
    let open: AbortController;
    beforeEach(async () => {
      world = { ...newDeployment(), clock: { ...systemClock, now: () => access.now() } };
      access = await testAccess({ documentStore: world.documentStore, stacks: world.store });
      api = await ApiWorld.served({ deployment: world }, world, access);
      const there = connected();
      other = await testAccess({ documentStore: there.documentStore, stacks: there });
      // Rights are looked at by a clock that goes on.
      const going = setInterval(() => access.advance(100), 100);
      open = new AbortController();
      open.signal.addEventListener("abort", () => clearInterval(going));
    });
    afterEach(() => open.abort());

    const streams: Readonly<Record<string, (owner: string) => Promise<string>>> = {
      "a watch": async () => "/v1/projects/test/stacks/dev/resources?watch=true",
      "the events of a run": async (token) => {
        const settings = { approvals: 1, driftEveryMs: null, webhooks: [] };
        await api.call("PUT", "/v1/projects/test/stacks/dev/settings", {
          token,
          body: settings,
          headers: { "if-match": "*" },
        });
        const { digest } = await api.plan("dev", attachments({ a: "one" }), { token });
        return `/v1/projects/test/stacks/dev/runs/${await api.start("dev", digest, { token })}/events`;
      },
    };

    test.each(Object.keys(streams))("%s ends when another process takes the role back", async (name) => {
      const owner = await access.tokenWith("admin");
      await api.call("POST", "/v1/projects/test/stacks", { token: owner, body: { name: "dev" } });
      const path = (await streams[name]?.(owner)) ?? "";
      const request = { name: "m", role: "admin", stacks: null, expiresInDays: 1, machine: true };
      const { token, view } = await access.access.createToken(request, localOwner);
      const subject = view.principal;
      await access.access.assignRole({ subject, stack: "test/dev", role: "reader" }, localOwner.caller);
      const response = await api.open("GET", path, { token, signal: open.signal });
      expect(response.status).toBe(200);
      const over = response.text();
      await other.access.removeRole({ subject, stack: "test/dev" });
      await over;
      expect((await api.call("GET", path, { token })).status).toBe(404);
    });
  });
});
