import { expect, test } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import { catalog } from "../../src/definitions/resources/catalog.ts";
import { variantOf } from "../../src/definitions/schema/field-schema.ts";
import type { Schema } from "../../src/definitions/schema/schema.ts";
import { checkText } from "../../src/engine/check/check-text.fixture.ts";
import { InProcess } from "../scenarios/in-process.ts";
import { declarationOf, type Subject, subjects } from "./base-declarations.ts";

/*
 * What the emulator refuses is warned of before: whatever value stands in whatever field, either the check says
 * something of it, or the plan does by what it has read, or the run gets it through.
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

/** Whether a check tells of a value, with an error or as what its vendor is known to refuse. */
async function isCheckTold(type: string, { properties }: Mutation): Promise<boolean> {
  const { said, advised } = await checkText(declarationOf({ it: { type, properties } }));
  return said.length > 0 || advised.length > 0;
}

/** An input that names the object: with others there, many objects are declared at once. */
const naming: Readonly<Record<string, string>> = {
  "iam:OAuthClient": "oauthClientId",
  "iam:OAuthClientCredential": "oauthClientCredentialId",
  "connectors:EndpointAttachment": "endpointAttachmentId",
  "migrate:ServerCollector": "serverCollectorName",
};

/** Declares objects with a mutation each, all at once; what is said of any that could have been told before. */
async function surprises(type: string, subject: Subject, mutations: readonly Mutation[]): Promise<readonly string[]> {
  const world = new InProcess();
  const named = naming[type];
  const resources = mutations.map(({ path, properties }, index) => {
    const isNamed = named !== undefined && !path.startsWith(`/${named}`) && typeof properties[named] === "string";
    return {
      type,
      properties: isNamed ? { ...properties, [named]: `${String(properties[named])}-${index}` } : properties,
    };
  });
  try {
    await world.seed(subject.first ?? []);
    const plan = await world.plan(declarationOf(Object.fromEntries(resources.map((each, at) => [`it${at}`, each]))));
    const told = (address = "", why: string) => {
      const { path, properties } = mutations[Number(address.slice(2))] ?? {};
      return `${path}: ${JSON.stringify(properties)} -> ${why}`;
    };
    if (!plan.ok) return plan.value.problems.map(({ address, detail }) => told(address, detail));
    const { problems, digest } = plan.value;
    const untold = problems.filter(({ code }) => code === "vendor-limit");
    if (untold.length > 0) return untold.map(({ address, detail }) => told(address, `only the plan tells: ${detail}`));
    // Errors of one keep the run from all: each is played by itself then.
    if (problems.some(({ severity }) => severity === "error"))
      return mutations.length === 1 ? [] : await oneByOne(type, subject, mutations);
    const said = new Set(problems.map(({ address }) => address));
    const { summary } = await world.run(digest);
    return summary.problems.flatMap(({ address, detail }) => (said.has(address) ? [] : [told(address, detail)]));
  } finally {
    await world.close();
  }
}

async function oneByOne(type: string, subject: Subject, mutations: readonly Mutation[]): Promise<readonly string[]> {
  const found = [];
  for (const each of mutations) found.push(await surprises(type, subject, [each]));
  return found.flat();
}

/**
 * Fields that name an object beside, which no value of this one can tell to be there; and a tag, which any write moves.
 */
const namesAnother: Readonly<Record<string, readonly string[]>> = {
  "iam:OAuthClientCredential": ["/oauthClientId", "/project"],
  "migrate:ServerCollector": ["/eTag"],
};

test.each(Object.entries(subjects))("nothing is refused late: %s", { timeout: 240_000 }, async (type, subject) => {
  const [alone, together]: [Mutation[], Mutation[]] = [[], []];
  for (const mutation of mutationsOf(type, subject)) {
    if (namesAnother[type]?.includes(mutation.path) === true || (await isCheckTold(type, mutation))) continue;
    const isAlone = naming[type] === undefined || mutation.path.startsWith(`/${naming[type]}`);
    (isAlone ? alone : together).push(mutation);
  }
  const late = [
    ...(await oneByOne(type, subject, alone)),
    ...(together.length === 0 ? [] : await surprises(type, subject, together)),
  ];
  expect(late).toEqual([]);
});
