import { describe, expect, test } from "vitest";
import { asking } from "../../packages/base/exchange/asking.fixture.ts";
import { exchangeOver } from "../../packages/base/exchange/exchange-over.fixture.ts";
import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { armLocal } from "../../packages/local-cloud/azure/arm-local.ts";
import type { LocalMode } from "../../packages/local-cloud/runtime/local-vendor.ts";
import { privateEndpointConnections, roleManagementPolicies } from "../../packages/vendor-wire/azure/resource-types.ts";
import type { Change, Driver, Target } from "../../src/engine/ports/driver.ts";
import { armDriver } from "../../src/providers/azure/arm-driver.ts";
import { neededEntries, telling } from "../vendor-interfaces/call-ledger.ts";
import { admin, ContractCloud, cloudOrigin } from "./contract-cloud.ts";
import { type DriverSubject, subjects } from "./driver-subjects.ts";
import { DriverTrial } from "./driver-trial.ts";
import { inProcess } from "./transport.ts";

const operationMs = 1000;
const lookupType = "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection";
const callers = [admin, "nobody@local.example", null] as const;
const operations = ["create", "update", "delete", "undelete"] as const;

/** Inputs that no platform takes. */
const senseless: Readonly<Record<string, JsonObject>> = {
  "iam:OAuthClient": { allowedGrantTypes: ["NO_SUCH_GRANT"] },
  "iam:OAuthClientCredential": { displayName: "d".repeat(33) },
  "connectors:EndpointAttachment": { endpointAttachmentId: "Not One" },
  "compute:ReservationIamMember": { role: "viewer" },
  "authorization:RoleManagementPolicyAssignment": { policyId: "/nothing" },
  "migrate:ServerCollector": { properties: { discoverySiteId: 5 } },
  "settings:RestrictWorkspaceAdmins": { restrictWorkspaceAdmins: { status: "NO_SUCH_STATUS" } },
};

/** Everything that drivers have sent, as the ledger writes it. */
class SentCalls {
  readonly #entries = new Set<string>();

  around(cloud: Fetch): Fetch {
    return telling(cloud, ({ method, url }, entry) => this.#entries.add(entry ?? `no need of ${method} ${url}`));
  }

  get entries(): readonly string[] {
    return [...this.#entries].sort();
  }
}

/** A driver under trial in one version, whose calls are noted. */
class Exercise {
  readonly #trial: DriverTrial;
  readonly #sent: SentCalls;
  readonly #version: string;

  constructor(subject: DriverSubject, version: string, mode: LocalMode, sent: SentCalls) {
    this.#trial = new DriverTrial(subject, operationMs, inProcess, mode);
    this.#version = version;
    this.#sent = sent;
  }

  #as(caller: string | null): Driver {
    return this.#trial.subject.driver(exchangeOver(this.#sent.around(asking(this.#trial.cloud.exchangeAs(caller)))));
  }

  #target(inputs: JsonObject): Target {
    return { ...this.#trial.target(inputs), apiVersion: this.#version };
  }

  async #write(
    operation: Change["operation"],
    inputs: JsonObject,
    rest: Partial<Change> = {},
    caller: string | null = admin,
  ) {
    const driver = this.#as(caller);
    const change = { ...this.#trial.change(operation, inputs, rest), target: this.#target(inputs) };
    const outcome = await driver.write(change);
    if (outcome.kind !== "pending") return;
    // Other writes of the same object while the operation goes on.
    await driver.write({ ...change, operation: "delete" });
    await driver.write({ ...change, operation: "update" });
    await this.#as(callers[1]).poll(change, outcome.operationName);
    await driver.poll(change, `${outcome.operationName}0`);
    await driver.operationOf?.(change);
    await driver.poll(change, outcome.operationName);
    await this.#trial.cloud.advance(operationMs);
    await driver.poll(change, outcome.operationName);
  }

  async #standing(): Promise<string | null> {
    const seen = await this.#as(admin).read(this.#target(this.#trial.subject.inputs));
    if (seen.kind === "done") return seen.observation.version;
    return seen.kind === "absent" ? seen.version : null;
  }

  /** Every operation by everybody, in every state that an object can be in. */
  async perform(): Promise<void> {
    const { type, inputs, updates, siblings, conditional, first = [] } = this.#trial.subject;
    await this.#trial.cloud.seed(first);
    const present = async () => ({ condition: conditional ? await this.#standing() : null });
    const stale = { condition: conditional ? "ACABACAB" : null };
    for (const caller of callers) {
      await this.#as(caller).read(this.#target(inputs));
      await this.#as(caller).list(this.#target(inputs));
      await this.#as(caller).verify(this.#target(inputs).provider);
      await this.#as(caller).operationOf?.(this.#trial.change("create", inputs));
    }
    await this.#write("create", { ...inputs, ...senseless[type] }, await present());
    for (const operation of ["undelete", "delete", "update"] as const) await this.#write(operation, inputs);
    for (const round of [1, 2]) {
      await this.#write("create", inputs, await present());
      await this.#write("create", inputs, stale);
      await this.#write("undelete", inputs);
      for (const [field, value] of Object.entries(updates)) {
        await this.#write("update", { ...inputs, [field]: value }, { fields: [field], ...(await present()) });
      }
      await this.#write("update", inputs, stale);
      // Of two at once the second finds what the first has left.
      const both = await present();
      if (conditional) await Promise.all([0, 1].map(() => this.#write("update", inputs, both)));
      if (conditional) await this.#write("delete", inputs, stale);
      for (const caller of [callers[1], callers[2]]) {
        await this.#as(caller).read(this.#target(inputs));
        for (const operation of operations) await this.#write(operation, inputs, {}, caller);
      }
      await this.#as(admin).read(this.#target(inputs));
      await this.#write("delete", inputs, await present());
      await this.#write("delete", inputs, await present());
      await this.#write("update", inputs);
      if (round === 1) await this.#write("undelete", inputs);
    }
    for (const each of siblings === null ? [] : manyOf(type, siblings.at)) await this.#write("create", each);
    await this.#as(admin).list(this.#target(inputs));
  }

  close(): void {
    this.#trial.cloud.close();
  }
}

describe.each(["google", "azure", "databricks"] as const)("%s", (vendor) => {
  test("the calls of the drivers are those of the table, no more and no fewer", async () => {
    const sent = new SentCalls();
    for (const subject of subjects.filter(
      (each) => (each.vendor.name === "arm" ? "azure" : each.vendor.name) === vendor,
    )) {
      const { default: first, others } = new DriverTrial(subject, 0).definition.versions;
      for (const version of [first, ...others]) {
        for (const mode of ["documented", "faithful"] as const) {
          const exercise = new Exercise(subject, version, mode, sent);
          await exercise.perform();
          exercise.close();
        }
      }
    }
    if (vendor === "azure") await askThePlatform(sent);
    expect(sent.entries).toEqual([...neededEntries(vendor)].sort());
  });
});

/** More than a page of objects. */
function manyOf(type: string, at: (index: number) => JsonObject): readonly JsonObject[] {
  return Array.from({ length: 101 }, (_, index) => {
    if (type !== "authorization:RoleManagementPolicyAssignment") return at(index);
    const first = at(0);
    return { ...first, policyId: String(first["policyId"]).replace(/.{12}$/, String(index).padStart(12, "0")) };
  });
}

/** Look-ups and the platform's defaults, which belong to no managed type. */
async function askThePlatform(sent: SentCalls): Promise<void> {
  const subscriptionId = "11111111-2222-3333-4444-555555555555";
  const config = { baseUrl: cloudOrigin, subscriptionId, namespace: "Microsoft" };
  const provider = { ref: "azure", kind: "azure", config };
  const place = { resourceGroupName: "rg", migrateProjectName: "exit" };
  const cloud = new ContractCloud(armLocal, 0);
  await cloud.seed([
    { kind: "privateEndpointConnection", subscriptionId, ...place, name: "hub.1", privateEndpointId: "/pe/hub" },
  ]);
  const scope = `/subscriptions/${subscriptionId}`;
  const roleDefinitionId = `${scope}/providers/Microsoft.Authorization/roleDefinitions/acdd72a7-3385-48ef-bd42-f606fba81ae7`;
  for (const caller of callers) {
    const driver = armDriver(exchangeOver(sent.around(asking(cloud.exchangeAs(caller)))));
    for (const apiVersion of privateEndpointConnections.versions) {
      for (const peConnectionName of ["hub.1", "other"]) {
        const named = { ...place, peConnectionName };
        await driver.lookup({ function: lookupType, apiVersion, provider, arguments: named });
      }
    }
    for (const apiVersion of roleManagementPolicies.versions) {
      const inputs = { scope, roleDefinitionId };
      const type = "authorization:RoleManagementPolicyAssignment";
      await driver.discover({ type, apiVersion, field: "policyId", provider, inputs });
    }
  }
  cloud.close();
}
