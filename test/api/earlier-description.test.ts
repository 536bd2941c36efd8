import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeAll, describe, expect, test } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import { earlierDescription } from "../../src/http/openapi/earlier-description.ts";
import { ApiWorld } from "./api-world.ts";
import { description } from "./witness.ts";

let earlier: JsonObject;
beforeAll(async () => {
  const { status, body } = await ApiWorld.alone().call("GET", "/v1/openapi-3.0.json");
  expect(status).toBe(200);
  earlier = body as JsonObject;
});

const later = description as unknown as JsonObject;
const member = (value: Json | undefined, ...names: readonly string[]): JsonObject =>
  names.reduce<JsonObject>((at, name) => (isJsonObject(at[name]) ? at[name] : {}), isJsonObject(value) ? value : {});

/** Every schema of a description, with its place; what stands in examples is none. */
function* schemasIn(value: Json, at: string): Generator<readonly [string, JsonObject]> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* schemasIn(item, `${at}/${index}`);
  if (!isJsonObject(value)) return;
  for (const [name, each] of Object.entries(value)) {
    if (["example", "examples", "value", "default", "enum"].includes(name)) continue;
    if (name === "schema" && isJsonObject(each)) yield [`${at}/schema`, each];
    yield* schemasIn(each, `${at}/${name}`);
  }
}

describe("the description in OpenAPI 3.0", () => {
  test("is one, by the schema of OpenAPI 3.0 itself", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(earlier)));
    expect(errors ?? []).toEqual([]);
    expect([valid, validator.version, earlier["openapi"]]).toEqual([true, "3.0", "3.0.3"]);
  });

  test("has the same operations, with the same parameters and answers, and schemas of the same names", () => {
    const operationsOf = (document: JsonObject) =>
      Object.entries(member(document, "paths")).flatMap(([path, item]) =>
        Object.entries(member(item)).map(([method, operation]) => {
          const { operationId, parameters = [], responses, requestBody } = member(operation);
          const named = (parameters as readonly JsonObject[]).map(({ name, $ref }) => name ?? $ref);
          const media = Object.keys(member(requestBody, "content"));
          return { path, method, operationId, named, media, statuses: Object.keys(member(responses)) };
        }),
      );
    expect(operationsOf(earlier)).toEqual(operationsOf(later));
    for (const part of ["schemas", "parameters", "headers", "responses", "securitySchemes"])
      expect(Object.keys(member(earlier, "components", part))).toEqual(Object.keys(member(later, "components", part)));
    expect(Object.keys(member(earlier, "components", "schemas")).length).toBeGreaterThan(50);
  });

  test("has the same fields, required and typed alike, but for how null is written", () => {
    const typeOf = ({ type }: JsonObject) => (Array.isArray(type) ? type.filter((each) => each !== "null") : [type]);
    for (const [name, schema] of Object.entries(member(later, "components", "schemas"))) {
      const [one, other] = [member(schema), member(earlier, "components", "schemas", name)];
      expect(other["required"], name).toEqual(one["required"]);
      for (const [field, of] of Object.entries(member(one, "properties"))) {
        const [wanted, found] = [member(of), member(other, "properties", field)];
        expect([found["type"]], `${name}.${field}`).toEqual(typeOf(wanted));
        expect(found["nullable"] === true).toBe(Array.isArray(wanted["type"]) && wanted["type"].includes("null"));
      }
    }
  });

  test("has no word that OpenAPI 3.0 does not know", () => {
    const strange = ["const", "examples", "$schema", "$defs", "prefixItems", "patternProperties"];
    const roots = [
      ...schemasIn(earlier, "#"),
      ...Object.entries(member(earlier, "components", "schemas")).map(([name, each]) => [name, member(each)] as const),
    ];
    const found = roots.flatMap(([at, schema]) => {
      const inner: string[] = [];
      const look = (each: JsonObject, place: string) => {
        const words = strange.filter((word) => word in each);
        if (words.length > 0 || Array.isArray(each["type"])) inner.push(`${place}: ${words.join(", ")}`);
        if ("$ref" in each && Object.keys(each).length > 1) inner.push(`${place}: beside a reference`);
        for (const word of ["items", "additionalProperties"])
          if (isJsonObject(each[word])) look(each[word], `${place}/${word}`);
        for (const [name, field] of Object.entries(member(each, "properties"))) look(member(field), `${place}/${name}`);
        for (const word of ["oneOf", "anyOf", "allOf"])
          for (const one of (each[word] ?? []) as readonly JsonObject[]) look(one, `${place}/${word}`);
      };
      look(schema, at);
      return inner;
    });
    expect(found).toEqual([]);
  });
});

test.each([
  [
    { type: ["string", "null"], enum: ["a", null] },
    { type: "string", nullable: true, enum: ["a", null] },
  ],
  [{ const: "a" }, { enum: ["a"] }],
  [
    { type: "string", examples: ["a", "b"] },
    { type: "string", example: "a" },
  ],
  [
    { type: "object", properties: { const: { type: "string", examples: ["x"] } } },
    { type: "object", properties: { const: { type: "string", example: "x" } } },
  ],
  [
    { type: "array", items: { const: 1 } },
    { type: "array", items: { enum: [1] } },
  ],
  [
    { $ref: "#/components/schemas/A", description: "B" },
    { allOf: [{ $ref: "#/components/schemas/A" }], description: "B" },
  ],
  [{ type: ["string", "integer", "null"] }, { anyOf: [{ type: "string" }, { type: "integer" }], nullable: true }],
  [
    { type: "string", default: { const: 1 } },
    { type: "string", default: { const: 1 } },
  ],
])("%j", (schema, expected) => {
  const document = { openapi: "3.1.0", info: {}, paths: {}, components: { schemas: { A: schema } } };
  expect(member(earlierDescription(document), "components", "schemas", "A")).toEqual(expected);
});
