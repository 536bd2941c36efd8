import { beforeEach, describe, expect, test } from "vitest";
import { attachments, plan, up } from "../use-cases/deployment.fixture.ts";
import { withDescription } from "../use-cases/plans/other-definitions.fixture.ts";
import { ensureStack } from "../use-cases/stacks/begin-stack.ts";
import { person, ServiceWorld } from "./background.fixture.ts";
import { brokenRun } from "./broken-run.fixture.ts";
import type { RunDispatcher } from "./run-dispatcher.ts";
import { changeStackSettings } from "./stack-settings.ts";

let world: ServiceWorld;
let dispatcher: RunDispatcher;
beforeEach(async () => {
  world = new ServiceWorld();
  dispatcher = world.dispatcher(1);
  await ensureStack("dev", world.deployment(1));
  await changeStackSettings("dev", { approvals: 2 }, {}, world.deployment(1));
});

const type = "connectors:EndpointAttachment";
const [ann, ben, cem] = [person("ann"), person("ben"), person("cem")];

async function started() {
  const digest = await plan(world.deployment(1), attachments({ a: "one" }));
  return dispatcher.start({ stack: "dev", plan: digest, parallel: 1 }, ann);
}

const refusal = { reason: "conflict", problems: [{ code: "approval-refused" }] };

test("a run begins with the last approval that it needs", async () => {
  const { run, status } = await started();
  expect(status).toBe("awaiting-approval");
  const events = world.eventsOf(dispatcher, run);
  expect(await dispatcher.approve("dev", run, ben, "looks fine")).toMatchObject({
    status: "awaiting-approval",
    approvals: [{ by: "user:issuer|ben", name: "ben", comment: "looks fine", verdict: "approved" }],
  });
  await world.pass(60_000);
  expect(await world.base.writes()).toEqual([]);
  expect(await dispatcher.approve("dev", run, cem, null)).toMatchObject({ status: "queued" });
  expect((await events).at(-1)?.event).toMatchObject({ status: "done", create: 1 });
  await expect(dispatcher.approve("dev", run, person("dan"), null)).rejects.toMatchObject(refusal);
});

describe("nobody approves", () => {
  test("their own run, be it by a token of theirs", async () => {
    const { run } = await started();
    await expect(dispatcher.approve("dev", run, ann, null)).rejects.toMatchObject(refusal);
    const token = person("ci", { principal: "token:7", owner: ann.principal });
    await expect(dispatcher.approve("dev", run, token, null)).rejects.toMatchObject(refusal);
    const digest = (await dispatcher.find("dev", run)).plan;
    const byToken = await dispatcher.start({ stack: "dev", plan: digest, parallel: 1 }, token);
    await expect(dispatcher.approve("dev", byToken.run, ann, null)).rejects.toMatchObject(refusal);
  });

  test("their own run by a token, which is told as it is: the token did not start the run", async () => {
    const { run } = await started();
    const why = (detail: RegExp) => ({ problems: [{ detail: expect.stringMatching(detail) }] });
    const token = person("ci", { principal: "token:7", owner: ann.principal });
    await expect(dispatcher.approve("dev", run, token, null)).rejects.toMatchObject(
      why(new RegExp(`^ci and ann, who started run ${run}, are one person`)),
    );
    await expect(dispatcher.approve("dev", run, ann, null)).rejects.toMatchObject(why(/^ann started/));
    await dispatcher.approve("dev", run, ben, null);
    await expect(dispatcher.approve("dev", run, ben, null)).rejects.toMatchObject(why(/^ben has answered/));
    const bens = person("ci", { principal: "token:8", owner: ben.principal });
    await expect(dispatcher.approve("dev", run, bens, null)).rejects.toMatchObject(why(/^ci and ben, .* one person/));
  });

  test("twice, be it by a token of theirs", async () => {
    const { run } = await started();
    await dispatcher.approve("dev", run, ben, null);
    await expect(dispatcher.approve("dev", run, ben, null)).rejects.toMatchObject(refusal);
    const token = person("ci", { principal: "token:8", owner: ben.principal });
    await expect(dispatcher.approve("dev", run, token, null)).rejects.toMatchObject(refusal);
    expect((await dispatcher.find("dev", run)).status).toBe("awaiting-approval");
  });

  test("in parallel: each answer counts once", async () => {
    const { run } = await started();
    const other = world.dispatcher(2);
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? other : dispatcher).approve("dev", run, ben, null)),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await dispatcher.find("dev", run)).approvals).toHaveLength(1);
  });
});

test("one rejection ends a run, and says who and why", async () => {
  const { run } = await started();
  await dispatcher.approve("dev", run, ben, null);
  expect(await dispatcher.reject("dev", run, cem, "not on a Friday")).toMatchObject({ status: "rejected" });
  expect(await world.eventsOf(dispatcher, run)).toMatchObject([
    {
      id: 1,
      event: {
        status: "refused",
        problems: [{ code: "run-rejected", detail: expect.stringMatching(/^cem .*: not on a Friday$/) }],
      },
    },
  ]);
  await expect(dispatcher.approve("dev", run, person("dan"), null)).rejects.toMatchObject(refusal);
  expect(await world.base.writes()).toEqual([]);
});

test("a plan that does not hold any more when the last approval comes is not carried out", async () => {
  const { run } = await started();
  await up(world.deployment(1), attachments({ b: "other" }));
  await dispatcher.approve("dev", run, ben, null);
  await dispatcher.approve("dev", run, cem, null);
  expect((await world.eventsOf(dispatcher, run)).at(-1)?.event).toMatchObject({
    status: "refused",
    problems: [{ code: "stale-plan" }],
  });
});

test("a world that moved since the plan is noticed when the last approval comes", async () => {
  await up(world.deployment(1), attachments({ a: "one" }));
  const digest = await plan(world.deployment(1), attachments({ a: "two" }));
  const { run } = await dispatcher.start({ stack: "dev", plan: digest, parallel: 1 }, ann);
  await world.pass(3_600_000);
  await world.base.wire("PATCH", "v1/projects/acme/locations/here/endpointAttachments/a?updateMask=description", {
    description: "moved",
  });
  await dispatcher.approve("dev", run, ben, null);
  await dispatcher.approve("dev", run, cem, null);
  const last = (await world.eventsOf(dispatcher, run)).at(-1)?.event;
  expect(last).toMatchObject({ status: "refused", problems: [{ code: "stale-plan" }] });
});

test.each([
  ["is carried out after a description was reworded", { description: "in other words" }, { status: "done", create: 1 }],
  [
    "is refused after a limit was changed, and the type is named",
    { maxLength: 7 },
    { status: "refused", problems: [{ code: "stale-plan", detail: expect.stringContaining(type) }] },
  ],
])("a plan that waits for approval %s", async (_, words, summary) => {
  const { run } = await started();
  await world.settled(dispatcher.drain());
  const catalog = withDescription(world.base.catalog, type, words);
  const upgraded = world.dispatcher(2, { deployment: world.deployment(2, { catalog }) });
  await upgraded.approve("dev", run, ben, null);
  await upgraded.approve("dev", run, cem, null);
  expect((await world.eventsOf(upgraded, run)).at(-1)?.event).toMatchObject(summary);
});

test("a run that waits for approval outlives its process, and is cancelled by whoever may", async () => {
  const { run } = await started();
  await world.settled(dispatcher.drain());
  const second = world.dispatcher(2);
  second.serve();
  await world.pass(100_000);
  expect(await second.find("dev", run)).toMatchObject({ status: "awaiting-approval" });
  expect(await second.cancel("dev", run, ann)).toMatchObject({ status: "cancelled" });
  expect(await world.eventsOf(second, run)).toMatchObject([{ id: 1, event: { status: "cancelled" } }]);
});

test("a run that is resumed needs the approval of others than whoever resumes it", async () => {
  await changeStackSettings("dev", { approvals: 1 }, {}, world.deployment(1));
  await brokenRun(world, "r0");
  expect(await dispatcher.resume("dev", "r0", { parallel: 1 }, ann)).toMatchObject({
    status: "awaiting-approval",
    approvalsNeeded: 1,
  });
  await expect(dispatcher.approve("dev", "r0", ann, null)).rejects.toMatchObject(refusal);
  await dispatcher.approve("dev", "r0", ben, null);
  expect((await world.eventsOf(dispatcher, "r0")).at(-1)?.event).toMatchObject({ status: "done", create: 1 });
  expect(await world.base.writes()).toEqual(["create a"]);
});

test("a stack that needs approvals is not run past the service", async () => {
  const single = world.dispatcher(1, { serves: false });
  const digest = await plan(world.deployment(1), attachments({ a: "one" }));
  await expect(single.start({ stack: "dev", plan: digest, parallel: 1 }, ann)).rejects.toMatchObject({
    reason: "conflict",
    problems: [{ code: "approval-at-service" }],
  });
});

test("a run that was rejected has nothing to go on with, and says so", async () => {
  const { run } = await started();
  await dispatcher.reject("dev", run, ben, "not today");
  await expect(dispatcher.resume("dev", run, { parallel: 1 }, ann)).rejects.toMatchObject({
    reason: "conflict",
    problems: [{ code: "run-over", detail: expect.stringContaining(" rejected ") }],
  });
});
