import { expect, test } from "vitest";
import { testDeployment } from "./deployment.fixture.ts";
import { Rejection } from "./rejection.ts";
import { listTypes, showType } from "./show-types.ts";

const deployment = testDeployment();

test("all types and functions, each once", () => {
  const types = listTypes(deployment);
  expect(types.map(({ kind }) => kind)).toEqual([...Array(6).fill("resource"), "function"]);
  expect(new Set(types.map(({ type }) => type)).size).toBe(7);
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
  expect(() => showType("iam:OAuthClent", deployment)).toThrow("did you mean `iam:OAuthClient`?");
});
