import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openDeployment } from "../src/composition/library/runs.ts";
import { systemClock } from "../src/composition/machine/system.ts";
import { person } from "../src/service/background/background.fixture.ts";
import { RunDispatcher } from "../src/service/background/run-dispatcher.ts";
import { changeStackSettings } from "../src/service/background/stack-settings.ts";
import { attachments } from "../src/service/use-cases/deployment.fixture.ts";
import { planStack } from "../src/service/use-cases/plans/make-plans.ts";
import { slowPlatform } from "../src/service/use-cases/slow-platform.fixture.ts";
import { newStack } from "../src/service/use-cases/stacks/stacks.ts";
import { keepHistory } from "./kept-history.ts";
import { openTemporalDriver } from "./open-driver.ts";
import { changedSignal } from "./run-input.ts";
import { startTemporal, type TemporalServer } from "./temporal-server.ts";

const stack = "test/dev";
/** Longer than the history of any run here that is not meant to be long. */
const longHistory = 60;
const [ann, ben] = [person("ann"), person("ben")];

let temporal: TemporalServer;
beforeAll(async () => {
  temporal = await startTemporal(longHistory);
});
afterAll(() => temporal.stop());

let dir = "";
let opened: ReturnType<typeof openDeployment>;
const dispatchers: RunDispatcher[] = [];
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "plumb-signals-"));
  opened = openDeployment({ dir, environment: {} });
  await newStack(stack, opened.deployment);
});
afterEach(async () => {
  for (const each of dispatchers.splice(0)) await each.drain();
  await opened.close();
  rmSync(dir, { recursive: true, force: true });
});

/** A process whose runs Temporal drives; `works`: it carries them out. */
async function driven(queue: string, deployment = opened.deployment, works = true): Promise<RunDispatcher> {
  const environment = { TEMPORAL_ADDRESS: temporal.address, PLUMB_TEMPORAL_QUEUE: queue };
  const driverOf = await openTemporalDriver({ environment, clock: systemClock, works, say: () => {} });
  const dispatcher = new RunDispatcher({ deployment, serves: true, driverOf });
  dispatchers.push(dispatcher);
  dispatcher.serve();
  return dispatcher;
}

async function planned(): Promise<string> {
  const declaration = attachments({ a: "one", b: "two" });
  return (await planStack({ stack, kind: "apply", declaration, refresh: true }, opened.deployment)).digest;
}

const workflowOf = (run: string) => temporal.client.workflow.getHandle(`plumb/${stack}/${run}`);

/** The names of the events of a run's workflow so far; none before Temporal has it. */
async function historyOf(run: string): Promise<readonly string[]> {
  const { events } = await workflowOf(run)
    .fetchHistory()
    .catch(() => ({ events: [] }));
  return (events ?? []).flatMap((event) => Object.keys(event).filter((name) => name.endsWith("EventAttributes")));
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(50);
}

const lastOf = async (run: string) => {
  const events = await Array.fromAsync(
    dispatchers[0]?.events(stack, run, 0, AbortSignal.timeout(120_000)) ?? [],
    ({ event }) => event,
  );
  return events.at(-1);
};

test("a run waits at Temporal for its approval, which is a signal; it is found by project, kind and who", async () => {
  const process = await driven("approved");
  await changeStackSettings(stack, { approvals: 1 }, {}, opened.deployment);
  const { run, status } = await process.start({ stack, plan: await planned(), parallel: 2 }, ann);
  expect(status).toBe("awaiting-approval");
  await until(async () => (await historyOf(run)).includes("activityTaskCompletedEventAttributes"));
  const { status: atTemporal, priority } = await workflowOf(run).describe();
  expect(atTemporal.name).toBe("RUNNING");
  expect(priority).toMatchObject({ priorityKey: 3, fairnessKey: "test" });
  const query = 'PlumbProject="test" AND PlumbStack="test/dev" AND PlumbKind="apply" AND PlumbWho="ann"';
  await until(async () => (await Array.fromAsync(temporal.client.workflow.list({ query }))).length === 1);
  await process.approve(stack, run, ben, "fine");
  expect(await workflowOf(run).result()).toBe("done");
  expect(await lastOf(run)).toMatchObject({ event: "summary", status: "done", create: 2 });
  expect((await historyOf(run)).filter((name) => name === "workflowExecutionSignaledEventAttributes")).toHaveLength(1);
  keepHistory("approved", `plumb/${stack}/${run}`, temporal.address);
});

test("a run that was just asked for is advanced once and signalled never, though a worker sees it as well", async () => {
  const platform = slowPlatform(opened.deployment, 3_000);
  await driven("told once", platform);
  const process = await driven("told once", platform, false);
  const { run } = await process.start({ stack, plan: await planned(), parallel: 2 }, ann);
  await until(async () => (await historyOf(run)).length > 0);
  expect(await workflowOf(run).result()).toBe("done");
  const history = await historyOf(run);
  expect(history.filter((name) => name === "activityTaskScheduledEventAttributes")).toHaveLength(1);
  expect(history).not.toContain("workflowExecutionSignaledEventAttributes");
});

test("a wait that is longer than the patience of a worker is a timer, and the run goes on after it", async () => {
  const process = await driven("put-off", slowPlatform(opened.deployment, 12_000));
  const { run } = await process.start({ stack, plan: await planned(), parallel: 2 }, ann);
  await until(async () => (await historyOf(run)).includes("timerStartedEventAttributes"));
  expect(await process.find(stack, run)).toMatchObject({ status: "running" });
  expect(await opened.deployment.store.lease(stack)).toBe(null);
  expect(await workflowOf(run).result()).toBe("done");
  expect(await historyOf(run)).toContain("timerFiredEventAttributes");
  expect(await lastOf(run)).toMatchObject({ event: "summary", status: "done", create: 2 });
  keepHistory("put-off", `plumb/${stack}/${run}`, temporal.address);
});

test("a request to end is a signal: it ends the timer, and the run with what is in flight told", async () => {
  const process = await driven("cancelled", slowPlatform(opened.deployment, 3_600_000));
  const { run } = await process.start({ stack, plan: await planned(), parallel: 2 }, ann);
  await until(async () => (await historyOf(run)).includes("timerStartedEventAttributes"));
  await process.cancel(stack, run, ann);
  expect(await workflowOf(run).result()).toBe("cancelled");
  expect(await historyOf(run)).toContain("timerCanceledEventAttributes");
  expect(await lastOf(run)).toMatchObject({ event: "summary", status: "cancelled", inFlight: [{}, {}] });
  keepHistory("cancelled", `plumb/${stack}/${run}`, temporal.address);
});

test.each([
  ["the same process", 2_000],
  ["another one", 8_000],
])("a request to end to %s reaches a worker in the middle of a run", async (who, workMs) => {
  const queue = `stopped by ${who}`;
  const process = await driven(queue, slowPlatform(opened.deployment, workMs));
  const asked = who === "another one" ? await driven(queue, opened.deployment, false) : process;
  const { run } = await process.start({ stack, plan: await planned(), parallel: 1 }, ann);
  await until(async () => (await opened.deployment.store.readRun(stack, run)).some(({ kind }) => kind === "handle"));
  await asked.cancel(stack, run, ann);
  expect(await workflowOf(run).result()).toBe("cancelled");
  expect(await lastOf(run)).toMatchObject({ event: "summary", status: "cancelled", create: 0 });
});

test("a rejection ends the workflow, and nothing is done", async () => {
  const process = await driven("rejected");
  await changeStackSettings(stack, { approvals: 1 }, {}, opened.deployment);
  const { run } = await process.start({ stack, plan: await planned(), parallel: 2 }, ann);
  await until(async () => (await historyOf(run)).length > 0);
  await process.reject(stack, run, ben, "not today");
  expect(await workflowOf(run).result()).toBe("rejected");
  expect(await opened.deployment.store.readRun(stack, run)).toEqual([]);
});

describe("a long run begins its history anew", () => {
  /** Tells a workflow again and again that something has changed, until it has begun anew so often. */
  async function begunAnew(run: string, times: number): Promise<void> {
    const seen = new Set<string>();
    while (seen.size <= times) {
      seen.add((await workflowOf(run).describe()).runId);
      await workflowOf(run).signal(changedSignal);
    }
  }

  test("and is approved after that, while more signals come; it is found as before", async () => {
    const process = await driven("anew and approved");
    await changeStackSettings(stack, { approvals: 1 }, {}, opened.deployment);
    const { run } = await process.start({ stack, plan: await planned(), parallel: 2 }, ann);
    await until(async () => (await historyOf(run)).length > 0);
    await begunAnew(run, 1);
    const isOver = workflowOf(run).result();
    await Promise.all([process.approve(stack, run, ben, "fine"), begunAnew(run, 1).catch(() => {})]);
    expect(await isOver).toBe("done");
    expect(await lastOf(run)).toMatchObject({ event: "summary", status: "done", create: 2 });
    const query = `PlumbStack="test/dev" AND ExecutionStatus="ContinuedAsNew" AND WorkflowId="plumb/${stack}/${run}"`;
    await until(async () => (await Array.fromAsync(temporal.client.workflow.list({ query }))).length > 0);
    const whole = 'PlumbStack="test/dev" AND PlumbWho="ann" AND ExecutionStatus="Completed"';
    const found = async () => Array.fromAsync(temporal.client.workflow.list({ query: whole }));
    await until(async () => (await found()).some(({ workflowId }) => workflowId === `plumb/${stack}/${run}`));
  });

  test("and is asked to end after that, while it waits for a platform", async () => {
    const process = await driven("anew and cancelled", slowPlatform(opened.deployment, 3_600_000));
    const { run } = await process.start({ stack, plan: await planned(), parallel: 2 }, ann);
    await until(async () => (await historyOf(run)).includes("timerStartedEventAttributes"));
    await begunAnew(run, 1);
    await process.cancel(stack, run, ann);
    expect(await workflowOf(run).result()).toBe("cancelled");
    expect(await lastOf(run)).toMatchObject({ event: "summary", status: "cancelled", inFlight: [{}, {}] });
  });
});
