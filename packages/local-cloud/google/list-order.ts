import type { Json, JsonObject } from "../../base/json/json.ts";
import { err, ok, type Result } from "../../base/result.ts";
import { jsonName } from "../../vendor-wire/google/global-parameters.ts";

/** One field of an `orderBy`. */
export interface OrderKey {
  readonly field: string;
  readonly descending: boolean;
}

/** Reads an `orderBy` in the form of AIP-132: `field`, `field asc` or `field desc`, separated by commas. */
export function readOrder(text: string): Result<readonly OrderKey[], string> {
  if (text.trim() === "") return ok([]);
  const keys: OrderKey[] = [];
  for (const part of text.split(",")) {
    const [, field, direction] = /^\s*([A-Za-z_]\w*)(?:\s+(asc|desc))?\s*$/i.exec(part) ?? [];
    if (field === undefined) return err(`${JSON.stringify(part)} names no order`);
    keys.push({ field: jsonName(field), descending: direction?.toLowerCase() === "desc" });
  }
  return ok(keys);
}

/** What decides a message's place in an order: the values of its keys, and its name where those are equal. */
export type Place = readonly [values: readonly string[], name: string];

export function placeOf(message: JsonObject, name: string, keys: readonly OrderKey[]): Place {
  return [keys.map(({ field }) => text(message[field])), name];
}

/** The sign of one place before or behind another. */
export function comparePlaces(a: Place, b: Place, keys: readonly OrderKey[]): number {
  for (const [index, { descending }] of keys.entries()) {
    const sign = compareTexts(a[0][index] ?? "", b[0][index] ?? "");
    if (sign !== 0) return descending ? -sign : sign;
  }
  return compareTexts(a[1], b[1]);
}

function text(value: Json | undefined): string {
  return value === undefined || typeof value === "object" ? "" : String(value);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
