import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RunDispatcher } from "../service/background/run-dispatcher.ts";
import { planStack } from "../service/use-cases/plans/make-plans.ts";
import { newStack } from "../service/use-cases/stacks/stacks.ts";
import { type DeploymentParts, openDeploymentParts } from "./deployment-parts.ts";
import { systemClock, systemIds } from "./machine/system.ts";

const text = `name: test
providers:
  google: { kind: google, project: acme, region: here }
resources:
  a:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: a, serviceAttachment: projects/p/regions/r/serviceAttachments/s }
`;
const declaration = { file: "plumb.yaml", text, config: {} };

let dir = "";
const opened: DeploymentParts[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "plumb-read-only-"));
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  rmSync(dir, { recursive: true, force: true });
});

function open(environment: Readonly<Record<string, string>>): DeploymentParts {
  const network = () => Promise.reject(new Error("there is no network"));
  const parts = openDeploymentParts({ version: "0", dir, environment, clock: systemClock, ids: systemIds, network });
  opened.push(parts);
  return parts;
}

async function runNow(deployment: DeploymentParts["deployment"]): Promise<readonly object[]> {
  const plan = await planStack({ stack: "test/dev", kind: "apply", declaration, refresh: true }, deployment);
  const runs = new RunDispatcher({ deployment, serves: false });
  const { run } = await runs.start({ stack: "test/dev", plan: plan.digest, parallel: 1 }, deployment.authority.caller);
  const events: object[] = [];
  for await (const event of runs.events("test/dev", run, 0, new AbortController().signal)) events.push(event);
  await runs.drain();
  return events;
}

test("a write that gets past the first wall is known as not sent, and the next run without the mode makes it", async () => {
  const { deployment } = open({ PLUMB_READ_ONLY: "1" });
  await newStack("test/dev", deployment);
  const without = { ...deployment, isReadOnly: false };
  const events = await runNow(without);
  expect(JSON.stringify(events)).toContain('"code":"read-only"');
  const journal = await deployment.store.readJournal("test/dev");
  const intents = journal.filter(({ kind }) => kind === "intent");
  const results = journal.filter((entry) => entry.kind === "result" && entry.intentSeq !== null);
  expect(results).toHaveLength(intents.length);
  expect(results).toEqual([
    expect.objectContaining({
      outcome: "failed",
      detail: expect.stringMatching(/PLUMB_READ_ONLY .* POST \/v1\/projects\/acme/),
    }),
  ]);

  const later = open({}).deployment;
  expect(JSON.stringify(await runNow(later))).toContain('"status":"done"');
});

test("no run begins in the mode, and nothing is noted of one", async () => {
  const { deployment } = open({ PLUMB_READ_ONLY: "1" });
  await newStack("test/dev", deployment);
  const before = await deployment.store.readJournal("test/dev");
  await expect(runNow(deployment)).rejects.toMatchObject({ reason: "conflict", problems: [{ code: "read-only" }] });
  expect(await deployment.store.readJournal("test/dev")).toEqual(before);
});
