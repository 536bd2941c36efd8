import { describe, expect, test } from "vitest";
import type { Refusal } from "../../src/engine/ports/outcome.ts";
import { attachments, type TestDeployment, testDeployment } from "../../src/service/use-cases/deployment.fixture.ts";
import { ApiWorld } from "./api-world.ts";

// A platform that carries a creation out and answers with a refusal. By its word nothing was done, so what stands is
// nobody's of ours (decision 0032, decision 0053): it is told, recorded nowhere and made once only, and an import takes
// it.

/**
 * `code`: what the failure is called. `seen`, `unseen`: what is said of the object where a read shows it at once, and
 * where none does yet.
 */
interface Refused {
  readonly refusal: Refusal;
  readonly code: string;
  readonly seen: readonly string[];
  readonly unseen: readonly string[];
}

const notOurs = [" stands there "];

/** Nothing more can be said of what no read shows: nearly every refusal means what it says. */
function refusedAs(code: string, refusal: Refusal): Refused {
  return { refusal, code, seen: notOurs, unseen: [] };
}

const refusals: Readonly<Record<string, Refused>> = {
  "400": refusedAs("refused-by-platform", { kind: "invalid", code: null, detail: "this is no good" }),
  "403": refusedAs("denied", { kind: "denied", detail: "this is not permitted" }),
  "409, a precondition": refusedAs("refused-by-platform", {
    kind: "conflict",
    reason: "wrong-state",
    version: null,
    detail: "this can't be now",
  }),
  "409, there is one": {
    refusal: { kind: "conflict", reason: "exists", version: null, detail: "there is one" },
    code: "already-exists",
    seen: [" another hand "],
    unseen: [" taken by another hand"],
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

const cases = Object.entries(refusals).flatMap(([name, each]) => [
  { name, ...each, shown: "at once", lagging: 0, said: [...each.seen, "plumb import"] },
  { name, ...each, shown: "later", lagging: 1, said: each.unseen },
]);

describe.each(cases)("a creation that takes effect, is answered $name and is shown $shown", (each) => {
  const { refusal, code, lagging, said } = each;
  const telling = (detail: string) => {
    for (const words of [refusal.detail ?? "", ...said]) expect(detail).toContain(words);
    if (lagging > 0) expect(detail).not.toContain("stands there");
  };

  test("under a key: it is refused, as is each repetition, until an import takes the object", async () => {
    const world = refusing(refusal, lagging);
    const api = ApiWorld.alone({}, world);
    const ask = () => api.call("POST", objects, { body: collector, headers: { "idempotency-key": "k" } });
    const first = await ask();
    expect(first).toMatchObject({ status: 409, body: { code } });
    telling(first.text);

    const again = await ask();
    const hint = expect.stringContaining(`POST ${objects}:import`);
    expect(again).toMatchObject({ status: 409, body: { code: "already-exists", problems: [{ hint }] } });
    expect(await ask()).toMatchObject({ status: 409, body: again.body });
    const [id] = /\/subscriptions\/[^`"]*/.exec(again.text) ?? [];
    const imported = await api.call("POST", `${objects}:import`, { body: { provider: azure, id } });
    expect(imported).toMatchObject({ status: 201, body: { id, managed: true } });
    // The key's request has made nothing, and the name that it drew is taken.
    const taken = expect.stringContaining(" itself ");
    expect(await ask()).toMatchObject({ status: 409, body: { code: "already-exists", detail: taken } });
    expect(await world.writes()).toEqual([expect.stringMatching(/^create servercollector-/)]);
  });

  test("of a stack: it is recorded nowhere, deleted by nothing, and an import takes it", async () => {
    const world = refusing(refusal, lagging);
    const api = ApiWorld.alone({}, world);
    const failed = (await api.up("dev")).at(-1);
    expect(failed).toMatchObject({ status: "failed", create: 0, failed: 1, inFlight: [], problems: [{ code }] });
    telling(failed?.event === "summary" ? (failed.problems[0]?.detail ?? "") : "");
    expect((await world.store.readStack("dev")).records.size).toBe(0);

    const removal = await api.plan("dev", attachments({}));
    await api.follow("dev", await api.start("dev", removal.digest));
    const id = "projects/acme/locations/here/endpointAttachments/a";
    expect((await api.plan("dev")).problems).toMatchObject([
      {
        code: "already-exists",
        detail: expect.stringContaining(`plumb import connectors:EndpointAttachment a "${id}"`),
      },
    ]);

    const imports = [{ type: "connectors:EndpointAttachment", name: "a", id }];
    const body = { imports, declaration: attachments({ a: "one" }) };
    expect(await api.call("POST", "/v1/projects/test/stacks/dev/resources:import", { body })).toMatchObject({
      status: 201,
    });
    expect((await api.up("dev")).at(-1)).toMatchObject({ status: "done", create: 0, same: 1, failed: 0 });
    expect(await world.writes()).toEqual(["create a"]);
  });
});
