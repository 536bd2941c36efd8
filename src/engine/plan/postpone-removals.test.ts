import { expect, test } from "vitest";
import type { ExpressionLanguage } from "../expressions/expression-language.ts";
import { recordOf, stateOf } from "../state/record.fixture.ts";
import type { Snapshot } from "../state/snapshot.ts";
import type { Step } from "./plan.ts";
import { Planning } from "./planning.ts";
import { postponeRemovals } from "./postpone-removals.ts";

const step = (kind: Step["kind"], address: string) =>
  ({ kind, id: address, address, needs: [], fields: [] }) as unknown as Step;

test("the step at an address is found after removals before it were left to the next round", () => {
  const state = stateOf(recordOf("old"), recordOf("leaner", { dependsOn: ["old"] }));
  const snapshot = { state, moves: [] } as unknown as Snapshot;
  const planning = new Planning(
    { resources: {}, providers: {}, functions: {} },
    snapshot,
    {} as ExpressionLanguage,
    null,
  );
  for (const each of [step("removal", "old"), step("write", "new"), step("read", "seen")]) planning.push(each);
  planning.postpone("leaner", "it waits", ["update"]);
  expect(postponeRemovals(planning).map(({ id }) => id)).toEqual(["old"]);
  expect(planning.steps.map(({ id }) => id)).toEqual(["new", "seen"]);
  expect(planning.stepAt("new")?.id).toBe("new");
  expect(planning.stepsAt(["seen", "new"])).toEqual(["new", "seen"]);
});
