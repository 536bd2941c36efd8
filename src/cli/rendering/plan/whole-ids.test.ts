import { expect, test } from "vitest";
import type { StepView } from "../../../contract/documents/plans/steps.ts";
import { painter } from "../paint.ts";
import { renderStep } from "./render-step.ts";

// On a narrow terminal, two plans that are about different objects look different.

const id = (reservation: string) =>
  `projects/acme-prod/zones/europe-west1-b/reservations/${reservation}/roles/viewer/group:migration@acme.example`;

function shown(step: Pick<StepView, "id" | "action">, old: readonly StepView[], width: number): readonly string[] {
  const whole: StepView = { needs: [], name: "m", type: "t", fields: [], warnings: [], ...step };
  const style = { symbolWidth: 1, nameWidth: 1, brief: false };
  return renderStep(whole, old, [], style, { paint: painter(false), width, whole: false });
}

const joined = (lines: readonly string[]) => lines.map((line) => line.trim()).join("");

test.each([80, 40])("what is deleted has its whole id in %i columns", (width) => {
  const lines = shown({ id: id("one"), action: "delete" }, [], width);
  expect(joined(lines)).toContain(id("one"));
  expect(lines.filter((line) => line.length > width)).toEqual([]);
});

test.each([80, 40])("so has the old object of what is replaced in %i columns", (width) => {
  const old: StepView = {
    ...{ needs: [], name: "m", type: "t", fields: [], warnings: [] },
    ...{ id: id("two"), action: "delete", superseded: true },
  };
  const lines = shown({ id: id("one"), action: "replace" }, [old], width);
  expect(joined(lines)).toContain(id("one"));
  expect(joined(lines)).toContain(id("two"));
  expect(lines.filter((line) => line.length > width)).toEqual([]);
});

test("what can't be seen in an id is told by its code", () => {
  expect(joined(shown({ id: "a/roles/viewer title\u200b", action: "delete" }, [], 80))).toContain("title\\u200b");
});
