import { expect, test } from "vitest";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { schemaNamed } from "../../contract/components.ts";
import { violationsOf } from "./check-schema.ts";

test("a declaration of a hundred thousand resources fits into a plan's request", () => {
  const text = "resources:\n".padEnd(400 * 100_000);
  const request = { kind: "apply", declaration: { file: "plumb.yaml", text } };
  expect(violationsOf(schemaNamed("PlanRequest"), request, schemaNamed)).toEqual([]);
});

test.each([
  ["SealedConfig", "values", (values: JsonObject) => ({ values })],
  ["CallRequest", "arguments", (given: JsonObject) => ({ arguments: given })],
  ["DeclarationText", "config", (config: JsonObject) => ({ file: "plumb.yaml", text: "", config })],
  ["ObjectCreate", "properties", (properties: JsonObject) => ({ properties })],
] as const)("%s takes a bounded number of members in `%s`", (name, member, requestOf) => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, "text"]));
  expect(violationsOf(schemaNamed(name), requestOf(many(1000)), schemaNamed)).toEqual([]);
  expect(violationsOf(schemaNamed(name), requestOf(many(1001)), schemaNamed)).toMatchObject([
    { code: "value-too-long", pointer: `/${member}` },
  ]);
});
