import { readFileSync } from "node:fs";
import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";

/** One example of the vendor's published interface descriptions. */
export interface Example {
  readonly name: string;
  readonly version: string;
  readonly method: string;
  /** Path with a slash at its start, no query. */
  readonly path: string;
  readonly body?: JsonObject;
  /** By status. Empty where only the request was published. */
  readonly responses: Readonly<Record<string, { readonly body?: Json; readonly headers?: JsonObject }>>;
}

/** All examples, in the order of their files. */
export function readExamples(): readonly Example[] {
  const text = readFileSync(new URL("fixtures/examples.generated.json", import.meta.url), "utf8");
  const { value, pool } = JSON.parse(text) as { readonly value: Json; readonly pool: readonly Json[] };
  return unpooled(value, pool) as unknown as readonly Example[];
}

/** Puts back what is kept once in the pool. */
function unpooled(value: Json, pool: readonly Json[]): Json {
  if (Array.isArray(value)) return value.map((part) => unpooled(part, pool));
  if (!isJsonObject(value)) return value;
  const { $pool: number } = value;
  if (typeof number === "number") return unpooled(pool[number] ?? null, pool);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, unpooled(part, pool)]));
}
