import { expect, test } from "vitest";
import type { CheckedDeclaration } from "../../check/checked-declaration.ts";
import type { ExpressionLanguage } from "../../expressions/expression-language.ts";
import { recordOf, stateOf } from "../../state/records/record.fixture.ts";
import type { Snapshot } from "../../state/snapshot.ts";
import type { Step } from "../plan.ts";
import { Planning } from "../planning.ts";
import { postponeRemovals } from "./postpone-removals.ts";

const step = (kind: Step["kind"], address: string) =>
  ({ kind, id: address, address, needs: [], fields: [] }) as unknown as Step;

test("the step at an address is found after removals before it were left to the next round", () => {
  const state = stateOf(recordOf("old"), recordOf("dependent", { dependsOn: ["old"] }));
  const snapshot = { state, moves: [] } as unknown as Snapshot;
  const planning = new Planning(
    { resources: {}, providers: {}, functions: {} },
    snapshot,
    {} as ExpressionLanguage,
    null,
  );
  for (const each of [step("removal", "old"), step("write", "new"), step("read", "seen")]) planning.push(each);
  planning.postpone("dependent", "it waits", ["update"]);
  expect(postponeRemovals(planning).map(({ id }) => id)).toEqual(["old"]);
  expect(planning.steps.map(({ id }) => id)).toEqual(["new", "seen"]);
  expect(planning.stepAt("new")?.id).toBe("new");
  expect(planning.stepsAt(["seen", "new"])).toEqual(["new", "seen"]);
});

test("the steps that wait are each looked at a few times, however many there are", () => {
  const count = 300;
  let looks = 0;
  const numbers = Array.from({ length: count }, (_, number) => number);
  const steps = numbers.flatMap((number): readonly Step[] => {
    const removal = { ...step("removal", `old${number}`), id: `old${number}~1`, action: "delete" } as Step;
    const write = step("write", `old${number}`);
    const counted = Object.defineProperty({ ...write }, "needs", {
      get: () => {
        looks += 1;
        return [removal.id];
      },
    });
    return [removal, counted];
  });
  const edges = numbers.map((number) => ({ address: `dependent${number}`, edges: [`old${number}`, "free"] }));
  const records = numbers.map((number) => recordOf(`dependent${number}`, { dependsOn: [`old${number}`] }));
  const snapshot = { state: stateOf(...records), moves: [] } as unknown as Snapshot;
  const checked = { nodes: edges } as unknown as CheckedDeclaration;
  const definitions = { resources: {}, providers: {}, functions: {} };
  const planning = new Planning(definitions, snapshot, {} as ExpressionLanguage, checked);
  for (const each of [...steps, step("write", "free")]) planning.push(each);
  for (const { address } of edges) planning.postpone(address, "it waits", ["update"]);
  expect(postponeRemovals(planning)).toHaveLength(2 * count);
  expect(looks).toBeLessThan(20 * count);
});
