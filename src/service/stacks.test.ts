import { beforeEach, describe, expect, test } from "vitest";
import { Fault } from "../base/fault.ts";
import type { Authority } from "./access/authority.ts";
import { attachments, plan, run, type TestDeployment, testDeployment, up } from "./deployment.fixture.ts";
import { planStack } from "./make-plans.ts";
import { listStacks, newStack, removeStack } from "./stacks.ts";

const allStacks = async (deployment: TestDeployment) =>
  (await listStacks({ after: null, limit: 100 }, deployment)).items;

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

describe("stacks", () => {
  test("those that were written to are listed with what they manage; planning alone makes none", async () => {
    expect(await allStacks(world)).toEqual([]);
    await up(world, attachments({ a: "one", b: "two" }));
    await newStack("prod", world);
    await planStack({ stack: "test", kind: "apply", declaration: attachments({ c: "x" }), refresh: true }, world);
    expect(await allStacks(world)).toMatchObject([
      { name: "dev", resources: 2 },
      { name: "prod", resources: 0, serial: 1 },
    ]);
  });

  test("are listed in pages, and only those that the caller may see", async () => {
    for (const name of ["a", "b", "c", "d"]) await newStack(name, world);
    const authority: Authority = {
      ...world.authority,
      decide: (_, { stack }) =>
        stack === "b" ? { kind: "denied", why: "not yours", policies: [] } : { kind: "allowed" },
    };
    const limited = { ...world, authority };
    const first = await listStacks({ after: null, limit: 2 }, limited);
    expect(first).toMatchObject({ items: [{ name: "a" }, { name: "c" }], next: "c" });
    expect(await listStacks({ after: first.next, limit: 2 }, limited)).toMatchObject({
      items: [{ name: "d" }],
      next: null,
    });
  });

  test("a name is reserved once, must be one, and the stack is used like any other", async () => {
    await newStack("dev", world);
    await expect(newStack("dev", world)).rejects.toMatchObject({
      reason: "conflict",
      problems: [{ code: "already-exists" }],
    });
    for (const name of ["", "a/b", "-x", "x".repeat(64)])
      await expect(newStack(name, world)).rejects.toMatchObject({ problems: [{ code: "invalid-name" }] });
    expect(await up(world, attachments({ a: "one" }))).toMatchObject({ create: 1 });
  });

  test("one that manages something is kept; one that manages nothing goes, with its plans", async () => {
    await up(world, attachments({ a: "one" }));
    await expect(removeStack("dev", world)).rejects.toMatchObject({
      reason: "conflict",
      problems: [{ code: "stack-in-use", detail: expect.stringMatching(/`dev`.* an object;/) }],
    });
    const digest = (await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world)).digest;
    await run(world, digest);
    const stale = await plan(world, attachments({ a: "one" }));
    await removeStack("dev", world);
    expect(await allStacks(world)).toEqual([]);
    await expect(run(world, stale)).rejects.toMatchObject({ reason: "missing" });
    expect(await up(world, attachments({ a: "one" }))).toMatchObject({ create: 1 });
  });

  test("one that nobody made is missing, and one in somebody's hands stays", async () => {
    await expect(removeStack("dev", world)).rejects.toMatchObject({ reason: "missing" });
    await newStack("dev", world);
    const holder = { host: "there", pid: 4711, since: "2026-01-01T00:00:00.000Z" };
    await world.store.acquire("dev", holder, world.clock.now(), 30_000, () => false);
    await expect(removeStack("dev", world)).rejects.toMatchObject({ problems: [{ code: "stack-busy" }] });
    await expect(newStack("dev", world)).rejects.toMatchObject({ problems: [{ code: "stack-busy" }] });
  });
});

test("a damaged stack is a row with a problem, and hides no other", async () => {
  await up(world, attachments({ a: "one" }));
  const damaged: TestDeployment = {
    ...world,
    store: {
      ...world.store,
      listStacks: async () => ["broken", "dev"],
      readStack: async (stack) => {
        if (stack === "broken") throw new Fault("store-damaged", "the record u.1 disagrees with its checksum");
        return world.store.readStack(stack);
      },
    },
  };
  const { items } = await listStacks({ after: null, limit: 10 }, damaged);
  expect(items).toMatchObject([
    { name: "broken", resources: 0, problems: [{ code: "stack-damaged", detail: expect.stringContaining("u.1") }] },
    { name: "dev", resources: 1, problems: [] },
  ]);
});
