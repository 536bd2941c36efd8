import { beforeEach, describe, expect, test } from "vitest";
import { testAccess } from "../../access/access.fixture.ts";
import { localOwner } from "../../access/local-owner.ts";
import { attachments, planAt, type TestDeployment, testDeployment } from "../../use-cases/deployment.fixture.ts";
import type { Deployment } from "../../use-cases/deployment.ts";
import { listStacks, newStack, removeStack } from "../../use-cases/stacks/stacks.ts";
import { RunDispatcher } from "../run-dispatcher.ts";
import { changeStackSettings, showStackSettings } from "../stack-settings.ts";
import { finishMoves, moveStack } from "./move-stack.ts";
import { movesFinishedBy } from "./moves-finished.ts";

const taken = { reason: "conflict", problems: [{ code: "already-exists" }] };
const ann = "user:issuer|ann";
const bob = "user:issuer|bob";

let world: TestDeployment;
let access: Awaited<ReturnType<typeof testAccess>>;
beforeEach(async () => {
  world = testDeployment();
  access = await testAccess({ documentStore: world.documentStore, stacks: world.store });
});

const names = async () => (await listStacks({ after: null, limit: 9 }, world)).items.map(({ stack }) => stack);
const moves = () => world.documentStore.list("stack-moves", { limit: 9 });
const assign = (subject: string, stack: string, role: string) =>
  access.access.assignRole({ subject, stack, role }, localOwner.caller);

/** Who holds what on a stack, as it is told after a while. */
async function rolesOn(stack: string): Promise<readonly (readonly [string, string])[]> {
  access.advance(3000);
  return (await access.access.listAssignments(stack)).map(({ subject, role }) => [subject, role] as const);
}

/** The same port, whose `name` is called by way of `around`. */
function around<T extends object, K extends keyof T>(
  port: T,
  name: K,
  call: (whole: T[K] & ((...given: never[]) => unknown)) => T[K],
): T {
  return new Proxy(port, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== "function") return member;
      const bound = member.bind(target) as T[K] & ((...given: never[]) => unknown);
      return key === name ? call(bound) : bound;
    },
  });
}

/** A world in which something happens at the moment before each call of `name` of the document store. */
function beforeRegister<K extends keyof Deployment["documentStore"]>(
  name: K,
  happens: () => Promise<unknown>,
): Deployment {
  const documentStore = around(world.documentStore, name, (whole) => {
    const call = async (...given: never[]) => {
      await happens();
      return whole(...given);
    };
    return call as unknown as Deployment["documentStore"][K];
  });
  return { ...world, documentStore };
}

/** A world in which something happens before, or after, a stack gets its other name. */
function atRename(when: "before" | "after", happens: () => Promise<unknown>): Deployment {
  const store = around(world.store, "renameStack", (rename) => async (stack, to, epoch) => {
    if (when === "before") await happens();
    const isMoved = await rename(stack, to, epoch);
    if (when === "after") await happens();
    return isMoved;
  });
  return { ...world, store };
}

function once(happens: () => Promise<unknown>): () => Promise<void> {
  let isOver = false;
  return async () => {
    if (isOver) return;
    isOver = true;
    await happens();
  };
}

const dies = () => Promise.reject(new Error("the process has died"));

describe("of two stacks that are to get one name", () => {
  test("one gets it, and the other keeps its own with all that is kept of it", async () => {
    for (const [stack, approvals] of [
      ["test/a", 1],
      ["test/b", 2],
    ] as const) {
      await newStack(stack, world);
      await changeStackSettings(stack, { approvals }, {}, world);
    }
    await assign(ann, "test/a", "operator");
    await assign(ann, "test/b", "admin");
    await assign(bob, "test/b", "reader");
    const both = await Promise.allSettled([
      moveStack("test/a", "test/c", world),
      moveStack("test/b", "test/c", world.as(2)),
    ]);
    const refused = both.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
    expect(refused).toMatchObject([taken]);
    const isFirst = both[0].status === "fulfilled";
    const [of1, of2] = isFirst ? ["test/c", "test/b"] : ["test/a", "test/c"];
    expect(await names()).toEqual(isFirst ? ["test/b", "test/c"] : ["test/a", "test/c"]);
    expect(await rolesOn(of1)).toEqual([[ann, "operator"]]);
    expect(await rolesOn(of2)).toEqual([
      [ann, "admin"],
      [bob, "reader"],
    ]);
    expect(await showStackSettings(of1, world)).toMatchObject({ approvals: 1 });
    expect(await showStackSettings(of2, world)).toMatchObject({ approvals: 2 });
    expect(await moves()).toEqual([]);
  });

  test("one that is made at the last moment has it, and nothing of the other", async () => {
    await newStack("test/b", world);
    await assign(bob, "test/b", "operator");
    const late = atRename("before", () => newStack("test/c", world.as(2)));
    await expect(moveStack("test/b", "test/c", late)).rejects.toMatchObject(taken);
    expect(await names()).toEqual(["test/b", "test/c"]);
    expect(await rolesOn("test/b")).toEqual([[bob, "operator"]]);
    expect(await rolesOn("test/c")).toEqual([]);
    expect(await moves()).toEqual([]);
  });

  test("one that is made after a crash has it, and the other keeps its own", async () => {
    await newStack("test/b", world);
    await assign(bob, "test/b", "operator");
    await expect(moveStack("test/b", "test/c", atRename("before", dies))).rejects.toThrow("died");
    await newStack("test/c", world);
    await finishMoves(world.as(2, () => true));
    expect(await names()).toEqual(["test/b", "test/c"]);
    expect(await rolesOn("test/b")).toEqual([[bob, "operator"]]);
    expect(await rolesOn("test/c")).toEqual([]);
    expect(await moves()).toEqual([]);
  });
});

describe("a process that dies right after the stack got its name", () => {
  const died = () => moveStack("test/b", "test/c", atRename("after", dies));

  test("leaves nobody a right that they had not, and the next look gives all of them theirs", async () => {
    await newStack("test/c", world);
    await assign(ann, "test/c", "admin");
    await removeStack("test/c", world);
    await newStack("test/b", world);
    await assign(ann, "test/b", "reader");
    await assign(bob, "test/b", "operator");
    await expect(died()).rejects.toThrow("died");
    expect(await names()).toEqual(["test/c"]);
    expect(await rolesOn("test/c")).toEqual([]);
    await newStack("test/b", world);
    expect(await rolesOn("test/b")).toEqual([]);
    await finishMoves(world.as(2, () => true));
    expect(await rolesOn("test/b")).toEqual([]);
    expect(await rolesOn("test/c")).toEqual([
      [ann, "reader"],
      [bob, "operator"],
    ]);
    expect(await moves()).toEqual([]);
  });

  test("a role that was given under the new name meanwhile stays", async () => {
    await newStack("test/b", world);
    await assign(bob, "test/b", "operator");
    await expect(died()).rejects.toThrow("died");
    await assign(bob, "test/c", "reader");
    await finishMoves(world.as(2, () => true));
    expect(await rolesOn("test/c")).toEqual([[bob, "reader"]]);
  });

  test("who gives it a third name takes what was left behind along", async () => {
    await newStack("test/b", world);
    await assign(bob, "test/b", "operator");
    await changeStackSettings("test/b", { approvals: 2, driftEveryMs: 60_000 }, {}, world);
    await expect(died()).rejects.toThrow("died");
    await moveStack(
      "test/c",
      "other/d",
      world.as(2, () => true),
    );
    expect(await rolesOn("other/d")).toEqual([[bob, "operator"]]);
    expect(
      (await world.documentStore.list("settings-of-stacks", { limit: 9 })).map((each) => each.document["stack"]),
    ).toEqual(["other/d"]);
    expect(await moves()).toEqual([]);
  });

  test("who asks again gets what was left behind as well", async () => {
    await newStack("test/b", world);
    await assign(bob, "test/b", "operator");
    await expect(moveStack("test/b", "test/c", atRename("after", dies), "e-1")).rejects.toThrow("died");
    expect(
      await moveStack(
        "test/b",
        "test/c",
        world.as(2, () => true),
        "e-1",
      ),
    ).toMatchObject({ stack: "test/c" });
    expect(await rolesOn("test/c")).toEqual([[bob, "operator"]]);
    expect(await moves()).toEqual([]);
  });
});

describe("what is changed while the stack moves", () => {
  test("a role that is given at the last moment goes along", async () => {
    await newStack("test/b", world);
    await moveStack(
      "test/b",
      "test/c",
      atRename("before", () => assign(bob, "test/b", "reader")),
    );
    expect(await rolesOn("test/c")).toEqual([[bob, "reader"]]);
    expect(await rolesOn("test/b")).toEqual([]);
  });

  test("a role that is changed as it is moved goes along as it is now", async () => {
    await newStack("test/b", world);
    await assign(bob, "test/b", "operator");
    const { documentStore } = world;
    const [found] = await documentStore.list("role-assignments", { limit: 1 });
    if (found === undefined) throw new Error("no role");
    const changed = once(() => documentStore.put("role-assignments", found.key, { ...found.document, role: "admin" }));
    await moveStack("test/b", "test/c", beforeRegister("changeAll", changed));
    expect(await rolesOn("test/c")).toEqual([[bob, "admin"]]);
    expect(await documentStore.list("role-assignments", { limit: 9 })).toHaveLength(1);
  });

  test("settings that are changed as they are moved are those, under the new name", async () => {
    await newStack("test/b", world);
    await changeStackSettings("test/b", { approvals: 1 }, {}, world);
    const { documentStore } = world;
    const settings = async () => {
      const [found] = await documentStore.list("settings-of-stacks", { limit: 1 });
      if (found === undefined) throw new Error("no settings");
      return found;
    };
    const { key, document } = await settings();
    const changed = once(() => documentStore.put("settings-of-stacks", key, { ...document, approvals: 3 }));
    const slow = around(beforeRegister("changeAll", changed).documentStore, "put", (put) => async (...given) => {
      if (given[0] === "settings-of-stacks") await changed();
      return put(...given);
    });
    await moveStack("test/b", "test/c", { ...world, documentStore: slow });
    expect((await settings()).document).toMatchObject({ approvals: 3, stack: "test/c" });
  });

  test("a run that is approved as it is moved is one run, with its approval", async () => {
    await newStack("test/b", world);
    await changeStackSettings("test/b", { approvals: 2 }, {}, world);
    const dispatcher = new RunDispatcher({ deployment: world, serves: true });
    const plan = await planAt("test/b", world, attachments({ a: "one" }));
    const { run } = await dispatcher.start({ stack: "test/b", plan, parallel: 1 }, localOwner.caller);
    const { documentStore } = world;
    // As one writes who has looked at the stack's name before.
    const approved = once(async () => {
      const found = await documentStore.get("runs", `test/b/${run}`);
      if (found === null) throw new Error("no run");
      const kept = found.document as { readonly document: { readonly run: string } };
      const document = { ...kept.document, approvals: [{ by: ann, name: "ann", at: "2026-01-01T00:00:00.000Z" }] };
      await documentStore.put("runs", found.key, { ...found.document, document }, { revision: found.revision });
    });
    const crowded = beforeRegister("changeAll", approved);
    await moveStack("test/b", "test/c", beforeRemoval(crowded, approved));
    expect((await documentStore.list("runs", { limit: 9 })).map(({ key }) => key)).toEqual([`test/c/${run}`]);
    expect((await documentStore.list("open-runs", { limit: 9 })).map(({ key }) => key)).toEqual([`test/c/${run}`]);
    expect((await dispatcher.show("test/c", run)).approvals).toHaveLength(1);
  });
});

test("the project that a stack is to be handed to is asked whether one may be made there", async () => {
  await newStack("test/b", world);
  const authority: Deployment["authority"] = {
    ...localOwner,
    decide: (action, { project }) =>
      action === "stack:create" && project === "closed"
        ? { kind: "denied", why: "it is closed", policies: ["own"] }
        : { kind: "allowed" },
  };
  const limited = { ...world, authority };
  await expect(moveStack("test/b", "closed/b", limited)).rejects.toMatchObject({
    problems: [{ code: "not-permitted", detail: expect.stringContaining("it is closed") }],
  });
  expect(await moveStack("test/b", "open/b", limited)).toMatchObject({ stack: "open/b" });
});

/** The same world, in which it happens before a log is removed as well. */
function beforeRemoval(other: Deployment, happens: () => Promise<void>): Deployment {
  const documentStore = around(other.documentStore, "removeLog", (remove) => async (log) => {
    await happens();
    return remove(log);
  });
  return { ...other, documentStore };
}

test("a move that is held up is looked at again, and so is one of a process that dies later", async () => {
  await newStack("test/b", world);
  await assign(bob, "test/b", "operator");
  const next = world.as(2, () => false);
  const movesFinished = movesFinishedBy(() => finishMoves(next), next.clock);
  const { promise: atName, resolve } = Promise.withResolvers<void>();
  const stopped = new Promise<never>(() => {});
  const still = () => () => stopped;
  const store1 = around(around(world.store, "release", still), "renew", still);
  const stuck = around(store1, "renameStack", () => () => {
    resolve();
    return stopped;
  });
  void moveStack("test/b", "test/c", { ...world, store: stuck });
  await atName;
  await movesFinished();
  expect(await names()).toEqual(["test/b"]);
  world.advance(60_000);
  await movesFinished();
  expect(await names()).toEqual(["test/c"]);
  expect(await rolesOn("test/c")).toEqual([[bob, "operator"]]);
  // Another dies in the middle while this one goes on.
  await expect(moveStack("test/c", "test/d", atRename("after", dies))).rejects.toThrow("died");
  expect(await rolesOn("test/d")).toEqual([]);
  world.advance(60_000);
  await movesFinished();
  expect(await rolesOn("test/d")).toEqual([[bob, "operator"]]);
});
