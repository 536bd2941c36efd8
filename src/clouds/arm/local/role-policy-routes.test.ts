import { describe, expect, test } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../../base/json.ts";
import { ArmCloud } from "./arm-cloud.fixture.ts";
import { memberOf } from "./json-access.ts";

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

  test("can neither be made nor removed", async () => {
    const cloud = new ArmCloud();
    const path = `${await readersPolicy(cloud)}?${version}`;
    expect(await cloud.call("PUT", path, {})).toMatchObject({ status: 400, body: "Not implemented exception" });
    expect((await cloud.call("DELETE", path)).status).toBe(405);
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
