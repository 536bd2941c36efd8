import type { Json } from "../../../../packages/base/json/json.ts";
import type { Schema, TextLimit, VendorLimit } from "../schema.ts";
import { behaviourBy, type Words } from "./behaviour-words.ts";

/** What a schema has a reader do: two that differ in their prose alone come to the same. */
export function schemaBehaviour(schema: Schema): Json {
  return behaviourBy(schemaWords, schema);
}

/** The same of schemas by name. */
export function schemasBehaviour(schemas: Readonly<Record<string, Schema>>): Json {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, schemaBehaviour(schema)]));
}

const limitWords: Words<TextLimit> = { pattern: "behaviour", description: "prose" };

const vendorLimitWords: Words<VendorLimit> = {
  pattern: "behaviour",
  values: "behaviour",
  maxLength: "behaviour",
  maxProperties: "behaviour",
  minItems: "behaviour",
  keyPattern: "behaviour",
  says: "prose",
};

const schemaWords: Words<Schema> = {
  title: "prose",
  description: "prose",
  reference: "prose",
  knownValues: "prose",
  drift: "prose",
  since: "version",
  until: "version",
  replace: "behaviour",
  immutable: "behaviour",
  secret: "behaviour",
  precondition: "behaviour",
  // Why it moves is prose.
  volatile: () => true,
  followsWrites: "behaviour",
  composed: "behaviour",
  default: "behaviour",
  absentMeans: "behaviour",
  vendorRefusesUpdate: "behaviour",
  vendorLimits: (limits) => limits.map((limit) => behaviourBy(vendorLimitWords, limit)),
  type: "behaviour",
  minLength: "behaviour",
  maxLength: "behaviour",
  enum: "behaviour",
  pattern: "behaviour",
  allOf: (limits) => limits.map((limit) => behaviourBy(limitWords, limit)),
  format: "behaviour",
  equality: "behaviour",
  minimum: "behaviour",
  maximum: "behaviour",
  items: schemaBehaviour,
  minItems: "behaviour",
  maxItems: "behaviour",
  unordered: "behaviour",
  itemKey: "behaviour",
  properties: schemasBehaviour,
  required: "behaviour",
  additionalProperties: (schema) => (schema === false ? false : schemaBehaviour(schema)),
  oneOf: (variants) => variants.map(schemaBehaviour),
  discriminator: "behaviour",
};
