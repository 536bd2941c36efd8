import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { armDriver } from "./arm-driver.ts";
import { assignmentTarget, changeOf, provider, scriptedExchange } from "./scripted-exchange.fixture.ts";

const authorization = "/subscriptions/sub/providers/Microsoft.Authorization";
const inputs = {
  scope: "/subscriptions/sub",
  roleDefinitionId: `${authorization}/roleDefinitions/r`,
  policyId: `${authorization}/roleManagementPolicies/p`,
  roleManagementPolicyAssignmentName: "p_r",
};
const { roleManagementPolicyAssignmentName: _, ...properties } = inputs;
const url = `https://management.azure.com${authorization}/roleManagementPolicyAssignments/p_r?api-version=2020-10-01`;
const rule = { id: "Enablement_Admin_Eligibility", ruleType: "RoleManagementPolicyEnablementRule", enabledRules: [] };

function wire(more: JsonObject = {}): JsonObject {
  return {
    properties: { ...properties, effectiveRules: [rule], policyAssignmentProperties: { policy: null }, ...more },
    name: "p_r",
    id: `${authorization}/roleManagementPolicyAssignment/p_r`,
    type: "Microsoft.Authorization/RoleManagementPolicyAssignment",
  };
}

const outputs = {
  ...inputs,
  effectiveRules: [rule],
  id: `${authorization}/roleManagementPolicyAssignments/p_r`,
  name: "p_r",
  policyAssignmentProperties: { policy: null },
  type: "Microsoft.Authorization/RoleManagementPolicyAssignment",
};
const observation = { outputs, version: null, deleted: false, displaces: [] };

describe("read", () => {
  test("gives every key of inputs and outputs, our id, rules with their type", async () => {
    const { exchange, sent } = scriptedExchange({ status: 200, body: wire() });
    expect(await armDriver(exchange).read(assignmentTarget())).toEqual({ kind: "done", observation });
    expect(sent).toEqual([{ method: "GET", url, body: undefined }]);
  });

  test("has null for what a version does not show", async () => {
    const { exchange } = scriptedExchange({ status: 200, body: { name: "p_r", properties } });
    expect(await armDriver(exchange).read(assignmentTarget())).toMatchObject({
      observation: { outputs: { effectiveRules: null, policyAssignmentProperties: null, type: null } },
    });
  });

  test("spells a subscription as it was asked for", async () => {
    const scope = "providers/Microsoft.Subscription/subscriptions/sub";
    const { exchange, sent } = scriptedExchange({ status: 200, body: wire() });
    const outcome = await armDriver(exchange).read(assignmentTarget(scope));
    expect(outcome).toMatchObject({ observation: { outputs: { scope } } });
    expect(sent[0]?.url).toContain(`https://management.azure.com/${scope}/providers/`);
  });

  test("absent has no version", async () => {
    const { exchange } = scriptedExchange({
      status: 404,
      body: { error: { code: "ResourceNotFound", message: "gone" } },
    });
    expect(await armDriver(exchange).read(assignmentTarget())).toMatchObject({
      kind: "absent",
      version: null,
      displaces: [],
    });
  });
});

describe("write", () => {
  test.each(["create", "update"] as const)("%s is one PUT", async (operation) => {
    const { exchange, sent } = scriptedExchange({ status: 201, body: wire() });
    const outcome = await armDriver(exchange).write(changeOf(assignmentTarget(), operation, inputs));
    expect(outcome).toEqual({ kind: "done", observation });
    expect(sent).toEqual([{ method: "PUT", url, body: { properties } }]);
  });

  test("what was left out follows from name and scope", async () => {
    const { exchange, sent } = scriptedExchange({ status: 201, body: wire() });
    await armDriver(exchange).write(changeOf(assignmentTarget(), "create", { scope: "/subscriptions/sub" }));
    expect(sent[0]?.body).toEqual({ properties });
  });

  test("an answer without the object leaves the reading to the engine", async () => {
    const { exchange } = scriptedExchange({ status: 201 });
    const outcome = await armDriver(exchange).write(changeOf(assignmentTarget(), "create", inputs));
    expect(outcome).toEqual({ kind: "done", observation: null });
  });

  test.each([
    [200, { kind: "done", observation: null }],
    [204, { kind: "absent", detail: expect.any(String) }],
  ])("delete answered %i: %o", async (status, expected) => {
    const { exchange, sent } = scriptedExchange({ status });
    const outcome = await armDriver(exchange).write(changeOf(assignmentTarget(), "delete"));
    expect(outcome).toEqual(expected);
    expect(sent).toEqual([{ method: "DELETE", url, body: undefined }]);
  });

  test("delete that the platform does not offer is said to be unsupported", async () => {
    const { exchange } = scriptedExchange({ status: 405, body: { message: "no" } });
    const outcome = await armDriver(exchange).write(changeOf(assignmentTarget(), "delete"));
    expect(outcome).toMatchObject({ kind: "invalid", code: "unsupported" });
  });

  test("a refusal with a code is not taken for a method that is missing", async () => {
    const { exchange, sent } = scriptedExchange({
      status: 400,
      body: { error: { code: "InvalidPolicy", message: "no" } },
    });
    const outcome = await armDriver(exchange).write(changeOf(assignmentTarget(), "create", inputs));
    expect(outcome).toMatchObject({ kind: "invalid", code: "InvalidPolicy" });
    expect(sent).toHaveLength(1);
  });
});

describe("where the platform has not built the PUT", () => {
  const refusals = [
    { status: 400, body: "any words" },
    { status: 400, body: { message: "any words" } },
    { status: 405, body: { message: "any words" } },
  ];

  test.each(refusals)("an equal assignment is taken over (%j)", async (refusal) => {
    const seen = wire({ policyId: inputs.policyId.toUpperCase() });
    const { exchange, sent } = scriptedExchange(refusal, { status: 200, body: seen });
    const outcome = await armDriver(exchange).write(changeOf(assignmentTarget(), "create", inputs));
    expect(outcome).toMatchObject({ kind: "done", observation: { outputs: { name: "p_r" } } });
    expect(sent.map((request) => request.method)).toEqual(["PUT", "GET"]);
  });

  test("a different one is not", async () => {
    const seen = wire({ policyId: `${authorization}/roleManagementPolicies/other` });
    const { exchange } = scriptedExchange({ status: 400, body: "x" }, { status: 200, body: seen });
    const outcome = await armDriver(exchange).write(changeOf(assignmentTarget(), "create", inputs));
    expect(outcome).toMatchObject({ kind: "invalid", detail: expect.stringContaining("policyId") });
  });

  test("nor one that is not there", async () => {
    const { exchange } = scriptedExchange(
      { status: 400, body: "x" },
      { status: 404, body: { error: { code: "ResourceNotFound", message: "gone" } } },
      { status: 200, body: { value: [] } },
    );
    const outcome = await armDriver(exchange).write(changeOf(assignmentTarget(), "create", inputs));
    expect(outcome).toMatchObject({ kind: "invalid", code: "unsupported" });
  });

  test("one that an edit of its policy has renamed is named", async () => {
    const { exchange, sent } = scriptedExchange(
      { status: 400, body: "x" },
      { status: 404, body: { error: { code: "ResourceNotFound", message: "gone" } } },
      { status: 200, body: { value: [{ name: "q_r", properties: {} }] } },
    );
    const outcome = await armDriver(exchange).write(changeOf(assignmentTarget(), "create", inputs));
    expect(outcome).toMatchObject({ kind: "invalid", detail: expect.stringContaining(" q_r ") });
    expect(sent.at(-1)?.url).toContain("$filter=roleDefinitionId eq '");
  });
});

test("an adoption that finds nothing asks the list of the role once, whatever code says so", async () => {
  for (const code of ["ResourceNotFound", "RoleManagementPolicyAssignmentNotFound"]) {
    const { exchange, sent } = scriptedExchange(
      { status: 400, body: "x" },
      { status: 404, body: { error: { code, message: "gone" } } },
      { status: 200, body: { value: [{ name: "q_r", properties: {} }] } },
    );
    const outcome = await armDriver(exchange).write(changeOf(assignmentTarget(), "create", inputs));
    expect(outcome, code).toMatchObject({ kind: "invalid", detail: expect.stringContaining(" q_r ") });
    expect(sent.map(({ method }) => method)).toEqual(["PUT", "GET", "GET"]);
  }
});

describe("list", () => {
  test("reads all pages and forms ids from names and the target", async () => {
    const collection = `https://management.azure.com${authorization}/roleManagementPolicyAssignments?api-version=2020-10-01`;
    const { exchange, sent } = scriptedExchange(
      { status: 200, body: { value: [wire()], nextLink: `${collection}&$skipToken=2` } },
      { status: 200, body: { value: [{ ...wire(), name: "p2_r2" }] } },
    );
    const outcome = await armDriver(exchange).list(assignmentTarget());
    expect(outcome).toMatchObject({
      kind: "done",
      items: [{ id: outputs.id, observation }, { id: outputs.id.replace("p_r", "p2_r2") }],
    });
    expect(sent.map((request) => request.url)).toEqual([collection, `${collection}&$skipToken=2`]);
  });

  test.each(["https://elsewhere.example/next", "not an address"])("never follows %s", async (nextLink) => {
    const { exchange, sent } = scriptedExchange({ status: 200, body: { value: [], nextLink } });
    expect(await armDriver(exchange).list(assignmentTarget())).toMatchObject({ kind: "unavailable" });
    expect(sent).toHaveLength(1);
  });

  test("assignments of one scope share a list, whatever the case", () => {
    const driver = armDriver(scriptedExchange().exchange);
    const key = driver.collectionOf(assignmentTarget());
    expect(driver.collectionOf(assignmentTarget("Subscriptions/SUB", "x_y"))).toBe(key);
    expect(driver.collectionOf(assignmentTarget("subscriptions/other"))).not.toBe(key);
  });
});

describe("discover policyId", () => {
  const question = {
    type: "authorization:RoleManagementPolicyAssignment",
    apiVersion: "2020-10-01",
    field: "policyId",
    provider,
    inputs: { scope: "/subscriptions/sub", roleDefinitionId: inputs.roleDefinitionId },
  };

  test("asks for the policies of the role and takes the only one", async () => {
    const { exchange, sent } = scriptedExchange({ status: 200, body: { value: [{ id: inputs.policyId }] } });
    expect(await armDriver(exchange).discover(question)).toEqual({ kind: "done", value: inputs.policyId });
    expect(sent[0]?.url).toBe(
      `https://management.azure.com${authorization}/roleManagementPolicies?api-version=2020-10-01` +
        `&$filter=roleDefinitionId eq '${inputs.roleDefinitionId}'`,
    );
  });

  test.each([
    [[], "absent"],
    [[{ id: "/a" }, { id: "/b" }], "invalid"],
  ])("%j is %s", async (value, kind) => {
    const { exchange } = scriptedExchange({ status: 200, body: { value } });
    expect(await armDriver(exchange).discover(question)).toMatchObject({ kind });
  });

  test.each([
    ["one of several", "b_r", "/x/b"],
    ["one that is not there yet", "c_r", `${authorization}/roleManagementPolicies/c`],
  ])("a name in the inputs decides: %s", async (_, name, value) => {
    const { exchange } = scriptedExchange({ status: 200, body: { value: [{ id: "/x/a" }, { id: "/x/b" }] } });
    const named = { ...question.inputs, roleManagementPolicyAssignmentName: name };
    expect(await armDriver(exchange).discover({ ...question, inputs: named })).toEqual({ kind: "done", value });
  });

  test("without a role definition nothing is asked", async () => {
    const { exchange, sent } = scriptedExchange();
    const outcome = await armDriver(exchange).discover({ ...question, inputs: { scope: "/subscriptions/sub" } });
    expect(outcome).toMatchObject({ kind: "invalid" });
    expect(sent).toEqual([]);
  });
});
