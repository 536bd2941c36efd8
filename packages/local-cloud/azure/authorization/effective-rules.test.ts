import { describe, expect, test } from "vitest";
import { isJsonObject, type JsonObject } from "../../../base/json/json.ts";
import { ArmCloud } from "../arm-cloud.fixture.ts";

const version = "api-version=2020-10-01";
const subscription = "/subscriptions/s";
const group = `${subscription}/resourceGroups/rg`;
const vault = `${group}/providers/Microsoft.KeyVault/vaults/v`;
const roleGuid = "acdd72a7-3385-48ef-bd42-f606fba81ae7";
const ruleId = "Expiration_EndUser_Assignment";

const filter = encodeURIComponent(
  `roleDefinitionId eq '/subscriptions/s/providers/Microsoft.Authorization/roleDefinitions/${roleGuid}'`,
);

function ruleIn(owner: JsonObject, rules: "rules" | "effectiveRules"): JsonObject {
  const { properties } = owner;
  const all = isJsonObject(properties) ? properties[rules] : undefined;
  const found = Array.isArray(all) ? all.filter(isJsonObject).find(({ id }) => id === ruleId) : undefined;
  if (found === undefined) throw new Error("no such rule");
  return found;
}

/** The durations that a scope's own policy says and that hold, and the one that its assignment shows. */
async function durationsAt(cloud: ArmCloud, scope: string) {
  const at = (type: string) =>
    cloud.listed(`${scope}/providers/Microsoft.Authorization/${type}?${version}&$filter=${filter}`);
  const [[policy = {}], [assignment = {}]] = [
    await at("roleManagementPolicies"),
    await at("roleManagementPolicyAssignments"),
  ];
  return [ruleIn(policy, "rules"), ruleIn(policy, "effectiveRules"), ruleIn(assignment, "effectiveRules")].map(
    ({ maximumDuration }) => maximumDuration,
  );
}

async function change(cloud: ArmCloud, scope: string, maximumDuration: string, target: JsonObject = {}) {
  const [policy = {}] = await cloud.listed(
    `${scope}/providers/Microsoft.Authorization/roleManagementPolicies?${version}&$filter=${filter}`,
  );
  const rule = ruleIn(policy, "rules");
  const rules = [{ ...rule, maximumDuration, target: { ...(rule["target"] as JsonObject), ...target } }];
  const answer = await cloud.call("PATCH", `${String(policy["id"])}?${version}`, { properties: { rules } });
  expect(answer.status).toBe(200);
}

const [inheritable, enforced] = [{ inheritableSettings: ["All"] }, { enforcedSettings: ["all"] }];

describe("the rules that hold", () => {
  test("are a scope's own where no other says anything", async () => {
    const cloud = new ArmCloud();
    await change(cloud, subscription, "PT1H");
    expect(await durationsAt(cloud, subscription)).toEqual(["PT1H", "PT1H", "PT1H"]);
    expect(await durationsAt(cloud, group)).toEqual(["PT8H", "PT8H", "PT8H"]);
  });

  test("come from around it as long as it has not changed them, where that scope lets them", async () => {
    const cloud = new ArmCloud();
    await change(cloud, subscription, "PT1H", inheritable);
    for (const scope of [group, vault]) expect(await durationsAt(cloud, scope)).toEqual(["PT8H", "PT1H", "PT1H"]);
    await change(cloud, group, "PT2H");
    expect(await durationsAt(cloud, group)).toEqual(["PT2H", "PT2H", "PT2H"]);
    expect(await durationsAt(cloud, vault)).toEqual(["PT8H", "PT8H", "PT8H"]);
  });

  test("are those that a scope around it enforces, the outermost first", async () => {
    const cloud = new ArmCloud();
    await change(cloud, vault, "PT3H");
    await change(cloud, group, "PT2H", enforced);
    expect(await durationsAt(cloud, vault)).toEqual(["PT3H", "PT2H", "PT2H"]);
    await change(cloud, subscription, "PT1H", enforced);
    for (const scope of [group, vault]) expect((await durationsAt(cloud, scope)).slice(1)).toEqual(["PT1H", "PT1H"]);
    expect(await durationsAt(cloud, "/subscriptions/other")).toEqual(["PT8H", "PT8H", "PT8H"]);
  });

  test("are in truth a scope's own whatever others say", async () => {
    const cloud = new ArmCloud("faithful");
    await cloud.seed({ kind: "resourceGroup", subscriptionId: "s", name: "rg" });
    await change(cloud, subscription, "PT1H", { ...inheritable, ...enforced });
    expect(await durationsAt(cloud, group)).toEqual(["PT8H", "PT8H", "PT8H"]);
  });
});
