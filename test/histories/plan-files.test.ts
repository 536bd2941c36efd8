import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import {
  type NamedMembers,
  planFileFormat,
  reviewedMembers,
  saysTheSame,
} from "../../src/cli/runs/plan-file-members.ts";
import { schemaNamed } from "../../src/contract/components.ts";
import { Plan } from "../../src/contract/documents/plans/plan.ts";
import type { JsonSchema } from "../../src/contract/json-schema.ts";
import { recordedVersions } from "./open-history.ts";

/** What a plan file of an earlier version says of its plan. */
function savedPlan(version: string, store: string): JsonObject {
  const file: unknown = JSON.parse(readFileSync(join(import.meta.dirname, version, store, "waiting.plan"), "utf8"));
  return (file as { readonly plan: JsonObject }).plan;
}

/** The same as a version tells it whose plans say more, wherever they say anything. */
function toldByLater(value: Json, members: NamedMembers | null): Json {
  if (members === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => toldByLater(item, members));
  if (!isJsonObject(value)) return value;
  const told = Object.entries(value).map(([name, member]) => [name, toldByLater(member, members[name] ?? null)]);
  return { ...Object.fromEntries(told), sinceThen: "said by a later version" };
}

/** Each copy in which one value that stands for itself is another one, by its path. */
function* alterations(value: Json, members: NamedMembers | null, at: string): Generator<readonly [string, Json]> {
  if (members === null) yield [at, typeof value === "string" ? `${value}!` : "altered"];
  else if (Array.isArray(value)) {
    yield [`${at}[]`, value.slice(1)];
    for (const [index, item] of value.entries())
      for (const [place, other] of alterations(item, members, `${at}/${index}`))
        yield [place, value.with(index, other)];
  } else if (isJsonObject(value))
    for (const [name, below] of Object.entries(members)) {
      const member = value[name];
      if (member === undefined) continue;
      const { [name]: _, ...without } = value;
      yield [`${at}/${name} gone`, without];
      for (const [place, other] of alterations(member, below, `${at}/${name}`))
        yield [place, { ...value, [name]: other }];
    }
}

describe.each(recordedVersions.flatMap((version) => ["sqlite", "postgres"].map((store) => ({ version, store }))))(
  "a plan file of $version over $store",
  ({ version, store }) => {
    const saved = savedPlan(version, store);

    test("says what its plan says also where that tells more by now", () => {
      const told = toldByLater(saved, reviewedMembers[1]);
      expect(told).not.toEqual(saved);
      expect(saysTheSame(saved, told, 1)).toBe(true);
    });

    test("is altered where any of what it is reviewed for is", () => {
      const altered = [...alterations(saved, reviewedMembers[1], "")].filter(
        ([, copy]) => JSON.stringify(copy) !== JSON.stringify(saved),
      );
      expect(altered.length).toBeGreaterThan(50);
      expect(altered.filter(([, copy]) => saysTheSame(copy, saved, 1)).map(([place]) => place)).toEqual([]);
    });
  },
);

test("the newest format of plan files names all members that plans have", () => {
  const { kind, summary, steps, deferred, options } = Plan.schema.properties ?? {};
  const now = [...pathsOf({ properties: { kind, summary, steps, deferred, options } } as JsonSchema)];
  const unnamed = now.filter((path) => !isNamed(path.split("."), reviewedMembers[planFileFormat]));
  expect(unnamed).toEqual([]);
});

function isNamed([name = "", ...rest]: readonly string[], members: NamedMembers): boolean {
  const below = members[name];
  return below === null || (below !== undefined && (rest.length === 0 || isNamed(rest, below)));
}

/** The members that a schema describes, each by its names. */
function* pathsOf(schema: JsonSchema): Generator<string> {
  const { $ref, items, oneOf = [], properties = {} } = schema;
  if ($ref !== undefined) yield* pathsOf(schemaNamed($ref.split("/").at(-1) ?? ""));
  if (items !== undefined) yield* pathsOf(items);
  for (const each of oneOf) yield* pathsOf(each);
  for (const [name, member] of Object.entries(properties)) {
    yield name;
    for (const below of pathsOf(member)) yield `${name}.${below}`;
  }
}

test("what a change means for people's access is compared: a gate may read it", () => {
  const ranked = (rank: Json | undefined): Json => {
    const field = { path: "/status", reason: "declared", replace: false, ...(rank === undefined ? {} : { rank }) };
    return { steps: [{ name: "guardrail", fields: [field] }] };
  };
  for (const format of [1, 2] as const) {
    expect(saysTheSame(ranked("guard-removed"), ranked("guard-removed"), format)).toBe(true);
    for (const other of ["other", undefined])
      expect(saysTheSame(ranked(other), ranked("guard-removed"), format)).toBe(false);
  }
});

test("who gains and who loses is compared, but with files of 0.1, which told it in other words", () => {
  const telling = (who: string): Json => ({
    steps: [{ name: "guardrail", rights: { gains: [{ who, what: "more" }], loses: [] } }],
  });
  expect(saysTheSame(telling("workspace admins"), telling("each workspace admin"), 2)).toBe(false);
  expect(saysTheSame(telling("workspace admins"), telling("each workspace admin"), 1)).toBe(true);
});
