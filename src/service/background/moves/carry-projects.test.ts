import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { roleCollection } from "../../access/roles/role-assignments.ts";
import { tokenCollection } from "../../access/tokens/token-record.ts";
import { attachments, type TestDeployment, testDeployment } from "../../deployment.fixture.ts";
import type { Deployment } from "../../deployment.ts";
import { keepDeclaration, showDeclaration } from "../../use-cases/declarations/declarations.ts";
import { planStack } from "../../use-cases/plans/make-plans.ts";
import { runPlan } from "../../use-cases/runs/run-events.fixture.ts";
import { openConfig, sealConfig } from "../../use-cases/secrets/seal-config.ts";
import { ensureStack } from "../../use-cases/stacks/begin-stack.ts";
import { carryClouds } from "../../use-cases/stacks/carry-clouds.ts";
import { carriedOverOnce } from "../../use-cases/stacks/carry-over.ts";
import { requireStack } from "../../use-cases/stacks/require-stack.ts";
import { stackDocuments } from "../../use-cases/stacks/stack-documents.ts";
import { listStacks, newStack, showStack } from "../../use-cases/stacks/stacks.ts";
import { person } from "../background.fixture.ts";
import { eventsLog } from "../events/stored-event-log.ts";
import { newRun } from "../kept-runs/new-run.ts";
import { StoredRunRepository } from "../kept-runs/stored-run-repository.ts";
import { changeStackSettings, showStackSettings } from "../stack-settings.ts";
import { carryProjects } from "./carry-projects.ts";
import { sweepStackDocuments } from "./forget-stack-documents.ts";
import { finishMoves, moveStack } from "./move-stack.ts";

// Stacks of older versions have no project in their names. Their names at the service's doors are what the store has.

const anything = { kind: "anything" } as const;
const at = "2026-01-01T00:00:00.000Z";

const collections = [...Object.values(stackDocuments), roleCollection, tokenCollection, "credentials", "open-runs"];

let world: TestDeployment;
let sealed = "";
let digest = "";
let told: string[] = [];

/**
 * A store as an older version leaves it: the stack `name` of the project `test` with all its documents, and a reserved
 * one.
 */
async function older(name: string): Promise<void> {
  world = testDeployment();
  told = [];
  const stack = "test/dev";
  const { documentStore, store } = world;
  const planned = async (text: string) =>
    (await planStack({ stack, kind: "apply", declaration: attachments({ a: text }), refresh: true }, world)).digest;
  const request = { stack, plan: await planned("one"), parallel: 1 };
  for await (const _ of runPlan(request, world, new AbortController().signal));
  await ensureStack("reserved", world);
  for (const text of ["first", "second"]) await keepDeclaration(stack, attachments({ a: text }), anything, world);
  await changeStackSettings(stack, { approvals: 2, driftEveryMs: null, webhooks: [] }, {}, world);
  digest = await planned("two");
  const { lineage } = await store.progress(stack);
  sealed = await world.sealedTexts.sealText("hunter2", ["config", lineage, name, "password"]);
  const beginning = { caller: person("ann"), lineage, approvals: 1, holder: null };
  for (const run of ["r1", "r2"]) {
    await new StoredRunRepository(world).add(
      newRun(run, at, { plan: digest, parallel: 1, stack, kind: "apply" }, beginning),
    );
    await documentStore.appendLog(eventsLog(`${name}/${run}`), [{ n: 1 }, { n: 2 }]);
  }
  const role = { subject: "user:ann", stack, lineage, role: "operator", by: "x", at };
  await documentStore.put(roleCollection, `${stack}|user:ann`, role);
  await documentStore.put(tokenCollection, "t", { scope: { stacks: [stack] }, lineages: { [stack]: lineage } });
  for (const [credential, stacks] of Object.entries({ all: ["*"], some: ["dev", "lab-*", "portal/x"] }))
    await documentStore.put("credentials", credential, { name: credential, stacks });
  for (const collection of collections) {
    for (const { key, document } of await documentStore.list(collection, { limit: 100 })) {
      await documentStore.remove(collection, key);
      const named: JsonObject = JSON.parse(JSON.stringify(document).replaceAll(`"${stack}"`, `"${name}"`));
      await documentStore.put(collection, key.replace(stack, name), named);
    }
  }
  const taken = await store.acquire(stack, { ...world.holder, since: at }, 0, 1000, () => true);
  if (taken.kind !== "held") throw new Error("held by another");
  await store.renameStack(stack, name, taken.epoch);
  await store.release(name, taken.epoch);
}

beforeEach(() => older("dev"));

/** A process of this version over the store. */
function later(pid = 2, over: Partial<Deployment> = {}, isDead = true): Deployment {
  const deployment: Deployment = {
    ...world.as(pid, () => isDead),
    ...over,
    carriedOver: () => carried(),
  };
  const { documentStore, store, clock } = deployment;
  const carried = carriedOverOnce({
    ...{ documentStore, store, clock },
    carryClouds: () => carryClouds(deployment),
    carryProjects: () => carryProjects(deployment, (sentence) => told.push(sentence)),
    finishMoves: () => finishMoves(deployment),
  });
  return deployment;
}

/** All that the store has, but for revisions and what tells of the carrying itself. */
async function everything() {
  const { store, documentStore } = world;
  // Each world has a key of its own for what it seals.
  const unkeyed = (document: JsonObject): JsonObject =>
    JSON.parse(JSON.stringify(document).replaceAll(/"(id|fingerprint)":"[0-9a-f]{32,}"/g, '"$1":"x"'));
  const documents = async (collection: string) =>
    (await documentStore.list(collection, { limit: 100 })).map(({ key, document }) => [key, unkeyed(document)]);
  const stacks = [];
  for (const stack of await store.listStacks()) {
    const { lineage, serial, context, records } = await store.readStack(stack);
    const journal = await store.readJournal(stack);
    const { rows } = await store.planRows(stack, { limit: 100 });
    stacks.push({ stack, lineage, serial, context, records: [...records], journal, rows });
  }
  const events = [];
  for (const { key } of await documentStore.list(stackDocuments.runs, { limit: 100 }))
    events.push([key, await documentStore.readLog(eventsLog(key), 0, 100)]);
  return {
    stacks,
    events,
    documents: await Promise.all(collections.map(documents)),
    moves: await documents("stack-moves"),
  };
}

describe("a store of an older version", () => {
  test("every stack gets its project, with all that is kept of it, and a sentence says so", async () => {
    const deployment = later();
    await deployment.carriedOver();
    expect((await listStacks({ after: null, limit: 9 }, deployment)).items).toMatchObject([
      { stack: "default/reserved", project: "default", name: "reserved", resources: 0 },
      { stack: "test/dev", project: "test", name: "dev", resources: 1 },
    ]);
    expect(told).toEqual([
      "Stack dev is called test/dev from now on: the name of a stack begins with its project.",
      "Stack reserved is called default/reserved from now on: the name of a stack begins with its project.",
    ]);
    expect(await showDeclaration("test/dev", deployment)).toMatchObject({ version: 2, stack: "test/dev" });
    const first = await showDeclaration("test/dev", deployment, 1);
    expect(first).toMatchObject({ version: 1, stack: "test/dev", text: expect.stringContaining("first") });
    expect(await showStackSettings("test/dev", deployment)).toMatchObject({ approvals: 2 });
    expect((await new StoredRunRepository(deployment).list("test/dev")).map(({ document }) => document.run)).toEqual([
      "r1",
      "r2",
    ]);
    expect(await world.documentStore.readLog(eventsLog("test/dev/r1"), 0, 9)).toHaveLength(2);
    const documents = async (collection: string) =>
      (await world.documentStore.list(collection, { limit: 9 })).map(({ key, document }) => [key, document]);
    expect(await documents(roleCollection)).toMatchObject([
      ["test/dev|user:ann", { stack: "test/dev", role: "operator" }],
    ]);
    expect(await documents(tokenCollection)).toMatchObject([["t", { scope: { stacks: ["test/dev"] } }]]);
    expect(await documents("credentials")).toMatchObject([
      ["all", { stacks: ["*"] }],
      ["some", { stacks: ["*/dev", "*/lab-*", "portal/x"] }],
    ]);
    expect(await documents("stack-moves")).toEqual([]);
    const again = later(3);
    await again.carriedOver();
    expect(told).toHaveLength(2);
  });

  test("what was sealed for a key of a stack opens under the new name, and under every later one", async () => {
    const deployment = later();
    await deployment.carriedOver();
    const opened = async (stack: string, text: string) =>
      (await openConfig(stack, { password: text }, deployment))["password"];
    expect(await opened("test/dev", sealed)).toBe("hunter2");
    const fresh = await sealConfig("test/dev", "password", "anew", deployment);
    await moveStack("test/dev", "other/prod", deployment);
    expect([await opened("other/prod", sealed), await opened("other/prod", fresh)]).toEqual(["hunter2", "anew"]);
    await expect(openConfig("default/reserved", { password: sealed }, deployment)).rejects.toThrow();
    await expect(openConfig("other/prod", { user: sealed }, deployment)).rejects.toThrow();
  });

  test("a plan that was saved before can be carried out", async () => {
    const deployment = later();
    await deployment.carriedOver();
    const events = [];
    const request = { stack: "test/dev", plan: digest, parallel: 1 };
    for await (const event of runPlan(request, deployment, new AbortController().signal)) events.push(event);
    expect(events.at(-1)).toMatchObject({ event: "summary", status: "done", update: 1, problems: [] });
  });

  test("the sweep of left documents takes none of a stack that is being moved", async () => {
    const deployment = later();
    await deployment.carriedOver();
    const swept: Promise<void>[] = [];
    const store: Deployment["store"] = Object.create(deployment.store, {
      renameStack: {
        value: async (...call: Parameters<Deployment["store"]["renameStack"]>) => {
          await sweepStackDocuments(later(3, {}, false), new AbortController().signal);
          swept.push(Promise.resolve());
          return deployment.store.renameStack(...call);
        },
      },
    });
    await moveStack("test/dev", "other/dev", { ...deployment, store });
    expect(swept).toHaveLength(1);
    expect(await showDeclaration("other/dev", deployment)).toMatchObject({ version: 2 });
    expect(await new StoredRunRepository(deployment).list("other/dev")).toHaveLength(2);
    expect(await openConfig("other/dev", { password: sealed }, deployment)).toEqual({ password: "hunter2" });
  });
});

describe("killed at every write and started again, nothing is lost", () => {
  test.each([
    ["the project and the stack have different names", "dev"],
    ["the stack is called like its project", "test"],
  ])("%s", async (_, name) => {
    const once = async (killAt: number) => {
      await older(name);
      let writes = 0;
      const killed = <F extends (...given: never[]) => Promise<unknown>>(call: F) =>
        (async (...given: Parameters<F>) => {
          writes += 1;
          if (writes >= killAt) throw new Error("killed");
          return call(...given);
        }) as unknown as F;
      const { store, documentStore } = world;
      const dying = later(2, {
        store: killing(store, ["acquire", "renew", "release", "append", "renameStack"], killed),
        documentStore: killing(documentStore, ["put", "remove", "changeAll", "appendLog", "removeLog"], killed),
      });
      const isKilled = await dying.carriedOver().then(
        () => false,
        (cause: unknown) => {
          expect(cause).toMatchObject({ message: "killed" });
          return true;
        },
      );
      const next = later(3);
      await next.carriedOver();
      return isKilled;
    };
    await once(Number.POSITIVE_INFINITY);
    const whole = await everything();
    expect(whole.stacks.map(({ stack }) => stack)).toEqual(["default/reserved", `test/${name}`]);
    expect(whole.moves).toEqual([]);
    let moments = 0;
    for (let killAt = 1; await once(killAt); killAt += 1) {
      expect(await everything()).toEqual(whole);
      moments += 1;
    }
    expect(moments).toBeGreaterThan(25);
  });

  function killing<T extends object>(
    port: T,
    names: readonly (keyof T)[],
    killed: <F extends (...given: never[]) => Promise<unknown>>(call: F) => F,
  ): T {
    const properties = names.map((name) => {
      const call = port[name] as (...given: never[]) => Promise<unknown>;
      return [name, { value: killed(((...given) => call.apply(port, given)) as typeof call) }];
    });
    const bound = new Proxy(port, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    return Object.create(bound, Object.fromEntries(properties));
  }
});

describe("a stack that a living process holds", () => {
  const holder = { host: "here", pid: 1, since: at };

  async function held(): Promise<number> {
    const taken = await world.store.acquire("dev", holder, world.clock.now(), 3_600_000, () => false);
    if (taken.kind !== "held") throw new Error("held by another");
    return taken.epoch;
  }

  test("keeps its name until it is given back; the others get theirs, and nothing else is stopped", async () => {
    const epoch = await held();
    const deployment = later(2, {}, false);
    await deployment.carriedOver();
    expect(await world.store.listStacks()).toEqual(["default/reserved", "dev"]);
    // Another process that starts meanwhile is stopped by nothing either.
    await later(3, {}, false).carriedOver();
    await world.store.release("dev", epoch);
    world.advance(60_000);
    await deployment.carriedOver();
    expect(await world.store.listStacks()).toEqual(["default/reserved", "test/dev"]);
  });

  test("nobody takes its name meanwhile", async () => {
    await held();
    const deployment = later(2, {}, false);
    await deployment.carriedOver();
    const refused = { problems: [{ code: "stack-busy", detail: expect.stringContaining("`dev`") }] };
    await expect(newStack("test/dev", deployment)).rejects.toMatchObject(refused);
    await expect(keepDeclaration("test/dev", attachments({}), anything, deployment)).rejects.toMatchObject(refused);
    await expect(moveStack("default/reserved", "test/dev", deployment)).rejects.toMatchObject(refused);
    await expect(requireStack("test/dev", deployment)).rejects.toMatchObject(refused);
    await expect(requireStack("other/dev", deployment)).rejects.toMatchObject({ reason: "missing" });
    expect(await newStack("other/dev", deployment)).toMatchObject({ stack: "other/dev" });
  });

  test("is waited for where it is given back soon, as by a process that names it just now", async () => {
    const epoch = await held();
    const release = async () => {
      await world.store.release("dev", epoch);
    };
    let looks = 0;
    const clock: Deployment["clock"] = {
      now: world.clock.now,
      elapsed: world.clock.elapsed,
      sleep: async (milliseconds, signal) => {
        looks += 1;
        if (looks === 3) await release();
        return world.clock.sleep(milliseconds, signal);
      },
    };
    await later(2, { clock }, false).carriedOver();
    expect(await world.store.listStacks()).toEqual(["default/reserved", "test/dev"]);
  });
});

test("where there is a stack of the new name, the one of before gets a number", async () => {
  await newStack("other/x", world);
  const longest = "d".repeat(63);
  await ensureStack(longest, world);
  await newStack(`default/${longest}`, { ...world, store: hiding(longest) });
  await newStack("default/reserved", { ...world, store: hiding("reserved") });
  const deployment = later();
  await deployment.carriedOver();
  expect(await world.store.listStacks()).toEqual([
    `default/${"d".repeat(61)}-2`,
    `default/${longest}`,
    "default/reserved",
    "default/reserved-2",
    "other/x",
    "test/dev",
  ]);
});

test("a stack that manages objects and has no project is of `default`, and can be moved to its project", async () => {
  const declaration = attachments({ z: "one" });
  const { digest } = await planStack({ stack: "odd", kind: "apply", declaration, refresh: true }, world);
  for await (const _ of runPlan(
    { stack: "odd", plan: digest, parallel: 1 },
    { ...world, store: forgetting() },
    new AbortController().signal,
  ));
  expect((await world.store.readStack("odd")).context.project).toBeNull();
  const deployment = later();
  await deployment.carriedOver();
  expect(await showStack("default/odd", deployment)).toMatchObject({ resources: 1 });
  await moveStack("default/odd", "test/odd", deployment);
  const again = await planStack({ stack: "test/odd", kind: "apply", declaration, refresh: true }, deployment);
  expect(again).toMatchObject({ problems: [], steps: [{ action: "same" }] });
});

/** The store as one sees it who does not know of a stack. */
function hiding(hidden: string): Deployment["store"] {
  return Object.create(world.store, {
    progress: {
      value: async (stack: string) => (stack === hidden ? { lineage: "", serial: 0 } : world.store.progress(stack)),
    },
  });
}

/** The store as it was before it kept what a stack was applied with. */
function forgetting(): Deployment["store"] {
  return Object.create(world.store, {
    append: {
      value: (stack: string, epoch: number, entries: Parameters<Deployment["store"]["append"]>[2]) =>
        world.store.append(
          stack,
          epoch,
          entries.filter(({ kind }) => kind !== "context"),
        ),
    },
  });
}
