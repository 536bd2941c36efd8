import { AuthorizationManagementClient } from "@azure/arm-authorization";
import { isRestError } from "@azure/core-rest-pipeline";
import { afterEach, describe, expect, test } from "vitest";
import { AzureCloud, credentialOf } from "./azure-cloud.ts";
import { refusal } from "./refusal.ts";

const subscriptionId = "129ff972-28f8-46b8-a726-e497be039368";
const scope = `subscriptions/${subscriptionId}`;
const reader = "acdd72a7-3385-48ef-bd42-f606fba81ae7";
const authorization = `/${scope}/providers/Microsoft.Authorization`;
const roleDefinitionId = `${authorization}/roleDefinitions/${reader}`;

let cloud: AzureCloud;
let client: AuthorizationManagementClient;

async function start(mode: "documented" | "faithful" = "documented", token?: string): Promise<void> {
  cloud = await AzureCloud.start({ mode });
  client = new AuthorizationManagementClient(credentialOf(token), subscriptionId, cloud.clientOptions);
}

afterEach(() => {
  expect(cloud.close()).toEqual([]);
});

async function gathered<T>(pages: AsyncIterable<T>): Promise<readonly T[]> {
  return Array.fromAsync(pages);
}

const policyGuid = (index: number) => `b959d571-f0b5-4042-88a7-${String(index).padStart(12, "0")}`;

function bodyOf(guid: string) {
  return { scope: `/${scope}`, roleDefinitionId, policyId: `${authorization}/roleManagementPolicies/${guid}` };
}

describe("assignments", () => {
  test("are created, read, listed, upserted and deleted", async () => {
    await start();
    const { roleManagementPolicyAssignments: assignments } = client;
    const name = `${policyGuid(1)}_${reader}`;
    const created = await assignments.create(scope, name, bodyOf(policyGuid(1)));
    expect(created).toMatchObject({
      name,
      id: `${authorization}/roleManagementPolicyAssignment/${name}`,
      type: "Microsoft.Authorization/RoleManagementPolicyAssignment",
      ...bodyOf(policyGuid(1)),
    });
    expect(created.effectiveRules).toHaveLength(17);
    expect(await assignments.get(scope, name)).toMatchObject({ name, roleDefinitionId });
    expect((await gathered(assignments.listForScope(scope))).map((each) => each.name)).toContain(name);
    // An upsert is a 201 too: the client takes nothing else.
    expect(await assignments.create(scope, name, bodyOf(policyGuid(1)))).toMatchObject({ name });
    const statuses: number[] = [];
    const onResponse = ({ status }: { readonly status: number }) => statuses.push(status);
    await assignments.delete(scope, name, { onResponse });
    await assignments.delete(scope, name, { onResponse });
    expect(statuses).toEqual([200, 204]);
    expect(await refusal(assignments.get(scope, name))).toMatchObject({ statusCode: 404, code: "ResourceNotFound" });
  });

  test("come in pages, each of them once", async () => {
    await start();
    const { roleManagementPolicyAssignments: assignments } = client;
    const names = Array.from({ length: 120 }, (_, index) => `${policyGuid(index)}_${reader}`);
    for (const [index, name] of names.entries()) await assignments.create(scope, name, bodyOf(policyGuid(index)));
    const pages = await gathered(assignments.listForScope(scope).byPage());
    expect(pages.map((page) => page.length)).toEqual([100, 24]);
    expect(new Set(pages.flat().map((each) => each.name)).size).toBe(124);
    const policies = await gathered(client.roleManagementPolicies.listForScope(scope).byPage());
    expect(policies.length).toBe(2);
  });

  test.each([
    ["a scope with a slash at its start", `/${scope}`],
    ["a scope that names the subscription provider", `providers/Microsoft.Subscription/${scope}`],
  ])("%s means the same", async (_, spelled) => {
    await start();
    const name = `${policyGuid(1)}_${reader}`;
    await client.roleManagementPolicyAssignments.create(spelled, name, bodyOf(policyGuid(1)));
    const read = await client.roleManagementPolicyAssignments.get(scope, name);
    expect(read).toMatchObject({ scope: `/${scope}`, id: `${authorization}/roleManagementPolicyAssignment/${name}` });
    expect(await client.roleManagementPolicyAssignments.get(spelled, name)).toMatchObject({ id: read.id });
  });

  test.each([
    `${scope}/resourceGroups/rg`,
    `${scope}/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/a`,
    "providers/Microsoft.Management/managementGroups/m",
  ])("exist at %s", async (place) => {
    await start();
    const found = await gathered(client.roleManagementPolicyAssignments.listForScope(place));
    expect(found.length).toBeGreaterThan(0);
    const first = found[0];
    expect(await client.roleManagementPolicyAssignments.get(place, first?.name ?? "")).toEqual(first);
  });

  test("refusals are the client's typed errors", async () => {
    await start();
    const { roleManagementPolicyAssignments: assignments } = client;
    const name = `${policyGuid(1)}_${reader}`;
    const missing = await refusal(assignments.get(scope, name));
    expect(isRestError(missing)).toBe(true);
    expect(missing).toMatchObject({ statusCode: 404, code: "ResourceNotFound" });
    expect(await refusal(assignments.create(scope, name, bodyOf(policyGuid(2))))).toMatchObject({
      statusCode: 400,
      code: "InvalidResourceName",
    });
    expect(
      await refusal(assignments.create(scope, name, { ...bodyOf(policyGuid(1)), scope: "/subscriptions/x" })),
    ).toMatchObject({ statusCode: 400, code: "InvalidRequestContent" });
    const isNew = { requestOptions: { customHeaders: { "If-None-Match": "*" } } };
    await assignments.create(scope, name, bodyOf(policyGuid(1)), isNew);
    expect(await refusal(assignments.create(scope, name, bodyOf(policyGuid(1)), isNew))).toMatchObject({
      statusCode: 412,
      code: "PreconditionFailed",
    });
  });

  test("a caller without rights is told which right it lacks", async () => {
    await start("documented", "local:nobody@local.example");
    expect(await refusal(gathered(client.roleManagementPolicyAssignments.listForScope(scope)))).toMatchObject({
      statusCode: 403,
      code: "AuthorizationFailed",
      message: expect.stringContaining("Microsoft.Authorization/roleManagementPolicyAssignments/read"),
    });
  });

  test("the real service's refusals reach the caller too", async () => {
    await start("faithful");
    const [found] = await gathered(client.roleManagementPolicyAssignments.listForScope(scope));
    const name = found?.name ?? "";
    expect(await refusal(client.roleManagementPolicyAssignments.delete(scope, name))).toMatchObject({
      statusCode: 405,
    });
    expect(
      await refusal(client.roleManagementPolicyAssignments.create(scope, name, bodyOf(policyGuid(1)))),
    ).toMatchObject({ statusCode: 400 });
    expect(await client.roleManagementPolicyAssignments.get(scope, name)).toMatchObject({ name });
  });
});

describe("policies", () => {
  async function readersPolicy() {
    const all = await gathered(client.roleManagementPolicyAssignments.listForScope(scope));
    const assignment = all.find((each) => each.roleDefinitionId === roleDefinitionId);
    return { assignment: assignment?.name ?? "", policy: assignment?.policyId?.split("/").at(-1) ?? "" };
  }

  const expiration = {
    id: "Expiration_Admin_Eligibility",
    ruleType: "RoleManagementPolicyExpirationRule" as const,
    isExpirationRequired: false,
    maximumDuration: "P180D",
    target: { caller: "Admin", operations: ["All"], level: "Eligibility" },
  };

  test("are read, listed and patched; the assignment's rules in effect follow", async () => {
    await start();
    const { policy, assignment } = await readersPolicy();
    const before = await client.roleManagementPolicies.get(scope, policy);
    expect(before).toMatchObject({ name: policy, isOrganizationDefault: false, scope: `/${scope}` });
    expect(before.rules).toHaveLength(17);
    expect(await gathered(client.roleManagementPolicies.listForScope(scope))).toContainEqual(before);
    const after = await client.roleManagementPolicies.update(scope, policy, { rules: [expiration] });
    expect(after.rules).toHaveLength(17);
    expect(after.effectiveRules).toContainEqual(
      expect.objectContaining({ id: expiration.id, maximumDuration: "P180D" }),
    );
    expect(after.lastModifiedDateTime).toBeInstanceOf(Date);
    const bound = await client.roleManagementPolicyAssignments.get(scope, assignment);
    expect(bound.effectiveRules).toEqual(after.effectiveRules);
    expect(bound.policyAssignmentProperties?.policy?.lastModifiedDateTime).toEqual(after.lastModifiedDateTime);
  });

  test.each([
    ["an unknown rule", { ...expiration, id: "Expiration_Nobody_Never" }],
    ["a rule of another kind", { ...expiration, id: "Enablement_Admin_Eligibility" }],
    ["half a rule", { id: expiration.id, ruleType: expiration.ruleType, maximumDuration: "P1D" }],
  ])("%s is refused as InvalidPolicy", async (_, rule) => {
    await start();
    const { policy } = await readersPolicy();
    const refused = await refusal(client.roleManagementPolicies.update(scope, policy, { rules: [rule] }));
    expect(refused).toMatchObject({ statusCode: 400, code: "InvalidPolicy" });
  });

  test("delete takes back what was changed (documented) or is refused (faithful)", async () => {
    await start();
    const { policy } = await readersPolicy();
    await client.roleManagementPolicies.update(scope, policy, { rules: [expiration] });
    await client.roleManagementPolicies.delete(scope, policy);
    const rules = (await client.roleManagementPolicies.get(scope, policy)).rules ?? [];
    expect(rules).toContainEqual(expect.objectContaining({ id: expiration.id, maximumDuration: "P365D" }));
    expect(cloud.close()).toEqual([]);
    await start("faithful");
    expect(await refusal(client.roleManagementPolicies.delete(scope, policy))).toMatchObject({ statusCode: 405 });
  });

  test("one that is not there is a typed 404", async () => {
    await start();
    const refused = await refusal(client.roleManagementPolicies.get(scope, policyGuid(1)));
    expect(refused).toMatchObject({ statusCode: 404, code: "ResourceNotFound" });
  });
});
