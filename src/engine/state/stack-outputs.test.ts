import { describe, expect, test } from "vitest";
import { keptOutputs, readOutputs, type StackOutputs, standingOutputs } from "./stack-outputs.ts";

const outputs: StackOutputs = {
  outputs: { one: "a", both: "a b", text: "said", constructor: "odd" },
  outputSources: { one: ["u1.1"], both: ["u1.1", "u2.3"], text: [] },
};

const standing = (...keys: readonly string[]) => ({
  has: (key: string) => keys.includes(key),
  isEmpty: keys.length === 0,
});

describe("the kept document", () => {
  test("gives back what it was made of", () => {
    expect(readOutputs(keptOutputs(outputs))).toEqual(outputs);
  });

  test("of an older version has no sources", () => {
    const kept = { one: "a", constructor: "odd" };
    expect(readOutputs(kept)).toEqual({ outputs: kept, outputSources: {} });
    expect(keptOutputs(readOutputs(kept))).toEqual(kept);
  });
});

test.each([
  ["while all objects are there", ["u1.1", "u2.3"], ["one", "both", "text", "constructor"]],
  ["when one is gone", ["u1.1"], ["one", "text", "constructor"]],
  ["when one has been replaced by another of its uid", ["u1.2", "u2.3"], ["text", "constructor"]],
  ["when nothing is left", [], []],
])("outputs stand %s", (_when, keys, names) => {
  expect(Object.keys(standingOutputs(outputs, standing(...keys)).outputs)).toEqual(names);
});
