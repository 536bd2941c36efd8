import { beforeEach, describe, expect, test } from "vitest";
import { Fault } from "../../../../packages/base/fault.ts";
import type { Authority } from "../../access/authority.ts";
import { attachments, eventsOf, planAt, type TestDeployment, testDeployment, upAt } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { listStacks, newStack, removeStack, showStack } from "./stacks.ts";

const allStacks = async (deployment: TestDeployment) =>
  (await listStacks({ after: null, limit: 100 }, deployment)).items;

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

describe("stacks", () => {
  test("those that were written to are listed with what they manage; planning alone makes none", async () => {
    expect(await allStacks(world)).toEqual([]);
    await upAt("test/dev", world, attachments({ a: "one", b: "two" }));
    await newStack("test/prod", world);
    await planStack(
      { stack: "test/planned", kind: "apply", declaration: attachments({ c: "x" }), refresh: true },
      world,
    );
    expect(await allStacks(world)).toMatchObject([
      {
        ...{ stack: "test/dev", project: "test", name: "dev", resources: 2 },
        lastRun: { status: "done", startedAt: expect.any(String), endedAt: expect.any(String) },
      },
      { stack: "test/prod", project: "test", name: "prod", resources: 0, serial: 1, lastRun: null, drift: null },
    ]);
  });

  test("say of a run that broke off what the run itself says", async () => {
    await newStack("test/dev", world);
    const holder = { ...world.holder, since: "2026-01-01T00:00:00.000Z" };
    const lease = await world.store.acquire("test/dev", holder, world.clock.now(), 30_000, () => false);
    if (lease.kind !== "held") throw new Error("the stack was not free");
    const at = "2026-01-01T00:00:00.000Z";
    await world.store.append("test/dev", lease.epoch, [{ kind: "run-started", run: "r-1", plan: "p", at }]);
    await world.store.release("test/dev", lease.epoch);
    const lastRun = { run: "r-1", status: "broken-off", startedAt: at, endedAt: null };
    expect(await showStack("test/dev", world)).toMatchObject({ lastRun });
    const { brief: _, ...progress } = await world.store.readBrief("test/dev");
    const store = { ...world.store, readBrief: async () => ({ ...progress, brief: null }) };
    expect(await showStack("test/dev", { ...world, store })).toMatchObject({ lastRun });
  });

  test("are told without a look at their rows, however many they have", async () => {
    await upAt("test/dev", world, attachments({ a: "one" }));
    const shown = await showStack("test/dev", world);
    const unread = async () => Promise.reject(new Error("rows were read"));
    const last: typeof world.store.readJournalAfter = (stack, serial, limit) =>
      limit === 1 ? world.store.readJournalAfter(stack, serial, limit) : unread();
    const blind = { ...world, store: { ...world.store, readStack: unread, readRun: unread, readJournalAfter: last } };
    expect(await showStack("test/dev", blind)).toEqual(shown);
    expect((await listStacks({ after: null, limit: 10 }, blind)).items).toEqual([shown]);
  });

  test("tell of their runs and of drift only who may read them", async () => {
    await upAt("test/dev", world, attachments({ a: "one" }));
    const authority: Authority = {
      ...world.authority,
      decide: (action) =>
        action === "run:read" ? { kind: "denied", why: "not yours", policies: [] } : { kind: "allowed" },
    };
    expect(await showStack("test/dev", { ...world, authority })).toMatchObject({ resources: 1, lastRun: null });
  });

  test("are counted, and their runs looked for, where nothing is kept beside their rows", async () => {
    await upAt("test/dev", world, attachments({ a: "one", b: "two" }));
    const shown = await showStack("test/dev", world);
    const { brief: _, ...progress } = await world.store.readBrief("test/dev");
    const store = { ...world.store, readBrief: async () => ({ ...progress, brief: null }) };
    expect(await showStack("test/dev", { ...world, store })).toEqual(shown);
  });

  test("are listed in pages, and only those that the caller may see", async () => {
    for (const name of ["p/a", "p/b", "q/a", "q/b"]) await newStack(name, world);
    const authority: Authority = {
      ...world.authority,
      decide: (_, { stack }) =>
        stack === "p/b" ? { kind: "denied", why: "not yours", policies: [] } : { kind: "allowed" },
    };
    const limited = { ...world, authority };
    const first = await listStacks({ after: null, limit: 2 }, limited);
    expect(first).toMatchObject({ items: [{ stack: "p/a" }, { stack: "q/a" }], next: "q/a" });
    expect(await listStacks({ after: first.next, limit: 2 }, limited)).toMatchObject({
      items: [{ stack: "q/b" }],
      next: null,
    });
    expect((await listStacks({ after: null, limit: 9, project: "p" }, limited)).items).toMatchObject([
      { stack: "p/a", project: "p", name: "a" },
    ]);
    expect((await listStacks({ after: null, limit: 9, project: "none" }, limited)).items).toEqual([]);
  });

  test("a name is reserved once, must be one, and the stack is used like any other", async () => {
    await newStack("test/dev", world);
    await expect(newStack("test/dev", world)).rejects.toMatchObject({
      reason: "conflict",
      problems: [{ code: "already-exists" }],
    });
    for (const name of [
      "",
      "dev",
      "a/b/c",
      "a/",
      "/b",
      "A/b",
      "1/b",
      "p/-x",
      "-p/x",
      `p/${"x".repeat(64)}`,
      `${"p".repeat(64)}/x`,
    ])
      await expect(newStack(name, world)).rejects.toMatchObject({ problems: [{ code: "invalid-name" }] });
    expect(await upAt("test/dev", world, attachments({ a: "one" }))).toMatchObject({ create: 1 });
  });

  test("one that manages something is kept; one that manages nothing goes, with its plans", async () => {
    await upAt("test/dev", world, attachments({ a: "one" }));
    await expect(removeStack("test/dev", world)).rejects.toMatchObject({
      reason: "conflict",
      problems: [{ code: "stack-in-use", detail: expect.stringMatching(/`test\/dev`.* an object;/) }],
    });
    const digest = (await planStack({ stack: "test/dev", kind: "destroy", declaration: null, refresh: true }, world))
      .digest;
    await eventsOf(world, digest, undefined, "test/dev");
    const stale = await planAt("test/dev", world, attachments({ a: "one" }));
    await removeStack("test/dev", world);
    expect(await allStacks(world)).toEqual([]);
    await expect(eventsOf(world, stale, undefined, "test/dev")).rejects.toMatchObject({ reason: "missing" });
    expect(await upAt("test/dev", world, attachments({ a: "one" }))).toMatchObject({ create: 1 });
  });

  test("one that nobody made is missing, and one in somebody's hands stays", async () => {
    await expect(removeStack("test/dev", world)).rejects.toMatchObject({ reason: "missing" });
    await newStack("test/dev", world);
    const holder = { host: "there", pid: 4711, since: "2026-01-01T00:00:00.000Z" };
    await world.store.acquire("test/dev", holder, world.clock.now(), 30_000, () => false);
    await expect(removeStack("test/dev", world)).rejects.toMatchObject({ problems: [{ code: "stack-busy" }] });
    await expect(newStack("test/dev", world)).rejects.toMatchObject({ problems: [{ code: "stack-busy" }] });
  });
});

test("a damaged stack is a row with a problem, and hides no other", async () => {
  await upAt("test/dev", world, attachments({ a: "one" }));
  const damaged: TestDeployment = {
    ...world,
    store: {
      ...world.store,
      listStacks: async () => ["test/broken", "test/dev"],
      readBrief: async (stack) => {
        if (stack === "test/broken") throw new Fault("store-damaged", "its head disagrees with its checksum");
        return world.store.readBrief(stack);
      },
    },
  };
  const { items } = await listStacks({ after: null, limit: 10 }, damaged);
  expect(items).toMatchObject([
    {
      stack: "test/broken",
      project: "test",
      name: "broken",
      resources: 0,
      problems: [{ code: "stack-damaged", detail: expect.stringContaining("its head") }],
    },
    { stack: "test/dev", resources: 1, problems: [] },
  ]);
});
