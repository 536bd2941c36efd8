import { expect, test } from "vitest";
import { client, declared, testDeployment, up } from "../../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { runPlan } from "../runs/run-events.fixture.ts";

// Older versions took an address of the vendor's own that was spelt out for another cloud: their records go on under
// its one name.

const former = "http://cloud.test/spelt-out";

/** A world with the stack `dev` as an older version recorded it, as it is after an update. */
async function updated() {
  let isOld = true;
  const older = testDeployment({
    around: (driver) => ({ ...driver, cloudId: (provider) => (isOld ? former : driver.cloudId(provider)) }),
  });
  await up({ ...older, carriedOver: async () => undefined }, declared({ c: client() }));
  expect((await older.store.readStack("dev")).records.get("c")?.provider.cloudId).toBe(former);
  isOld = false;
  return older;
}

const planned = (stack: string, world: Awaited<ReturnType<typeof updated>>, options = {}) =>
  planStack({ stack, kind: "apply", declaration: declared({ c: { ...client(), ...options } }), refresh: true }, world);

test("a stack goes on, and what it manages can't be taken under the cloud's own name", async () => {
  const world = await updated();
  const id = "projects/acme/locations/global/oauthClients/web-portal";
  const taken = await planned("other", world, { options: { import: id } });
  expect(taken.problems.map(({ code }) => code)).toEqual(["claimed-twice"]);
  expect(await planned("dev", world)).toMatchObject({ problems: [], steps: [{ action: "same" }] });
  const { records } = await world.store.readStack("dev");
  expect(records.get("c")?.provider.cloudId).toBe("http://cloud.test");
});

test("one that another stack has claimed under the cloud's own name meanwhile is left as it is", async () => {
  const world = await updated();
  const id = "projects/acme/locations/global/oauthClients/web-portal";
  const early = { ...world, carriedOver: async () => undefined };
  const declaration = declared({ c: { ...client(), options: { import: id } } });
  const { digest } = await planStack({ stack: "other", kind: "apply", declaration, refresh: true }, early);
  for await (const _ of runPlan({ stack: "other", plan: digest, parallel: 1 }, early, new AbortController().signal));
  const { problems } = await planned("dev", world);
  expect(problems.map(({ code }) => code)).toEqual(["cloud-changed"]);
});
