import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { StoredPlan } from "../../../engine/ports/store.ts";
import { moveStack } from "../../background/moves/move-stack.ts";
import {
  attachments,
  eventsOf,
  plan,
  planAt,
  run,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { newStack } from "../stacks/stacks.ts";
import { listResources } from "../state/state-rows.fixture.ts";
import { runPlan } from "./run-events.fixture.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const refusal = (code: string, detail = /./) => ({
  status: "refused",
  problems: [{ code, detail: expect.stringMatching(detail) }],
});

test("a run tells its steps in order and ends with the counts", async () => {
  const digest = await plan(world, attachments({ a: "one" }));
  expect(await eventsOf(world, digest)).toMatchObject([
    { event: "started", stack: "dev", plan: digest, steps: 1 },
    { event: "step", phase: "started", name: "a", action: "create" },
    { event: "step", phase: "done", name: "a", id: "projects/acme/locations/here/endpointAttachments/a" },
    { event: "summary", status: "done", create: 1, same: 0, failed: 0, skipped: 0, problems: [] },
  ]);
  expect(await listResources("dev", world)).toMatchObject([{ name: "a", status: "current" }]);
});

describe("a plan is carried out only while it holds", () => {
  test("one that another run overtook is refused, and says what moved", async () => {
    const declaration = attachments({ a: "one" });
    const [first, second] = [await plan(world, declaration), await plan(world, attachments({ a: "two" }))];
    expect(await run(world, first)).toMatchObject({ status: "done" });
    world.calls.length = 0;
    expect(await run(world, second)).toMatchObject(refusal("stale-plan", /serial|anew/));
    expect(await run(world, first)).toMatchObject(
      refusal("stale-plan", /^run \S+ has applied this plan already; plan again$/),
    );
    const third = await plan(world, attachments({ a: "three" }));
    const fourth = await plan(world, attachments({ a: "four" }));
    expect(await run(world, third)).toMatchObject({ status: "done", update: 1 });
    world.calls.length = 0;
    expect(await run(world, fourth)).toMatchObject(refusal("stale-plan", / serial \d+ .*\d+/));
    expect(world.calls).toEqual([]);
  });

  test("one whose stack has another name since is carried out, by another process too", async () => {
    await newStack("test/dev", world);
    const digest = await planAt("test/dev", world, attachments({ a: "one" }));
    await moveStack("test/dev", "test/prod", world);
    const events = await eventsOf(world.as(2), digest, undefined, "test/prod");
    expect(events.at(-1)).toMatchObject({ event: "summary", status: "done", create: 1 });
  });

  test.each<[string, (document: JsonObject) => JsonObject]>([
    ["its steps", (document) => ({ ...document, steps: [] })],
    [
      "what it is bound to",
      (document) => ({ ...document, bindings: { ...(document["bindings"] as JsonObject), serial: 7 } }),
    ],
    ["its own digest", (document) => ({ ...document, round: 2, digest: "sha256:forged" })],
  ])("one that was tampered with in %s is refused before any call", async (_, tamper) => {
    const digest = await plan(world, attachments({ a: "one" }));
    const stored = await world.store.getPlan("dev", digest);
    if (stored === null) throw new Error("the plan was not kept");
    const forged = {
      ...world.as(2),
      store: giving(world.store, {
        ...stored,
        document: { ...stored.document, plan: tamper(stored.document["plan"] as JsonObject) },
      }),
    };
    world.calls.length = 0;
    const refused = await run(forged, digest);
    expect(refused.status).toBe("refused");
    expect(refused.problems).toContainEqual(
      expect.objectContaining({ code: "stale-plan", detail: expect.stringContaining("digest") }),
    );
    expect(world.calls).toEqual([]);
    expect(await listResources("dev", world)).toEqual([]);
  });

  test("one with errors is refused with them, before any call", async () => {
    await run(world, await plan(world, attachments({ a: "one" })));
    const declaration = attachments({ b: "one" });
    const taken = {
      ...declaration,
      text: declaration.text.replace("endpointAttachmentId: b", "endpointAttachmentId: a"),
    };
    const view = await planStack({ stack: "other", kind: "apply", declaration: taken, refresh: true }, world);
    expect(view.problems.length).toBeGreaterThan(0);
    world.calls.length = 0;
    const signal = new AbortController().signal;
    for await (const event of runPlan({ stack: "other", plan: view.digest, parallel: 1 }, world, signal)) {
      expect(event).toMatchObject({
        event: "summary",
        status: "refused",
        problems: view.problems.map(({ code }) => ({ code })),
      });
    }
    expect(world.calls).toEqual([]);
  });

  test("one that nobody made is missing", async () => {
    await expect(run(world, "sha256:none")).rejects.toMatchObject({
      reason: "missing",
      problems: [{ code: "plan-unknown" }],
    });
  });
});

describe("one run holds a stack at a time", () => {
  const holder = { host: "there", pid: 4711, since: "2026-01-01T00:00:00.000Z" };
  const hold = (ttl: number) => world.store.acquire("dev", holder, world.clock.now(), ttl, () => false);

  test("a busy stack says who holds it since when, and nothing is called", async () => {
    const digest = await plan(world, attachments({ a: "one" }));
    await hold(30_000);
    world.calls.length = 0;
    expect(await run(world, digest)).toMatchObject(
      refusal("stack-busy", / 4711 .*there .*`dev` .* 2026-01-01T00:00:00.000Z/),
    );
    expect(world.calls).toEqual([]);
  });

  test("a plan that was made while another run had calls in flight is not carried out", async () => {
    const dying = {
      ...world,
      driverOf: (...[provider, at]: Parameters<typeof world.driverOf>) => ({
        ...world.driverOf(provider, at),
        write: () => Promise.reject(new Error("killed")),
      }),
    };
    await expect(run(dying, await plan(world, attachments({ a: "one" })))).rejects.toThrow("killed");
    await hold(30_000);
    const digest = await plan(world, attachments({ a: "one" }));
    world.advance(31_000);
    expect(await run(world, digest)).toMatchObject(refusal("stale-plan", / at work /));
    expect(await world.writes()).toEqual([]);
  });

  test("a plan is not fresh because the clock was set back: what moved since is told", async () => {
    await up(world, attachments({ a: "one", b: "one" }));
    const digest = await plan(world, attachments({ a: "one", b: "two" }));
    const path = "v1/projects/acme/locations/here/endpointAttachments/a?updateMask=description";
    await world.wire("PATCH", path, { description: "by hand" });
    world.advance(-3_600_000);
    expect(await run(world, digest)).toMatchObject({ status: "refused", problems: [{ code: "stale-plan" }] });
  });

  test("a dead holder is taken over at once", async () => {
    const digest = await plan(world, attachments({ a: "one" }));
    await hold(30_000);
    const asked: unknown[] = [];
    const other = world.as(2, (each) => {
      asked.push(each);
      return true;
    });
    expect(await run(other, digest)).toMatchObject({ status: "done", create: 1 });
    expect(asked).toEqual([holder]);
  });

  test("a silent holder is taken over when its time is up, and can't write any more", async () => {
    const digest = await plan(world, attachments({ a: "one" }));
    const lease = await hold(30_000);
    world.advance(30_001);
    expect(await run(world, digest)).toMatchObject({ status: "done" });
    if (lease.kind !== "held") throw new Error("the stack was not free");
    expect(await world.store.append("dev", lease.epoch, [])).toMatchObject({ kind: "fenced" });
  });

  test("the stack is free after a run, also after one that was refused or cancelled", async () => {
    const digest = await plan(world, attachments({ a: "one" }));
    expect(await run(world, digest, AbortSignal.abort())).toMatchObject({ status: "cancelled", skipped: 1 });
    expect(await run(world, digest)).toMatchObject({ status: "refused" });
    expect((await hold(1)).kind).toBe("held");
  });
});

test("a change of options alone is told as a record to update, and a run records it without a call", async () => {
  const declaration = attachments({ a: "one" });
  await run(world, await plan(world, declaration));
  const protecting = { ...declaration, text: `${declaration.text}    options: { protect: true }\n` };
  const view = await planStack({ stack: "dev", kind: "apply", declaration: protecting, refresh: true }, world);
  expect(view).toMatchObject({ summary: { same: 1, update: 0 }, records: ["a"] });
  world.calls.length = 0;
  expect(await run(world, view.digest)).toMatchObject({ status: "done", same: 1 });
  expect(world.calls).toEqual([]);
  const again = await planStack({ stack: "dev", kind: "apply", declaration: protecting, refresh: true }, world);
  expect(again.records).toEqual([]);
  const destroy = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
  expect(destroy.problems).toMatchObject([{ code: "protected" }]);
});

/** The same store, but for the plans it gives. */
function giving(store: TestDeployment["store"], plan: StoredPlan): TestDeployment["store"] {
  return new Proxy(store, {
    get: (target, name) => {
      if (name === "getPlan") return async () => plan;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
