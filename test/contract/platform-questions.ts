import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Exchange } from "../../packages/base/exchange/exchange.ts";
import { armLocal } from "../../packages/local-cloud/azure/arm-local.ts";
import { catalog } from "../../src/definitions/resources/catalog.ts";
import type { Discovery, Driver, LookupCall, ProviderInstance } from "../../src/engine/ports/driver.ts";
import { admin, ContractCloud, cloudOrigin } from "./contract-cloud.ts";

const subscriptionId = "11111111-2222-3333-4444-555555555555";
const provider: ProviderInstance = {
  ref: "azure",
  kind: "azure",
  config: { baseUrl: cloudOrigin, subscriptionId, namespace: "Microsoft" },
};
const lookupType = "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection";
const connection = {
  kind: "privateEndpointConnection",
  subscriptionId,
  resourceGroupName: "rg-migration",
  migrateProjectName: "exit",
  name: "hub.1",
  privateEndpointId: "/pe/hub",
  status: "Approved",
};
const call: LookupCall = {
  function: lookupType,
  apiVersion: "2020-05-01",
  provider,
  arguments: { resourceGroupName: "rg-migration", migrateProjectName: "exit", peConnectionName: "hub.1" },
};
const scope = `/subscriptions/${subscriptionId}`;
const reader = "acdd72a7-3385-48ef-bd42-f606fba81ae7";
const question: Discovery = {
  type: "authorization:RoleManagementPolicyAssignment",
  apiVersion: "2020-10-01",
  field: "policyId",
  provider,
  inputs: { scope, roleDefinitionId: `${scope}/providers/Microsoft.Authorization/roleDefinitions/${reader}` },
};

/** What a driver promises of questions for what the platform alone knows. Nothing is written by them. */
export function platformQuestions(driverOver: (exchange: Exchange) => Driver): void {
  let cloud: ContractCloud;
  beforeEach(async () => {
    cloud = new ContractCloud(armLocal, 0);
    await cloud.seed([connection]);
  });
  afterEach(() => {
    expect(cloud.mutatingCalls).toBe(0);
    cloud.close();
  });

  const brokenExchange = (code: string): Exchange => cloud.failingExchange({ kind: "unsent", code });

  describe("the look-up", () => {
    test.each(["2020-05-01", "2023-01-01"])("gives every key of its result in version %s", async (apiVersion) => {
      const outcome = await driverOver(cloud.exchangeAs(admin)).lookup({ ...call, apiVersion });
      if (outcome.kind !== "done") throw new Error(JSON.stringify(outcome));
      const definition = catalog.functions[lookupType];
      expect(Object.keys(outcome.result).sort()).toEqual(Object.keys(definition?.result.properties ?? {}).sort());
      expect(outcome.result).toMatchObject({
        platformApiVersion: apiVersion,
        name: "hub.1",
        properties: { privateEndpoint: { id: "/pe/hub" }, privateLinkServiceConnectionState: { status: "Approved" } },
      });
      expect(outcome.version).toBe(outcome.result["eTag"]);
    });

    test("of what is not there is absent", async () => {
      const elsewhere = { ...call, arguments: { ...call.arguments, peConnectionName: "other" } };
      expect(await driverOver(cloud.exchangeAs(admin)).lookup(elsewhere)).toMatchObject({ kind: "absent" });
    });

    test.each([["nobody@local.example"], [null]])("by the caller %s is denied", async (principal) => {
      expect(await driverOver(cloud.exchangeAs(principal)).lookup(call)).toMatchObject({ kind: "denied" });
    });

    test("over a broken network is unavailable, and without a subscription invalid", async () => {
      expect(await driverOver(brokenExchange("ECONNRESET")).lookup(call)).toMatchObject({ kind: "unavailable" });
      const poor = { ...provider, config: { baseUrl: cloudOrigin } };
      expect(await driverOver(cloud.exchangeAs(admin)).lookup({ ...call, provider: poor })).toMatchObject({
        kind: "invalid",
      });
    });
  });

  test("what could not be told once is asked for again, and told", async () => {
    let isBroken = true;
    const broken = brokenExchange("ECONNREFUSED");
    const sound = cloud.exchangeAs(admin);
    const driver = driverOver((request) => (isBroken ? broken(request) : sound(request)));
    expect(await driver.lookup(call)).toMatchObject({ kind: "unavailable" });
    expect(await driver.discover(question)).toMatchObject({ kind: "unavailable" });
    isBroken = false;
    expect(await driver.lookup(call)).toMatchObject({ kind: "done" });
    expect(await driver.discover(question)).toMatchObject({ kind: "done" });
  });

  describe("the policy that a role has", () => {
    test("is found by scope and role definition, and can be read in an assignment", async () => {
      const driver = driverOver(cloud.exchangeAs(admin));
      const outcome = await driver.discover(question);
      if (outcome.kind !== "done") throw new Error(JSON.stringify(outcome));
      const guid = outcome.value.split("/").at(-1) ?? "";
      const name = `${guid}_${reader}`;
      const seen = await driver.read({
        type: question.type,
        apiVersion: question.apiVersion,
        provider,
        id: `${scope}/providers/Microsoft.Authorization/roleManagementPolicyAssignments/${name}`,
        variables: { scope: scope.slice(1), namespace: "Microsoft", name },
      });
      expect(seen).toMatchObject({ kind: "done", observation: { outputs: { policyId: outcome.value } } });
    });

    test.each([["nobody@local.example"], [null]])("is denied to the caller %s", async (principal) => {
      expect(await driverOver(cloud.exchangeAs(principal)).discover(question)).toMatchObject({ kind: "denied" });
    });

    test("is unavailable over a broken network, and invalid without a role definition", async () => {
      expect(await driverOver(brokenExchange("ENOTFOUND")).discover(question)).toMatchObject({ kind: "unavailable" });
      const vague = { ...question, inputs: { scope } };
      expect(await driverOver(cloud.exchangeAs(admin)).discover(vague)).toMatchObject({ kind: "invalid" });
    });

    test("is no answer for any other field", async () => {
      const other = { ...question, field: "displayName" };
      expect(await driverOver(cloud.exchangeAs(admin)).discover(other)).toMatchObject({ kind: "invalid" });
    });
  });
}
