import { expect, test } from "vitest";
import type { Json } from "../../../base/json/json.ts";
import { wrongMember } from "./member-types.ts";

const type = { name: "text", at: "time", tags: "texts", inner: { state: ["On", "Off"] } } as const;

test.each<[Json, string | undefined]>([
  [{ name: "n", at: "2026-01-01T00:00:00Z", tags: { a: "1" }, inner: { state: "On" }, more: 5 }, undefined],
  [{ name: null, tags: null, inner: { state: null } }, undefined],
  [{ name: 5 }, "'name' must be a string"],
  [{ at: "soon" }, "'at' must be a time"],
  [{ tags: { a: 1 } }, "'tags.a' must be a string"],
  [{ tags: [] }, "'tags' must be an object"],
  [{ inner: { state: "Half" } }, "'inner.state' must be one of On, Off"],
  ["text", "the body must be an object"],
])("of %j is told: %s", (value, wrong) => {
  expect(wrongMember(value, type)).toBe(wrong);
});
