import { isJsonObject, type Json } from "../../base/json/json.ts";
import { err, ok, type Result } from "../../base/result.ts";
import type { FieldViolation } from "../../vendor-wire/google/error-envelope.ts";
import type { LocalReply } from "../runtime/local-vendor.ts";

/** The fields that a partial response keeps, each with what is kept inside of it; null keeps all of it. */
export interface FieldSelection extends ReadonlyMap<string, FieldSelection | null> {}

/**
 * Reads the global parameter `fields`: names separated by commas, with `a/b` or `a(b,c)` for what is inside, and `*`
 * for any name. The error is the part that can't be read.
 */
export function readFields(text: string): Result<FieldSelection, string> {
  const tokens = text.match(/[^\s,()/]+|[,()/]/g) ?? [];
  let at = 0;
  const list = (depth: number): Map<string, FieldSelection | null> | undefined => {
    const selection = new Map<string, FieldSelection | null>();
    for (;;) {
      const item = field(depth);
      if (item === undefined) return undefined;
      const [name, inside] = item;
      const known = selection.get(name);
      // What is selected twice is the union; the whole of a field is more than any part.
      if (known === undefined) selection.set(name, inside);
      else selection.set(name, known === null || inside === null ? null : new Map([...known, ...inside]));
      if (tokens[at] !== ",") return selection;
      at += 1;
    }
  };
  const field = (depth: number): [string, FieldSelection | null] | undefined => {
    const name = tokens[at];
    if (name === undefined || /^[,()/]$/.test(name) || depth > 16) return undefined;
    at += 1;
    if (tokens[at] === "/") {
      at += 1;
      const inner = field(depth + 1);
      return inner === undefined ? undefined : [name, new Map([inner])];
    }
    if (tokens[at] !== "(") return [name, null];
    at += 1;
    const inner = list(depth + 1);
    if (inner === undefined || tokens[at] !== ")") return undefined;
    at += 1;
    return [name, inner];
  };
  const selection = list(0);
  return selection === undefined || at < tokens.length ? err(tokens[at] ?? text) : ok(selection);
}

/** The part of an answer that a selection keeps; lists are gone through item by item. */
export function partOf(value: Json, selection: FieldSelection): Json {
  if (Array.isArray(value)) return value.map((item: Json) => partOf(item, selection));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, Json][] => {
      const inside = selection.get(name) ?? selection.get("*");
      if (inside === undefined && !selection.has(name) && !selection.has("*")) return [];
      return [[name, inside === null || inside === undefined ? member : partOf(member, inside)]];
    }),
  );
}

/** The selection of a request that asks for one, null where it asks for the whole answer. */
export function readSelection(query: URLSearchParams): Result<FieldSelection | null, readonly FieldViolation[]> {
  const text = query.get("fields") ?? "";
  if (text === "") return ok(null);
  const selection = readFields(text);
  return selection.ok
    ? selection
    : err([{ field: "fields", description: `Invalid field selection ${selection.error}` }]);
}

/** A good answer in part; errors are told in whole. */
export function inPart(reply: LocalReply, selection: FieldSelection | null): LocalReply {
  if (selection === null || reply.status >= 400 || reply.body === undefined) return reply;
  return { ...reply, body: partOf(reply.body, selection) };
}
