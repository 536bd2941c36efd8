import { expect, test } from "vitest";
import { recordOf, stateOf } from "../../state/records/record.fixture.ts";
import type { RemovalStep, Step } from "../plan.ts";
import type { Planning } from "../planning.ts";
import { bindCascadeDeletes, cascadedSteps, companionsByHolder } from "./cascade-deletes.ts";

const removal = (address: string, how: RemovalStep["how"]) =>
  ({ kind: "removal", id: address, address, how, superseded: false, fields: [], needs: [] }) as unknown as Step;

/** Whom each removal goes with. `a: [delete, b]`: a is to be deleted, and goes along with b. */
function ends(given: Readonly<Record<string, readonly [RemovalStep["how"], string?]>>) {
  const steps = Object.entries(given).map(([address, [how]]) => removal(address, how));
  const records = Object.entries(given).map(([address, [, deletedWith]]) =>
    recordOf(address, {
      options: { protect: false, onDestroy: "delete", ...(deletedWith === undefined ? {} : { deletedWith }) },
    }),
  );
  bindCascadeDeletes({ steps, state: stateOf(...records) } as unknown as Planning);
  const goneWith = (step: Step) => (step.kind === "removal" ? (step.goneWith ?? null) : null);
  return { steps, with: Object.fromEntries(steps.map((step) => [step.id, goneWith(step)])) };
}

test.each<[string, Parameters<typeof ends>[0], Readonly<Record<string, string | null>>]>([
  ["its holder is deleted", { a: ["delete", "b"], b: ["delete"] }, { a: "b", b: null }],
  ["its holder stays", { a: ["delete", "b"] }, { a: null }],
  ["its holder is only forgotten", { a: ["delete", "b"], b: ["forget"] }, { a: null, b: null }],
  ["its holder is restored", { a: ["delete", "b"], b: ["restore"] }, { a: null, b: null }],
  ["a chain", { a: ["delete", "b"], b: ["restore", "c"], c: ["delete"] }, { a: "b", b: "c", c: null }],
  ["a circle takes none along", { a: ["delete", "b"], b: ["delete", "a"] }, { a: null, b: null }],
])("%s", (_, given, expected) => {
  expect(ends(given).with).toEqual(expected);
});

test("what a deletion takes along, through generations", () => {
  const { steps } = ends({ a: ["delete", "b"], b: ["delete", "c"], c: ["delete"], d: ["delete"] });
  expect([...cascadedSteps(companionsByHolder(steps), "c")].sort()).toEqual(["a", "b"]);
  expect([...cascadedSteps(companionsByHolder(steps), "d")]).toEqual([]);
});
