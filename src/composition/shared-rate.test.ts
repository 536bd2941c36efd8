import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { exchangeOver } from "../../packages/base/exchange/exchange-over.fixture.ts";
import { planStack } from "../service/use-cases/plans/make-plans.ts";
import { type DeploymentParts, openDeploymentParts } from "./deployment-parts.ts";
import { systemIds } from "./machine/system.ts";

let now = 1_000_000;
/** Who waits has waited. */
const clock = {
  now: () => now,
  elapsed: () => now,
  sleep: async (milliseconds: number) => {
    now += milliseconds;
  },
};

let dir = "";
const opened: DeploymentParts[] = [];
/** When each call came to the platform. */
let came: number[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "plumb-rate-"));
  came = [];
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  rmSync(dir, { recursive: true, force: true });
});

/** A process over the store in a folder, whose platform knows no object. */
function open(folder: string): DeploymentParts["deployment"] {
  const platform = exchangeOver(async () => {
    came.push(now);
    return Response.json({ error: { code: 404, message: "none", status: "NOT_FOUND" } }, { status: 404 });
  });
  const parts = openDeploymentParts({
    ...{ version: "0", dir: join(dir, folder), environment: {}, clock, ids: systemIds },
    network: () => Promise.reject(new Error("there is no network")),
    aroundCloud: () => platform,
  });
  opened.push(parts);
  return parts.deployment;
}

const text = `name: test
providers:
  google: { kind: google, project: acme, region: here, callsPerMinute: 30 }
resources:
  a:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: a, serviceAttachment: projects/p/regions/r/serviceAttachments/s }
`;

/** The times between requests of processes that plan by turns. A plan takes two turns, the second for its request. */
async function gapsOf(processes: readonly DeploymentParts["deployment"][]): Promise<readonly number[]> {
  const declaration = { file: "plumb.yaml", text, config: {} };
  for (let plan = 0; plan < 6; plan += 1) {
    const deployment = processes[plan % processes.length];
    if (deployment !== undefined)
      await planStack({ stack: "test/dev", kind: "apply", declaration, refresh: true }, deployment);
  }
  return came.slice(1).map((moment, index) => moment - (came[index] ?? 0));
}

test("processes over one store make as few calls a minute as one would, and over two stores each as many", async () => {
  const asOne = await gapsOf([open("one")]);
  expect(asOne).toEqual([4_000, 4_000, 4_000, 4_000, 4_000]);
  came = [];
  expect(await gapsOf([open("shared"), open("shared"), open("shared")])).toEqual(asOne);
  came = [];
  expect(await gapsOf([open("a"), open("b")])).toEqual([2_000, 2_000, 2_000, 2_000, 2_000]);
});
