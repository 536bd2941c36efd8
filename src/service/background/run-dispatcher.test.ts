import { beforeEach, describe, expect, test } from "vitest";
import { localOwner } from "../access/local-owner.ts";
import { attachments, plan, up } from "../use-cases/deployment.fixture.ts";
import { planStack } from "../use-cases/plans/make-plans.ts";
import { ensureStack } from "../use-cases/stacks/begin-stack.ts";
import { removeStack } from "../use-cases/stacks/stacks.ts";
import { Gate, person, ServiceWorld } from "./background.fixture.ts";
import { forgetStackDocuments } from "./moves/forget-stack-documents.ts";
import { changeStackSettings } from "./stack-settings.ts";

let world: ServiceWorld;
beforeEach(() => {
  world = new ServiceWorld();
});

const owner = localOwner.caller;
const protectedOne = { ...attachments({}), text: `${attachments({ a: "one" }).text}    options: { protect: true }\n` };
const three = attachments({ a: "one", b: "two", c: "three" });

describe.each([
  ["in one process", false],
  ["in a service", true],
])("%s", (_, serves) => {
  test("a run is started, followed and shown", async () => {
    const dispatcher = world.dispatcher(1, { serves });
    const digest = await plan(world.deployment(1), three);
    const started = await dispatcher.start({ stack: "dev", plan: digest, parallel: 2 }, owner);
    expect(started).toMatchObject({ stack: "dev", plan: digest, status: "queued", approvalsNeeded: 0 });
    const events = await world.eventsOf(dispatcher, started.run);
    expect(events.map(({ id }) => id)).toEqual(events.map((_each, index) => index + 1));
    expect(events[0]?.event).toMatchObject({ event: "started", run: started.run, steps: 3 });
    expect(events.at(-1)?.event).toMatchObject({ event: "summary", status: "done", create: 3 });
    expect(await dispatcher.show("dev", started.run)).toMatchObject({ status: "done", changes: 3, parallel: 2 });
    expect(await dispatcher.list("dev")).toMatchObject([{ run: started.run, status: "done", changes: 3 }]);
    expect(await world.eventsOf(dispatcher, started.run, events.length - 1)).toEqual(events.slice(-1));
    expect(await world.eventsOf(dispatcher, started.run, events.length)).toEqual([]);
  });

  test("whoever stops listening hears no more, and the run goes on", async () => {
    const gate = new Gate();
    const dispatcher = world.dispatcher(1, { serves, deployment: gate.around(world.deployment(1)) });
    const digest = await plan(world.deployment(1), three);
    const { run } = await dispatcher.start({ stack: "dev", plan: digest, parallel: 1 }, owner);
    const listening = new AbortController();
    const heard = Array.fromAsync(dispatcher.events("dev", run, 0, listening.signal));
    await world.until(() => gate.arrived.length === 1);
    await world.pass(100);
    listening.abort();
    expect((await world.settled(heard)).map(({ event }) => event.event)).toEqual(["started", "step"]);
    gate.open();
    expect((await world.eventsOf(dispatcher, run, 2)).at(-1)).toMatchObject({ event: { status: "done", create: 3 } });
  });

  test("an unknown plan, and an unknown run, are missing", async () => {
    const dispatcher = world.dispatcher(1, { serves });
    const refusal = { reason: "missing" };
    await expect(dispatcher.start({ stack: "dev", plan: "sha256:none", parallel: 1 }, owner)).rejects.toMatchObject(
      refusal,
    );
    await expect(dispatcher.show("dev", "none")).rejects.toMatchObject(refusal);
    await expect(dispatcher.cancel("dev", "none", owner)).rejects.toMatchObject(refusal);
    await expect(dispatcher.approve("dev", "none", owner, null)).rejects.toMatchObject(refusal);
    await expect(world.eventsOf(dispatcher, "none")).rejects.toMatchObject(refusal);
    expect(await dispatcher.list("dev")).toEqual([]);
  });

  test("a plan with errors starts no run, and its errors say why", async () => {
    const dispatcher = world.dispatcher(1, { serves });
    await up(world.deployment(1), attachments({ a: "one" }));
    const before = (await dispatcher.list("dev")).length;
    const taken = attachments({ b: "one" });
    const declaration = { ...taken, text: taken.text.replace("endpointAttachmentId: b", "endpointAttachmentId: a") };
    const refused = await planStack({ stack: "other", kind: "apply", declaration, refresh: true }, world.deployment(1));
    const errors = refused.problems.filter(({ severity }) => severity === "error");
    expect(errors.length).toBeGreaterThan(0);
    await expect(dispatcher.start({ stack: "other", plan: refused.digest, parallel: 1 }, owner)).rejects.toMatchObject({
      reason: "conflict",
      problems: errors.map(({ code }) => ({ code })),
    });
    expect(await dispatcher.list("other")).toEqual([]);
    expect(await dispatcher.list("dev")).toHaveLength(before);
  });

  test("a plan with errors asks nobody for an approval", async () => {
    const dispatcher = world.dispatcher(1, { serves });
    await up(world.deployment(1), protectedOne);
    await changeStackSettings("dev", { approvals: 1 }, {}, world.deployment(1));
    const request = { stack: "dev", kind: "destroy", declaration: null, refresh: true } as const;
    const { digest } = await planStack(request, world.deployment(1));
    await expect(dispatcher.start({ stack: "dev", plan: digest, parallel: 1 }, owner)).rejects.toMatchObject({
      problems: [{ code: "protected" }],
    });
    expect((await dispatcher.list("dev")).filter(({ status }) => status === "awaiting-approval")).toEqual([]);
  });

  test("what runPlan refuses is the run's own end", async () => {
    const dispatcher = world.dispatcher(1, { serves });
    const digest = await plan(world.deployment(1), three);
    const first = await dispatcher.start({ stack: "dev", plan: digest, parallel: 2 }, owner);
    await world.eventsOf(dispatcher, first.run);
    const again = await dispatcher.start({ stack: "dev", plan: digest, parallel: 2 }, person("ann"));
    const [last] = (await world.eventsOf(dispatcher, again.run)).slice(-1);
    expect(last?.event).toMatchObject({ status: "refused", problems: [{ code: "stale-plan" }] });
    expect(await dispatcher.show("dev", again.run)).toMatchObject({ status: "refused", caller: { name: "ann" } });
    await expect(dispatcher.cancel("dev", again.run, owner)).rejects.toMatchObject({ reason: "conflict" });
  });
});

test("nothing is left of the runs of a stack that was removed", async () => {
  const dispatcher = world.dispatcher(1);
  await ensureStack("dev", world.deployment(1));
  await changeStackSettings("dev", { driftEveryMs: 60_000 }, {}, world.deployment(1));
  dispatcher.serve();
  for (const declaration of [three, attachments({})]) {
    const digest = await plan(world.deployment(1), declaration);
    const { run } = await dispatcher.start({ stack: "dev", plan: digest, parallel: 2, allowEmpty: true }, owner);
    await world.eventsOf(dispatcher, run);
    await world.pass(70_000);
  }
  await world.settled(dispatcher.drain());
  const lineage = await removeStack("dev", world.deployment(1));
  await forgetStackDocuments({ stack: "dev", lineage }, world.deployment(1));
  const { documentStore } = world.base;
  for (const collection of ["runs", "open-runs", "drift", "drift-schedule"])
    expect(await documentStore.list(collection, { limit: 10 })).toEqual([]);
  expect(await dispatcher.list("dev")).toEqual([]);
});

test("a run of one command leaves nothing in the document store", async () => {
  const dispatcher = world.dispatcher(1, { serves: false });
  const digest = await plan(world.deployment(1), three);
  const { run } = await dispatcher.start({ stack: "dev", plan: digest, parallel: 2 }, owner);
  await world.eventsOf(dispatcher, run);
  for (const collection of ["runs", "open-runs", "webhook-outbox"])
    expect(await world.base.documentStore.list(collection, { limit: 10 })).toEqual([]);
  // The next process knows it by the journal.
  const next = world.dispatcher(2, { serves: false });
  expect(await next.show("dev", run)).toMatchObject({ status: "done", changes: 3 });
  const events = await world.eventsOf(next, run);
  expect(events).toMatchObject(events.map((_, index) => ({ id: index + 1 })));
  expect(events.at(-1)?.event).toMatchObject({ event: "summary", create: 3 });
});
