import fc from "fast-check";
import { expect, test } from "vitest";
import { differenceLaws } from "../../../test/contract/difference-laws.ts";
import { difference } from "./difference.ts";
import { shortestEdit } from "./shortest-edit.ts";

differenceLaws(difference);

const few = fc.constantFrom("a", "b", "c", "d");
const sequence = fc.array(few, { maxLength: 30 });

test("the edits lead from one sequence to the other, and none is longer than it need be", () => {
  fc.assert(
    fc.property(sequence, sequence, (old, next) => {
      const edits = shortestEdit(old, next);
      const made: string[] = [];
      let done = 0;
      for (const { oldStart, oldEnd, newStart, newEnd } of edits) {
        made.push(...old.slice(done, oldStart), ...next.slice(newStart, newEnd));
        done = oldEnd;
      }
      expect([...made, ...old.slice(done)]).toEqual(next);
      const cost = edits.reduce((sum, each) => sum + each.oldEnd - each.oldStart + each.newEnd - each.newStart, 0);
      expect(cost).toBe(old.length + next.length - 2 * longestCommon(old, next));
    }),
  );
});

function longestCommon(old: readonly string[], next: readonly string[]): number {
  let row = next.map(() => 0);
  for (const item of old) {
    const before = row;
    row = [];
    for (const [column, other] of next.entries())
      row.push(item === other ? (before[column - 1] ?? 0) + 1 : Math.max(before[column] ?? 0, row[column - 1] ?? 0));
  }
  return row.at(-1) ?? 0;
}

test("what is further apart than the limit is one stretch between the common ends", () => {
  const old = ["=", ...Array.from({ length: 1_500 }, (_, index) => `old ${index}`), "="];
  const next = ["=", ...Array.from({ length: 1_500 }, (_, index) => `new ${index}`), "="];
  expect(shortestEdit(old, next)).toEqual([{ oldStart: 1, oldEnd: 1_501, newStart: 1, newEnd: 1_501 }]);
});
