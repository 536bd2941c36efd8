import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { localOwner } from "../../access/local-owner.ts";
import { attachments, plan, up } from "../../use-cases/deployment.fixture.ts";
import { ensureStack } from "../../use-cases/stacks/begin-stack.ts";
import { receiver, ServiceWorld } from "../background.fixture.ts";
import { lastDrift } from "../drift-schedule.ts";
import { changeStackSettings } from "../stack-settings.ts";

let world: ServiceWorld;
beforeEach(() => {
  world = new ServiceWorld();
});

const key = Buffer.alloc(32, 7);
const secret = `whsec_${key.toString("base64")}`;
const three = attachments({ a: "one", b: "two", c: "three" });

async function listening(topics: readonly string[], more: object = {}) {
  const webhooks = [{ id: "chat", url: "https://chat.example/in", topics, secret }];
  await ensureStack("dev", world.deployment(1));
  return changeStackSettings("dev", { webhooks, ...more }, {}, world.deployment(1));
}

async function runOnce(dispatcher: ReturnType<ServiceWorld["dispatcher"]>): Promise<string> {
  const digest = await plan(world.deployment(1), three);
  const { run } = await dispatcher.start({ stack: "dev", plan: digest, parallel: 2 }, localOwner.caller);
  await world.eventsOf(dispatcher, run);
  return run;
}

const waiting = () => world.base.documentStore.list("webhook-outbox", { limit: 10 });

describe("the end of a run", () => {
  test("is told once, signed as Standard Webhooks say", async () => {
    await listening(["run.ended"]);
    const { exchange, got } = receiver(() => new Response(null, { status: 204 }));
    const dispatchers = [1, 2].map((pid) => world.dispatcher(pid, { webhooks: exchange }));
    for (const each of dispatchers) each.serve();
    const run = await runOnce(dispatchers[0] ?? world.dispatcher(1));
    await world.pass(60_000);
    expect(got).toHaveLength(1);
    const [request] = got;
    const body = (await request?.text()) ?? "";
    const [id, at, signature] = ["id", "timestamp", "signature"].map((name) => request?.headers.get(`webhook-${name}`));
    expect(JSON.parse(body)).toMatchObject({
      type: "run.ended",
      data: { stack: "dev", run, status: "done", counts: { create: 3, failed: 0 } },
    });
    expect(signature).toBe(`v1,${createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64")}`);
    expect(Math.abs(Number(at) * 1_000 - world.clock.now())).toBeLessThan(120_000);
    expect(request?.redirect).toBe("manual");
    expect(await waiting()).toEqual([]);
  });

  test.each([500, 302, 429])("is told again after %i, under the same id, until it is taken", async (status) => {
    await listening(["run.ended"]);
    let left = 4;
    const { exchange, got } = receiver(() => {
      left -= 1;
      return new Response(null, { status: left < 0 ? 200 : status });
    });
    const dispatcher = world.dispatcher(1, { webhooks: exchange });
    dispatcher.serve();
    await runOnce(dispatcher);
    await world.pass(60_000);
    expect(got).toHaveLength(5);
    expect(new Set(got.map((request) => request.headers.get("webhook-id"))).size).toBe(1);
    expect(await waiting()).toEqual([]);
  });

  test("is on record with each attempt: what was told, where to, how it went, and when it is tried again", async () => {
    const url = "https://chat.example:8443/services/T0/path-secret?key=query-secret";
    const webhooks = [{ id: "chat", url, topics: ["run.ended"], secret }];
    await ensureStack("dev", world.deployment(1));
    await changeStackSettings("dev", { webhooks }, {}, world.deployment(1));
    let left = 2;
    const { exchange } = receiver(() => {
      left -= 1;
      return new Response(null, { status: left < 0 ? 204 : 503 });
    });
    const dispatcher = world.dispatcher(1, { webhooks: exchange });
    dispatcher.serve();
    const run = await runOnce(dispatcher);
    await world.until(() => world.happenings.some(({ kind }) => kind === "webhook-sent"));
    const told = world.happenings.filter(({ kind }) => kind.startsWith("webhook-"));
    const messageId = expect.stringMatching(/^msg_.+_chat$/);
    const common = {
      stack: "dev",
      webhook: "chat",
      messageId,
      event: "run.ended",
      target: "https://chat.example:8443",
    };
    const again = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(told).toEqual([
      { kind: "webhook-failed", ...common, attempt: 1, status: 503, why: "status 503", nextAttemptAt: again },
      { kind: "webhook-failed", ...common, attempt: 2, status: 503, why: "status 503", nextAttemptAt: again },
      { kind: "webhook-sent", ...common, attempt: 3, status: 204, nextAttemptAt: null },
    ]);
    expect(JSON.stringify(told)).not.toMatch(/path-secret|query-secret/);
    expect(run).not.toBe("");
  });

  test("is not said to be told where its webhook has been taken away meanwhile", async () => {
    await listening(["run.ended"]);
    await runOnce(world.dispatcher(1));
    await changeStackSettings("dev", { webhooks: [] }, {}, world.deployment(1));
    const { exchange, got } = receiver(() => new Response(null, { status: 204 }));
    world.dispatcher(1, { webhooks: exchange }).serve();
    await world.until(() => world.happenings.some(({ kind }) => kind.startsWith("webhook-")));
    const told = world.happenings.filter(({ kind }) => kind.startsWith("webhook-"));
    expect(told).toMatchObject([{ kind: "webhook-given-up", attempt: 0, why: expect.stringContaining(" webhook ") }]);
    expect([got, await waiting()]).toEqual([[], []]);
  });

  test("is given up after a bound, and said to be", async () => {
    await listening(["run.ended"]);
    const { exchange, got } = receiver(() => new Response(null, { status: 500 }));
    const dispatcher = world.dispatcher(1, { webhooks: exchange, random: () => 0 });
    dispatcher.serve();
    await runOnce(dispatcher);
    await world.until(() => world.happenings.some(({ kind }) => kind === "webhook-given-up"));
    expect(got.length).toBe(50);
    expect(await waiting()).toEqual([]);
  });

  test("waits in the document store for a process that can tell it, and a silent target does not hold up the rest", async () => {
    await listening(["run.ended"]);
    await runOnce(world.dispatcher(1));
    await world.until(async () => (await waiting()).length === 1);
    let isSilent = true;
    const { exchange, got } = receiver(() => new Response(null, { status: 200 }));
    const second = world.dispatcher(2, {
      webhooks: (request) =>
        isSilent
          ? new Promise((_, reject) => {
              request.signal?.addEventListener("abort", () => reject(request.signal?.reason));
            })
          : exchange(request),
    });
    second.serve();
    await world.pass(15_000);
    expect(world.happenings).toContainEqual(
      expect.objectContaining({ kind: "webhook-failed", why: expect.stringContaining(" time") }),
    );
    isSilent = false;
    await world.pass(30_000);
    expect(got).toHaveLength(1);
  });

  test("is put off when the process drains while a target is silent, and told by the next process", async () => {
    await listening(["run.ended"]);
    const silent = world.dispatcher(1, {
      webhooks: (request) =>
        new Promise((_, reject) => {
          request.signal?.addEventListener("abort", () => reject(request.signal?.reason));
        }),
    });
    silent.serve();
    await runOnce(silent);
    await world.pass(2_000);
    const begun = world.clock.now();
    await world.settled(silent.drain());
    expect(world.clock.now() - begun).toBeLessThan(1_000);
    const { exchange, got } = receiver(() => new Response());
    world.dispatcher(2, { webhooks: exchange }).serve();
    await world.pass(60_000);
    expect(got).toHaveLength(1);
  });

  test("nobody who did not ask hears of it", async () => {
    await listening(["drift.found"]);
    const { exchange, got } = receiver(() => new Response());
    const dispatcher = world.dispatcher(1, { webhooks: exchange });
    dispatcher.serve();
    await runOnce(dispatcher);
    await world.pass(60_000);
    expect(got).toEqual([]);
  });
});

describe("drift", () => {
  test("is looked for as often as the settings say, by one process at a time, and told when it is found", async () => {
    await up(world.deployment(1), three);
    await listening(["drift.found"], { driftEveryMs: 600_000 });
    const { exchange, got } = receiver(() => new Response());
    for (const pid of [1, 2, 3]) world.dispatcher(pid, { webhooks: exchange }).serve();
    await world.pass(30_000);
    const checked = () => world.happenings.filter(({ kind }) => kind === "drift-checked");
    expect(checked()).toEqual([{ kind: "drift-checked", stack: "dev", drifted: 0 }]);
    await world.base.wire("PATCH", "v1/projects/acme/locations/here/endpointAttachments/a?updateMask=description", {
      description: "moved",
    });
    await world.pass(5 * 600_000);
    expect(checked().length).toBeGreaterThanOrEqual(5);
    expect(checked().length).toBeLessThanOrEqual(6);
    expect(got).toHaveLength(checked().length - 1);
    const body: unknown = await got[0]?.json();
    expect(body).toMatchObject({
      type: "drift.found",
      data: { stack: "dev", objects: 3, drift: [{ name: "a", class: "out-of-band", path: "/description" }] },
    });
    expect(JSON.stringify(body)).not.toContain("moved");
    expect(await lastDrift("dev", world.deployment(1))).toMatchObject({
      stack: "dev",
      drift: [{ name: "a", new: "moved" }],
    });
    const { lineage } = await world.base.store.progress("dev");
    expect(await world.base.documentStore.list("drift", { prefix: `${lineage}/`, limit: 100 })).toHaveLength(
      checked().length,
    );
  });

  test("is not looked for while a run is at work", async () => {
    await up(world.deployment(1), three);
    await listening(["drift.found"], { driftEveryMs: 60_000 });
    const { store, clock } = world.deployment(2);
    const holder = { host: "here", pid: 2, since: "" };
    const lease = await store.acquire("dev", holder, clock.now(), 90_000, () => false);
    world.dispatcher(1).serve();
    await world.pass(80_000);
    expect(await lastDrift("dev", world.deployment(1))).toBe(null);
    if (lease.kind === "held") await store.release("dev", lease.epoch);
    await world.pass(10_000);
    expect(await lastDrift("dev", world.deployment(1))).toMatchObject({ objects: 3 });
  });

  test("a stack whose looker died is looked at by another in its next turn", async () => {
    await up(world.deployment(1), three);
    await listening(["drift.found"], { driftEveryMs: 60_000 });
    const at = world.clock.now();
    const { lineage } = await world.base.store.progress("dev");
    await world.base.documentStore.put("drift-schedule", lineage, {
      stack: "dev",
      nextAt: at + 60_000,
      until: at + 600_000,
      holder: { host: "elsewhere", pid: 9, since: new Date(at).toISOString() },
    });
    world.dispatcher(1).serve();
    await world.pass(300_000);
    expect(await lastDrift("dev", world.deployment(1))).toBe(null);
    await world.pass(310_000);
    expect(await lastDrift("dev", world.deployment(1))).toMatchObject({ objects: 3 });
  });
});
