import { describe, expect, test } from "vitest";
import { isJsonObject, type Json, jsonEqual } from "../../../packages/base/json/json.ts";
import { behaviourOfProvider, behaviourOfType } from "../schema/behaviour/definition-behaviour.ts";
import type { Catalog } from "../schema/definition.ts";
import { catalog } from "./catalog.ts";

/** Words whose value no plan goes by, whatever it is: most are for people. */
const told = new Set([
  ...["title", "description", "section", "says", "source", "reference", "knownValues"],
  ...["permissions", "noAutoNaming", "examples", "takesOAuthClients", "governsAccess", "drift", "grants"],
  ...["refusedIn", "rights"],
]);
/** Words that hold names of the user's world, which may be any. */
const free = new Set(["properties", "responses", "fields", "variables", "constants", "requiresProvider"]);

/** The places of a definition with what is for people there (`isTold`), or with what is not. */
function placesOf(value: Json, isTold: boolean, path: readonly string[] = [], isName = false): readonly string[][] {
  if (!isJsonObject(value) && !Array.isArray(value)) return isTold ? [] : [[...path]];
  if (isJsonObject(value) && value["ofCalls"] === true) return isTold ? placesOf(value, false, path) : [];
  return Object.entries(value).flatMap(([word, member]) => {
    const place = [...path, word];
    if (!isName && told.has(word)) return isTold ? [place] : [];
    // The presence of the word is behaviour, and the reason that it gives is none.
    if (!isName && word === "volatile") return isTold ? [place] : [];
    return placesOf(member, isTold, place, !isName && free.has(word));
  });
}

/** The same value with another one at a place. */
function altered(value: Json, [word, ...rest]: readonly string[]): Json {
  if (word !== undefined) {
    if (Array.isArray(value)) return value.map((item: Json, at) => (String(at) === word ? altered(item, rest) : item));
    if (!isJsonObject(value)) throw new Error(`there is no ${word}`);
    return { ...value, [word]: altered(value[word] ?? null, rest) };
  }
  if (typeof value === "string") return `${value} anew`;
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return [...value, "anew"];
  return { ...(value as object), anew: "anew" };
}

type Part = "resources" | "functions" | "providers";
const all = (["resources", "functions", "providers"] as const).flatMap((part) =>
  Object.entries(catalog[part]).map(([type, definition]) => ({ part, type, definition })),
);

/** In every version, since a part of it is seen in those only that have it. */
function behaviour(part: Part, type: string, definition: Json): readonly (string | null)[] {
  const other = { ...catalog, [part]: { ...catalog[part], [type]: definition } } as unknown as Catalog;
  if (part === "providers") return [behaviourOfProvider(other, type)];
  const versions = catalog[part][type]?.versions;
  return [versions?.default ?? "", ...(versions?.others ?? [])].map((version) => behaviourOfType(other, type, version));
}

describe.each(all)("the behaviour of $type", ({ part, type, definition }) => {
  const plain = JSON.parse(JSON.stringify(definition)) as Json;
  const before = behaviour(part, type, plain);
  const isSame = (place: readonly string[]) =>
    jsonEqual([...behaviour(part, type, altered(plain, place))], [...before]);

  test("is the same in other words", () => {
    const places = placesOf(plain, true);
    expect(places.length).toBeGreaterThan(2);
    expect(places.filter((place) => !isSame(place))).toEqual([]);
  });

  test("is another one when anything else is changed", () => {
    const elsewhere = new Set(["kind", "versions", "unlistedVersions", "since", "until", "knownElsewhereAs"]);
    const places = placesOf(plain, false).filter((place) => !place.some((word) => elsewhere.has(word)));
    expect(places.length).toBeGreaterThan(2);
    expect(places.filter(isSame)).toEqual([]);
  });
});
