import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../base/json/json.ts";
import { ArmCloud } from "../arm-cloud.fixture.ts";
import { memberOf } from "../json-access.ts";

const subscription = "subscriptions/129ff972-28f8-46b8-a726-e497be039368";
const role = "a1705bd2-3a8f-45a5-8683-466fcfd5cc24";
const policy = "b959d571-f0b5-4042-88a7-01be6cb22db9";
const authorization = "providers/Microsoft.Authorization";
const roleDefinitionId = `/${subscription}/${authorization}/roleDefinitions/${role}`;
const policyId = `/${subscription}/${authorization}/roleManagementPolicies/${policy}`;
const name = `${policy}_${role}`;
const version = "api-version=2020-10-01";
const collection = `/${subscription}/${authorization}/roleManagementPolicyAssignments`;
const item = `${collection}/${name}?${version}`;
const documented = { properties: { scope: `/${subscription}`, roleDefinitionId, policyId } };

function rulesOf(assignment: JsonObject): readonly Json[] {
  const rules = memberOf(assignment["properties"], "effectiveRules");
  return Array.isArray(rules) ? rules : [];
}

function ruleOf(assignment: JsonObject, id: string): Json | undefined {
  return rulesOf(assignment).find((rule) => memberOf(rule, "id") === id);
}

describe("the documented PUT", () => {
  test.each([
    ["at the plain scope", item],
    ["with the provider before the subscription", `/providers/Microsoft.Subscription${item}`],
    ["with two slashes in front", `/${item}`],
    ["in another case", item.replace("roleManagementPolicyAssignments", "ROLEMANAGEMENTPOLICYASSIGNMENTS")],
  ])("%s answers as the documents show", async (_, path) => {
    const cloud = new ArmCloud();
    const { status, body } = await cloud.call("PUT", path, documented);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name,
      id: `/${subscription}/${authorization}/roleManagementPolicyAssignment/${name}`,
      type: "Microsoft.Authorization/RoleManagementPolicyAssignment",
      properties: {
        scope: `/${subscription}`,
        roleDefinitionId,
        policyId,
        policyAssignmentProperties: {
          scope: { id: `/${subscription}`, displayName: "Local subscription", type: "subscription" },
          roleDefinition: { id: roleDefinitionId, displayName: "FHIR Data Converter", type: "BuiltInRole" },
          policy: {
            id: policyId,
            lastModifiedBy: { id: null, displayName: "Admin", type: null, email: null },
            lastModifiedDateTime: null,
          },
        },
      },
    });
    expect(rulesOf(body as JsonObject)).toHaveLength(17);
    expect((await cloud.call("GET", item)).body).toEqual(body);
    expect(await cloud.writes()).toEqual([`create ${collection}/${name}`]);
  });

  test("is 201 a second time too, and one update", async () => {
    const cloud = new ArmCloud();
    await cloud.call("PUT", item, documented);
    expect((await cloud.call("PUT", item, documented)).status).toBe(201);
    expect(await cloud.writes()).toEqual([`create ${collection}/${name}`, `update ${collection}/${name}`]);
  });

  test.each([
    ["a name that is no pair", `${collection}/nonsense?${version}`, documented, "InvalidResourceName"],
    [
      "a name that contradicts the body",
      `${collection}/${role}_${policy}?${version}`,
      documented,
      "InvalidResourceName",
    ],
    [
      "another scope in the body",
      item,
      { properties: { ...documented.properties, scope: "/subscriptions/other" } },
      "InvalidRequestContent",
    ],
    [
      "a policy id that is none",
      item,
      { properties: { ...documented.properties, policyId: `/${policy}` } },
      "LinkedInvalidPropertyId",
    ],
  ])("refuses %s and leaves no trace", async (_, path, body, code) => {
    const cloud = new ArmCloud();
    const reply = await cloud.call("PUT", path, body);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ error: { code } });
    expect(await cloud.writes()).toEqual([]);
  });

  test("refuses a policy that belongs to another role definition", async () => {
    const cloud = new ArmCloud();
    await cloud.call("PUT", item, documented);
    const other = "acdd72a7-3385-48ef-bd42-f606fba81ae7";
    const properties = { ...documented.properties, roleDefinitionId: roleDefinitionId.replace(role, other) };
    const reply = await cloud.call("PUT", `${collection}/${policy}_${other}?${version}`, { properties });
    expect(reply).toMatchObject({ status: 400, body: { error: { code: "LinkedInvalidPropertyId" } } });
  });
});

describe("DELETE", () => {
  test("is 200 once, then 204; GET is 404 until the next PUT", async () => {
    const cloud = new ArmCloud();
    await cloud.call("PUT", item, documented);
    expect((await cloud.call("DELETE", item)).status).toBe(200);
    expect((await cloud.call("DELETE", item)).status).toBe(204);
    expect(await cloud.call("GET", item)).toMatchObject({ status: 404, body: { error: { code: "ResourceNotFound" } } });
    await cloud.call("PUT", item, documented);
    expect((await cloud.call("GET", item)).status).toBe(200);
    expect((await cloud.writes()).map((write) => write.split(" ")[0])).toEqual(["create", "delete", "create"]);
  });

  test("of the assignment that a role has by default holds, and its policy stays", async () => {
    const cloud = new ArmCloud();
    const filter = `$filter=roleDefinitionId eq '${roleDefinitionId}'`;
    const [found] = await cloud.listed(`${collection}?${version}&${filter}`);
    const path = `${collection}/${String(found?.["name"])}?${version}`;
    expect((await cloud.call("DELETE", path)).status).toBe(200);
    expect((await cloud.call("GET", path)).status).toBe(404);
    expect(await cloud.listed(`${collection}?${version}&${filter}`)).toEqual([]);
    const policies = collection.replace("roleManagementPolicyAssignments", "roleManagementPolicies");
    expect(await cloud.listed(`${policies}?${version}&${filter}`)).toHaveLength(1);
    expect((await cloud.call("PUT", path)).status).toBe(201);
  });
});

describe("assignments that nobody made", () => {
  test("are there for every role at every scope, one a role, under a stable name", async () => {
    const scope = `/${subscription}/resourceGroups/rg/${authorization}/roleManagementPolicyAssignments`;
    const custom = `/${subscription}/${authorization}/roleDefinitions/11111111-1111-1111-1111-111111111111`;
    const path = `${scope}?${version}&$filter=${encodeURIComponent(`roleDefinitionId eq '${custom}'`)}`;
    const [first, ...rest] = await new ArmCloud().listed(path);
    expect(rest).toEqual([]);
    expect(first).toMatchObject({
      properties: {
        roleDefinitionId: custom,
        policyAssignmentProperties: {
          scope: { displayName: "rg", type: "resourcegroup" },
          roleDefinition: { type: "CustomRole" },
        },
      },
    });
    const cloud = new ArmCloud();
    expect(await cloud.listed(path)).toEqual([first]);
    expect((await cloud.call("GET", `${scope}/${String(first?.["name"])}?${version}`)).body).toEqual(first);
    expect((await cloud.listed(`${scope}?${version}`)).map((each) => each["name"])).toContain(first?.["name"]);
    expect(await cloud.writes()).toEqual([]);
  });

  test("step aside for one that was written for the role", async () => {
    const cloud = new ArmCloud();
    const before = await cloud.listed(`${collection}?${version}`);
    await cloud.call("PUT", item, documented);
    const after = await cloud.listed(`${collection}?${version}`);
    expect(after).toHaveLength(before.length);
    expect(after.filter((each) => String(each["name"]).endsWith(role)).map((each) => each["name"])).toEqual([name]);
  });

  test("another filter is refused", async () => {
    const reply = await new ArmCloud().call("GET", `${collection}?${version}&$filter=asTarget()`);
    expect(reply).toMatchObject({ status: 400, body: { error: { code: "InvalidFilter" } } });
  });
});

describe("interface versions", () => {
  test.each([
    ["2020-10-01-preview", false, false],
    ["2020-10-01", true, false],
    ["2024-02-01-preview", true, false],
    ["2024-09-01-preview", true, true],
  ])("%s: rules %s, exceptionMembers %s", async (apiVersion, rules, exceptions) => {
    const path = `${collection}/${name}?api-version=${apiVersion}`;
    const assignment = await new ArmCloud().object("PUT", path, documented);
    expect(memberOf(assignment["properties"], "effectiveRules") !== undefined).toBe(rules);
    const rule = ruleOf(assignment, "Expiration_EndUser_Assignment");
    expect(memberOf(rule, "exceptionMembers")).toBe(exceptions ? null : undefined);
    expect(memberOf(rule, "maximumDuration")).toBe(rules ? "PT8H" : undefined);
  });
});

describe("faithful mode", () => {
  test("PUT is not implemented: a bare JSON string", async () => {
    const cloud = new ArmCloud("faithful");
    const reply = await cloud.call("PUT", item, documented);
    expect(reply).toMatchObject({ status: 400, body: "Not implemented exception" });
    expect(await cloud.writes()).toEqual([]);
  });

  test("DELETE is not supported: a message without code", async () => {
    const reply = await new ArmCloud("faithful").call("DELETE", item);
    expect(reply.status).toBe(405);
    expect(reply.body).toEqual({ message: "The requested resource does not support http method 'DELETE'." });
  });
});
