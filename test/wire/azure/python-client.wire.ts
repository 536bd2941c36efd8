import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { noteMissing } from "../client-ledger.ts";
import { AzureCloud } from "./azure-cloud.ts";
import { type PythonClient, PythonEnvironment, type PythonOrder, resultOf } from "./python-client.ts";

const scope = "subscriptions/129ff972-28f8-46b8-a726-e497be039368";
const authorization = `/${scope}/providers/Microsoft.Authorization`;
const reader = "acdd72a7-3385-48ef-bd42-f606fba81ae7";
const policyGuid = "b959d571-f0b5-4042-88a7-01be6cb22db9";
const name = `${policyGuid}_${reader}`;
const wanted = {
  $model: "RoleManagementPolicyAssignment",
  scope: `/${scope}`,
  role_definition_id: `${authorization}/roleDefinitions/${reader}`,
  policy_id: `${authorization}/roleManagementPolicies/${policyGuid}`,
};

const python = await PythonEnvironment.install();

if (python instanceof PythonEnvironment) {
  afterAll(() => python.remove());
  describe.each(["2020-10-01", "2020-10-01-preview"] as const)("azure-mgmt-authorization, %s", (version) => {
    withVersion(python, version);
  });
} else {
  // The one reason for which anything is left out here: the machine has no Python, or can't reach the package.
  noteMissing("python", python.reason);
  test("azure-mgmt-authorization", ({ skip }) => skip(python.reason));
}

function withVersion(environment: PythonEnvironment, version: PythonOrder["version"]): void {
  let cloud: AzureCloud;
  let client: PythonClient;

  beforeEach(async () => {
    cloud = await AzureCloud.start();
    client = await environment.clientOf(cloud);
  });

  afterEach(async () => {
    await client.close();
    expect(cloud.close()).toEqual([]);
  });

  const send = (operation: string, args: PythonOrder["arguments"], more: Partial<PythonOrder> = {}) =>
    client.call({ version, operation, arguments: args, ...more });
  const assignments = (operation: string, ...args: PythonOrder["arguments"]) =>
    send(`role_management_policy_assignments.${operation}`, args);
  const policies = (operation: string, ...args: PythonOrder["arguments"]) =>
    send(`role_management_policies.${operation}`, args);

  test("assignments are created, upserted, read, listed and deleted", async () => {
    const created = resultOf(await assignments("create", scope, name, wanted));
    expect(created).toMatchObject({ name, scope: `/${scope}`, policy_id: wanted.policy_id });
    expect(resultOf(await assignments("create", scope, name, wanted))).toEqual(created);
    expect(resultOf(await assignments("get", scope, name))).toEqual(created);
    expect(Object.hasOwn(created, "effective_rules")).toBe(version === "2020-10-01");
    const pages = resultOf(await send("role_management_policy_assignments.list_for_scope", [scope], { pages: true }));
    expect([pages].flat(2)).toContainEqual(created);
    expect(resultOf(await assignments("delete", scope, name))).toBeNull();
    expect(resultOf(await assignments("delete", scope, name))).toBeNull();
    expect(await assignments("get", scope, name)).toMatchObject({
      refusal: { kinds: expect.arrayContaining(["ResourceNotFoundError"]), status: 404, code: "ResourceNotFound" },
    });
  });

  test("assignments come in pages", async () => {
    for (let index = 100; index < 210; index += 1) {
      const guid = `b959d571-f0b5-4042-88a7-000000000${index}`;
      const body = { ...wanted, policy_id: wanted.policy_id.replace(policyGuid, guid) };
      resultOf(await assignments("create", scope, `${guid}_${reader}`, body));
    }
    const answer = await send("role_management_policy_assignments.list_for_scope", [scope], { pages: true });
    const pages = resultOf(answer) as unknown as readonly (readonly JsonObject[])[];
    expect(pages.map((page) => page.length)).toEqual([100, 14]);
    expect(new Set(pages.flat().map((each) => each["name"])).size).toBe(114);
  });

  test("policies are read and patched", async () => {
    resultOf(await assignments("create", scope, name, wanted));
    const before = resultOf(await policies("get", scope, policyGuid));
    expect(before).toMatchObject({ name: policyGuid, is_organization_default: false });
    const rule = {
      $model: "RoleManagementPolicyExpirationRule",
      id: "Expiration_Admin_Eligibility",
      is_expiration_required: false,
      maximum_duration: "P180D",
      target: { $model: "RoleManagementPolicyRuleTarget", caller: "Admin", operations: ["All"], level: "Eligibility" },
    };
    const after = resultOf(
      await policies("update", scope, policyGuid, { $model: "RoleManagementPolicy", rules: [rule] }),
    );
    expect(after["rules"]).toHaveLength(17);
    expect(after["effective_rules"]).toContainEqual(
      expect.objectContaining({ id: rule.id, maximum_duration: "P180D", is_expiration_required: false }),
    );
    const half = { ...rule, maximum_duration: null };
    expect(
      await policies("update", scope, policyGuid, { $model: "RoleManagementPolicy", rules: [half] }),
    ).toMatchObject({
      refusal: { kinds: expect.arrayContaining(["HttpResponseError"]), status: 400, code: "InvalidPolicy" },
    });
  });

  test("a caller without rights is refused with the client's own error", async () => {
    const answer = await send("role_management_policy_assignments.get", [scope, name], {
      token: "local:nobody@local.example",
    });
    expect(answer).toMatchObject({
      refusal: { kinds: expect.arrayContaining(["HttpResponseError"]), status: 403, code: "AuthorizationFailed" },
    });
  });
}
