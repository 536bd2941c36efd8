import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { asking } from "../../packages/base/exchange/asking.fixture.ts";
import { armLocal } from "../../packages/local-cloud/azure/arm-local.ts";
import type { InjectedFault } from "../../packages/local-cloud/runtime/faults/fault-rule.ts";
import type { Change } from "../../src/engine/ports/driver.ts";
import { admin, ContractCloud, cloudOrigin } from "../contract/contract-cloud.ts";
import { subjects } from "../contract/driver-subjects.ts";
import { DriverTrial } from "../contract/driver-trial.ts";

const [subject] = subjects.filter(({ type }) => type === "connectors:EndpointAttachment");

describe.each([0, 5000])("operations of %i ms", (operationMs) => {
  let trial: DriverTrial;
  let change: Change;
  beforeEach(() => {
    if (subject === undefined) throw new Error("there is no subject with operations");
    trial = new DriverTrial(subject, operationMs);
    change = trial.change("create", subject.inputs);
  });
  afterEach(() => trial.cloud.close());

  /** Begins the creation amid a fault; gives the name of its operation. */
  const begin = async (fault: InjectedFault) => {
    trial.cloud.faults.add({ fault });
    const outcome = await trial.driver.write(change);
    if (outcome.kind !== "pending") throw new Error(`not pending: ${JSON.stringify(outcome)}`);
    return outcome.operationName;
  };

  test.each(["holds", "lost"] as const)("a stuck one stays pending, and its effect %s", async (effect) => {
    const operationName = await begin({ kind: "stuck-operation", effect });
    await trial.cloud.advance(1e9);
    expect(await trial.driver.poll(change, operationName)).toMatchObject({ kind: "pending", operationName });
    expect((await trial.driver.read(change.target)).kind).toBe(effect === "holds" ? "done" : "absent");
    expect(await trial.cloud.log()).toHaveLength(effect === "holds" ? 1 : 0);
  });

  test.each(["holds", "lost"] as const)("a vanished one says nothing, and its effect %s", async (effect) => {
    const operationName = await begin({ kind: "vanished-operation", effect });
    expect(await trial.driver.poll(change, operationName)).toMatchObject({ kind: "unknown" });
    await trial.cloud.advance(operationMs);
    expect((await trial.driver.read(change.target)).kind).toBe(effect === "holds" ? "done" : "absent");
  });
});

describe("an operation with several addresses", () => {
  const version = "api-version=2024-03-03-preview";
  const item = `${cloudOrigin}/subscriptions/s/resourceGroups/g/providers/Microsoft.Migrate/assessmentProjects/p`;

  test.each(["holds", "lost"] as const)("is stuck at all of them, and its effect %s", async (effect) => {
    const cloud = new ContractCloud(armLocal, 0);
    try {
      const send = (method: string, url: string, body?: object) =>
        asking(cloud.exchangeAs(admin))(
          new Request(url, {
            method,
            ...(body === undefined
              ? {}
              : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
          }),
        );
      cloud.faults.add({ match: { method: "PUT" }, fault: { kind: "stuck-operation", effect } });
      const begun = await send("PUT", `${item}?${version}`, { location: "westeurope", properties: {} });
      expect(begun.status).toBe(201);
      const status = begun.headers.get("azure-asyncoperation");
      if (status === null) throw new Error("no operation has begun");
      await cloud.advance(1e9);
      const polled = await send("GET", status);
      expect(polled.status).toBe(200);
      expect(await polled.json()).toMatchObject({ status: "InProgress" });
      expect((await send("GET", `${item}?${version}`)).status).toBe(effect === "holds" ? 200 : 404);
      cloud.faults.clear();
      expect((await send("GET", status)).status).toBe(effect === "holds" ? 200 : 404);
    } finally {
      cloud.close();
    }
  });
});
