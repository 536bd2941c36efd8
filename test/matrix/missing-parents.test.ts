import { afterEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { InProcess } from "../scenarios/in-process.ts";
import { declarationOf, subjects, subscription } from "./base-declarations.ts";

// What an object lies in is declared, or was seen at the platform, or a plan says that it is missing and blocks the
// step.

const worlds: InProcess[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

function worldOf(mode: "documented" | "faithful" = "documented"): InProcess {
  const world = new InProcess({ PLUMB_LOCAL_MODE: mode });
  worlds.push(world);
  return world;
}

const credential = (more: JsonObject = {}): JsonObject => ({
  type: "iam:OAuthClientCredential",
  properties: { oauthClientId: "web-portal", location: "global", oauthClientCredentialId: "first", ...more },
});

const client = (more: JsonObject = {}): JsonObject => ({
  type: "iam:OAuthClient",
  properties: { ...subjects["iam:OAuthClient"]?.properties, ...more },
});

const theirs = (clientType: string): JsonObject => ({
  kind: "oauthClient",
  name: "projects/acme-prod/locations/global/oauthClients/web-portal",
  allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
  allowedRedirectUris: ["https://portal.acme.example/callback"],
  allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
  clientType,
});

/** The addresses of which a plan says that their parents are missing, and whether its run gets through. */
async function told(world: InProcess, resources: Readonly<Record<string, JsonObject>>, more: JsonObject = {}) {
  const plan = await world.plan(declarationOf(resources, more));
  if (!plan.ok) throw new Error(JSON.stringify(plan.value));
  const missing = plan.value.problems.filter(({ code }) => code === "parent-missing").map(({ address }) => address);
  expect(plan.value.steps.flatMap(({ blocked, name }) => (blocked === true ? [name] : [])).sort()).toEqual(missing);
  expect(plan.value.steps.filter(({ blocked }) => blocked === true).every(({ rights }) => rights === undefined)).toBe(
    true,
  );
  const { summary } = await world.run(plan.value.digest);
  return { missing, status: summary.status };
}

describe("of a credential", () => {
  test("whose client is nowhere", async () => {
    const world = worldOf();
    expect(await told(world, { secret: credential() })).toEqual({ missing: ["secret"], status: "failed" });
  });

  test("whose client is another hand's, and stands", async () => {
    const world = worldOf();
    await world.seed([theirs("CONFIDENTIAL_CLIENT")]);
    expect(await told(world, { secret: credential() })).toEqual({ missing: [], status: "done" });
  });

  test("whose client is another hand's, and is public", async () => {
    const world = worldOf();
    await world.seed([theirs("PUBLIC_CLIENT")]);
    expect(await told(world, { secret: credential() })).toEqual({ missing: ["secret"], status: "failed" });
  });

  test("whose client is another hand's, and is soft-deleted", async () => {
    const world = worldOf();
    await world.seed([theirs("CONFIDENTIAL_CLIENT")]);
    await world.wire("DELETE", "v1/projects/acme-prod/locations/global/oauthClients/web-portal");
    expect(await told(world, { secret: credential() })).toEqual({ missing: ["secret"], status: "failed" });
  });

  test.each([
    ["by reference", credential({ oauthClientId: "${portal.oauthClientId}" })],
    ["by its name alone", credential()],
  ])("whose client is declared beside it, %s", async (_, secret) => {
    expect(await told(worldOf(), { secret, portal: client() })).toEqual({ missing: [], status: "done" });
    const isPublic = client({ clientType: "PUBLIC_CLIENT" });
    const refused = await worldOf().plan(declarationOf({ secret, portal: isPublic }));
    expect(refused.ok ? [] : refused.value.problems?.map(({ code, address }) => [code, address])).toEqual([
      ["refused-in-holder", "secret"],
    ]);
  });

  test("that is to be another client's, which is nowhere: the one that stands stays", async () => {
    const world = worldOf();
    await told(world, { secret: credential(), portal: client() });
    const plan = await world.plan(
      declarationOf({ secret: credential({ oauthClientId: "web-other" }), portal: client() }),
    );
    if (!plan.ok) throw new Error(JSON.stringify(plan.value));
    expect(plan.value.summary).toMatchObject({ replace: 0, delete: 0, same: 1 });
    const ofSecret = plan.value.steps.filter(({ name }) => name === "secret");
    expect(ofSecret.map(({ action, blocked }) => [action, blocked]).sort()).toEqual([
      ["delete", true],
      ["replace", true],
    ]);
    const { summary } = await world.run(plan.value.digest);
    expect(summary.status).toBe("failed");
    const again = await world.plan(declarationOf({ secret: credential(), portal: client() }));
    expect(again.ok && again.value.summary).toMatchObject({ create: 0, replace: 0, same: 2 });
  });

  test("that stands, and of a plan that does not look", async () => {
    const world = worldOf();
    await told(world, { secret: credential(), portal: client() });
    expect(await told(world, { secret: credential({ displayName: "First" }), portal: client() })).toEqual({
      missing: [],
      status: "done",
    });
  });
});

describe("where the platform is as it is", () => {
  const collector = (serverCollectorName?: string): JsonObject => ({
    type: "migrate:ServerCollector",
    properties: {
      ...{ resourceGroupName: "rg", projectName: "assessment" },
      ...(serverCollectorName === undefined ? {} : { serverCollectorName }),
    },
  });
  const project = {
    kind: "assessmentProject",
    subscriptionId: subscription,
    resourceGroupName: "rg",
    name: "assessment",
  };

  test.each([["named"], [undefined]])("a collector without its project: %s", async (name) => {
    const world = worldOf("faithful");
    await world.seed([{ kind: "resourceGroup", subscriptionId: subscription, name: "rg" }]);
    expect((await told(world, { it: collector(name) })).missing).toEqual(["it"]);
    await world.seed([project]);
    expect((await told(world, { it: collector(name) })).missing).toEqual([]);
  });

  test("a collector without its group, among others that are read at once", async () => {
    const world = worldOf("faithful");
    await world.seed([{ kind: "subscription", subscriptionId: subscription, displayName: "Acme" }]);
    expect((await told(world, { one: collector("one"), two: collector("two") })).missing).toEqual(["one", "two"]);
  });

  test("a member of a reservation that is not there", async () => {
    const { properties = {} } = subjects["compute:ReservationIamMember"] ?? {};
    const world = worldOf("faithful");
    expect(await told(world, { it: { type: "compute:ReservationIamMember", properties } })).toEqual({
      missing: ["it"],
      status: "failed",
    });
  });

  test.each([
    ["migrate:ServerCollector", { resourceGroupName: "rg", projectName: "assessment" }],
    [
      "authorization:RoleManagementPolicyAssignment",
      subjects["authorization:RoleManagementPolicyAssignment"]?.properties,
    ],
  ])("a subscription that is not there is an error of the plan: %s", async (type, properties = {}) => {
    const world = worldOf("faithful");
    await world.seed([
      { kind: "subscription", subscriptionId: "99999999-2222-3333-4444-555555555555", displayName: "X" },
    ]);
    const plan = await world.plan(declarationOf({ it: { type, properties } }));
    if (!plan.ok) throw new Error(JSON.stringify(plan.value));
    expect(plan.value.problems.filter(({ severity }) => severity === "error")).not.toEqual([]);
  });

  test.each([
    ["project", "rg"],
    ["group", "other"],
  ])("a look-up whose %s is not there is an error of the plan", async (_, resourceGroupName) => {
    const world = worldOf("faithful");
    await world.seed([{ kind: "resourceGroup", subscriptionId: subscription, name: "rg" }]);
    const link = {
      function: "migrate:getPrivateEndpointConnection",
      arguments: { resourceGroupName, migrateProjectName: "ppp", peConnectionName: "x" },
    };
    const plan = await world.plan(declarationOf({}, { lookups: { link } }));
    if (!plan.ok) throw new Error(JSON.stringify(plan.value));
    expect(plan.value.problems.map(({ severity, address }) => [severity, address])).toEqual([["error", "link"]]);
  });

  test("a workspace that is not there is an error of the plan", async () => {
    const providers = { workspace: { kind: "databricks", level: "workspace", localPrincipal: "nobody@local.example" } };
    const { properties = {} } = subjects["settings:RestrictWorkspaceAdmins"] ?? {};
    const plan = await worldOf("faithful").plan(
      declarationOf({ it: { type: "settings:RestrictWorkspaceAdmins", properties } }, { providers }),
    );
    if (!plan.ok) throw new Error(JSON.stringify(plan.value));
    expect(plan.value.problems.some(({ severity }) => severity === "error")).toBe(true);
  });
});
