import { expect, test } from "vitest";
import { isStepOfSuperseded, supersededStepId } from "./step-id.ts";

test("objects of several uids under one name have steps of their own", () => {
  const ids = ["u1", "u2"].flatMap((uid) =>
    [1, 2].map((generation) => supersededStepId({ address: "a", uid, generation })),
  );
  expect(new Set(ids).size).toBe(4);
});

test.each([
  ["a~u1~2", 2, true],
  ["a~u1~2", 1, false],
  ["former-name~u1~1", 1, true],
  // Written by versions that left the uid out.
  ["a~1", 1, true],
  ["a~11", 1, false],
  ["a", 1, false],
])("step %s is about generation %i: %s", (step, generation, is) => {
  expect(isStepOfSuperseded(step, { generation })).toBe(is);
});
