import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { catalog } from "../../resources/catalog.ts";
import { outputSchema } from "../field-schema.ts";
import { everySort } from "../sample-definition.fixture.ts";
import { unknown } from "../value.ts";
import { compareValues } from "./compare-values.ts";

const secret = (id: string, fingerprint: string): JsonObject => ({ $secret: { id, fingerprint } });

describe("compareValues", () => {
  const cases: readonly {
    readonly name: string;
    readonly observed: JsonObject;
    readonly desired: JsonObject;
    readonly expected: readonly string[];
  }[] = [
    { name: "fields that are not desired", observed: { name: "abc", kind: "round" }, desired: {}, expected: [] },
    { name: "a changed text", observed: { name: "abc" }, desired: { name: "abd" }, expected: ["/name"] },
    { name: "a text compares exactly", observed: { name: "abc" }, desired: { name: "ABC" }, expected: ["/name"] },
    { name: "unless case is ignored", observed: { color: "Red" }, desired: { color: "rED" }, expected: [] },
    { name: "cleared and absent", observed: {}, desired: { name: null }, expected: [] },
    { name: "cleared and null", observed: { name: null }, desired: { name: null }, expected: [] },
    { name: "cleared and there", observed: { name: "abc" }, desired: { name: null }, expected: ["/name"] },
    { name: "what absence means", observed: {}, desired: { on: false }, expected: [] },
    { name: "what absence means, cleared", observed: { on: false }, desired: { on: null }, expected: [] },
    { name: "what absence does not mean", observed: { on: true }, desired: { on: null }, expected: ["/on"] },
    { name: "switched on", observed: {}, desired: { on: true }, expected: ["/on"] },
    { name: "an empty list and none", observed: { words: null }, desired: { words: [] }, expected: [] },
    { name: "a cleared list and an empty one", observed: { words: [] }, desired: { words: null }, expected: [] },
    { name: "a cleared map and an empty one", observed: { labels: {} }, desired: { labels: null }, expected: [] },
    {
      name: "an empty map asked for",
      observed: { labels: { a: "1" } },
      desired: { labels: {} },
      expected: ["/labels"],
    },
    { name: "a precondition", observed: { tag: "1" }, desired: { tag: "2" }, expected: [] },
    { name: "an ordered list", observed: { steps: ["a", "b"] }, desired: { steps: ["b", "a"] }, expected: ["/steps"] },
    { name: "an unordered list", observed: { words: ["a", "b"] }, desired: { words: ["b", "a"] }, expected: [] },
    {
      name: "how often an item is there",
      observed: { words: ["a", "a", "b"] },
      desired: { words: ["a", "b", "b"] },
      expected: ["/words"],
    },
    {
      name: "items by key",
      observed: {
        people: [
          { id: "1", age: 4 },
          { id: "2", age: 5 },
        ],
      },
      desired: { people: [{ id: "2" }, { id: "1", age: 4 }] },
      expected: [],
    },
    {
      name: "an item that changed",
      observed: { people: [{ id: "1", age: 4 }] },
      desired: { people: [{ id: "1", age: 5 }] },
      expected: ["/people"],
    },
    {
      name: "map keys",
      observed: { labels: { a: "1", b: "2", c: "3" } },
      desired: { labels: { a: "1", b: "0", d: "4" } },
      expected: ["/labels/b", "/labels/c", "/labels/d"],
    },
    { name: "an escaped key", observed: { labels: { $x: "1" } }, desired: { labels: { $$x: "1" } }, expected: [] },
    {
      name: "nested fields one by one",
      observed: { box: { title: "a", note: "b" } },
      desired: { box: { title: "c" } },
      expected: ["/box/title"],
    },
    {
      name: "an object that is not there",
      observed: { box: null },
      desired: { box: { title: "c", note: "", inner: { deep: 1 } } },
      expected: ["/box/title", "/box/inner/deep"],
    },
    { name: "an object that is to go", observed: { box: { title: "a" } }, desired: { box: null }, expected: ["/box"] },
    { name: "an object that asks for nothing", observed: { box: { title: "a" } }, desired: { box: {} }, expected: [] },
    {
      name: "a cleared object and one of nothing",
      observed: { box: { title: null, note: "" } },
      desired: { box: null },
      expected: [],
    },
    {
      name: "a union",
      observed: { shape: { form: "circle", size: 1 } },
      desired: { shape: { form: "circle", size: 2 } },
      expected: ["/shape/size"],
    },
    {
      name: "a union of a kind not known",
      observed: { shape: { form: "star", n: [1] } },
      desired: { shape: { form: "star", n: [1] } },
      expected: [],
    },
    {
      name: "a union of a kind not known that changed",
      observed: { shape: { form: "star", n: 1 } },
      desired: { shape: { form: "star", n: 2 } },
      expected: ["/shape"],
    },
    {
      name: "another type altogether",
      observed: { box: "text" },
      desired: { box: { title: "a" } },
      expected: ["/box"],
    },
    { name: "an unknown value", observed: { name: "abc" }, desired: { name: unknown("later") }, expected: ["/name"] },
    {
      name: "an unknown item",
      observed: { words: ["a"] },
      desired: { words: [unknown("later")] },
      expected: ["/words"],
    },
    {
      name: "an unknown map value",
      observed: { labels: { a: "1" } },
      desired: { labels: { a: unknown("later") } },
      expected: ["/labels/a"],
    },
    { name: "one secret", observed: { name: secret("1", "f") }, desired: { name: secret("2", "f") }, expected: [] },
    {
      name: "another secret",
      observed: { name: secret("1", "f") },
      desired: { name: secret("1", "g") },
      expected: ["/name"],
    },
    {
      name: "a secret made public",
      observed: { name: secret("1", "f") },
      desired: { name: "abc" },
      expected: ["/name"],
    },
  ];
  test.each(cases)("$name", ({ observed, desired, expected }) => {
    expect(compareValues(everySort, observed, desired).map((each) => each.pointer)).toEqual(expected);
  });

  test("gives both sides, and the marker for what is not known", () => {
    const later = unknown("later");
    expect(compareValues(everySort, { labels: { a: "1" }, name: "abc" }, { labels: { b: "2" }, name: later })).toEqual([
      { pointer: "/labels/a", old: "1", new: undefined },
      { pointer: "/labels/b", old: undefined, new: "2" },
      { pointer: "/name", old: "abc", new: later },
    ]);
  });
});

describe("equivalent forms of the catalog's types never show", () => {
  const schemaOf = (type: string) => {
    const definition = catalog.resources[type];
    if (definition === undefined) throw new Error(`no ${type}`);
    return outputSchema(definition);
  };
  const rule = (maximumDuration: string) => ({
    effectiveRules: [
      { id: "Expiration_EndUser_Assignment", ruleType: "RoleManagementPolicyExpirationRule", maximumDuration },
    ],
  });

  test.each<[string, string, JsonObject, JsonObject]>([
    [
      "order where it has no meaning",
      "iam:OAuthClient",
      { allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT", "REFRESH_TOKEN_GRANT"] },
      { allowedGrantTypes: ["REFRESH_TOKEN_GRANT", "AUTHORIZATION_CODE_GRANT"] },
    ],
    ["a default value and none", "iam:OAuthClient", { disabled: false }, { disabled: null }],
    ["an empty text and none", "connectors:EndpointAttachment", { description: "" }, { description: null }],
    ["the casing of ids", "migrate:ServerCollector", { projectName: "Assessment" }, { projectName: "assessment" }],
    [
      "the casing of ids in paths",
      "authorization:RoleManagementPolicyAssignment",
      { scope: "/Subscriptions/AB/resourceGroups/RG" },
      { scope: "/subscriptions/ab/resourcegroups/rg" },
    ],
    [
      "an e-mail address's domain",
      "compute:ReservationIamMember",
      { member: "user:ann@acme.example" },
      { member: "user:ann@ACME.example" },
    ],
    [
      "an e-mail address as a whole",
      "compute:ReservationIamMember",
      { member: "group:migration@acme.example" },
      { member: "group:Migration@Acme.Example" },
    ],
    ["another spelling of a duration", "authorization:RoleManagementPolicyAssignment", rule("PT8H"), rule("PT480M")],
  ])("%s", (_, type, observed, desired) => {
    expect(compareValues(schemaOf(type), observed, desired)).toEqual([]);
    expect(compareValues(schemaOf(type), desired, observed)).toEqual([]);
  });

  test("another duration shows", () => {
    const schema = schemaOf("authorization:RoleManagementPolicyAssignment");
    expect(compareValues(schema, rule("PT8H"), rule("PT9H"))).toHaveLength(1);
  });
});
