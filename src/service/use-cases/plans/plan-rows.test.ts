import { expect, test } from "vitest";
import type { Store } from "../../../engine/ports/store.ts";
import { attachments, plan, run, type TestDeployment, testDeployment } from "../deployment.fixture.ts";
import type { Deployment } from "../deployment.ts";
import { storedPlan } from "./kept-plans.ts";
import { PlanBriefs } from "./plan-briefs.ts";
import { listPlans } from "./plan-rows.ts";
import { mostUnusedPlans } from "./remove-unused-plans.ts";

/** Counts how many plans are read with their documents. */
function counting(world: TestDeployment): { readonly counted: Deployment; readonly reads: () => number } {
  let reads = 0;
  const store = new Proxy(world.store, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name);
      if (name !== "getPlan" && name !== "listPlans") return found;
      return async (...args: readonly unknown[]) => {
        const given: unknown = await Reflect.apply(found as () => unknown, target, args);
        reads += Array.isArray(given) ? given.length : 1;
        return given;
      };
    },
  }) as Store;
  return { counted: { ...world, store, planBriefs: new PlanBriefs() }, reads: () => reads };
}

async function made(count: number, world: TestDeployment): Promise<readonly string[]> {
  const digests: string[] = [];
  for (let n = 0; n < count; n += 1) {
    world.advance(1000);
    digests.push(await plan(world, attachments({ a: `description-${n}` })));
  }
  return digests;
}

test("a page of plans reads no more plans than it has, and each once", async () => {
  const world = testDeployment();
  const digests = (await made(7, world)).toReversed();
  const { counted, reads } = counting(world);
  const first = await listPlans("dev", { after: null, limit: 2 }, counted);
  expect(first.items).toMatchObject([
    { digest: digests[0], kind: "apply", summary: { create: 1 } },
    { digest: digests[1] },
  ]);
  expect(reads()).toBe(2);
  const again = await Promise.all([1, 2, 3].map(() => listPlans("dev", { after: null, limit: 2 }, counted)));
  expect(again).toEqual([first, first, first]);
  expect(reads()).toBe(2);
  const rest = await listPlans("dev", { after: first.next, limit: 9 }, counted);
  expect(rest).toMatchObject({ items: digests.slice(2).map((digest) => ({ digest })), next: null });
  expect(reads()).toBe(7);
});

test("nothing is read for a caller that has gone", async () => {
  const world = testDeployment();
  await made(3, world);
  const { counted, reads } = counting(world);
  const gone = AbortSignal.abort();
  await expect(listPlans("dev", { after: null, limit: 9 }, { ...counted, client: () => gone })).rejects.toThrow("gone");
  expect(reads()).toBe(0);
});

test("of plans that no run took the newest are kept; one that a run took stays", async () => {
  const world = testDeployment();
  const [taken = ""] = await made(1, world);
  await run(world, taken);
  const later = await made(mostUnusedPlans + 60, world);
  const { total } = await world.store.planRows("dev", { limit: 0 });
  expect(total).toBeGreaterThan(mostUnusedPlans);
  expect(total).toBeLessThanOrEqual(mostUnusedPlans + 50);
  expect((await storedPlan("dev", taken, world)).plan.digest).toBe(taken);
  await expect(storedPlan("dev", later[0] ?? "", world)).rejects.toMatchObject({
    problems: [{ code: "plan-unknown" }],
  });
  for (const digest of later.slice(-mostUnusedPlans))
    expect((await storedPlan("dev", digest, world)).plan.digest).toBe(digest);
});

test("the plan of a run that waits stays", async () => {
  const world = testDeployment();
  const [waiting = ""] = await made(1, world);
  await world.documentStore.put("runs", "dev/r", { stack: "dev", run: "r", plan: waiting });
  await made(mostUnusedPlans + 60, world);
  expect((await storedPlan("dev", waiting, world)).plan.digest).toBe(waiting);
});
