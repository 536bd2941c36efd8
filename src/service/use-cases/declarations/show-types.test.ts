import { describe, expect, test } from "vitest";
import type { FieldType, TypeFieldView } from "../../../contract/documents/catalog/resource-types.ts";
import { Rejection } from "../../rejection.ts";
import { testDeployment } from "../deployment.fixture.ts";
import { listTypes, showType } from "./show-types.ts";

const deployment = testDeployment();

test("all types and functions, each once", () => {
  const types = listTypes(deployment);
  expect(types.map(({ kind }) => kind)).toEqual([...Array(7).fill("resource"), "function"]);
  expect(new Set(types.map(({ type }) => type)).size).toBe(8);
});

test("a type tells fields, limits, versions, import forms", () => {
  const view = showType("iam:OAuthClient", deployment);
  expect(view).toMatchObject({
    kind: "resource",
    provider: "google",
    versions: { default: "v1" },
    onDestroy: "delete",
  });
  expect(view.importForms).toContain("<location>/<oauthClientId>");
  expect(view.fields.find(({ name }) => name === "oauthClientId")).toMatchObject({
    type: "text",
    required: true,
    replace: true,
    limits: expect.arrayContaining(["6 to 63 characters"]),
  });
  expect(view.fields.find(({ name }) => name === "project")).toMatchObject({ default: "the provider's project" });
  expect(view.outputs.map(({ name }) => name)).toContain("clientId");
});

test("fields inside objects, lists and unions are told", () => {
  const collector = showType("migrate:ServerCollector", deployment);
  const properties = collector.fields.find(({ name }) => name === "properties");
  const agent = properties?.fields.find(({ name }) => name === "agentProperties");
  expect(agent?.fields[0]?.fields.map(({ name }) => name)).toContain("tenantId");
  const rules = showType("authorization:RoleManagementPolicyAssignment", deployment).outputs.find(
    ({ name }) => name === "effectiveRules",
  );
  expect(rules?.type).toMatch(/^list of object/);
  expect(rules?.fields.map(({ name }) => name)).toContain("target");
});

test("an alias leads to its function; an unknown token is refused with the nearest", () => {
  const view = showType("migrate:getPrivateEndpointConnection", deployment);
  expect(view).toMatchObject({ kind: "function", importForms: [] });
  expect(view.aliases).toEqual(["migrate:getPrivateEndpointConnection"]);
  expect(() => showType("iam:OAuthClent", deployment)).toThrow(Rejection);
  expect(() => showType("iam:OAuthClent", deployment)).toThrow(/`iam:OAuthClient`/);
});

describe("every field says its type for machines, beside the words for people", () => {
  function* fieldsOf(fields: readonly TypeFieldView[], at: string): Generator<readonly [string, TypeFieldView]> {
    for (const field of fields) {
      yield [`${at}.${field.name}`, field];
      yield* fieldsOf(field.fields, `${at}.${field.name}`);
    }
  }
  const all = listTypes(deployment).flatMap(({ type }) => {
    const { fields, outputs } = showType(type, deployment);
    return [...fieldsOf(fields, type), ...fieldsOf(outputs, type)];
  });

  test.each([
    ["iam:OAuthClient.displayName", { type: "string" }],
    ["iam:OAuthClient.disabled", { type: "boolean" }],
    ["iam:OAuthClient.allowedScopes", { type: "array", items: { type: "string" } }],
    ["iam:OAuthClient.expireTime", { type: "string", format: "date-time" }],
    ["connectors:EndpointAttachment.labels", { type: "object", additionalProperties: { type: "string" } }],
    ["migrate:ServerCollector.properties", { type: "object" }],
    ["authorization:RoleManagementPolicyAssignment.effectiveRules", { type: "array", items: { type: "object" } }],
  ])("%s", (name, schema) => {
    expect(new Map(all).get(name)?.schema).toEqual(schema);
  });

  test("none is left out, and an object alone has fields inside it", () => {
    const innermost = (schema: FieldType): FieldType =>
      schema.items === undefined && schema.additionalProperties === undefined
        ? schema
        : innermost(schema.items ?? schema.additionalProperties ?? schema);
    const types = ["string", "boolean", "integer", "array", "object"];
    for (const [name, { schema, fields }] of all) {
      expect(types, name).toContain(schema.type);
      expect(innermost(schema).type === "object", name).toBe(fields.length > 0);
    }
  });
});
