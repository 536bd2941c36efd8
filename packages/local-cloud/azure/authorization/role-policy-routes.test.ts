import { describe, expect, test } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../../base/json/json.ts";
import { ArmCloud } from "../arm-cloud.fixture.ts";
import { memberOf } from "../json-access.ts";

const subscription = "subscriptions/129ff972-28f8-46b8-a726-e497be039368";
const reader = "acdd72a7-3385-48ef-bd42-f606fba81ae7";
const authorization = "providers/Microsoft.Authorization";
const roleDefinitionId = `/${subscription}/${authorization}/roleDefinitions/${reader}`;
const version = "api-version=2020-10-01";
const policies = `/${subscription}/${authorization}/roleManagementPolicies`;
const byRole = `?${version}&$filter=roleDefinitionId eq '${roleDefinitionId}'`;

const target: JsonObject = {
  caller: "Admin",
  operations: ["All"],
  level: "Eligibility",
  targetObjects: null,
  inheritableSettings: null,
  enforcedSettings: null,
};
const expiration: JsonObject = {
  isExpirationRequired: false,
  maximumDuration: "P180D",
  id: "Expiration_Admin_Eligibility",
  ruleType: "RoleManagementPolicyExpirationRule",
  target,
};

async function readersPolicy(cloud: ArmCloud): Promise<string> {
  const [policy] = await cloud.listed(`${policies}${byRole}`);
  return String(policy?.["id"]);
}

function rulesOf(policy: JsonObject): readonly JsonObject[] {
  const rules = memberOf(policy["properties"], "rules");
  return Array.isArray(rules) ? rules.filter(isJsonObject) : [];
}

function patchOf(...rules: readonly Json[]): Json {
  return { properties: { rules } };
}

describe("a policy that nobody touched", () => {
  test("is listed once for its role and can be read by its id", async () => {
    const cloud = new ArmCloud();
    const found = await cloud.listed(`${policies}${byRole}`);
    expect(found).toHaveLength(1);
    const policy = await cloud.object("GET", `${await readersPolicy(cloud)}?${version}`);
    expect(policy).toEqual(found[0]);
    expect(policy).toMatchObject({
      type: "Microsoft.Authorization/RoleManagementPolicies",
      properties: { scope: `/${subscription}`, isOrganizationDefault: false, lastModifiedDateTime: null },
    });
    expect(new Set(rulesOf(policy).map((rule) => rule["id"])).size).toBe(17);
  });

  test("differs from scope to scope", async () => {
    const cloud = new ArmCloud();
    const group = `/${subscription}/resourceGroups/rg/${authorization}/roleManagementPolicies${byRole}`;
    const [inGroup] = await cloud.listed(group);
    expect(inGroup?.["name"]).not.toBe((await cloud.listed(`${policies}${byRole}`))[0]?.["name"]);
  });

  test.each(["documented", "faithful"] as const)("can't be made, and stays when it is removed (%s)", async (mode) => {
    const cloud = new ArmCloud(mode);
    const path = `${await readersPolicy(cloud)}?${version}`;
    expect(await cloud.call("PUT", path, {})).toMatchObject({ status: 400, body: "Not implemented exception" });
    const removed = await cloud.call("DELETE", path);
    if (mode === "documented") expect(removed).toMatchObject({ status: 200, body: undefined });
    else expect(removed).toMatchObject({ status: 405, body: { message: expect.stringContaining("'DELETE'") } });
    expect((await cloud.call("GET", path)).status).toBe(200);
    expect((await cloud.call("GET", `${policies}/unknown?${version}`)).status).toBe(404);
  });
});

describe("PATCH", () => {
  test("replaces the rules sent and keeps the others; the assignment shows them", async () => {
    const cloud = new ArmCloud();
    const id = await readersPolicy(cloud);
    const before = await cloud.object("GET", `${id}?${version}`);
    const after = await cloud.object("PATCH", `${id}?${version}`, patchOf(expiration));
    expect(rulesOf(after).find((rule) => rule["id"] === expiration["id"])).toEqual(expiration);
    const others = (policy: JsonObject) => rulesOf(policy).filter((rule) => rule["id"] !== expiration["id"]);
    expect(others(after)).toEqual(others(before));
    expect(after).toMatchObject({
      properties: {
        lastModifiedDateTime: "2026-01-02T03:04:05.678+00:00",
        lastModifiedBy: { displayName: "admin@local.example", type: "User" },
      },
    });
    const [assignment] = await cloud.listed(
      `/${subscription}/${authorization}/roleManagementPolicyAssignments${byRole}`,
    );
    expect(memberOf(assignment?.["properties"], "effectiveRules")).toEqual(rulesOf(after));
    expect(await cloud.writes()).toEqual([`update ${id}`]);
  });

  test.each<[string, JsonObject]>([
    ["an unknown id", { ...expiration, id: "Expiration_Nobody" }],
    ["a kind that is not the id's", { ...expiration, ruleType: "RoleManagementPolicyEnablementRule" }],
    ["a rule without target", { id: expiration["id"] ?? "", ruleType: expiration["ruleType"] ?? "" }],
    [
      "a rule that the version does not know",
      {
        id: "PIMOnlyMode_Admin_Assignment",
        ruleType: "RoleManagementPolicyPimOnlyModeRule",
        pimOnlyModeSettings: {},
        target,
      },
    ],
    [
      "approval by nobody",
      {
        id: "Approval_EndUser_Assignment",
        ruleType: "RoleManagementPolicyApprovalRule",
        setting: { isApprovalRequired: true, approvalStages: [{ primaryApprovers: [] }] },
        target,
      },
    ],
  ])("refuses %s", async (_, rule) => {
    const cloud = new ArmCloud();
    const reply = await cloud.call("PATCH", `${await readersPolicy(cloud)}?${version}`, patchOf(rule));
    expect(reply).toMatchObject({ status: 400, body: { error: { code: "InvalidPolicy" } } });
    expect(await cloud.writes()).toEqual([]);
  });

  test("refuses multifactor authentication beside an authentication context", async () => {
    const cloud = new ArmCloud();
    const enablement = {
      id: "Enablement_EndUser_Assignment",
      ruleType: "RoleManagementPolicyEnablementRule",
      enabledRules: ["MultiFactorAuthentication"],
      target,
    };
    const context = {
      id: "AuthenticationContext_EndUser_Assignment",
      ruleType: "RoleManagementPolicyAuthenticationContextRule",
      isEnabled: true,
      claimValue: "c1",
      target,
    };
    const path = `${await readersPolicy(cloud)}?${version}`;
    expect((await cloud.call("PATCH", path, patchOf(enablement))).status).toBe(200);
    expect((await cloud.call("PATCH", path, patchOf(context))).status).toBe(400);
  });

  test("an 18th rule comes with the versions of 2024 and stays out of the older ones", async () => {
    const cloud = new ArmCloud();
    const rule = {
      id: "PIMOnlyMode_Admin_Assignment",
      ruleType: "RoleManagementPolicyPimOnlyModeRule",
      pimOnlyModeSettings: { mode: "Enabled", excludes: [], excludedAssignmentTypes: ["ServicePrincipalsAsTarget"] },
      target,
    };
    const id = await readersPolicy(cloud);
    const newer = await cloud.object("PATCH", `${id}?api-version=2024-09-01-preview`, patchOf(rule));
    expect(rulesOf(newer)).toHaveLength(18);
    expect(rulesOf(await cloud.object("GET", `${id}?${version}`))).toHaveLength(17);
  });

  test("an older version leaves exceptionMembers as they are", async () => {
    const cloud = new ArmCloud();
    const id = await readersPolicy(cloud);
    const exceptionMembers = [{ id: "u", userType: "User", isBackup: false, description: null }];
    await cloud.call("PATCH", `${id}?api-version=2024-09-01-preview`, patchOf({ ...expiration, exceptionMembers }));
    await cloud.call("PATCH", `${id}?${version}`, patchOf({ ...expiration, maximumDuration: "P30D" }));
    const policy = await cloud.object("GET", `${id}?api-version=2024-09-01-preview`);
    const rule = rulesOf(policy).find((each) => each["id"] === expiration["id"]);
    expect(rule).toMatchObject({ maximumDuration: "P30D", exceptionMembers });
  });
});

describe("seed rolePolicy", () => {
  test("puts parts of rules over the default ones", async () => {
    const cloud = new ArmCloud();
    const rules = [{ id: "Expiration_EndUser_Assignment", maximumDuration: "PT2H" }];
    const seed = { kind: "rolePolicy", scope: `/${subscription}`, roleDefinitionId, rules };
    expect((await cloud.seed(seed)).status).toBe(200);
    const policy = await cloud.object("GET", `${await readersPolicy(cloud)}?${version}`);
    expect(rulesOf(policy).find((rule) => rule["id"] === "Expiration_EndUser_Assignment")).toMatchObject({
      isExpirationRequired: true,
      maximumDuration: "PT2H",
    });
    expect(rulesOf(policy)).toHaveLength(17);
  });

  test.each([
    ["no scope", { roleDefinitionId }],
    ["an unknown rule", { scope: subscription, roleDefinitionId, rules: [{ id: "x" }] }],
    ["rules that are no list", { scope: subscription, roleDefinitionId, rules: 1 }],
  ])("complains of %s", async (_, seed) => {
    expect((await new ArmCloud().seed({ kind: "rolePolicy", ...seed })).status).toBe(400);
  });
});

describe("what the real service does and no document says", () => {
  test("a policy has another guid after every change, and its assignment another name", async () => {
    const cloud = new ArmCloud("faithful");
    const before = await readersPolicy(cloud);
    const patched = await cloud.object("PATCH", `${before}?${version}`, patchOf(expiration));
    const after = String(patched["id"]);
    expect(after).not.toBe(before);
    expect((await cloud.call("GET", `${before}?${version}`)).status).toBe(404);
    expect(await readersPolicy(cloud)).toBe(after);
    expect(rulesOf(await cloud.object("GET", `${after}?${version}`))).toContainEqual(expiration);
    const [assignment, ...others] = await cloud.listed(`${policies}${byRole}`.replace("Policies", "PolicyAssignments"));
    expect(others).toEqual([]);
    expect(assignment).toMatchObject({ name: `${String(patched["name"])}_${reader}`, properties: { policyId: after } });
  });

  test("documented mode keeps the guid", async () => {
    const cloud = new ArmCloud();
    const before = await readersPolicy(cloud);
    expect(await cloud.object("PATCH", `${before}?${version}`, patchOf(expiration))).toMatchObject({ id: before });
  });
});

test("a planted policy has its guid, its assignment and the time of its last change", async () => {
  const cloud = new ArmCloud();
  const lastModifiedDateTime = "2021-03-17T02:54:27.167+00:00";
  const name = "570c3619-7688-4b34-b290-2b8bb3ccab2a";
  await cloud.seed([
    { kind: "subscription", subscriptionId: "129ff972-28f8-46b8-a726-e497be039368", displayName: "Pay-As-You-Go" },
    { kind: "rolePolicy", scope: subscription, roleDefinitionId, name, rules: [expiration], lastModifiedDateTime },
  ]);
  expect(await cloud.object("GET", `${policies}/${name}?${version}`)).toMatchObject({
    properties: {
      lastModifiedDateTime,
      lastModifiedBy: { displayName: "Admin", id: null },
      policyProperties: { scope: { displayName: "Pay-As-You-Go" } },
    },
  });
  const assignments = policies.replace("Policies", "PolicyAssignments");
  expect(await cloud.object("GET", `${assignments}/${name}_${reader}?${version}`)).toMatchObject({
    properties: { effectiveRules: expect.arrayContaining([expiration]) },
  });
});

test("the texts of a policy can be patched", async () => {
  const cloud = new ArmCloud();
  const path = `${await readersPolicy(cloud)}?${version}`;
  expect(await cloud.object("PATCH", path, { properties: { displayName: "d", description: "e" } })).toMatchObject({
    properties: { displayName: "d", description: "e" },
  });
  expect((await cloud.call("PATCH", path, { properties: { displayName: 1 } })).status).toBe(400);
});

test("the preview of 2020 spells ids as the call spelled its scope", async () => {
  const cloud = new ArmCloud();
  const plain = await readersPolicy(cloud);
  const spelled = `/providers/Microsoft.Subscription${plain}`;
  const preview = version.replace("2020-10-01", "2020-10-01-preview");
  expect(await cloud.object("GET", `${spelled}?${preview}`)).toMatchObject({ id: spelled });
  expect(await cloud.object("GET", `${spelled}?${version}`)).toMatchObject({ id: plain });
  expect(await cloud.object("GET", `${plain}?${preview}`)).toMatchObject({ id: plain });
});

test.each([
  ["2024-02-01-preview", "not a guid", 400],
  ["2024-02-01-preview", "ec42a424-a0c0-4418-8788-d19bdeb03704", 200],
  ["2024-09-01-preview", "not a guid", 200],
])("in %s, privileged-only mode that excludes %j is %i", async (spoken, excluded, status) => {
  const cloud = new ArmCloud();
  const pimOnly: JsonObject = {
    id: "PIMOnlyMode_Admin_Assignment",
    ruleType: "RoleManagementPolicyPimOnlyModeRule",
    pimOnlyModeSettings: { mode: "Enabled", excludes: [{ id: excluded, type: "User" }] },
    target,
  };
  const path = `${await readersPolicy(cloud)}?api-version=${spoken}`;
  expect((await cloud.call("PATCH", path, patchOf(pimOnly))).status).toBe(status);
});

describe("the tenant", () => {
  const tenant = `/${authorization}`;
  const tenantRole = `${tenant}/roleDefinitions/${reader}`;

  test.each(["", "/"])("has policies and assignments of its own (%jproviders)", async (slash) => {
    const cloud = new ArmCloud();
    const byTenantRole = `?${version}&$filter=${encodeURIComponent(`roleDefinitionId eq '${tenantRole}'`)}`;
    const [policy = {}] = await cloud.listed(`${slash}${tenant}/roleManagementPolicies${byTenantRole}`);
    expect(policy).toMatchObject({
      id: `${tenant}/roleManagementPolicies/${String(policy["name"])}`,
      properties: { scope: "/", policyProperties: { scope: { id: "/", type: "tenant" } } },
    });
    const patched = await cloud.object("PATCH", `${slash}${String(policy["id"])}?${version}`, patchOf(expiration));
    expect(rulesOf(patched)).toContainEqual(expiration);
    const [assignment = {}] = await cloud.listed(`${slash}${tenant}/roleManagementPolicyAssignments${byTenantRole}`);
    const name = `${String(policy["name"])}_${reader}`;
    expect(assignment).toMatchObject({
      id: `${tenant}/roleManagementPolicyAssignment/${name}`,
      properties: { scope: "/", policyId: policy["id"], roleDefinitionId: tenantRole },
    });
    const address = `${slash}${tenant}/roleManagementPolicyAssignments/${name}?${version}`;
    const properties = { scope: "/", policyId: policy["id"] ?? null, roleDefinitionId: tenantRole };
    expect((await cloud.call("PUT", address, { properties })).status).toBe(201);
    expect((await cloud.call("GET", address)).status).toBe(200);
    expect((await cloud.call("DELETE", address)).status).toBe(200);
    expect((await cloud.call("POST", address, {})).status).toBe(405);
  });
});
