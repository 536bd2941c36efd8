import { expect, test } from "vitest";
import { recordOf, stateOf } from "../state/record.fixture.ts";
import { companionsByHolder, forgetGoneWith, takenAlong } from "./gone-with.ts";
import type { RemovalStep, Step } from "./plan.ts";
import type { Planning } from "./planning.ts";

const removal = (address: string, how: RemovalStep["how"]) =>
  ({ kind: "removal", id: address, address, how, superseded: false, fields: [], needs: [] }) as unknown as Step;

/** How each removal ends, and with whom. `a: [delete, b]`: a is to be deleted, and goes along with b. */
function ends(given: Readonly<Record<string, readonly [RemovalStep["how"], string?]>>) {
  const steps = Object.entries(given).map(([address, [how]]) => removal(address, how));
  const records = Object.entries(given).map(([address, [, deletedWith]]) =>
    recordOf(address, {
      options: { protect: false, onDestroy: "delete", ...(deletedWith === undefined ? {} : { deletedWith }) },
    }),
  );
  forgetGoneWith({ steps, state: stateOf(...records) } as unknown as Planning);
  return { steps, how: Object.fromEntries(steps.map((step) => [step.id, "how" in step ? step.how : ""])) };
}

test.each<[string, Parameters<typeof ends>[0], Readonly<Record<string, string>>]>([
  ["its holder is deleted", { a: ["delete", "b"], b: ["delete"] }, { a: "forget", b: "delete" }],
  ["its holder stays", { a: ["delete", "b"] }, { a: "delete" }],
  ["its holder is only forgotten", { a: ["delete", "b"], b: ["forget"] }, { a: "delete", b: "forget" }],
  ["its holder is restored", { a: ["delete", "b"], b: ["restore"] }, { a: "delete", b: "restore" }],
  ["a chain", { a: ["delete", "b"], b: ["restore", "c"], c: ["delete"] }, { a: "forget", b: "forget", c: "delete" }],
  ["a circle takes nobody along", { a: ["delete", "b"], b: ["delete", "a"] }, { a: "delete", b: "delete" }],
])("%s", (_, given, expected) => {
  expect(ends(given).how).toEqual(expected);
});

test("what a deletion takes along, through generations", () => {
  const { steps } = ends({ a: ["delete", "b"], b: ["delete", "c"], c: ["delete"], d: ["delete"] });
  expect([...takenAlong(companionsByHolder(steps), "c")].sort()).toEqual(["a", "b"]);
  expect([...takenAlong(companionsByHolder(steps), "d")]).toEqual([]);
});
