import { describe, expect, test } from "vitest";
import { isJsonObject, type Json } from "../../../packages/base/json/json.ts";
import { catalog } from "../resources/catalog.ts";
import { functionAt, resourceAt } from "../schema/at-version.ts";
import type { Catalog } from "../schema/definition.ts";
import { outputSchema } from "../schema/field-schema.ts";
import { everySort, plant } from "../schema/sample-definition.fixture.ts";
import { catalogDocument } from "./catalog-document.ts";
import { documentFields } from "./document-value.ts";
import { functionNamed, resourceNamed } from "./find-type.ts";
import { outputFields } from "./output-fields.ts";
import { typeAtVersion } from "./type-at-version.ts";

const document = catalogDocument(catalog);
const garden: Catalog = {
  resources: { [plant.type]: { ...plant, inputs: everySort } },
  functions: {},
  providers: {},
};

/** The place of every leaf of a value. */
function placesOf(value: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  if (!isJsonObject(value) && !Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([key, member]) => placesOf(member, [...path, key]));
}

function altered(value: Json, [key, ...rest]: readonly string[]): Json {
  if (key === undefined) return typeof value === "number" ? value + 1 : `${String(value)} anew`;
  if (Array.isArray(value)) return value.map((item: Json, at) => (String(at) === key ? altered(item, rest) : item));
  return isJsonObject(value) ? { ...value, [key]: altered(value[key] ?? null, rest) } : value;
}

describe("whatever a definition says stands in the document", () => {
  const whole = { ...garden, resources: { ...catalog.resources, ...garden.resources } };
  const definitions = [...Object.entries(whole.resources), ...Object.entries(catalog.functions)];

  test.each(definitions)("of %s", (token, definition) => {
    const plain = JSON.parse(JSON.stringify(definition)) as Json;
    const digestOf = (each: Json) => {
      const part = definition.kind === "resource" ? "resources" : "functions";
      return catalogDocument({ resources: {}, functions: {}, providers: {}, [part]: { [token]: each } }).digest;
    };
    const before = digestOf(plain);
    // Discriminants of the language itself, another of which is no schema.
    const isChoice = (place: readonly string[]) =>
      ["type", "additionalProperties"].includes(place.at(-1) ?? "") && place.length > 1;
    const silent = placesOf(plain).filter((place) => !isChoice(place) && digestOf(altered(plain, place)) === before);
    expect(silent).toEqual([]);
  });

  test.each(Object.keys(catalog.providers))("of the provider %s", (kind) => {
    const plain = JSON.parse(JSON.stringify(catalog.providers[kind])) as Json;
    const digestOf = (each: Json) =>
      catalogDocument({ resources: {}, functions: {}, ...{ providers: { [kind]: each } } } as unknown as Catalog)
        .digest;
    const before = digestOf(plain);
    const silent = placesOf(plain).filter(
      (place) => place.at(-1) !== "type" && digestOf(altered(plain, place)) === before,
    );
    expect(silent).toEqual([]);
  });
});

test("a type of a value is data: its kind, its rules, its values", () => {
  const { inputs = [], outputs = [] } = resourceNamed(document, "iam:OAuthClient") ?? {};
  expect(inputs.find(({ name }) => name === "clientType")).toMatchObject({
    type: { kind: "text", values: ["CLIENT_TYPE_UNSPECIFIED", "PUBLIC_CLIENT", "CONFIDENTIAL_CLIENT"] },
    required: false,
    replace: true,
    absentMeans: "CLIENT_TYPE_UNSPECIFIED",
  });
  expect(inputs.find(({ name }) => name === "oauthClientId")?.type).toMatchObject({
    kind: "text",
    minLength: 6,
    maxLength: 63,
    rules: expect.arrayContaining([{ pattern: "^[A-Za-z]", description: "must start with a letter" }]),
  });
  expect(outputs.map(({ name }) => name)).toEqual(["clientId", "expireTime", "id", "name", "state"]);
});

test("every definition that is shipped has an example", () => {
  const without = [...document.resources, ...document.functions].filter(({ examples }) => examples.length === 0);
  expect(without.map(({ type }) => type)).toEqual([]);
});

test("an alias leads to its function", () => {
  expect(functionNamed(document, "migrate:getPrivateEndpointConnection")?.section).toBe("2.4");
});

describe("what the engine makes of a definition is made of the document alike", () => {
  test.each(Object.values(catalog.resources))("$type in each version, and what references see of it", (definition) => {
    const [whole] = document.resources.filter(({ type }) => type === definition.type);
    if (whole === undefined) throw new Error("it is not there");
    for (const version of [definition.versions.default, ...definition.versions.others]) {
      const at = resourceAt(definition, version);
      const [expected] = catalogDocument({ ...garden, resources: { [at.type]: at } }).resources;
      expect(typeAtVersion(whole, version)).toEqual(expected);
    }
    expect(outputFields(whole)).toEqual(documentFields(outputSchema(definition)));
  });

  test.each(document.functions)("$type in each version", (whole) => {
    const definition = catalog.functions[whole.type];
    if (definition === undefined) throw new Error("it is not there");
    for (const version of [definition.versions.default, ...definition.versions.others]) {
      const at = functionAt(definition, version);
      const [expected] = catalogDocument({ ...garden, functions: { [at.type]: at } }).functions;
      expect(typeAtVersion(whole, version)).toEqual(expected);
    }
  });
});
