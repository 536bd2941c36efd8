import { canonicalJson } from "../../../../packages/base/json/canonical-json.ts";
import { isJsonObject, type Json, jsonEqual } from "../../../../packages/base/json/json.ts";
import { pointerSegments } from "../../../../packages/base/json/pointer.ts";
import { mayBeLonger } from "../checks/durations.ts";
import type { Moved } from "../comparison/moved-values.ts";
import { fieldOf, variantOf } from "../field-schema.ts";
import type { ObjectSchema, Schema } from "../schema.ts";
import { isSecret } from "../value.ts";
import { type DriftMeaning, type DriftRank, driftRanks } from "./drift-meaning.ts";

type Look = Json | undefined;

/**
 * What a value that moved means, as its definition ranks it. `whole`: the object in which it moved, as it is now or, if
 * it is not there, as it was: it tells the variants of unions. Pure.
 */
export function driftRank(schema: ObjectSchema, { path, old, new: now }: Moved, whole: Json): DriftRank {
  let at: Schema | undefined = schema;
  let value: Look = whole;
  let meaning: DriftMeaning | undefined;
  for (const segment of pointerSegments(path)) {
    if (at !== undefined && "oneOf" in at) at = variantOf(at, value);
    if (at === undefined) return "other";
    const isItem = !("oneOf" in at) && at.type === "array";
    const below = memberOf(at, value, segment);
    // An item that came or went is told by its list.
    meaning = isItem ? at.drift : undefined;
    at = below.schema;
    value = below.value;
  }
  const isWhole = old === undefined || now === undefined;
  if (meaning !== undefined && isWhole) return rankBy(meaning, old, now);
  if (meaning !== undefined && at !== undefined && isOfAnotherKind(at, old, now))
    return gravest([rankBy(meaning, old, undefined), rankBy(meaning, undefined, now), rankUnder(at, old, now)]);
  return at === undefined ? "other" : rankUnder(at, old, now);
}

/** The rank of a value under its own schema: as that says, else the gravest of what moved inside. */
function rankUnder(schema: Schema, old: Look, now: Look): DriftRank {
  if (schema.drift !== undefined) {
    const { absentMeans } = schema;
    return rankBy(schema.drift, old ?? absentMeans, now ?? absentMeans);
  }
  if ("oneOf" in schema) {
    // What has become of another kind is gone, and something else has come.
    if (isOfAnotherKind(schema, old, now))
      return gravest([rankUnder(schema, old, undefined), rankUnder(schema, undefined, now)]);
    const variant = variantOf(schema, now ?? old);
    return variant === undefined ? "other" : rankUnder(variant, old, now);
  }
  if (schema.type !== "object" || !("properties" in schema)) return "other";
  const inside = Object.entries(schema.properties).flatMap(([name, field]) => {
    const [was, is] = [memberNamed(old, name), memberNamed(now, name)];
    return jsonEqual(was ?? null, is ?? null) ? [] : [rankUnder(field, was, is)];
  });
  return gravest(inside);
}

/** Whether a member of a union is another one now. */
function isOfAnotherKind(schema: Schema, old: Look, now: Look): boolean {
  if (!("oneOf" in schema) || old === undefined || now === undefined) return false;
  return variantOf(schema, old) !== variantOf(schema, now);
}

function rankBy(meaning: DriftMeaning, old: Look, now: Look): DriftRank {
  if (typeof meaning === "string") return meaning;
  // Which way a secret moved is not known here: it counts as the gravest that it may be.
  if (isSecret(old) || isSecret(now)) return gravest(ranksOf(meaning));
  // Platforms leave out what is false.
  if ("to" in meaning) return (old ?? false) === (now ?? false) ? "other" : ownRank(meaning.to, String(now ?? false));
  if ("from" in meaning) return (old ?? null) === (now ?? null) ? "other" : ownRank(meaning.from, String(old ?? null));
  if ("longer" in meaning) return now === undefined || mayBeLonger(now, old) ? meaning.longer : "other";
  if ("strictestFirst" in meaning) {
    const [was, is] = [old, now].map((each) => {
      const text = String(each ?? null);
      return meaning.strictestFirst.findIndex(
        (values) => values === text || (Array.isArray(values) && values.includes(text)),
      );
    });
    // An unknown value may be stricter than the first; where nothing was said, nothing is.
    const from = (old ?? null) === null ? 0 : (was ?? -1);
    return is === -1 || from < (is ?? -1) ? meaning.looser : "other";
  }
  if (isOne(old) && isOne(now)) return meaning.changed ?? "other";
  const [was, is] = [itemsOf(old), itemsOf(now)];
  const [wasEvery, isEvery] = [holdsEvery(meaning, old), holdsEvery(meaning, now)];
  const hasGained = !wasEvery && (isEvery || [...is].some((item) => !was.has(item)));
  const hasLost = !isEvery && (wasEvery || [...was].some((item) => !is.has(item)));
  return gravest([...(hasGained ? [meaning.gained ?? "other"] : []), ...(hasLost ? [meaning.lost ?? "other"] : [])]);
}

function ranksOf(meaning: Exclude<DriftMeaning, DriftRank>): readonly DriftRank[] {
  if ("to" in meaning) return Object.values(meaning.to);
  if ("from" in meaning) return Object.values(meaning.from);
  if ("longer" in meaning) return [meaning.longer];
  if ("strictestFirst" in meaning) return [meaning.looser];
  const { gained, lost, changed } = meaning;
  return [gained, lost, changed].filter((rank) => rank !== undefined);
}

/** Whether a list stands for all that there could be in it. */
export function holdsEvery(meaning: DriftMeaning | undefined, value: Look): boolean {
  if (typeof meaning !== "object" || !("every" in meaning) || !Array.isArray(value)) return false;
  return meaning.every === null ? value.length === 0 : value.includes(meaning.every ?? "");
}

/** Whether a value became looser by what its schema says, stricter, or another one that can't be ranked. */
export function driftDirection(meaning: DriftMeaning, old: Look, now: Look): "looser" | "stricter" | "other" | "same" {
  const [there, back] = [rankBy(meaning, old, now), rankBy(meaning, now, old)].map((rank) => rank !== "other");
  // Of two durations that each may be the longer one, what is told is the graver: it may have become longer.
  if (there === back && there === true) return typeof meaning === "object" && "longer" in meaning ? "looser" : "other";
  if (there === back) return "same";
  return there === true ? "looser" : "stricter";
}

function ownRank(ranks: Readonly<Record<string, DriftRank>>, value: string): DriftRank {
  return (Object.hasOwn(ranks, value) ? ranks[value] : undefined) ?? "other";
}

function isOne(value: Look): boolean {
  return value !== undefined && value !== null && !Array.isArray(value);
}

/** What a list holds; something that is no list is one thing, which comes and goes as a whole. */
function itemsOf(value: Look): ReadonlySet<string> {
  if (value === undefined || value === null) return new Set();
  return Array.isArray(value) ? new Set(value.map(canonicalJson)) : new Set([""]);
}

function gravest(ranks: readonly DriftRank[]): DriftRank {
  return driftRanks.find((rank) => ranks.includes(rank)) ?? "other";
}

interface Member {
  readonly schema: Schema | undefined;
  readonly value: Look;
}

/** What lies below a place under a segment of a path; items of unordered lists are named by their key. */
function memberOf(schema: Exclude<Schema, { readonly oneOf: unknown }>, value: Look, segment: string): Member {
  if (schema.type === "array") {
    const { itemKey, items } = schema;
    const list = Array.isArray(value) ? value : [];
    const isNamed = (item: Json, key: string) =>
      String(memberNamed(item, key) ?? "").toLowerCase() === segment.toLowerCase();
    const item = itemKey === undefined ? list[Number(segment)] : list.find((each) => isNamed(each, itemKey));
    return { schema: items, value: item };
  }
  if (schema.type !== "object") return { schema: undefined, value: undefined };
  const below = "properties" in schema ? fieldOf(schema, segment) : schema.additionalProperties;
  return { schema: below, value: memberNamed(value, segment) };
}

function memberNamed(value: Look, name: string): Look {
  return isJsonObject(value) && Object.hasOwn(value, name) ? (value[name] ?? undefined) : undefined;
}
