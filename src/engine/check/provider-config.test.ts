import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { catalog } from "../../definitions/resources/catalog.ts";
import { unknown, type Value } from "../../definitions/schema/value.ts";
import { expressionLanguage } from "../expressions/expression-language.ts";
import { hasOpenConfig, resolveProviderConfig } from "./provider-config.ts";

const $ = "$" + "{";

async function resolved(config: JsonObject, outputs: Readonly<Record<string, Value>>) {
  return resolveProviderConfig(
    { ref: "second", kind: "google", config },
    catalog.providers["google"],
    await expressionLanguage(config),
    { node: (name) => (name === "head" ? outputs : undefined) },
  );
}

const reading = { project: { $expr: `${$}head.name}` }, region: "r" };

test("constants are as they are", async () => {
  expect(hasOpenConfig({ ref: "second", kind: "google", config: { project: "a" } })).toBe(false);
  expect(await resolved({ project: "a" }, {})).toEqual({ kind: "known", config: { project: "a" } });
});

test("what another resource gives takes its place", async () => {
  expect(hasOpenConfig({ ref: "second", kind: "google", config: reading })).toBe(true);
  expect(await resolved(reading, { name: "acme" })).toEqual({
    kind: "known",
    config: { project: "acme", region: "r" },
  });
});

test("it waits for what is not known, and says for what", async () => {
  expect(await resolved(reading, { name: unknown("known after head is created") })).toEqual({
    kind: "waiting",
    why: "provider `second`: known after head is created",
  });
});

describe("a value that is none for the field", () => {
  test.each<[string, Value, string]>([
    ["nothing", null, "provider-incomplete"],
    ["of a wrong form", "a/b", "value-malformed"],
    ["of a wrong type", 7, "wrong-type"],
    ["secret", { $secret: { id: "i", fingerprint: "f" } }, "value-not-allowed"],
  ])("%s", async (_, name, code) => {
    expect(await resolved(reading, { name })).toMatchObject({
      kind: "unfit",
      problems: [{ code, pointer: "/providers/second/project" }],
    });
  });

  test("an expression that fails", async () => {
    expect(await resolved({ project: { $expr: `${$}head.lost}` } }, { name: "acme" })).toMatchObject({
      kind: "unfit",
      problems: [{ code: "expression-failed", pointer: "/providers/second/project" }],
    });
  });
});
