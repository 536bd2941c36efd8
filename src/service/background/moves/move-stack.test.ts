import { beforeEach, describe, expect, test } from "vitest";
import { testAccess } from "../../access/access.fixture.ts";
import { localOwner } from "../../access/local-owner.ts";
import { keepDeclaration, showDeclaration } from "../../use-cases/declarations/declarations.ts";
import {
  attachments,
  eventsOf,
  planAt,
  type TestDeployment,
  testDeployment,
  upAt,
} from "../../use-cases/deployment.fixture.ts";
import type { Deployment } from "../../use-cases/deployment.ts";
import { listStacks, newStack, removeStack, showStack } from "../../use-cases/stacks/stacks.ts";
import { Mortal } from "../mortal.fixture.ts";
import { RunDispatcher } from "../run-dispatcher.ts";
import { changeStackSettings, showStackSettings } from "../stack-settings.ts";
import { finishMoves, moveStack } from "./move-stack.ts";

const declaration = attachments({ a: "one" });
const { signal } = new AbortController();

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

/** The same declaration, of another project. */
const of = (project: string, { text, ...rest }: typeof declaration) => ({
  ...rest,
  text: text.replace("name: test", `name: ${project}`),
});

const names = async () => (await listStacks({ after: null, limit: 9 }, world)).items.map(({ stack }) => stack);
const missing = { reason: "missing", problems: [{ code: "stack-not-found" }] };
const inUse = { reason: "conflict", problems: [{ code: "stack-in-use" }] };
const taken = { reason: "conflict", problems: [{ code: "already-exists" }] };

/** A stack with a run, its events, settings and a declaration. Gives the run. */
async function furnished(stack = "test/dev"): Promise<string> {
  await keepDeclaration(stack, declaration, { kind: "nothing" }, world);
  const dispatcher = new RunDispatcher({ deployment: world, serves: true });
  const digest = await planAt(stack, world, declaration);
  const { run } = await dispatcher.start({ stack, plan: digest, parallel: 1 }, localOwner.caller);
  await Array.fromAsync(dispatcher.events(stack, run, 0, signal));
  await changeStackSettings(stack, { approvals: 1 }, {}, world);
  return run;
}

/** What is kept of a stack, but for its name. */
async function kept(stack: string, run: string): Promise<unknown> {
  const dispatcher = new RunDispatcher({ deployment: world.as(7), serves: true });
  return {
    journal: (await world.store.readJournal(stack)).filter(({ kind }) => kind !== "context"),
    records: [...(await world.store.readStack(stack)).records.keys()],
    lineage: (await world.store.progress(stack)).lineage,
    settings: (await showStackSettings(stack, world)).approvals,
    text: (await showDeclaration(stack, world)).text,
    runs: (await dispatcher.list(stack)).map((each) => [each.run, each.status]),
    events: await Array.fromAsync(dispatcher.events(stack, run, 0, signal)),
  };
}

describe("a stack that is given another name", () => {
  test("takes its journal, records, runs with their events, settings and declaration along", async () => {
    const run = await furnished();
    const before = await kept("test/dev", run);
    expect(await moveStack("test/dev", "portal/prod", world)).toMatchObject({
      stack: "portal/prod",
      project: "portal",
      name: "prod",
      resources: 1,
    });
    expect(await kept("portal/prod", run)).toEqual(before);
    expect(await showDeclaration("portal/prod", world)).toMatchObject({ stack: "portal/prod" });
    expect(await names()).toEqual(["portal/prod"]);
    await expect(showStack("test/dev", world)).rejects.toMatchObject(missing);
    await expect(moveStack("test/dev", "portal/other", world)).rejects.toMatchObject(missing);
    expect(await new RunDispatcher({ deployment: world, serves: true }).list("test/dev")).toEqual([]);
  });

  test("is of the other project from then on, and changes nothing on any platform", async () => {
    await upAt("test/dev", world, declaration);
    await moveStack("test/dev", "portal/dev", world);
    await expect(planAt("portal/dev", world, declaration)).rejects.toMatchObject({
      problems: [{ code: "other-project" }],
    });
    const summary = await upAt("portal/dev", world, of("portal", declaration));
    expect(summary).toMatchObject({ create: 0, update: 0, delete: 0 });
    expect(await world.writes()).toEqual(["create a"]);
  });

  test("leaves its former name to a new one, which has nothing of it", async () => {
    await furnished();
    await moveStack("test/dev", "test/prod", world);
    await newStack("test/dev", world);
    expect(await showStackSettings("test/dev", world)).toMatchObject({ approvals: 0, revision: null });
    await expect(showDeclaration("test/dev", world)).rejects.toMatchObject({ reason: "missing" });
    expect(await names()).toEqual(["test/dev", "test/prod"]);
  });

  test("takes roles and limits of tokens along; those of another of its short name stay", async () => {
    await newStack("test/dev", world);
    await newStack("portal/dev", world);
    const access = await testAccess({ documentStore: world.documentStore, stacks: world.store });
    const limits = { name: "t", role: "admin", stacks: ["test/dev", "portal/dev"], expiresInDays: 1, machine: true };
    const { token, view } = await access.access.createToken(limits, localOwner);
    for (const [stack, role] of [
      ["test/dev", "operator"],
      ["portal/dev", "reader"],
    ] as const)
      await access.access.assignRole({ subject: view.principal, stack, role }, localOwner.caller);
    await moveStack("test/dev", "portal/prod", world);
    access.advance(3000);
    const authenticated = await access.authenticate(token);
    if (!authenticated.ok) throw new Error(authenticated.error.why);
    const may = (stack: string) =>
      (["stack:read", "run:start"] as const).map((action) => authenticated.value.decide(action, { stack }).kind);
    expect(may("portal/prod")).toEqual(["allowed", "allowed"]);
    expect(may("portal/dev")).toEqual(["allowed", "denied"]);
    expect(may("test/dev")).toEqual(["denied", "denied"]);
    expect(await access.access.listAssignments("portal/prod")).toMatchObject([
      { subject: view.principal, stack: "portal/prod", role: "operator" },
    ]);
    expect(await access.access.listAssignments("test/dev")).toEqual([]);
  });

  test("is free at once, also where another stack stood under the name", async () => {
    await newStack("portal/dev", world);
    for (let times = 0; times < 4; times += 1) {
      const digest = await planAt("portal/dev", world, of("portal", attachments({})));
      await eventsOf(world, digest, undefined, "portal/dev");
    }
    await removeStack("portal/dev", world);
    await newStack("test/dev", world);
    await moveStack("test/dev", "portal/dev", world);
    expect(await world.store.lease("portal/dev")).toBeNull();
    expect(await world.store.lease("test/dev")).toBeNull();
    expect(await upAt("portal/dev", world.as(2), of("portal", declaration))).toMatchObject({ create: 1 });
  });

  test("carries a run that waits for an approval along, which goes on under the new name", async () => {
    await newStack("test/dev", world);
    await changeStackSettings("test/dev", { approvals: 1 }, {}, world);
    const dispatcher = new RunDispatcher({ deployment: world, serves: true });
    const digest = await planAt("test/dev", world, declaration);
    const { run } = await dispatcher.start({ stack: "test/dev", plan: digest, parallel: 1 }, localOwner.caller);
    await moveStack("test/dev", "test/prod", world);
    const ann = { ...localOwner.caller, principal: "user:issuer|ann", name: "ann" };
    expect(await dispatcher.approve("test/prod", run, ann, null)).toMatchObject({ run, stack: "test/prod" });
    const events = await Array.fromAsync(dispatcher.events("test/prod", run, 0, signal));
    expect(events.at(-1)?.event).toMatchObject({ event: "summary" });
    expect(await dispatcher.list("test/dev")).toEqual([]);
  });

  test("is one that there is, gets a name that can be one, and takes nobody's", async () => {
    await newStack("test/dev", world);
    await newStack("portal/dev", world);
    await expect(moveStack("test/none", "test/other", world)).rejects.toMatchObject(missing);
    await expect(moveStack("test/dev", "portal/dev", world)).rejects.toMatchObject(taken);
    for (const to of ["prod", "a/b/c", "Test/dev", ""])
      await expect(moveStack("test/dev", to, world)).rejects.toMatchObject({ problems: [{ code: "invalid-name" }] });
    expect(await moveStack("test/dev", "test/dev", world)).toMatchObject({ stack: "test/dev" });
    expect(await names()).toEqual(["portal/dev", "test/dev"]);
  });

  test("is not in the hands of a run", async () => {
    await newStack("test/dev", world);
    const holder = { host: "there", pid: 4711, since: "2026-01-01T00:00:00.000Z" };
    await world.store.acquire("test/dev", holder, world.clock.now(), 30_000, () => false);
    const busy = { reason: "conflict", problems: [{ code: "stack-busy" }] };
    await expect(moveStack("test/dev", "test/prod", world)).rejects.toMatchObject(busy);
    expect(await names()).toEqual(["test/dev"]);
  });

  test("has no run that was broken off", async () => {
    const digest = await planAt("test/dev", world, declaration);
    const mortal = new Mortal(world);
    const driverOf: Deployment["driverOf"] = (provider, at) => ({
      ...world.driverOf(provider, at),
      write: () => {
        mortal.isStopped = true;
        return new Promise(() => {});
      },
    });
    void eventsOf({ ...mortal.deployment, driverOf }, digest, undefined, "test/dev");
    while (!mortal.isStopped) await new Promise(setImmediate);
    const later = world.as(2, () => true);
    await expect(moveStack("test/dev", "test/prod", later)).rejects.toMatchObject(inUse);
    expect(await names()).toEqual(["test/dev"]);
  });
});

describe("a move that breaks off", () => {
  test("between the documents and the name is finished by the next look", async () => {
    const run = await furnished();
    const before = await kept("test/dev", run);
    const dying = { ...world, store: withoutRename(world) };
    await expect(moveStack("test/dev", "portal/prod", dying)).rejects.toThrow("died");
    await finishMoves(world.as(2, () => true));
    expect(await kept("portal/prod", run)).toEqual(before);
    expect(await names()).toEqual(["portal/prod"]);
    expect(await world.documentStore.list("stack-moves", { limit: 9 })).toEqual([]);
    // Done once: there is nothing left to do.
    await finishMoves(world.as(3));
    expect(await names()).toEqual(["portal/prod"]);
  });

  test("wherever its process dies is finished by the next look, or has not begun", async () => {
    for (let stopAt = 1; ; stopAt += 1) {
      world = testDeployment();
      const run = await furnished();
      const before = await kept("test/dev", run);
      const mortal = new Mortal(world, stopAt);
      let isOver = false;
      const moving = moveStack("test/dev", "portal/prod", mortal.deployment, "e-1").then(() => {
        isOver = true;
      });
      while (!isOver && !mortal.isStopped) await new Promise(setImmediate);
      if (isOver) await moving;
      const later = world.as(2, () => true);
      await finishMoves(later);
      const [now = ""] = await names();
      expect(await names(), mortal.points.at(-1)).toHaveLength(1);
      expect(withoutRequest(await kept(now, run)), mortal.points.at(-1)).toEqual(before);
      // Who asks again, asks for the same.
      expect(await moveStack("test/dev", "portal/prod", later, "e-1")).toMatchObject({ stack: "portal/prod" });
      expect(withoutRequest(await kept("portal/prod", run)), mortal.points.at(-1)).toEqual(before);
      if (isOver) return;
    }
  });
});

/** What is kept but for the note of who asked for the move. */
function withoutRequest(all: unknown): unknown {
  const { journal, ...rest } = all as { readonly journal: readonly { readonly run: string }[] };
  return { ...rest, journal: journal.filter(({ run }) => run !== "e-1") };
}

/** A store at which the process dies when it is to give a stack another name. */
function withoutRename({ store }: TestDeployment): Deployment["store"] {
  return new Proxy(store, {
    get: (target, key) => {
      if (key === "renameStack") return () => Promise.reject(new Error("the process has died"));
      const member: unknown = Reflect.get(target, key);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
