import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { valueAt } from "../../../packages/base/json/pointer.ts";
import { validateValue } from "../schema/checks/validate-value.ts";
import { compareValues } from "../schema/comparison/compare-values.ts";
import { outputSchema } from "../schema/field-schema.ts";
import { everySort } from "../schema/sample-definition.fixture.ts";
import type { ObjectSchema, Schema } from "../schema/schema.ts";
import { catalog } from "./catalog.ts";

/** Texts at which the rules of the definitions decide one way or the other. */
const texts = [
  "web-portal",
  "cloud-portal",
  "Web",
  "a-",
  "..",
  "a/b",
  "x".repeat(33),
  "x".repeat(64),
  "\u{1F511}".repeat(32),
  "x".repeat(257),
  "user:a@example.com",
  "domain:example.com",
  "allUsers",
  "projects/p/zones/z/reservations/r",
  "/subscriptions/s",
  "b959d571-f0b5-4042-88a7-01be6cb22db9_a1705bd2-3a8f-45a5-8683-466fcfd5cc24",
  "default",
];

const schemas: readonly (readonly [string, Schema])[] = [
  ...Object.values(catalog.resources).flatMap((definition) => [
    [`${definition.type} inputs`, definition.inputs] as const,
    [`${definition.type} outputs`, outputSchema(definition)] as const,
  ]),
  ...Object.entries(catalog.functions).flatMap(([token, definition]) => [
    [`${token} arguments`, definition.arguments] as const,
    [`${token} result`, definition.result] as const,
  ]),
];

describe("our walker and an independent JSON Schema validator agree", () => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  test.each(schemas)("%s", (_name, schema) => {
    const accepts = ajv.compile(schema);
    const verdicts = new Set<boolean>();
    fc.assert(
      fc.property(arbitraryValue(schema, texts, true), (value) => {
        const accepted = accepts(value);
        verdicts.add(accepted);
        expect(validateValue(schema, value).length === 0).toBe(accepted);
      }),
      { numRuns: 500, seed: 20201001 },
    );
    // Without both verdicts the agreement would say little.
    expect([...verdicts].sort()).toEqual([false, true]);
  });
});

describe("comparing values", () => {
  const compared: readonly (readonly [string, ObjectSchema])[] = [
    ["every sort of field", everySort],
    ...Object.values(catalog.resources).map((definition) => [definition.type, outputSchema(definition)] as const),
  ];

  test.each(compared)("%s: a value does not differ from itself", (_name, schema) => {
    fc.assert(
      fc.property(objectsOf(schema), (value) => {
        expect(compareValues(schema, value, value)).toEqual([]);
      }),
    );
  });

  test.each(compared)("%s: a difference names its place and both sides", (_name, schema) => {
    fc.assert(
      fc.property(objectsOf(schema), objectsOf(schema), (observed, desired) => {
        for (const difference of compareValues(schema, observed, desired)) {
          expect(difference.old).toEqual(valueAt(observed, difference.pointer));
          expect(difference.new).toEqual(valueAt(desired, difference.pointer));
          expect(difference.old).not.toEqual(difference.new);
        }
      }),
    );
  });
});

function objectsOf(schema: ObjectSchema): fc.Arbitrary<JsonObject> {
  return arbitraryValue(schema).filter((value): value is JsonObject => isJsonObject(value));
}

/**
 * Values of the schema's shape for property tests: texts come from the lists, from `texts` or are random, so that they
 * may break length and form; with `noise`, other things are wrong now and then too.
 */
function arbitraryValue(schema: Schema, texts: readonly string[] = ["a"], noise = false): fc.Arbitrary<Json> {
  const wellTyped = typed(schema, texts, noise);
  if (!noise) return wellTyped;
  const wrong = fc.constantFrom<Json>(1, 1.5, true, "text", [], {}, [null]);
  return fc.oneof({ weight: 20, arbitrary: wellTyped }, { weight: 1, arbitrary: wrong });
}

function typed(schema: Schema, texts: readonly string[], noise: boolean): fc.Arbitrary<Json> {
  if ("oneOf" in schema) return fc.oneof(...schema.oneOf.map((variant) => typed(variant, texts, noise)));
  switch (schema.type) {
    case "string":
      if (schema.enum !== undefined && !noise) return fc.constantFrom(...schema.enum);
      return fc.oneof(
        fc.constantFrom(...texts, ...(schema.enum ?? []), ...(schema.knownValues ?? [])),
        fc.string({ unit: "grapheme", maxLength: 40 }),
      );
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: -5, max: 20 });
    case "array":
      return fc.array(arbitraryValue(schema.items, texts, noise), { maxLength: 4 });
    case "object": {
      if (!("properties" in schema)) {
        const value = arbitraryValue(schema.additionalProperties, texts, noise);
        return fc.dictionary(fc.stringMatching(/^[a-zA-Z]{1,5}$/), value, { maxKeys: 3 });
      }
      const fields: Record<string, fc.Arbitrary<Json>> = Object.fromEntries(
        Object.entries(schema.properties).map(([name, field]) => [name, arbitraryValue(field, texts, noise)]),
      );
      const discriminants = Object.entries(schema.properties).flatMap(([name, field]) =>
        "enum" in field && field.enum?.length === 1 && schema.required?.includes(name) === true ? [name] : [],
      );
      for (const name of discriminants) fields[name] = typed(schema.properties[name] ?? schema, [], false);
      const required = schema.required ?? [];
      if (!noise) return fc.record(fields, { requiredKeys: [...required] });
      const surplus: Record<string, fc.Arbitrary<Json>> = { ...fields, surplus: fc.constant(1) };
      return fc.oneof(
        { weight: 12, arbitrary: fc.record(fields, { requiredKeys: [...required] }) },
        { weight: 1, arbitrary: fc.record(fields, { requiredKeys: discriminants }) },
        { weight: 1, arbitrary: fc.record(surplus, { requiredKeys: discriminants }) },
      );
    }
  }
}
