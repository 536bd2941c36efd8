import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import type { PlanView } from "../../src/contract/documents/plans/plan.ts";
import { planDigest, planOf } from "../../src/engine/plan/document/plan-document.fixture.ts";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { changesOf, InProcess } from "../scenarios/in-process.ts";
import { declarationOf } from "./base-declarations.ts";
import { declaredResources, type Resources } from "./generated-declarations.ts";

// A failing run prints its seed and path; `fc.assert(..., { seed, path })` replays it.
const runs = { numRuns: 60 };

async function planned(world: InProcess, resources: Resources): Promise<PlanView> {
  const plan = await world.plan(declarationOf(resources));
  if (!plan.ok) throw new Error(`not accepted: ${JSON.stringify(plan.value.problems)}`);
  return plan.value;
}

/** What a plan says, without where it says it and without the random ends of chosen names. */
function said({ steps, problems, summary, outputs }: PlanView): Json {
  const places = problems.map(({ span: _, ...each }) => JSON.stringify(each)).sort();
  const text = JSON.stringify({ steps, places, summary, outputs }).replaceAll(/-s{6}\d\b/g, "-suffix");
  return JSON.parse(text) as Json;
}

describe("any valid declaration", () => {
  test("is as declared after one run", async () => {
    await fc.assert(
      fc.asyncProperty(declaredResources, async (resources) => {
        const world = new InProcess();
        try {
          const { summary, plan } = await world.up(declarationOf(resources));
          expect(summary.problems).toEqual([]);
          expect(summary.status).toBe("done");
          expect(Object.keys(changesOf(plan)).sort()).toEqual(Object.keys(resources).sort());
          const second = await planned(world, resources);
          expect(changesOf(second)).toEqual({});
          expect(second.problems.filter((each) => each.severity === "error")).toEqual([]);
          const written = (await world.writes()).length;
          expect((await world.run(second.digest)).summary.status).toBe("done");
          expect(await world.writes()).toHaveLength(written);
        } finally {
          await world.close();
        }
      }),
      runs,
    );
  });

  test("is planned the same in whatever order it is written", async () => {
    const shuffled = declaredResources.chain((resources) => {
      const names = Object.keys(resources);
      return fc
        .shuffledSubarray(names, { minLength: names.length, maxLength: names.length })
        .map((order) => ({ resources, order }));
    });
    await fc.assert(
      fc.asyncProperty(shuffled, async ({ resources, order }) => {
        const turned = Object.fromEntries(
          order.flatMap((name) => {
            const resource = resources[name];
            return resource === undefined ? [] : [[name, resource] as const];
          }),
        );
        const [one, other] = [new InProcess(), new InProcess()];
        try {
          expect(said(await planned(other, turned))).toEqual(said(await planned(one, resources)));
        } finally {
          await one.close();
          await other.close();
        }
      }),
      runs,
    );
  });

  test("has a plan whose stored form keeps its digest", async () => {
    const dir = mkdtempSync(join(tmpdir(), "plumb-plans-"));
    const world = new InProcess({}, { dir });
    const unused = { unique: () => "", suffix: () => "" };
    const store = new SqliteStore(join(dir, "state.db"), unused);
    try {
      await fc.assert(
        fc.asyncProperty(declaredResources, async (resources) => {
          const { digest } = await planned(world, resources);
          const stored = await store.getPlan("test/dev", digest);
          const again = planOf(JSON.parse(JSON.stringify(stored?.document["plan"])) as unknown as JsonObject);
          expect(again.digest).toBe(digest);
          expect(planDigest(again)).toBe(digest);
        }),
        { numRuns: 30 },
      );
    } finally {
      await store.close();
      await world.close();
      rmSync(dir, { recursive: true });
    }
  });
});
