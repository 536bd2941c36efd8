import { beforeEach, expect, test } from "vitest";
import { declared, eventsOf, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { seenIn, setting } from "./undo-world.fixture.ts";

// What `onDestroy: restore` puts back is changed, and not deleted: the plan, the events and the counts of its run say
// the same.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

test("an object that is put back as it was before counts as changed, and every document says so", async () => {
  await up(world, declared({ guardrail: setting("RESTRICT_TOKENS_AND_JOB_RUN_AS", { onDestroy: "restore" }) }));
  const view = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
  expect(view.steps).toMatchObject([{ name: "guardrail", action: "delete", putBack: true }]);
  expect(view.summary).toMatchObject({ update: 1, delete: 0 });
  const events = await eventsOf(world, view.digest);
  expect(events.filter(({ event }) => event === "step")).toMatchObject([
    { phase: "started", action: "delete", putBack: true },
    { phase: "done", action: "delete", putBack: true },
  ]);
  expect(events.at(-1)).toMatchObject({ event: "summary", status: "done", update: 1, delete: 0 });
  expect(await seenIn(world).status()).toBe("ALLOW_ALL");
});

test("an object that is deleted says nothing of that", async () => {
  await up(world, declared({ guardrail: setting("RESTRICT_TOKENS_AND_JOB_RUN_AS", { onDestroy: "delete" }) }));
  const view = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
  expect(view.summary).toMatchObject({ update: 0, delete: 1 });
  expect(view.steps).not.toContainEqual(expect.objectContaining({ putBack: true }));
});
