import { describe, expect, test } from "vitest";
import type { Refusal } from "../../src/engine/ports/outcome.ts";
import { attachments, type TestDeployment, testDeployment } from "../../src/service/deployment.fixture.ts";
import { ApiWorld } from "./api-world.ts";

// A platform that carries a creation out and answers with a refusal: nothing is made twice, and what to do is said.

const refusals: Readonly<Record<string, Refusal>> = {
  "400": { kind: "invalid", code: null, detail: "the platform says that this is no good" },
  "403": { kind: "denied", detail: "the platform says that this is not permitted" },
  "409, there is one": {
    kind: "conflict",
    reason: "exists",
    version: null,
    detail: "the platform says that there is one",
  },
  "409, a precondition": {
    kind: "conflict",
    reason: "wrong-state",
    version: null,
    detail: "the platform says that this can't be now",
  },
};

const azure = { kind: "azure", subscriptionId: "s-1" };
const collector = { provider: azure, properties: { resourceGroupName: "rg", projectName: "mover" } };
const type = "migrate:ServerCollector";
const objects = `/v1/types/${encodeURIComponent(type)}/objects`;

/** The first creation takes effect, and is answered so. `lagging`: so many reads after it do not show it yet. */
function refusing(refusal: Refusal, lagging = 0): TestDeployment {
  let unseen = 0;
  let isOver = false;
  return testDeployment({
    around: (driver) => ({
      ...driver,
      read: async (target, signal) => {
        if (unseen === 0) return driver.read(target, signal);
        unseen -= 1;
        return { kind: "absent", detail: "not shown yet", version: null, displaces: [] };
      },
      write: async (change, signal) => {
        const outcome = await driver.write(change, signal);
        if (isOver || change.operation !== "create") return outcome;
        isOver = true;
        unseen = lagging;
        return refusal;
      },
    }),
  });
}

/** Nothing tells what a creation has met that is answered "there is one": it is another's until it is imported (decision 0065). */
const decided = Object.entries(refusals).filter(([name]) => name !== "409, there is one");

const made = [expect.stringMatching(/^create servercollector-/)];

describe.each(decided)("a creation that takes effect and is answered %s", (_, refusal) => {
  test("under a key: the object is the answer", async () => {
    const world = refusing(refusal);
    const api = ApiWorld.alone({}, world);
    const ask = () => api.call("POST", objects, { body: collector, headers: { "idempotency-key": "k" } });
    const first = await ask();
    expect(first).toMatchObject({ status: 201, body: { managed: true } });
    expect(await ask()).toMatchObject({ status: 201, body: first.body });
    expect(await world.writes()).toEqual(made);
  });

  test("of a stack: it is managed", async () => {
    const world = refusing(refusal);
    const summary = (await ApiWorld.alone({}, world).up("dev")).at(-1);
    expect(summary).toMatchObject({ status: "done", create: 1, failed: 0 });
    expect((await world.store.readRecord("dev", "a")).record).toMatchObject({ status: "current" });
    expect(await world.writes()).toEqual(["create a"]);
  });
});

describe.each(Object.entries(refusals))("a creation that takes effect and is answered %s", (_, refusal) => {
  test("of a stack, before the platform shows it: the next plan says how to take it over, which works", async () => {
    const world = refusing(refusal, 1);
    const api = ApiWorld.alone({}, world);
    expect((await api.up("dev")).at(-1)).toMatchObject({ status: "failed" });
    const [problem] = (await api.plan("dev")).problems;
    const id = "projects/acme/locations/here/endpointAttachments/a";
    // What a conflict was about stays open until a read shows it; then it is adopted.
    if (problem?.code === "already-exists") {
      expect(problem.detail).toContain(`plumb import connectors:EndpointAttachment a "${id}"`);
      const imports = [{ type: "connectors:EndpointAttachment", name: "a", id }];
      const body = { imports, declaration: attachments({ a: "one" }) };
      expect(await api.call("POST", "/v1/stacks/dev/resources:import", { body })).toMatchObject({ status: 201 });
    }
    expect((await api.up("dev")).at(-1)).toMatchObject({ status: "done", create: 0, failed: 0 });
    expect(await world.writes()).toEqual(["create a"]);
  });

  test("under a key, before the platform shows it: the repetition takes it over or says how, and nothing is made twice", async () => {
    const world = refusing(refusal, 1);
    const api = ApiWorld.alone({}, world);
    const ask = () => api.call("POST", objects, { body: collector, headers: { "idempotency-key": "k" } });
    expect((await ask()).status).toBeGreaterThanOrEqual(400);
    const again = await ask();
    if (again.status !== 201) {
      expect(again).toMatchObject({ status: 409, body: { code: "already-exists" } });
      const [id] = /\/subscriptions\/[^`"]*/.exec(again.text) ?? [];
      expect(again.text).toContain(`POST ${objects}:import`);
      const imported = await api.call("POST", `${objects}:import`, { body: { provider: azure, id } });
      expect(imported).toMatchObject({ status: 201, body: { id, managed: true } });
    }
    expect(await world.writes()).toEqual(made);
  });
});

test("a creation that takes effect and is answered that there is one says how to take the object over, which works", async () => {
  const world = refusing({ kind: "conflict", reason: "exists", version: null, detail: "there is one" });
  const api = ApiWorld.alone({}, world);
  const ask = () => api.call("POST", objects, { body: collector, headers: { "idempotency-key": "k" } });
  const first = await ask();
  expect(first).toMatchObject({ status: 409, body: { code: "already-exists" } });
  expect(await ask()).toMatchObject({ status: 409, body: { code: "already-exists" } });
  const [id] = /\/subscriptions\/[^`"]*/.exec(first.text) ?? [];
  const imported = await api.call("POST", `${objects}:import`, { body: { provider: azure, id } });
  expect(imported).toMatchObject({ status: 201, body: { id, managed: true } });
  expect(await world.writes()).toEqual(made);
});
