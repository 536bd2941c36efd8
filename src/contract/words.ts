/**
 * The words in which the documents of the API are written: each gives a schema of JSON Schema, bounded, so that no
 * client need guess a limit, and carries the type of the values that fit it (decision 0094).
 */
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import type { JsonSchema } from "./json-schema.ts";

declare const carried: unique symbol;

/** A schema that values of the type fit. The type is the compiler's only: nothing of it is there when it runs. */
export type Schema<T> = JsonSchema & { readonly [carried]?: T };

/** The type of the values that a schema, or the schema of a component, describes. */
export type Infer<S> = S extends { readonly schema: Schema<infer T> }
  ? T
  : S extends { readonly [carried]?: infer T }
    ? T
    : never;

/** A document with a name of its own, to which others refer. */
export interface Component<T> {
  readonly name: string;
  readonly schema: Schema<T>;
}

/** How many entries a list of one answer has at most. */
const mostItems = 1_000_000;

/** How many characters a text has at most that holds a whole document: as many as the largest body. */
export const mostText = 67_108_864;

const int32 = 2_147_483_647;

/** A text; its type may say more of it than the schema. */
export function text<T extends string = string>(description: string, more: JsonSchema = {}): Schema<T> {
  return { type: "string", description, maxLength: 4096, ...more };
}

/** A text of a form. */
export function shaped(description: string, pattern: string, maxLength: number, example: string): Schema<string> {
  return { type: "string", description, pattern, maxLength, examples: [example] };
}

export function oneOf<const V extends string>(description: string, values: readonly V[]): Schema<V> {
  return { type: "string", description, enum: values };
}

/** The one value that tells this document from the others in its place. */
export function is<const V extends string>(value: V): Schema<V> {
  return { type: "string", description: `Always \`${value}\`.`, enum: [value] };
}

/** One of a few values, where the value may be missing: a reader is to expect others in time. */
export function perhaps<const V extends string>(description: string, values: readonly V[]): Schema<V> {
  return { type: "string", description, pattern: `^(${values.join("|")})$`, maxLength: 64, examples: values };
}

export function flag(description: string, more: JsonSchema = {}): Schema<boolean> {
  return { type: "boolean", description, ...more };
}

export function count(description: string, more: JsonSchema = {}): Schema<number> {
  return { type: "integer", format: "int32", description, minimum: 0, maximum: int32, ...more };
}

/** A whole number that may outgrow 32 bits, as far as JSON carries it exactly. */
export function large(description: string, minimum = 0): Schema<number> {
  return { type: "integer", format: "int64", description, minimum, maximum: Number.MAX_SAFE_INTEGER };
}

export function moment(description: string): Schema<string> {
  return { type: "string", format: "date-time", description, maxLength: 40, examples: ["2026-01-01T00:00:00.000Z"] };
}

export function list<T>(
  items: Schema<T>,
  description: string,
  maxItems = mostItems,
  more: JsonSchema = {},
): Schema<readonly T[]> {
  return { type: "array", items, description, maxItems, ...more };
}

/** An object of which no more is said. */
export function anyObject(description: string): Schema<JsonObject> {
  return { type: "object", description, additionalProperties: true };
}

/** A map with free keys. */
export function map<T>(
  values: Schema<T>,
  description: string,
  maxProperties = mostItems,
): Schema<{ readonly [key: string]: T }> {
  return { type: "object", description, additionalProperties: values, maxProperties };
}

/** Whatever JSON there is: what a platform or a declaration says is not the API's to describe. */
export function anyValue(description: string): Schema<Json> {
  return { description };
}

export function orNull<T>(schema: Schema<T>): Schema<T | null> {
  const type = schema.type === undefined ? [] : Array.isArray(schema.type) ? schema.type : [schema.type];
  const values = schema.enum === undefined ? {} : { enum: [...schema.enum, null] };
  return { ...schema, type: [...type, "null"], ...values };
}

/** Members of an object by their names; a name that ends with `?` may be left out. */
export type Members = { readonly [name: string]: Schema<unknown> };

type Whole<M> = {
  readonly [K in keyof M as K extends `${string}?` ? never : K]: Infer<M[K]>;
} & {
  readonly [K in keyof M as K extends `${infer Name}?` ? Name : never]?: Infer<M[K]>;
};

/** The type of an object with these members. */
export type ObjectOf<M> = { [K in keyof Whole<M>]: Whole<M>[K] };

/** An object with these members and no others. */
export function object<const M extends Members>(members: M, description?: string): Schema<ObjectOf<M>> {
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

/** An object with at least these members. */
export function extensible<const M extends Members>(members: M, description: string): Schema<ObjectOf<M>> {
  return { ...object(members, description), additionalProperties: true };
}

/** A member of the same kind for each of these names. */
export function each<const N extends string, T>(names: readonly N[], member: (name: N) => T): { readonly [K in N]: T } {
  return Object.fromEntries(names.map((name) => [name, member(name)])) as { readonly [K in N]: T };
}

/** Exactly one of these, told apart by what they say they are. */
export function variants<const S extends readonly Schema<unknown>[]>(
  description: string,
  schemas: S,
): Schema<Infer<S[number]>> {
  return { description, oneOf: schemas };
}

/** At least one of these. */
export function either<const S extends readonly Schema<unknown>[]>(
  description: string,
  schemas: S,
): Schema<Infer<S[number]>> {
  return { description, anyOf: schemas };
}

/** A document under a name, with examples of it. */
export function component<T>(name: string, schema: Schema<T>, ...examples: readonly NoInfer<T>[]): Component<T> {
  return { name, schema: examples.length === 0 ? schema : { ...schema, examples: examples as readonly Json[] } };
}

/** A component that is an object with these members, described. */
export function document<const M extends Members>(
  name: string,
  description: string,
  members: M,
  ...examples: readonly NoInfer<ObjectOf<M>>[]
): Component<ObjectOf<M>> {
  return component(name, object(members, description), ...examples);
}

/** A reference to a component. */
export function ref<T>({ name }: Component<T>): Schema<T> {
  return { $ref: `#/components/schemas/${name}` };
}

/** A reference to a component that refers to itself: its type is written by hand. */
export function refToItself<T>(name: string): Schema<T> {
  return { $ref: `#/components/schemas/${name}` };
}

/** One page of a list under its own name. */
export function page<const N extends string, T, const M extends Members = Record<never, never>>(
  member: N,
  item: Schema<T>,
  description: string,
  more?: M,
): Schema<{ readonly [K in N]: readonly T[] } & { readonly nextCursor?: string } & ObjectOf<M>> {
  const members = {
    [member]: list(item, description),
    "nextCursor?": text("Where the next page begins; absent on the last.", { maxLength: 2048 }),
    ...more,
  };
  return object(members, description) as Schema<never>;
}
