import { Client, Connection, type WorkflowClientInterceptor } from "@temporalio/client";
import { expect, test } from "vitest";
import { person } from "../src/service/background/background.fixture.ts";
import { newRun } from "../src/service/background/kept-runs/new-run.ts";
import { StoredRunRepository } from "../src/service/background/kept-runs/stored-run-repository.ts";
import { PeriodicTasks } from "../src/service/background/periodic-tasks.ts";
import { testDeployment } from "../src/service/use-cases/deployment.fixture.ts";
import { TemporalDriver } from "./temporal-driver.ts";

// When runs are named to Temporal, without a server.

const at = new Date(0).toISOString();
const lookMs = 1_000;

class Looks extends PeriodicTasks {
  look = async (): Promise<void> => {};

  override begin(_what: string, _milliseconds: number, work: () => Promise<void>): void {
    this.look = work;
  }
}

test("a run that its asker does not name is named by others, although the clock was set back", async () => {
  let elapsed = 0;
  const clock = { now: () => -3_600_000 * elapsed, elapsed: () => elapsed, sleep: async () => {} };
  const told: string[] = [];
  const teller: WorkflowClientInterceptor = {
    startWithDetails: async ({ workflowType }) => {
      told.push(workflowType);
      return { runId: "r", eagerlyStarted: false };
    },
  };
  const client = new Client({ connection: Connection.lazy(), interceptors: { workflow: [teller] } });
  const repository = new StoredRunRepository(testDeployment());
  const request = { stack: "shop/dev", plan: "p", kind: "apply", parallel: 1 } as const;
  await repository.add(newRun("r", at, request, { caller: person("ann"), lineage: "l", approvals: 0, holder: null }));
  const note = () => {};
  const tasks = new Looks({ clock, note, signal: new AbortController().signal });
  const work = { beginWork: () => {}, endWork: async () => {}, watch: async () => {}, carried: new Map() };
  const driver = new TemporalDriver({ ...work, client, taskQueue: "q", clock, note, repository });
  driver.serve(tasks);
  for (; elapsed < 5 * lookMs; elapsed += lookMs) await tasks.look();
  expect(told).toEqual([]);
  await tasks.look();
  expect(told).toHaveLength(1);
});
