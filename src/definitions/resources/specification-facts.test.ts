import { describe, expect, test } from "vitest";
import { resourceAt } from "../schema/at-version.ts";
import { validateValue } from "../schema/checks/validate-value.ts";
import type { ObjectSchema, Schema } from "../schema/schema.ts";
import { catalog } from "./catalog.ts";
import {
  type FieldFacts,
  limitExamples,
  lookupFacts,
  type ObjectFacts,
  type ResourceFacts,
  resourceFacts,
} from "./specification-facts.fixture.ts";

/** What a schema says, in the fixture's words; `ruleType` is the one field that we add to the specification's. */
function factsOf(schema: Schema, required = false): FieldFacts {
  const marks = {
    ...(required ? { required } : {}),
    ...(schema.replace === undefined ? {} : { replace: schema.replace }),
    ...(schema.immutable === undefined ? {} : { immutable: schema.immutable }),
  };
  if ("oneOf" in schema) {
    return { type: "union", ...marks, kinds: schema.oneOf.map((kind) => fieldsOf(kind, ["ruleType"])) };
  }
  switch (schema.type) {
    case "string":
      return {
        type: "string",
        ...marks,
        ...(schema.minLength === undefined ? {} : { minLength: schema.minLength }),
        ...(schema.maxLength === undefined ? {} : { maxLength: schema.maxLength }),
        ...(schema.enum === undefined ? {} : { values: schema.enum }),
      };
    case "array":
      return { type: "list", ...marks, items: factsOf(schema.items) };
    case "object":
      return "properties" in schema
        ? { type: "object", ...marks, fields: fieldsOf(schema) }
        : { type: "map", ...marks, items: factsOf(schema.additionalProperties) };
    default:
      return { type: schema.type, ...marks };
  }
}

function fieldsOf(schema: ObjectSchema, ours: readonly string[] = []): ObjectFacts {
  return Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, field]) =>
      ours.includes(name) ? [] : [[name, factsOf(field, schema.required?.includes(name))]],
    ),
  );
}

/** Lists that we close although the specification shows none: a workspace has only one such setting. */
const closedByUs: Readonly<Record<string, ObjectFacts>> = {
  "settings:RestrictWorkspaceAdmins": { settingName: { type: "string", values: ["default"] } },
};

/** The form without the names of its variables, which the specification writes in several ways. */
const skeleton = (template: string): string => template.replace(/\{\+?\w+\}/g, "{}");

describe.each(Object.entries(resourceFacts))("%s", (token, facts: ResourceFacts) => {
  const whole = catalog.resources[token];
  // The specification describes one version of each.
  const definition = whole === undefined ? undefined : resourceAt(whole, whole.versions.default);
  test("is in the catalog, under its section", () => expect(definition?.section).toBe(facts.section));
  if (definition === undefined) return;

  test("inputs", () => expect(fieldsOf(definition.inputs)).toEqual({ ...facts.inputs, ...closedByUs[token] }));
  test("outputs", () => expect(fieldsOf(definition.outputs)).toEqual(facts.outputs));
  test("responses", () => {
    const responses = Object.entries(definition.responses ?? {}).map(([name, schema]) => [name, factsOf(schema)]);
    expect(Object.fromEntries(responses)).toEqual(facts.responses ?? {});
  });
  test("import forms", () => {
    const documented = definition.identity.imports.filter(({ source }) => source === "specification");
    expect(documented.map(({ template }) => skeleton(template))).toEqual(facts.imports.map(skeleton));
  });
  test("versions", () => {
    if (facts.versions === null) expect(definition.versions.others).toEqual([]);
    else expect(definition.versions).toEqual(facts.versions);
  });
  test("level of the provider", () => {
    expect(definition.requiresProvider).toEqual(facts.workspaceLevel === true ? { level: "workspace" } : undefined);
  });
});

/** What the specification names as a resource and shows no table of. */
const onlyNamed = ["iam:OAuthClientCredential"];

test("the catalog has nothing that the specification does not have", () => {
  expect(Object.keys(catalog.resources).sort()).toEqual([...Object.keys(resourceFacts), ...onlyNamed].sort());
  expect([...new Set(Object.values(catalog.functions).map(({ type }) => type))]).toEqual([lookupFacts.token]);
});

test("the look-up", () => {
  const definition = catalog.functions[lookupFacts.token];
  expect(definition).toBeDefined();
  if (definition === undefined) return;
  expect(definition.section).toBe(lookupFacts.section);
  expect(fieldsOf(definition.arguments)).toEqual(lookupFacts.arguments);
  expect(fieldsOf(definition.result)).toEqual(lookupFacts.result);
  expect(definition.versions).toEqual(lookupFacts.versions);
  expect(catalog.functions["migrate:getPrivateEndpointConnection"]).toBe(definition);
});

test("the composed names have the documented formats", () => {
  const composed = (token: string): string | undefined => {
    const name = catalog.resources[token]?.outputs.properties.name;
    return name?.composed === undefined ? undefined : skeleton(name.composed);
  };
  expect(composed("iam:OAuthClient")).toBe("projects/{}/locations/{}/oauthClients/{}");
  expect(composed("connectors:EndpointAttachment")).toBe("projects/{}/locations/{}/endpointAttachments/{}");
});

describe("limits of the OAuth client", () => {
  const inputs = catalog.resources["iam:OAuthClient"]?.inputs;
  test.each(limitExamples)("$field $value: $keeps", ({ field, value, keeps }) => {
    const schema = inputs?.properties[field];
    expect(schema).toBeDefined();
    if (schema !== undefined) expect(validateValue(schema, value).length === 0).toBe(keeps);
  });
});

describe("every field has a description", () => {
  function undescribed(schema: Schema, at: string): readonly string[] {
    const own = schema.description === undefined || schema.description === "" ? [at] : [];
    if ("oneOf" in schema) return [...own, ...schema.oneOf.flatMap((kind) => undescribed(kind, at))];
    if (schema.type === "array") return [...own, ...undescribed(schema.items, `${at}[]`)];
    if (schema.type !== "object") return own;
    if (!("properties" in schema)) return [...own, ...undescribed(schema.additionalProperties, `${at}{}`)];
    return [
      ...own,
      ...Object.entries(schema.properties).flatMap(([name, field]) => undescribed(field, `${at}.${name}`)),
    ];
  }
  const roots = [
    ...Object.values(catalog.resources).flatMap(({ type, inputs, outputs, responses }) => [
      [type, inputs.properties] as const,
      [type, outputs.properties] as const,
      [type, responses ?? {}] as const,
    ]),
    ...Object.values(catalog.functions).flatMap(({ type, arguments: given, result }) => [
      [type, given.properties] as const,
      [type, result.properties] as const,
    ]),
    ...Object.values(catalog.providers).map(
      ({ type, fields }) =>
        [type, Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.schema]))] as const,
    ),
  ];
  test.each(roots)("%s", (type, fields) => {
    expect(Object.entries(fields).flatMap(([name, field]) => undescribed(field, `${type}.${name}`))).toEqual([]);
  });
});
