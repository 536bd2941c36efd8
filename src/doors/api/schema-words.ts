/** Words in which the schemas of the API's documents are written: each bounded, so that no client need guess a limit. */
import type { JsonSchema } from "./json-schema.ts";

/** How many entries a list of one answer has at most. */
const mostItems = 1_000_000;

/** How many characters a text has at most that holds a whole document: as many as the largest body. */
export const mostText = 67_108_864;

const int32 = 2_147_483_647;

export function text(description: string, more: JsonSchema = {}): JsonSchema {
  return { type: "string", description, maxLength: 4096, ...more };
}

/** A text of a form. */
export function shaped(description: string, pattern: string, maxLength: number, example: string): JsonSchema {
  return { type: "string", description, pattern, maxLength, examples: [example] };
}

export function oneOf(description: string, values: readonly string[]): JsonSchema {
  return { type: "string", description, enum: values };
}

/** The one value that tells this document from the others in its place. */
export function is(value: string): JsonSchema {
  return { type: "string", description: `Always \`${value}\`.`, enum: [value] };
}

/** One of a few values, where the value may be missing: a reader is to expect others in time. */
export function perhaps(description: string, values: readonly string[]): JsonSchema {
  return { type: "string", description, pattern: `^(${values.join("|")})$`, maxLength: 64, examples: values };
}

export function flag(description: string, more: JsonSchema = {}): JsonSchema {
  return { type: "boolean", description, ...more };
}

export function count(description: string, more: JsonSchema = {}): JsonSchema {
  return { type: "integer", format: "int32", description, minimum: 0, maximum: int32, ...more };
}

/** A whole number that may outgrow 32 bits, as far as JSON carries it exactly. */
export function large(description: string): JsonSchema {
  return { type: "integer", format: "int64", description, minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
}

export function moment(description: string): JsonSchema {
  return { type: "string", format: "date-time", description, maxLength: 40, examples: ["2026-01-01T00:00:00.000Z"] };
}

export function list(items: JsonSchema, description: string, maxItems = mostItems): JsonSchema {
  return { type: "array", items, description, maxItems };
}

/** A map with free keys. */
export function map(values: JsonSchema, description: string, maxProperties = mostItems): JsonSchema {
  return { type: "object", description, additionalProperties: values, maxProperties };
}

/** Whatever JSON there is: what a platform or a declaration says is not the API's to describe. */
export function anyValue(description: string): JsonSchema {
  return { description };
}

export function orNull(schema: JsonSchema): JsonSchema {
  const type = schema.type === undefined ? [] : Array.isArray(schema.type) ? schema.type : [schema.type];
  const values = schema.enum === undefined ? {} : { enum: [...schema.enum, null] };
  return { ...schema, type: [...type, "null"], ...values };
}

/** An object with these members and no others; a name that ends with `?` may be left out. */
export function object(members: Readonly<Record<string, JsonSchema>>, description?: string): JsonSchema {
  const entries = Object.entries(members).map(([name, schema]) => [name.replace(/\?$/, ""), schema] as const);
  const required = Object.keys(members).filter((name) => !name.endsWith("?"));
  return {
    type: "object",
    ...(description === undefined ? {} : { description }),
    properties: Object.fromEntries(entries),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** A reference to a schema of the description's components. */
export function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** One page of a list under its own name. */
export function page(
  member: string,
  item: JsonSchema,
  description: string,
  more: Readonly<Record<string, JsonSchema>> = {},
) {
  return object(
    {
      [member]: list(item, description),
      "nextCursor?": text("Where the next page begins; absent on the last.", { maxLength: 2048 }),
      ...more,
    },
    description,
  );
}
