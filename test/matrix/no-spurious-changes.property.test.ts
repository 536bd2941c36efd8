import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DriftView } from "../../src/contract/documents/drift.ts";
import type { PlanView } from "../../src/contract/documents/plans/plan.ts";
import { changesOf, InProcess } from "../scenarios/in-process.ts";
import { declarationOf } from "./base-declarations.ts";
import { type Maker, makers, type Resources } from "./generated-declarations.ts";

/** Declarations of each type are made in batches, all of a batch in one stack. */
const batch = 250;
// Shrinking hundreds of resources takes longer than reading which of them changed.
const runs = { numRuns: 1000 / batch, endOnFailure: true };

/** Digits that keep names apart whatever is made of them. */
const nameOf = (index: number) => `r_${String(index).padStart(4, "0")}`;

function beside(chosen: readonly Maker[]): Resources {
  const resources: Record<string, Resources[string]> = {};
  for (const [index, make] of chosen.entries()) resources[nameOf(index)] = make(nameOf(index), resources);
  return resources;
}

async function planned(world: InProcess, text: string): Promise<PlanView> {
  const plan = await world.plan(text);
  if (!plan.ok) throw new Error(`not accepted: ${JSON.stringify(plan.value.problems)}`);
  return plan.value;
}

/** Carries the declaration out, refreshes, and plans again: nothing may have moved, and nothing may be left to do. */
async function settles(world: InProcess, resources: Resources): Promise<void> {
  const text = declarationOf(resources);
  const { summary } = await world.up(text);
  expect(summary.problems).toEqual([]);
  const refreshed = await world.ask<DriftView>("POST", "/v1/projects/test/stacks/dev/state:refresh", {});
  expect(refreshed).toMatchObject({ ok: true, value: { objects: Object.keys(resources).length, drift: [] } });
  const second = await planned(world, text);
  expect(changesOf(second)).toEqual({});
  expect(second.summary.same).toBe(Object.keys(resources).length);
  expect(second.records ?? []).toEqual([]);
}

describe("up, refresh, plan: nothing is left", () => {
  test.each(Object.entries(makers))("of 1000 declarations of %s", { timeout: 60_000 }, async (_type, maker) => {
    const chosen = fc.array(maker, { minLength: batch, maxLength: batch });
    await fc.assert(
      fc.asyncProperty(chosen, async (each) => {
        const world = new InProcess();
        try {
          await settles(world, beside(each));
        } finally {
          await world.close();
        }
      }),
      runs,
    );
  });

  test("of the workspace setting, from either value to either", async () => {
    const values = ["ALLOW_ALL", "RESTRICT_TOKENS_AND_JOB_RUN_AS"];
    for (const before of values) {
      for (const after of values) {
        const world = new InProcess();
        for (const status of [before, after]) {
          const type = "settings:RestrictWorkspaceAdmins";
          await settles(world, { guardrail: { type, properties: { restrictWorkspaceAdmins: { status } } } });
        }
        await world.close();
      }
    }
  });
});
