import { expect, test } from "vitest";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import type { Store } from "../../../engine/ports/store.ts";
import { attachments, plan, testDeployment, up } from "../deployment.fixture.ts";
import { showPlan } from "../plans/kept-plans.ts";
import { listRunSteps } from "../runs/list-run-steps.ts";
import type { ReportedStep } from "../runs/run-view.ts";
import { LastViews } from "./last-views.ts";

/** The same store, and how often a method of it was called. */
function counting(counted: Store, method: keyof Store) {
  let reads = 0;
  const store = new Proxy(counted, {
    get(target, name) {
      if (name === method) reads += 1;
      const found: unknown = Reflect.get(target, name);
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
  return { store, reads: () => reads };
}

test("many who ask for one plan get one view of it, and another once the state has changed", async () => {
  const world = { ...testDeployment(), planViews: new LastViews<PlanView>() };
  const digest = await plan(world, attachments({ a: "one" }));
  const [first, second] = await Promise.all([showPlan("dev", digest, world), showPlan("dev", digest, world)]);
  expect(await showPlan("dev", digest, world)).toBe(second);
  expect(second).toEqual(first);
  await up(world, attachments({ b: "one" }));
  expect(await showPlan("dev", digest, world)).not.toBe(second);
});

test("a plan that is asked for again is shown without the stack being read, as long as that stays as it is", async () => {
  const world = { ...testDeployment(), planViews: new LastViews<PlanView>() };
  const digest = await plan(world, attachments({ a: "one" }));
  const { store, reads } = counting(world.store, "readStack");
  for (let times = 0; times < 3; times += 1) await showPlan("dev", digest, { ...world, store });
  expect(reads()).toBe(1);
  await up(world, attachments({ b: "one" }));
  await showPlan("dev", digest, { ...world, store });
  expect(reads()).toBe(2);
});

test("the steps of a run are read once for all pages, and again once the stack has changed", async () => {
  const world = { ...testDeployment(), runViews: new LastViews<readonly ReportedStep[]>() };
  const { run } = await up(world, attachments({ a: "one", b: "two" }));
  const { store, reads } = counting(world.store, "readRun");
  const page = (after: string | null) => listRunSteps("dev", run, { after, limit: 1 }, { ...world, store });
  const first = await page(null);
  const second = await page(first.next);
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(["a", "b"]);
  expect(first.items[0]).not.toHaveProperty("place");
  expect([second.next, reads()]).toEqual([null, 1]);
  await up(world, attachments({ a: "one" }));
  expect([await page(null), reads()]).toEqual([first, 2]);
});

test("only the last few views are kept", async () => {
  const views = new LastViews<string>();
  let shown = 0;
  const show = async () => {
    shown += 1;
    return "a view";
  };
  for (const key of ["a", "b", "c", "d", "e"]) await views.of(key, show);
  await views.of("e", show);
  await views.of("a", show);
  expect(shown).toBe(6);
});
