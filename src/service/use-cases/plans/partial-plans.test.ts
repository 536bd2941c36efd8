import { beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { Selection } from "../../../engine/plan/selection/selection.ts";
import type { Driver } from "../../../engine/ports/driver.ts";
import { client, declared, done, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import type { Deployment } from "../deployment.ts";
import { planStack } from "./make-plans.ts";
import { planRefresh } from "./plan-refresh.ts";

let world: TestDeployment;
let isSick: boolean;
beforeEach(() => {
  isSick = false;
  world = testDeployment({ around: sick });
});

/** A vendor of endpoint attachments that does not answer while it is sick. */
function sick(driver: Driver): Driver {
  const unavailable = { kind: "unavailable", detail: "the platform is down", retryAfterMs: null } as const;
  const isIt = ({ type }: { readonly type: string }) => isSick && type === "connectors:EndpointAttachment";
  return {
    ...driver,
    collectionOf: (target) => (isIt(target) ? null : driver.collectionOf(target)),
    read: async (target, signal) => (isIt(target) ? unavailable : await driver.read(target, signal)),
  };
}

class Killed extends Error {}

/** The deployment of a process that is killed in its first write. */
function dying(deployment: Deployment): Deployment {
  const write = async () => {
    throw new Killed();
  };
  return { ...deployment, driverOf: (provider, at) => ({ ...deployment.driverOf(provider, at), write }) };
}

const attachment = (
  id: string,
  leansOn: readonly string[] = [],
  options: JsonObject = {},
  more: JsonObject = {},
): JsonObject => ({
  type: "connectors:EndpointAttachment",
  properties: { endpointAttachmentId: id, serviceAttachment: "projects/p/regions/r/serviceAttachments/s", ...more },
  options: { dependsOn: leansOn, ...options },
});

const portal = (id: string, leansOn: readonly string[] = [], options: JsonObject = {}): JsonObject => ({
  ...client({ oauthClientId: id }),
  options: { dependsOn: leansOn, ...options },
});

async function planned(declaration: DeclarationText | null, selection: Selection, kind: "apply" | "destroy" = "apply") {
  return await planStack({ stack: "dev", kind, declaration, refresh: true, selection }, world);
}

/** Plans a part and carries it out; what was written by it. */
async function partly(declaration: DeclarationText | null, selection: Selection, kind: "apply" | "destroy" = "apply") {
  const before = (await world.writes()).length;
  const view = await planned(declaration, selection, kind);
  expect(view.problems.filter(({ severity }) => severity === "error")).toEqual([]);
  const summary = await run(world, view.digest);
  done(summary);
  return { view, summary, writes: (await world.writes()).slice(before) };
}

const actions = ({ steps }: Awaited<ReturnType<typeof planned>>) =>
  steps.map(({ name, action }) => `${action} ${name}`);

const four = declared({
  a: attachment("a"),
  b: attachment("b", ["a"]),
  c: portal("portal"),
  d: attachment("d", ["b"]),
});

test("a target is made with all that it needs, and with nothing else", async () => {
  const { view, writes } = await partly(four, { target: ["b"] });
  expect(writes).toEqual(["create a", "create b"]);
  expect(view).toMatchObject({ included: [{ name: "a", neededBy: "b" }], outside: 2 });
  expect(actions(await planned(four, {}))).toEqual(["same a", "same b", "create c", "create d"]);
});

test("targets are named by a glob or by a type", async () => {
  expect(actions(await planned(four, { target: ["?"] }))).toHaveLength(4);
  expect(actions(await planned(four, { target: ["iam:*"] }))).toEqual(["create c"]);
  expect(actions(await planned(four, { target: ["*"], exclude: ["connectors:EndpointAttachment"] }))).toEqual([
    "create c",
  ]);
});

test("a pattern that names nothing is refused", async () => {
  const { problems } = await planned(four, { target: ["b"], exclude: ["x*"], replace: ["nobody"] });
  expect(problems.map(({ code, detail }) => `${code} ${detail}`)).toEqual([
    "nothing-selected `--exclude x*` names nothing that the stack declares or manages",
    "nothing-selected `--replace nobody` names nothing that the stack declares or manages",
  ]);
});

test("a pattern that is a former name is told with the present one", async () => {
  const renamed = declared({ fresh: { ...attachment("a"), options: { aliases: ["old"] } } });
  const { problems } = await planned(renamed, { target: ["old"] });
  expect(problems).toMatchObject([{ code: "nothing-selected", hint: expect.stringContaining("`fresh`") }]);
});

test("what is excluded is left alone, and so is what leans on it", async () => {
  const { view, writes } = await partly(four, { exclude: ["b"] });
  expect(writes.toSorted()).toEqual(["create a", "create portal"]);
  expect(view.left).toEqual([
    { name: "b", why: "it is excluded" },
    { name: "d", why: "it leans on `b`" },
  ]);
});

test("a partial plan never deletes what only left the declaration, unless that is a target", async () => {
  await up(world, four);
  const fewer = declared({ a: attachment("a"), c: portal("portal") });
  expect(actions(await planned(fewer, { target: ["a"] }))).toEqual(["same a"]);
  // d leans on b, and is none of the targets.
  const { left } = await planned(fewer, { target: ["b"] });
  expect(left).toEqual([{ name: "b", why: "it waits for `d`: it is none of the targets" }]);
  const { writes } = await partly(fewer, { target: ["b", "d"] });
  expect(writes).toEqual(["delete d", "delete b"]);
});

test("a part of a stack is destroyed with what leans on it", async () => {
  await up(world, four);
  const { view, writes } = await partly(four, { target: ["b"] }, "destroy");
  expect(writes).toEqual(["delete d", "delete b"]);
  expect(view.included).toEqual([{ name: "d", neededBy: "b" }]);
});

test("a destroy keeps what is excluded and what that needs", async () => {
  await up(world, four);
  const { writes, view } = await partly(four, { exclude: ["b"] }, "destroy");
  expect(writes.toSorted()).toEqual(["delete d", "delete portal"]);
  expect(view.left).toContainEqual({ name: "b", why: "it is excluded" });
  expect(view.left?.map(({ name }) => name)).toEqual(["b", "a"]);
});

test("a destroy keeps what is protected and what that needs", async () => {
  await up(world, declared({ a: attachment("a"), b: attachment("b", ["a"], { protect: true }), c: portal("portal") }));
  expect((await planned(null, {}, "destroy")).problems.map(({ code }) => code)).toContain("protected");
  const { writes } = await partly(null, { keepProtected: true }, "destroy");
  expect(writes).toEqual(["delete portal"]);
});

test("what can't be read is not observed and does not keep the others from being made", async () => {
  await up(world, four);
  isSick = true;
  const more = declared({
    a: attachment("a"),
    b: attachment("b", ["a"]),
    c: portal("portal-2"),
    d: attachment("d"),
    e: portal("portal-e", ["b"]),
  });
  expect((await planned(more, {})).problems.filter(({ code }) => code === "unreadable")).toHaveLength(3);
  const { view, writes } = await partly(more, { skipUnreadable: true });
  expect(writes.toSorted()).toEqual(["create portal-2", "delete portal"]);
  expect(view.notObserved?.map(({ name }) => name)).toEqual(["a", "b", "d"]);
  expect(view.left).toEqual([{ name: "e", why: "it leans on `b`" }]);
});

test("nothing is read of what is excluded", async () => {
  await up(world, four);
  world.calls.length = 0;
  await planned(four, { exclude: ["a"] });
  expect(world.calls.every((call) => !call.includes("endpointAttachments"))).toBe(true);
});

test("what is to be replaced and is none of the targets is told as left alone", async () => {
  await up(world, four);
  const view = await planned(four, { target: ["c"], replace: ["a"] });
  expect(actions(view)).toEqual(["same c"]);
  expect(view.left).toEqual([{ name: "a", why: "it is to be replaced, and is none of the targets" }]);
});

test("what is only read, or is not declared any more, can't be replaced, and that is told", async () => {
  await up(world, declared({ a: attachment("a"), gone: portal("portal") }));
  const get = { id: "projects/acme/locations/here/endpointAttachments/a" };
  const text = declared({ a: attachment("a"), seen: { type: "connectors:EndpointAttachment", get } });
  const told = async (replace: string) =>
    (await planned(text, { replace: [replace] })).problems.flatMap(({ code, detail }) =>
      code === "not-replaceable" ? detail : [],
    );
  expect(await told("seen")).toEqual([expect.stringMatching(/`--replace seen`.* read/)]);
  expect(await told("gone")).toEqual([expect.stringMatching(/`--replace gone`.* left the declaration/)]);
  expect(await told("connectors:*")).toEqual([]);
});

test("an object is replaced although nothing differs, and once", async () => {
  await up(world, declared({ a: attachment("a"), c: portal("portal") }));
  const { writes } = await partly(declared({ a: attachment("a"), c: portal("portal") }), { replace: ["a"] });
  expect(writes).toEqual(["delete a", "create a"]);
});

test("an output that waits for what is left alone is as it was, and no change of it is planned", async () => {
  const outputs = { first: "${a.name}", both: "${a.name} ${c.clientId}", later: "${c.clientId}" };
  const two = declared({ a: attachment("a"), c: portal("portal") }, { outputs });
  const { view } = await partly(two, { target: ["a"] });
  expect(view.outputs.map(({ name }) => name)).toEqual(["first"]);
  const again = await planned(two, { target: ["a"] });
  expect([actions(again), again.outputs]).toEqual([["same a"], []]);
  await up(world, two);
  const moved = declared({ a: attachment("a"), c: portal("portal-2") }, { outputs });
  expect((await planned(moved, { target: ["a"] })).outputs).toEqual([]);
  const made = declared({ a: attachment("a2"), c: portal("portal") }, { outputs });
  expect((await planned(made, { target: ["a"] })).outputs.map(({ name }) => name)).toEqual(["both", "first"]);
});

test("so is an output that waits for a part of a value of what is left alone", async () => {
  const labelled = attachment("b", [], {}, { labels: { by: "${c.clientId}" } });
  const made = (client: string) =>
    declared({ a: attachment("a"), b: labelled, c: portal(client) }, { outputs: { by: "${b.labels.by}" } });
  await up(world, made("portal"));
  expect((await planned(made("portal-2"), { target: ["a"] })).outputs).toEqual([]);
});

test("nothing is deleted where nothing is to be", async () => {
  await up(world, four);
  const changed = declared({ a: attachment("a"), b: attachment("b2", ["a"]), c: portal("portal") });
  const { view, writes, summary } = await partly(changed, { noDelete: true });
  expect(writes).toEqual(["create b2"]);
  expect(view.summary).toMatchObject({ create: 1, replace: 0, delete: 0 });
  expect(summary).toMatchObject({ create: 1, replace: 0, delete: 0 });
  expect(view.left).toEqual([
    { name: "d", why: "nothing is to be deleted" },
    { name: "b", why: "its former object stays: nothing is to be deleted" },
  ]);
  const replaced = (steps: typeof view.steps) => steps.filter(({ action }) => action === "replace");
  expect(replaced(view.steps)).toMatchObject([{ name: "b", order: "create-before-delete", keepsOld: true }]);
  expect((await partly(changed, {})).writes).toEqual(["delete d", "delete b"]);
});

test("what would be deleted first to be made anew is not said to wait for itself", async () => {
  const two = declared({ a: attachment("a"), b: attachment("b", ["a"]) });
  await up(world, two);
  const { view } = await partly(two, { noDelete: true, replace: ["a"] });
  expect(view.left).toEqual([{ name: "a", why: "nothing is to be deleted" }]);
});

test("a plan that deletes more than it may is refused", async () => {
  await up(world, four);
  const { problems } = await planned(declared({ c: portal("portal") }), { maxDeletions: 2 });
  expect(problems.map(({ code }) => code)).toContain("too-many-deletions");
  expect((await planned(declared({ c: portal("portal") }), { maxDeletions: 3 })).problems).toEqual([]);
});

test("of many objects that may not be deleted the first are told by name", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `n${index + 10}`);
  await up(world, declared(Object.fromEntries(names.map((name) => [name, attachment(name)]))));
  const [refused] = (await planned(declared({}), { target: ["n10", "n2?"], maxDeletions: 1 })).problems;
  expect(refused?.detail).toBe("the plan deletes 3 objects, and `--max-deletions 1` allows fewer: `n10`, `n20`, `n21`");
  const [all] = (await planned(null, { maxDeletions: 0 }, "destroy")).problems;
  expect(all?.detail).toMatch(/^the plan deletes 12 objects, .*: (`n\d+`, ){9}`n\d+` and 2 more$/);
  const [one] = (await planned(null, { target: ["n10"], maxDeletions: 0 }, "destroy")).problems;
  expect(one?.detail).toBe("the plan deletes 1 object, and `--max-deletions 0` allows fewer: `n10`");
});

test.each([
  ["goes by itself", ["a: blocked", "c"], ["the plan deletes 1 object, and `--max-deletions 0` allows fewer: `c`"]],
  ["waits for what can't go", ["a: blocked", "c: after a"], []],
])("of what a run can't delete and what %s only the first is counted", async (_, expected, refusals) => {
  const leansOn = refusals.length === 0 ? ["c"] : [];
  const of = (description: string) =>
    declared({ a: attachment("a", leansOn, {}, { description }), c: portal("portal") });
  await up(world, of("one"));
  await expect(run(dying(world), await plan(world, of("two")))).rejects.toThrow(Killed);
  isSick = true;
  const { problems, steps } = await planned(null, { maxDeletions: 0 }, "destroy");
  const said = ({ name, blocked, needs }: (typeof steps)[number]) =>
    `${name}${blocked === true ? ": blocked" : ""}${needs.length === 0 ? "" : `: after ${needs.join()}`}`;
  expect(steps.map(said)).toEqual(expected);
  expect(problems.filter(({ severity }) => severity === "error").map(({ detail }) => detail)).toEqual(refusals);
});

test("outputs of what is left alone keep the values that they had", async () => {
  const outputs = { name: "${a.description}", both: "${a.id} ${c.id}" };
  const of = (description: string) =>
    declared(
      {
        a: attachment("a", [], {}, { description }),
        c: portal("portal"),
      },
      { outputs },
    );
  await up(world, of("one"));
  const { view } = await partly(of("two"), { target: ["c"] });
  expect(view.outputs).toEqual([]);
  expect((await world.store.readStack("dev")).outputs).toMatchObject({ name: "one" });
});

test("a destroy of a part tells of the outputs that go, and leaves the others", async () => {
  const outputs = { one: "${a.id}", two: "${c.id}", three: "three" };
  await up(world, declared({ a: attachment("a"), c: portal("portal") }, { outputs }));
  const { view } = await partly(null, { target: ["a"] }, "destroy");
  expect(view.outputs.map(({ name }) => name)).toEqual(["one"]);
  expect(Object.keys((await world.store.readStack("dev")).outputs)).toEqual(["two", "three"]);
  expect((await planned(null, {}, "destroy")).outputs.map(({ name }) => name)).toEqual(["three", "two"]);
});

test("a refresh of a part ends the outputs of what is gone in it, and leaves the others", async () => {
  const outputs = { one: "${a.id}", both: "${a.id} ${c.id}", two: "${c.id}", three: "three" };
  await up(world, declared({ a: attachment("a"), c: portal("portal") }, { outputs }));
  const before = (await world.store.readStack("dev")).outputs;
  world.advance(3_600_000);
  await world.wire("DELETE", "v1/projects/acme/locations/here/endpointAttachments/a");
  await world.wire("PATCH", `v1/projects/acme/locations/global/oauthClients/portal?updateMask=displayName`, {
    displayName: "Theirs",
  });
  const left = await planRefresh({ stack: "dev", selection: { exclude: ["a"] } }, world);
  expect(left.outputs).toEqual([]);
  done(await run(world, left.digest));
  expect((await world.store.readStack("dev")).outputs).toEqual(before);
  const gone = await planRefresh({ stack: "dev", dropAllOf: ["google"], selection: { target: ["a"] } }, world);
  expect(gone.steps.map(({ name, action }) => `${action} ${name}`)).toEqual(["retain a"]);
  expect(gone.outputs.map(({ name }) => name)).toEqual(["both", "one"]);
  done(await run(world, gone.digest));
  expect((await world.store.readStack("dev")).outputs).toEqual({ two: before["two"], three: "three" });
});

test("a destroy that leaves a part out keeps the outputs of that part", async () => {
  const outputs = { one: "${a.id}", both: "${a.id} ${c.id}", two: "${c.id}", three: "three" };
  await up(world, declared({ a: attachment("a"), c: portal("portal") }, { outputs }));
  const before = (await world.store.readStack("dev")).outputs;
  await partly(null, { exclude: ["c"] }, "destroy");
  expect((await world.store.readStack("dev")).outputs).toEqual({ two: before["two"], three: "three" });
});

test("what only left the declaration stays where others are excluded, unless it is a target", async () => {
  await up(world, four);
  const without = declared({ a: attachment("a"), b: attachment("b", ["a"]), c: portal("portal") });
  const { view, writes } = await partly(without, { exclude: ["c"] });
  expect(writes).toEqual([]);
  expect(view.left).toContainEqual({
    name: "d",
    why: "it only left the declaration, and a plan that leaves something alone deletes none of that",
  });
  expect((await partly(without, { target: ["d"], exclude: ["c"] })).writes).toEqual(["delete d"]);
});
