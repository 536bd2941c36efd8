import { beforeEach, expect, test } from "vitest";
import { exchangeOver } from "../../../../packages/base/exchange/exchange-over.fixture.ts";
import { localOwner } from "../../access/local-owner.ts";
import { attachments, plan, up } from "../../use-cases/deployment.fixture.ts";
import { ensureStack } from "../../use-cases/stacks/begin-stack.ts";
import { ServiceWorld } from "../background.fixture.ts";
import { lastDrift } from "../drift-schedule.ts";
import { changeStackSettings } from "../stack-settings.ts";

// One webhook target that takes every request and answers none costs the others nothing.

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const dayMs = 24 * 3_600_000;

let world: ServiceWorld;
/** Requests of each target that have come, and that wait for an answer. */
let came: Map<string, string[]>;
let open: Map<string, number>;
/** The most that waited at once at the silent target. */
let mostOpen: number;
beforeEach(() => {
  world = new ServiceWorld();
  came = new Map();
  open = new Map();
  mostOpen = 0;
});

const webhooks = exchangeOver(async (request) => {
  const { hostname } = new URL(request.url);
  came.set(hostname, [...(came.get(hostname) ?? []), request.headers.get("webhook-id") ?? ""]);
  if (hostname !== "silent.example") return new Response();
  const now = (open.get(hostname) ?? 0) + 1;
  open.set(hostname, now);
  mostOpen = Math.max(mostOpen, now);
  return await new Promise((_, reject) => {
    request.signal.addEventListener("abort", () => {
      open.set(hostname, (open.get(hostname) ?? 0) - 1);
      reject(request.signal.reason);
    });
  });
});

async function listening(): Promise<void> {
  await ensureStack("dev", world.deployment(1));
  const targets = ["silent", "chat"].map((id) => ({
    id,
    url: `https://${id}.example/in`,
    topics: ["run.ended"],
    secret,
  }));
  await changeStackSettings("dev", { webhooks: targets }, {}, world.deployment(1));
}

/** Puts messages for the silent target, as runs that ended before have. */
async function waitingFor(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const id = `msg_a${index}_silent`;
    const message = { stack: "dev", webhook: "silent", id, body: "{}", attempts: 0, nextAt: world.clock.now() };
    await world.base.documentStore.put("webhook-outbox", id, message, {
      revision: null,
      expiresAt: world.clock.now() + 3 * dayMs,
    });
  }
}

async function runOnce(dispatcher: ReturnType<ServiceWorld["dispatcher"]>, name: string): Promise<void> {
  const digest = await plan(world.deployment(1), attachments({ [name]: "one" }));
  const { run } = await dispatcher.start(
    { stack: "dev", plan: digest, parallel: 2, allowEmpty: true },
    localOwner.caller,
  );
  await world.eventsOf(dispatcher, run);
}

test("a target that is silent delays no other, however much waits for it", async () => {
  await listening();
  await waitingFor(250);
  const dispatcher = world.dispatcher(1, { webhooks });
  dispatcher.serve();
  await world.pass(2_000);
  await runOnce(dispatcher, "a");
  // Less than the silent target is waited for.
  await world.pass(3_000);
  expect(came.get("chat.example")).toHaveLength(1);
  await runOnce(dispatcher, "b");
  await world.pass(3_000);
  expect(came.get("chat.example")).toHaveLength(2);
});

test("a target that is silent has a few requests open at once, and as many as are let wait for it", async () => {
  await listening();
  await waitingFor(1_200);
  world.dispatcher(1, { webhooks }).serve();
  await world.pass(60_000);
  expect(mostOpen).toBeLessThanOrEqual(4);
  expect(await world.base.documentStore.list("webhook-outbox", { limit: 10_000 })).toHaveLength(1_000);
  expect(world.happenings.filter(({ kind }) => kind === "webhook-given-up")).toHaveLength(200);
});

test("a process that drains waits for no silent target, and leaves the message to the next", async () => {
  await listening();
  const first = world.dispatcher(1, { webhooks });
  first.serve();
  await runOnce(first, "a");
  await world.pass(2_000);
  await world.settled(first.drain());
  expect(open.get("silent.example")).toBe(0);
  world.dispatcher(2, { webhooks }).serve();
  await world.pass(60_000);
  expect(new Set(came.get("silent.example")).size).toBe(1);
  expect(came.get("silent.example")?.length).toBeGreaterThan(1);
});

test("a message that one process sends is sent by no other, whose clock is ahead", async () => {
  await listening();
  const first = world.dispatcher(1, { webhooks });
  first.serve();
  await runOnce(first, "a");
  await world.pass(2_000);
  const deployment = world.deployment(2, { clock: { ...world.clock, now: () => world.clock.now() + 3_600_000 } });
  world.dispatcher(2, { deployment, webhooks }).serve();
  await world.pass(5_000);
  expect(came.get("silent.example")).toHaveLength(1);
});

test("a look for drift that one process makes is made by no other, whose clock is ahead", async () => {
  await up(world.deployment(1), attachments({ a: "one" }));
  await changeStackSettings("dev", { driftEveryMs: 60_000 }, {}, world.deployment(1));
  const at = world.clock.now();
  const { lineage } = await world.base.store.progress("dev");
  const turn = {
    stack: "dev",
    nextAt: at,
    until: at + 600_000,
    holder: { host: "here", pid: 1, since: new Date(at).toISOString() },
  };
  await world.base.documentStore.put("drift-schedule", lineage, turn);
  const deployment = world.deployment(2, { clock: { ...world.clock, now: () => world.clock.now() + 3_600_000 } });
  world.dispatcher(2, { deployment }).serve();
  await world.pass(300_000);
  expect(await lastDrift("dev", world.deployment(1))).toBe(null);
  world.dead.add(1);
  await world.pass(120_000);
  expect(await lastDrift("dev", world.deployment(1))).toMatchObject({ objects: 1 });
});
