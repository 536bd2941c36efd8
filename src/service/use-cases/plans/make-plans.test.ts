import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import type { RunSummary } from "../../../contract/documents/runs/run-events.ts";
import { Rejection } from "../../rejection.ts";
import { keepDeclaration } from "../declarations/declarations.ts";
import { attachments, done, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { importObjects } from "../objects/import-objects.ts";
import { runPlan } from "../runs/run-events.fixture.ts";
import { refreshStack } from "../state/refresh-stack.ts";
import { listResources } from "../state/state-rows.fixture.ts";
import { showPlan } from "./kept-plans.ts";
import { type PlanKindRequest, planOfKind } from "./plan-of-kind.ts";

const { signal } = new AbortController();
const type = "connectors:EndpointAttachment";
const base = "v1/projects/acme/locations/here/endpointAttachments";
const idOf = (name: string) => `projects/acme/locations/here/endpointAttachments/${name}`;
const two = attachments({ a: "one", b: "two" });

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const plan = (request: { readonly kind: "refresh" } | (PlanKindRequest & { readonly kind: "import" })) =>
  planOfKind({ stack: "dev", ...request }, world);

/** Carries a plan out and tells which calls it made to the clouds. */
async function carryOut({ digest }: PlanView): Promise<{ summary: RunSummary; calls: readonly string[] }> {
  const before = world.calls.length;
  const summary = done(await run(world, digest));
  return { summary, calls: world.calls.slice(before) };
}

const steps = (view: PlanView) =>
  view.steps.map(({ name, action, fields }) => [name, action, fields.map((f) => f.path)]);

/** The records without what depends on which run wrote them. */
async function records(deployment: TestDeployment): Promise<readonly JsonObject[]> {
  const { records: found, outputs } = await deployment.store.readStack("dev");
  return [...found.values()]
    .map(({ lastRun, uid, ...record }) => ({ ...record, outputs: { ...record.outputs }, of: outputs }))
    .map((record) => JSON.parse(JSON.stringify(record)) as JsonObject);
}

/** Two worlds alike, whose objects somebody has changed and removed. */
async function changedOutside(): Promise<TestDeployment> {
  const made = testDeployment();
  await up(made, two);
  made.advance(600_000);
  await made.wire("PATCH", `${base}/a?updateMask=description`, { description: "by hand" });
  await made.wire("DELETE", `${base}/b`);
  return made;
}

describe("a refresh plan", () => {
  test("lists what the records would adopt and writes nothing, neither there nor here", async () => {
    world = await changedOutside();
    const before = await world.store.readStack("dev");
    const view = await plan({ kind: "refresh" });
    expect(view).toMatchObject({ kind: "refresh", summary: { adopt: 1, retain: 1 }, outputs: [], deferred: [] });
    expect(steps(view)).toEqual([
      ["a", "adopt", expect.arrayContaining(["/description"])],
      ["b", "retain", []],
    ]);
    const field = view.steps[0]?.fields.find(({ path }) => path === "/description");
    expect(field).toMatchObject({
      path: "/description",
      old: "one",
      new: "by hand",
      reason: "drifted",
      replace: false,
    });
    expect(field?.difference?.hunks).toMatchObject([{ kind: "text", path: "" }]);
    expect(view.steps[1]?.warnings.join()).toMatch(/exist/);
    expect(await world.store.readStack("dev")).toEqual(before);
    expect(await showPlan("dev", view.digest, world)).toEqual(view);
  });

  test("is carried out without a call, and leaves what a direct refresh leaves", async () => {
    world = await changedOutside();
    const other = await changedOutside();
    const view = await plan({ kind: "refresh" });
    const { summary, calls } = await carryOut(view);
    expect(calls).toEqual([]);
    expect(summary).toMatchObject({ status: "done", adopt: 1, retain: 1 });
    await refreshStack("dev", other);
    expect(await records(world)).toEqual(await records(other));
    expect((await plan({ kind: "refresh" })).summary).toMatchObject({ adopt: 0, retain: 0, same: 1 });
  });

  test("holds only while the stack and the platforms are as they were", async () => {
    world = await changedOutside();
    const view = await plan({ kind: "refresh" });
    await world.wire("PATCH", `${base}/a?updateMask=description`, { description: "once more" });
    world.advance(60_000);
    expect(await run(world, view.digest)).toMatchObject({ status: "refused", problems: [{ code: "stale-plan" }] });
    const again = await plan({ kind: "refresh" });
    await refreshStack("dev", world);
    expect(await run(world, again.digest)).toMatchObject({ status: "refused", problems: [{ code: "stale-plan" }] });
  });

  test("what can't be read keeps its record, with advice", async () => {
    await up(world, two);
    const deployment = {
      ...world,
      driverOf: (...[provider, at]: Parameters<TestDeployment["driverOf"]>) => ({
        ...world.driverOf(provider, at),
        collectionOf: () => null,
        read: async () => ({ kind: "denied", detail: "not yours" }) as const,
      }),
    };
    const view = await planOfKind({ kind: "refresh", stack: "dev" }, deployment);
    expect(steps(view)).toEqual([
      ["a", "same", []],
      ["b", "same", []],
    ]);
    expect(view.problems.map(({ code, address }) => [code, address])).toEqual([
      ["left-unread", "a"],
      ["left-unread", "b"],
    ]);
  });
});

describe("an import plan", () => {
  const plant = async (deployment: TestDeployment, ...names: readonly string[]) => {
    for (const name of names)
      await deployment.wire("POST", `${base}?endpointAttachmentId=${name}`, {
        serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
        description: `${name} by hand`,
      });
  };
  const entry = (name: string) => ({ type, name, id: idOf(name), provider: null });
  const asked = (names: readonly string[], declaration = attachments({})) =>
    plan({ kind: "import", stack: "dev", entries: names.map(entry), declaration });

  test("reads the objects, gives their declarations, and records them when it is run", async () => {
    await plant(world, "a", "b");
    const other = testDeployment();
    await plant(other, "a", "b");
    const view = await asked(["b", "a"]);
    expect(steps(view)).toEqual([
      ["a", "import", []],
      ["b", "import", []],
    ]);
    expect(view.imports?.map(({ name, declaration }) => [name, declaration["type"]])).toEqual([
      ["b", type],
      ["a", type],
    ]);
    expect(await listResources("dev", world)).toEqual([]);
    const { summary, calls } = await carryOut(view);
    expect(summary).toMatchObject({ status: "done", import: 2 });
    expect(calls).toEqual([]);
    const entries = [entry("b"), entry("a")];
    await importObjects({ stack: "dev", entries, declaration: attachments({}) }, other);
    expect(await records(world)).toEqual(await records(other));
  });

  test("shows what is declared otherwise, from the request or the kept declaration", async () => {
    await plant(world, "a", "b");
    const declaration = attachments({ a: "declared", b: "b by hand" });
    const of = (names: readonly string[], given: typeof declaration | null) =>
      planOfKind({ kind: "import", stack: "test/dev", entries: names.map(entry), declaration: given }, world);
    const view = await of(["a", "b"], declaration);
    expect(steps(view)).toEqual([
      ["a", "import", ["/description"]],
      ["b", "import", []],
    ]);
    expect(view.problems.map(({ code, severity, address }) => [code, severity, address])).toEqual([
      ["declared-otherwise", "warning", "a"],
    ]);
    await keepDeclaration("test/dev", declaration, { kind: "anything" }, world);
    const kept = await of(["a"], null);
    expect(steps(kept)).toEqual([["a", "import", ["/description"]]]);
    await Array.fromAsync(runPlan({ stack: "test/dev", plan: kept.digest, parallel: 4 }, world, signal));
    const next = await planOfKind({ kind: "apply", stack: "test/dev", declaration: null, refresh: true }, world);
    expect(steps(next)).toContainEqual(["a", "update", ["/description"]]);
  });

  test("names every reason why it can't be, and is stale once another has the object", async () => {
    await plant(world, "a");
    await expect(asked(["a", "none"])).rejects.toThrow(Rejection);
    const view = await asked(["a"]);
    await importObjects({ stack: "other", entries: [entry("a")], declaration: attachments({}) }, world);
    expect(await run(world, view.digest)).toMatchObject({
      status: "failed",
      problems: [{ code: "claimed-twice", address: "a" }],
    });
    expect(await listResources("dev", world)).toEqual([]);
  });

  test("is taken back by an undo of its run, which leaves the object alone", async () => {
    await plant(world, "a");
    const { summary } = await carryOut(await asked(["a"]));
    const undo = await planOfKind({ kind: "undo", stack: "dev", run: summary.run }, world);
    expect(steps(undo)).toEqual([["a", "retain", []]]);
  });
});

test("apply and destroy are planned as ever", async () => {
  const apply = await planOfKind({ kind: "apply", stack: "dev", declaration: two, refresh: true }, world);
  await carryOut(apply);
  const destroy = await planOfKind({ kind: "destroy", stack: "dev", declaration: null, refresh: true }, world);
  expect([apply.summary.create, destroy.summary.delete]).toEqual([2, 2]);
});
