import { expect, test } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import { catalog } from "../../src/definitions/resources/catalog.ts";
import type { Schema } from "../../src/definitions/schema/schema.ts";
import { variantOf } from "../../src/definitions/schema/walk-value.ts";
import { InProcess } from "../scenarios/in-process.ts";
import { declarationOf, type Subject, subjects } from "./base-declarations.ts";

/*
 * What the emulator refuses is warned of before: whatever value stands in whatever field, either the check or the plan
 * says something of the resource, or the run gets it through.
 */

/** Texts that are easily written and often refused. */
const texts: readonly string[] = [
  ...["", " ", "a", "Capital", "under_score", "ends-", "-begins", "1digit", "a/b", "/a", "..", "ünïcode", "<b>"],
  ...["a?b", 'a"b', "gcp-mine", "not a url", "group:ann@acme", "roles/", "request.time"],
  ...["x".repeat(33), "x".repeat(64), "x".repeat(261), "x".repeat(1100)],
];

interface Mutation {
  readonly path: string;
  readonly properties: JsonObject;
}

/** The values of a field with one other value somewhere. */
function* othersOf(schema: Schema, value: Json | undefined): Generator<{ readonly at: string; readonly value: Json }> {
  if ("oneOf" in schema) {
    const variant = variantOf(schema, value);
    if (variant !== undefined) yield* othersOf(variant, value);
    return;
  }
  switch (schema.type) {
    case "string":
      for (const text of texts) yield { at: "", value: text };
      for (const known of schema.enum ?? schema.knownValues ?? []) yield { at: "", value: known };
      return;
    case "boolean":
      for (const flag of [true, false]) yield { at: "", value: flag };
      return;
    case "integer":
      for (const number of [-1, 0, 1, 1_000_000]) yield { at: "", value: number };
      return;
    case "array":
      yield { at: "", value: [] };
      for (const item of othersOf(schema.items, undefined)) yield { at: "/0", value: [item.value] };
      return;
    case "object":
      if ("properties" in schema) {
        const given = isJsonObject(value) ? value : {};
        yield { at: "", value: {} };
        for (const [name, field] of Object.entries(schema.properties))
          for (const other of othersOf(field, given[name]))
            yield { at: `/${name}${other.at}`, value: { ...given, [name]: other.value } };
        return;
      }
      for (const key of texts) yield { at: `/${key}`, value: { [key]: "value" } };
      for (const text of texts) yield { at: "/key", value: { key: text } };
      yield { at: "", value: Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`k${index}`, "v"])) };
  }
}

function mutationsOf(type: string, { properties }: Subject): readonly Mutation[] {
  const definition = catalog.resources[type];
  if (definition === undefined) throw new Error(`no ${type}`);
  return Object.entries(definition.inputs.properties).flatMap(([name, field]) =>
    [...othersOf(field, properties[name])].map(({ at, value }) => ({
      path: `/${name}${at}`,
      properties: { ...properties, [name]: value },
    })),
  );
}

/** What a run says that no check and no plan has said; null where there is no such thing. */
async function surprise(type: string, subject: Subject, mutation: Mutation): Promise<string | null> {
  const world = new InProcess();
  try {
    await world.seed(subject.first ?? []);
    const plan = await world.plan(declarationOf({ it: { type, properties: mutation.properties } }));
    if (!plan.ok || plan.value.problems.length > 0) return null;
    const { summary } = await world.run(plan.value.digest);
    if (summary.status === "done") return null;
    return (
      `${mutation.path}: ${JSON.stringify(mutation.properties)} -> ` +
      `${summary.problems.map((each) => each.detail).join(" ")}`
    );
  } finally {
    await world.close();
  }
}

/**
 * Fields that name an object beside, which no value of this one can tell to be there; and a tag, which any write moves.
 */
const namesAnother: Readonly<Record<string, readonly string[]>> = {
  "iam:OAuthClientCredential": ["/oauthClientId", "/project"],
  "migrate:ServerCollector": ["/eTag"],
};

test.each(Object.entries(subjects))("nothing is refused late: %s", { timeout: 240_000 }, async (type, subject) => {
  const late: string[] = [];
  for (const mutation of mutationsOf(type, subject)) {
    if (namesAnother[type]?.includes(mutation.path) === true) continue;
    const told = await surprise(type, subject, mutation);
    if (told !== null) late.push(told);
  }
  expect(late).toEqual([]);
});
