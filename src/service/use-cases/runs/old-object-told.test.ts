import { expect, test } from "vitest";
import { declared, done, plan, run, testDeployment, up } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { member } from "../undo/undo-world.fixture.ts";
import { listRunSteps } from "./list-run-steps.ts";

test("a run tells of the old object that a call has taken along, as its plan does", async () => {
  const world = testDeployment();
  await up(world, declared({ ops: member("wave", { role: "roles/compute.admin" }) }));
  const next = declared({ ops: member("wave") });
  const { steps } = await planStack({ stack: "dev", kind: "apply", declaration: next, refresh: true }, world);
  const old = steps.find(({ superseded }) => superseded === true);
  expect(old?.id).toContain("roles/compute.admin");
  const summary = await run(world, await plan(world, next));
  done(summary);
  const { items } = await listRunSteps("dev", summary.run, { after: null, limit: 10 }, world);
  expect(items.flatMap(({ removed, superseded, id }) => removed ?? (superseded === true ? id : []))).toEqual([old?.id]);
});
