import { expect, test } from "vitest";
import type { Plan } from "../../../engine/plan/plan.ts";
import { declared, plan, testDeployment } from "../../deployment.fixture.ts";
import { findPlan } from "../plans/kept-plans.ts";
import { gateway } from "../undo/undo-world.fixture.ts";
import { beyondApproval } from "./rounds.ts";

const waits = { address: "a", why: "known after b is made", allowedActions: ["create"] } as const;

async function planned(more: Partial<Plan>): Promise<Plan> {
  const world = testDeployment();
  const found = await findPlan("dev", await plan(world, declared({ a: gateway("a") })), world);
  if (found === null) throw new Error("there is no plan");
  return { ...found.plan, ...more };
}

test("a run asks before it goes on for ever", async () => {
  const approved = await planned({ deferred: [waits], round: 100 });
  expect(beyondApproval(approved, await planned({ round: 100 }))).toEqual([]);
  expect(beyondApproval(approved, await planned({ round: 101 }))).toMatchObject([{ code: "approval-needed" }]);
});
