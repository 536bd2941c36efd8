import { expect, test } from "vitest";
import { localOwner } from "../access/local-owner.ts";
import { attachments, plan } from "../use-cases/deployment.fixture.ts";
import { ensureStack } from "../use-cases/stacks/begin-stack.ts";
import { receiver, ServiceWorld } from "./background.fixture.ts";
import { changeStackSettings } from "./stack-settings.ts";

const owner = localOwner.caller;

test("a service in the read-only mode takes up no run that another has left, and one without it does", async () => {
  const world = new ServiceWorld();
  // It takes no run by itself, so this one stays queued.
  const first = world.dispatcher(1, { maxConcurrentRuns: 0 });
  const digest = await plan(world.deployment(1), attachments({ a: "one" }));
  const { run } = await first.start({ stack: "dev", plan: digest, parallel: 1 }, owner);
  const second = world.dispatcher(2, { deployment: world.deployment(2, { isReadOnly: true }) });
  second.serve();
  await world.pass(60_000);
  expect(await second.find("dev", run)).toMatchObject({ status: "queued" });
  expect(await world.base.writes()).toEqual([]);

  const third = world.dispatcher(3);
  third.serve();
  await world.pass(60_000);
  expect(await third.find("dev", run)).toMatchObject({ status: "done" });
  for (const each of [first, second, third]) await each.drain();
});

test("a run that waits for approval is not approved in the mode", async () => {
  const world = new ServiceWorld();
  const dispatcher = world.dispatcher(1, { deployment: world.deployment(1, { isReadOnly: true }) });
  const refused = { reason: "conflict", problems: [{ code: "read-only" }] };
  await expect(dispatcher.approve("dev", "r1", owner, null)).rejects.toMatchObject(refused);
  await expect(dispatcher.resume("dev", "r1", { parallel: 1 }, owner)).rejects.toMatchObject(refused);
});

test("a service in the mode sends no webhook, and one without it does", async () => {
  const world = new ServiceWorld();
  const { exchange: webhooks, got } = receiver(() => new Response(null, { status: 204 }));
  const first = world.dispatcher(1);
  const digest = await plan(world.deployment(1), attachments({ a: "one" }));
  await ensureStack("dev", world.deployment(1));
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const chat = { id: "chat", url: "https://chat.example/in", topics: ["run.ended"], secret };
  await changeStackSettings("dev", { webhooks: [chat] }, {}, world.deployment(1));
  const { run } = await first.start({ stack: "dev", plan: digest, parallel: 1 }, owner);
  await world.eventsOf(first, run);

  const second = world.dispatcher(2, { deployment: world.deployment(2, { isReadOnly: true }), webhooks });
  second.serve();
  await world.pass(60_000);
  expect(got).toEqual([]);

  const third = world.dispatcher(3, { webhooks });
  third.serve();
  await world.pass(60_000);
  expect(got).toHaveLength(1);
  for (const each of [first, second, third]) await each.drain();
});

test("a service in the mode forgets no run whose time is over, and one without it does", async () => {
  const world = new ServiceWorld();
  const first = world.dispatcher(1);
  const digest = await plan(world.deployment(1), attachments({ a: "one" }));
  const { run } = await first.start({ stack: "dev", plan: digest, parallel: 1 }, owner);
  await world.eventsOf(first, run);
  const kept = async () => (await world.base.documentStore.list("runs", { limit: 9 })).map(({ key }) => key);
  const [hourMs, dayMs] = [3_600_000, 86_400_000];
  world.base.advance(91 * dayMs);

  const second = world.dispatcher(2, { deployment: world.deployment(2, { isReadOnly: true }) });
  second.serve();
  await world.pass(hourMs);
  expect(await kept()).toEqual([`dev/${run}`]);

  const third = world.dispatcher(3);
  third.serve();
  await world.pass(hourMs);
  expect(await kept()).toEqual([]);
  for (const each of [first, second, third]) await each.drain();
});
