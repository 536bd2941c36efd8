import { expect, test } from "vitest";
import { attachments, plan, testDeployment, up } from "./deployment.fixture.ts";
import { showPlan } from "./make-plans.ts";
import { PlanViews } from "./plan-views.ts";

test("many who ask for one plan get one view of it, and another once the state has changed", async () => {
  const world = { ...testDeployment(), planViews: new PlanViews() };
  const digest = await plan(world, attachments({ a: "one" }));
  const [first, second] = await Promise.all([showPlan("dev", digest, world), showPlan("dev", digest, world)]);
  expect(await showPlan("dev", digest, world)).toBe(second);
  expect(second).toEqual(first);
  await up(world, attachments({ b: "one" }));
  expect(await showPlan("dev", digest, world)).not.toBe(second);
});

test("a plan that is asked for again is shown without the stack being read, as long as that stays as it is", async () => {
  const world = { ...testDeployment(), planViews: new PlanViews() };
  const digest = await plan(world, attachments({ a: "one" }));
  let reads = 0;
  const store = new Proxy(world.store, {
    get(target, name) {
      if (name === "readStack") reads += 1;
      const found: unknown = Reflect.get(target, name);
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
  for (let times = 0; times < 3; times += 1) await showPlan("dev", digest, { ...world, store });
  expect(reads).toBe(1);
  await up(world, attachments({ b: "one" }));
  await showPlan("dev", digest, { ...world, store });
  expect(reads).toBe(2);
});

test("only the last few views are kept", async () => {
  const views = new PlanViews();
  let shown = 0;
  const show = async () => {
    shown += 1;
    return {} as never;
  };
  for (const key of ["a", "b", "c", "d", "e"]) await views.of(key, show);
  await views.of("e", show);
  await views.of("a", show);
  expect(shown).toBe(6);
});
