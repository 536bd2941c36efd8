import { expect, test } from "vitest";
import { beforeDeleteFaults } from "../schema/before-delete.fixture.ts";
import { driftRankFaults } from "../schema/drift/drift-rank-faults.fixture.ts";
import { liesInFaults } from "../schema/lies-in.fixture.ts";
import { catalog } from "./catalog.ts";

test("resources and functions name a provider that exists, and defaults a field that it has", () => {
  const definitions = [...Object.values(catalog.resources), ...Object.values(catalog.functions)];
  expect(definitions.filter(({ provider }) => catalog.providers[provider] === undefined)).toEqual([]);
  for (const definition of Object.values(catalog.resources)) {
    const fields = catalog.providers[definition.provider]?.fields ?? {};
    const constants = catalog.providers[definition.provider]?.constants ?? {};
    for (const field of Object.values(definition.inputs.properties)) {
      if (field.default?.from === "provider") expect(Object.keys(fields)).toContain(field.default.field);
    }
    for (const source of Object.values(definition.identity.variables).flat()) {
      if (!("provider" in source)) continue;
      expect(Object.keys(source.constant === true ? constants : fields)).toContain(source.provider);
    }
  }
});

test("identity variables read inputs that exist", () => {
  for (const { type, inputs, identity } of Object.values(catalog.resources)) {
    for (const source of Object.values(identity.variables).flat()) {
      if ("input" in source)
        expect([type, Object.keys(inputs.properties)]).toEqual([
          type,
          expect.arrayContaining([source.input.split(".")[0]]),
        ]);
    }
  }
});

test("what a type must have before its deletion can be set by an update in place", () => {
  expect(Object.values(catalog.resources).flatMap(beforeDeleteFaults)).toEqual([]);
});

test("types that govern access say what drift of their enums and booleans means", () => {
  const governing = Object.values(catalog.resources).filter(({ governsAccess }) => governsAccess === true);
  expect(governing.map(({ type }) => type)).toEqual([
    "iam:OAuthClient",
    "iam:OAuthClientCredential",
    "authorization:RoleManagementPolicyAssignment",
    "compute:ReservationIamMember",
    "settings:RestrictWorkspaceAdmins",
  ]);
  expect(Object.values(catalog.resources).flatMap(driftRankFaults)).toEqual([]);
  // A plan says of each of them who gains and who loses what.
  expect(governing.filter(({ grants, rights }) => grants === undefined && rights === undefined)).toEqual([]);
});

test("what a type lies in can be told by its names", () => {
  expect(Object.values(catalog.resources).flatMap((definition) => liesInFaults(definition, catalog))).toEqual([]);
});

test("what environment variables and other names give a provider its values", () => {
  const environments = Object.entries(catalog.providers).map(([kind, { fields }]) => [
    kind,
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, { environment }]) =>
        environment.length > 0 ? [[name, environment]] : [],
      ),
    ),
  ]);
  expect(Object.fromEntries(environments)).toEqual({
    google: {
      project: ["GOOGLE_PROJECT", "GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT", "CLOUDSDK_CORE_PROJECT"],
      region: ["GOOGLE_REGION"],
      zone: ["GOOGLE_ZONE"],
      universeDomain: ["GOOGLE_CLOUD_UNIVERSE_DOMAIN"],
    },
    azure: { subscriptionId: ["ARM_SUBSCRIPTION_ID", "AZURE_SUBSCRIPTION_ID"], environment: ["ARM_ENVIRONMENT"] },
    databricks: {
      baseUrl: ["DATABRICKS_HOST"],
      workspaceId: ["DATABRICKS_WORKSPACE_ID"],
      accountId: ["DATABRICKS_ACCOUNT_ID"],
    },
  });
  for (const { fields } of Object.values(catalog.providers)) expect(fields.baseUrl?.aliases).toEqual(["host"]);
});

test("what a destroy does by default, and what exists without us", () => {
  const policy = Object.values(catalog.resources).map(({ type, existence, onDestroy }) => [type, existence, onDestroy]);
  expect(policy).toEqual([
    ["iam:OAuthClient", "created", "delete"],
    ["iam:OAuthClientCredential", "created", "delete"],
    ["authorization:RoleManagementPolicyAssignment", "standing", "retain"],
    ["connectors:EndpointAttachment", "created", "delete"],
    ["migrate:ServerCollector", "created", "delete"],
    ["compute:ReservationIamMember", "part", "delete"],
    ["settings:RestrictWorkspaceAdmins", "standing", "restore"],
  ]);
});
