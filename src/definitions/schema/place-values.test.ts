import { expect, test } from "vitest";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { type PlacedValue, withValues } from "./place-values.ts";

test.each<[string, JsonObject, readonly PlacedValue[], JsonObject]>([
  ["nothing left", { a: 1 }, [], { a: 1 }],
  ["a field", { a: 1, b: 2 }, [{ path: "/a", value: 9 }], { a: 9, b: 2 }],
  ["a field that is gone", { a: 1, b: 2 }, [{ path: "/a", value: null }], { b: 2 }],
  ["a member", { m: { x: 1, y: 2 } }, [{ path: "/m/x", value: 9 }], { m: { x: 9, y: 2 } }],
  ["a member of nothing", {}, [{ path: "/m/x", value: 9 }], { m: { x: 9 } }],
  ["a member in place of a hole", { m: { $expr: "a.b" } }, [{ path: "/m/x", value: 9 }], { m: { x: 9 } }],
  ["a key with a slash", { m: { "a/b": 1 } }, [{ path: "/m/a~1b", value: 2 }], { m: { "a/b": 2 } }],
])("%s", (_, inputs, left, expected) => {
  expect(withValues(inputs, left)).toEqual(expected);
});
