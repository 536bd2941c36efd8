import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { RunEvent } from "../../../contract/documents/runs/run-events.ts";
import type { Catalog } from "../../../definitions/schema/definition.ts";
import type { Change, Driver, WriteOutcome } from "../../../engine/ports/driver.ts";
import { calledOff } from "../../../engine/ports/outcome.ts";
import {
  client,
  clientPath,
  declared,
  eventsOf,
  plan,
  run,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import { listRunSteps } from "../runs/list-run-steps.ts";
import { resumeRun } from "../runs/run-events.fixture.ts";
import { listRuns } from "../runs/runs-of-stack.ts";
import { gateway, seenIn } from "../undo/undo-world.fixture.ts";
import { planStack, planUndo } from "./make-plans.ts";
import { withCatalog } from "./other-definitions.fixture.ts";

// A type whose objects must have a value before their platform deletes them (`beforeDelete`): one step of two calls.

const type = "connectors:EndpointAttachment";
const going = "going";

/** The catalog with a type that asks for something before a deletion. */
function asking(catalog: Catalog): Catalog {
  const definition = catalog.resources[type];
  if (definition === undefined) throw new Error(`there is no ${type}`);
  return {
    ...catalog,
    resources: { ...catalog.resources, [type]: { ...definition, beforeDelete: { description: going } } },
  };
}

/** A platform that refuses to delete what does not have it. */
function refusing(driver: Driver): Driver {
  return {
    ...driver,
    write: async (change, signal) => {
      if (change.operation !== "delete" || change.target.type !== type) return driver.write(change, signal);
      const seen = await driver.read(change.target);
      if (seen.kind !== "done" || seen.observation.outputs["description"] === going)
        return driver.write(change, signal);
      return { kind: "conflict", reason: "wrong-state", detail: "Precondition check failed.", version: null };
    },
  };
}

function askingWorld(around: (driver: Driver) => Driver = (driver) => driver): TestDeployment {
  const world = testDeployment({ around: (driver) => around(refusing(driver)) });
  return withCatalog(world, asking(world.catalog));
}

let world: TestDeployment;
beforeEach(() => {
  world = askingWorld();
});

const destroyPlan = (deployment = world, refresh = true) =>
  planStack({ stack: "dev", kind: "destroy", declaration: null, refresh }, deployment);
const destroy = async (deployment = world) => run(deployment, (await destroyPlan(deployment)).digest);
const one = (description = "one", options: JsonObject = {}) => gateway("a", { description }, options);
const path = (id: string) => `v1/projects/acme/locations/here/endpointAttachments/${id}`;
const stepsOf = async (name: string) => (await listRunSteps("dev", name, { after: null, limit: 100 }, world)).items;
const rowsOf = async (name: string) => (await stepsOf(name)).map(({ operation }) => operation);

describe("a deletion", () => {
  test("gives the object the value first, and says so", async () => {
    await up(world, declared({ it: one() }));
    const view = await destroyPlan();
    expect(view.steps).toMatchObject([
      {
        action: "delete",
        fields: [{ path: "/description", old: "one", new: going, reason: "before deletion", replace: false }],
      },
    ]);
    const summary = await run(world, view.digest);
    expect(summary).toMatchObject({ status: "done", delete: 1, update: 0 });
    expect(await world.writes()).toEqual(["create a", "update a", "delete a"]);
    expect(await rowsOf(summary.run)).toEqual(["update", "delete"]);
  });

  test("makes one call where the object has the value", async () => {
    await up(world, declared({ it: one(going) }));
    const view = await destroyPlan();
    expect(view.steps).toMatchObject([{ action: "delete", fields: [] }]);
    await run(world, view.digest);
    expect(await world.writes()).toEqual(["create a", "delete a"]);
  });

  test("goes on where another hand has given it the value since the plan", async () => {
    await up(world, declared({ it: one() }));
    const { digest } = await destroyPlan();
    await world.wire("PATCH", `${path("a")}?updateMask=description`, { description: going });
    expect(await run(world, digest)).toMatchObject({ status: "done" });
    expect(await world.writes()).toEqual(["create a", "update a", "delete a"]);
  });

  test("leaves an object alone that another hand has changed otherwise", async () => {
    await up(world, declared({ it: one() }));
    const { digest } = await destroyPlan();
    await world.wire("PATCH", `${path("a")}?updateMask=labels`, { labels: { mine: "yes" } });
    expect(await run(world, digest)).toMatchObject({ status: "failed", problems: [{ code: "stale-plan" }] });
    expect(await world.writes()).toEqual(["create a", "update a"]);
  });

  test("takes what has drifted along, and its undo brings the object back as it stood", async () => {
    await up(world, declared({ it: one() }));
    await world.wire("PATCH", `${path("a")}?updateMask=labels`, { labels: { mine: "yes" } });
    const { run: name } = await destroy();
    expect(await seenIn(world).described("a")).toBe(null);
    const view = await planUndo("dev", name, world);
    await run(world, view.digest);
    expect(await world.wire("GET", path("a"))).toMatchObject({ description: "one", labels: { mine: "yes" } });
  });

  test("finds nothing where the object has gone", async () => {
    await up(world, declared({ it: one() }));
    const { digest } = await destroyPlan();
    await world.wire("DELETE", path("a"));
    expect(await run(world, digest)).toMatchObject({ status: "done" });
    expect((await world.store.readStack("dev")).records.size).toBe(0);
  });

  test("finds nothing where the plan saw that it had gone", async () => {
    await up(world, declared({ it: one() }));
    world.advance(3_600_000);
    await world.wire("DELETE", path("a"));
    const request = { stack: "dev", kind: "destroy", declaration: null, refresh: true, dropAllOf: ["google"] } as const;
    expect(await run(world, (await planStack(request, world)).digest)).toMatchObject({ status: "done" });
    expect((await world.store.readStack("dev")).records.size).toBe(0);
  });

  test("fails as a whole where the first call is refused", async () => {
    const refused = askingWorld((driver) => ({
      ...driver,
      write: async (change, signal) =>
        change.operation === "update"
          ? { kind: "invalid", detail: "not now", code: null }
          : driver.write(change, signal),
    }));
    await up(refused, declared({ it: one() }));
    expect(await destroy(refused)).toMatchObject({ status: "failed", problems: [{ code: "refused-by-platform" }] });
    expect(await refused.writes()).toEqual(["create a"]);
  });
});

/** The same world, in which the run is cancelled as soon as a call of the kind has been answered. */
function cancelling(at: TestDeployment, operation: Change["operation"]) {
  const stopped = new AbortController();
  const stopping = (driver: Driver): Driver => ({
    ...driver,
    write: async (change, signal) => {
      // A cancelled run's calls are not sent.
      if (stopped.signal.aborted) return calledOff;
      const answer = await driver.write(change, signal);
      if (change.operation === operation) stopped.abort();
      return answer;
    },
  });
  const deployment: TestDeployment = { ...at, driverOf: (...of) => stopping(at.driverOf(...of)) };
  return { deployment, signal: stopped.signal };
}

const endOf = (events: readonly RunEvent[]) =>
  events.flatMap((each) => (each.event === "step" && each.phase !== "waiting" ? [each.phase] : []));

test("a deletion whose value another hand has taken back between its calls gives it anew in the next run", async () => {
  const taken = { back: false };
  const between = askingWorld((driver) => ({
    ...driver,
    write: async (change, signal) => {
      if (change.operation === "delete" && !taken.back) {
        taken.back = true;
        await between.wire("PATCH", `${path("a")}?updateMask=description`, { description: "one" });
      }
      return driver.write(change, signal);
    },
  }));
  await up(between, declared({ it: one() }));
  expect(await destroy(between)).toMatchObject({ status: "failed", problems: [{ code: "refused-by-platform" }] });
  const view = await destroyPlan(between);
  expect(view.steps).toMatchObject([{ action: "delete", fields: [{ path: "/description", old: "one", new: going }] }]);
  expect(await run(between, view.digest)).toMatchObject({ status: "done" });
  expect((await between.writes()).slice(-2)).toEqual(["update a", "delete a"]);
});

describe("a run that is cancelled between the calls of a step", () => {
  test("says what the first one has done to what was to be deleted", async () => {
    await up(world, declared({ it: one() }));
    const { digest } = await destroyPlan();
    const { deployment, signal } = cancelling(world, "update");
    const events = await eventsOf(deployment, digest, signal);
    const detail = expect.stringMatching(/`description` .*"going" .* deletion$/);
    expect(endOf(events)).toEqual(["started", "failed"]);
    expect(events.at(-1)).toMatchObject({
      ...{ status: "cancelled", failed: 1, skipped: 0, inFlight: [] },
      problems: [{ code: "half-done", address: "it", detail }],
    });
    expect(await world.writes()).toEqual(["create a", "update a"]);
    const [row] = await listRuns("dev", world);
    expect(await stepsOf(row?.run ?? "")).toMatchObject([
      { operation: "update", outcome: "done" },
      { operation: "delete", outcome: "failed", detail },
    ]);
    expect(await destroy()).toMatchObject({ status: "done", delete: 1 });
    expect(await world.writes()).toEqual(["create a", "update a", "delete a"]);
  });

  test("says that what was to be changed is undeleted", async () => {
    const real = testDeployment();
    await up(real, declared({ portal: client() }));
    await destroy(real);
    const back = declared({ portal: client({ displayName: "Back" }) });
    const { deployment, signal } = cancelling(real, "undelete");
    const events = await eventsOf(deployment, await plan(real, back), signal);
    expect(endOf(events)).toEqual(["started", "failed"]);
    expect(events.at(-1)).toMatchObject({
      ...{ status: "cancelled", failed: 1, skipped: 0, inFlight: [] },
      problems: [
        {
          code: "half-done",
          address: "portal",
          detail: expect.stringMatching(/ undeleted .* change$/),
        },
      ],
    });
    const made = (await real.writes()).length;
    expect(await up(real, back)).toMatchObject({ status: "done", update: 1 });
    expect((await real.writes()).slice(made)).toEqual(["update web-portal"]);
  });

  test("skips the step where it is cancelled before the first", async () => {
    await up(world, declared({ it: one() }));
    const { digest } = await destroyPlan();
    const events = await eventsOf(world, digest, AbortSignal.abort());
    expect(events.at(-1)).toMatchObject({ failed: 0, skipped: 1, problems: [{ code: "not-reached" }] });
  });
});

describe("a second call that is refused", () => {
  const denied = { kind: "denied", detail: "no right to it" } as const;
  const denying = (operation: Change["operation"], at: TestDeployment): TestDeployment => ({
    ...at,
    driverOf: (...of) => {
      const driver = at.driverOf(...of);
      return {
        ...driver,
        write: async (change, signal) => (change.operation === operation ? denied : driver.write(change, signal)),
      };
    },
  });

  test("is told with what the first has done to what was to be deleted", async () => {
    await up(world, declared({ it: one() }));
    const detail = expect.stringMatching(/`description` .*"going" .* deletion .*: no right to it$/);
    expect(await destroy(denying("delete", world))).toMatchObject({
      ...{ status: "failed", failed: 1 },
      problems: [{ code: "denied", address: "it", detail }],
    });
  });

  test("is told with the undelete before it", async () => {
    const real = testDeployment();
    await up(real, declared({ portal: client() }));
    await destroy(real);
    const digest = await plan(real, declared({ portal: client({ displayName: "Back" }) }));
    const detail = expect.stringMatching(/ undeleted .* change .*: no right to it$/);
    expect(await run(denying("update", real), digest)).toMatchObject({
      ...{ status: "failed", failed: 1 },
      problems: [{ code: "denied", address: "portal", detail }],
    });
  });
});

describe("what keeps an object", () => {
  test("retainOnDelete makes no call", async () => {
    await up(world, declared({ it: one("one", { retainOnDelete: true }) }));
    const view = await destroyPlan();
    expect(view.steps).toMatchObject([{ action: "retain", fields: [] }]);
    await run(world, view.digest);
    expect(await seenIn(world).described("a")).toBe("one");
  });

  test("protect refuses the plan", async () => {
    await up(world, declared({ it: one("one", { protect: true }) }));
    expect((await destroyPlan()).problems).toMatchObject([{ code: "protected" }]);
  });

  test("what goes along with another object and is gone gets no call", async () => {
    await up(world, declared({ holder: gateway("holder"), it: one("one", { deletedWith: "holder" }) }));
    await world.wire("DELETE", path("a"));
    const { digest } = await destroyPlan(world, false);
    const made = (await world.writes()).length;
    expect(await run(world, digest)).toMatchObject({ status: "done" });
    expect((await world.writes()).slice(made)).toEqual(["update holder", "delete holder"]);
  });

  test("what goes along and stands still gets both", async () => {
    await up(world, declared({ holder: gateway("holder"), it: one("one", { deletedWith: "holder" }) }));
    const made = (await world.writes()).length;
    expect(await destroy()).toMatchObject({ status: "done" });
    expect((await world.writes()).slice(made)).toEqual(["update holder", "delete holder", "update a", "delete a"]);
  });
});

describe("what the platform keeps with another object that it has deleted", () => {
  const holders = { "that comes back": client(), "that does not": gateway("holder") };
  const ended = async (holder: JsonObject) => {
    const deleted: string[] = [];
    const keeping = askingWorld((driver) => ({
      ...driver,
      write: async (change, signal) => {
        if (change.target.id.endsWith("/a") && deleted.length > 0)
          return { kind: "conflict", reason: "wrong-state", detail: "its holder is deleted", version: null };
        if (change.operation === "delete") deleted.push(change.target.id);
        return driver.write(change, signal);
      },
    }));
    await up(keeping, declared({ holder, it: one("one", { deletedWith: "holder" }) }));
    const events = await eventsOf(keeping, (await destroyPlan(keeping)).digest);
    const { records } = await keeping.store.readStack("dev");
    return { events, recorded: [...records.keys()] };
  };

  test("is let go of where that one can come back", async () => {
    const { events, recorded } = await ended(holders["that comes back"]);
    expect(events.at(-1)).toMatchObject({ status: "done" });
    expect(events).toContainEqual(
      expect.objectContaining({ name: "it", warning: expect.objectContaining({ code: "kept-with-another" }) }),
    );
    expect(recorded).toEqual([]);
  });

  test("is told as refused otherwise", async () => {
    const { events, recorded } = await ended(holders["that does not"]);
    expect(events.at(-1)).toMatchObject({ status: "failed", problems: [{ code: "refused-by-platform" }] });
    expect(recorded).toEqual(["it"]);
  });
});

describe("a replacement", () => {
  test.each([
    ["create first", {}, ["create b", "update a", "delete a"]],
    ["delete first", { deleteBeforeReplace: true }, ["update a", "delete a", "create b"]],
  ])("%s", async (_, options, writes) => {
    await up(world, declared({ it: one("one", options) }));
    const made = (await world.writes()).length;
    const summary = await run(
      world,
      await plan(world, declared({ it: gateway("b", { description: "one" }, options) })),
    );
    expect(summary).toMatchObject({ status: "done", replace: 1 });
    expect((await world.writes()).slice(made)).toEqual(writes);
    const undo = await planUndo("dev", summary.run, world);
    expect(await run(world, undo.digest)).toMatchObject({ status: "done" });
    expect(await seenIn(world).described("a")).toBe("one");
    expect(await seenIn(world).described("b")).toBe(null);
  });
});

class Killed extends Error {}

/** The same world, whose process is killed at a call: before it is sent, or after it has taken effect. */
function dying(isAt: (change: Change) => boolean, when: "before" | "after"): TestDeployment {
  const at = (driver: Driver): Driver => ({
    ...driver,
    write: async (change, signal): Promise<WriteOutcome> => {
      if (!isAt(change)) return driver.write(change, signal);
      if (when === "after") await driver.write(change, signal);
      throw new Killed();
    },
  });
  return { ...world, driverOf: (provider, stack) => at(world.driverOf(provider, stack)) };
}

const boundaries = [
  ["before the first call", "update", "before"],
  ["after the first call", "update", "after"],
  ["before the second call", "delete", "before"],
  ["after the second call", "delete", "after"],
] as const;

const ends = async (name: string): Promise<RunEvent | undefined> => {
  const events: RunEvent[] = [];
  for await (const event of resumeRun({ stack: "dev", run: name, parallel: 4 }, world, AbortSignal.any([])))
    events.push(event);
  return events.at(-1);
};

describe.each(boundaries)("a kill %s", (_, operation, when) => {
  const isGone = operation === "delete" && when === "after";
  beforeEach(async () => {
    await up(world, declared({ it: one() }));
    const broken = dying((change) => change.operation === operation, when);
    await expect(destroy(broken)).rejects.toThrow(Killed);
  });
  const calls = async () => (await world.writes()).slice(1);
  const oneOfEach = ["update a", "delete a"];

  test("and the run goes on", async () => {
    const [row] = await listRuns("dev", world);
    expect(await ends(row?.run ?? "")).toMatchObject({ status: "done", delete: 1 });
    expect(await calls()).toEqual(oneOfEach);
    expect((await world.store.readStack("dev")).records.size).toBe(0);
    const undo = await planUndo("dev", row?.run ?? "", world);
    expect(await run(world, undo.digest)).toMatchObject({ status: "done" });
    expect(await seenIn(world).described("a")).toBe("one");
  });

  test("and another destroy", async () => {
    expect(await destroy()).toMatchObject({ status: "done" });
    expect(await calls()).toEqual(oneOfEach);
    const state = await world.store.readStack("dev");
    expect([state.records.size, state.superseded.length, state.openIntents.length]).toEqual([0, 0, 0]);
  });

  test("and the resource is kept after all", async () => {
    const view = await planStack(
      { stack: "dev", kind: "apply", declaration: declared({ it: one() }), refresh: true },
      world,
    );
    expect(view.drift).toEqual([]);
    const reasons = view.steps.flatMap(({ fields }) => fields.map(({ reason }) => reason));
    expect(reasons.includes("drifted")).toBe(isGone);
    await run(world, view.digest);
    expect(await seenIn(world).described("a")).toBe("one");
    expect((await world.writes()).filter((each) => each === "create a").length).toBe(isGone ? 2 : 1);
  });

  test("and another hand makes an object of the name", async () => {
    if (!isGone) await world.wire("DELETE", path("a"));
    await world.wire("POST", `${path("")}?endpointAttachmentId=a`.replace("/?", "?"), {
      serviceAttachment: "projects/p/regions/r/serviceAttachments/theirs",
    });
    const [row] = await listRuns("dev", world);
    await ends(row?.run ?? "").catch(() => null);
    expect((await world.wire("GET", path("a")))["serviceAttachment"]).toMatch(/theirs$/);
  });
});

describe.each(boundaries)("a kill %s of what ignores changes of the very field", (_, operation, when) => {
  const ignoring = declared({ it: one("declared", { ignoreChanges: ["description"] }) });
  const keep = () => planStack({ stack: "dev", kind: "apply", declaration: ignoring, refresh: true }, world);
  const changesIn = ({ steps }: Awaited<ReturnType<typeof keep>>) => steps.filter(({ action }) => action !== "same");

  test("and the resource is kept after all: it is as another hand has made it", async () => {
    await up(world, ignoring);
    await world.wire("PATCH", `${path("a")}?updateMask=description`, { description: "theirs" });
    const broken = dying((change) => change.operation === operation, when);
    await expect(destroy(broken)).rejects.toThrow(Killed);
    await run(world, (await keep()).digest);
    expect(await seenIn(world).described("a")).toBe("theirs");
    expect(changesIn(await keep())).toEqual([]);
    // What another hand does from now on is left alone as before.
    await world.wire("PATCH", `${path("a")}?updateMask=description`, { description: going });
    expect(changesIn(await keep())).toEqual([]);
  });
});

describe.each(boundaries)("a kill %s of a former object", (_, operation, when) => {
  test("and the next plan deletes it, and nothing else", async () => {
    await up(world, declared({ it: one() }));
    const next = declared({ it: gateway("b", { description: "one" }) });
    const broken = dying((change) => change.operation === operation, when);
    await expect(run(broken, await plan(broken, next))).rejects.toThrow(Killed);
    await run(world, await plan(world, next));
    expect(await world.writes()).toEqual(["create a", "create b", "update a", "delete a"]);
    const { records, superseded } = await world.store.readStack("dev");
    expect([
      [...records.values()].map(({ identity }) => identity.variables["endpointAttachmentId"]),
      superseded,
    ]).toEqual([["b"], []]);
  });
});

test("what a creation has made that nobody noted is readied as well", async () => {
  const broken = dying((change) => change.operation === "create", "after");
  await expect(run(broken, await plan(broken, declared({ it: one() })))).rejects.toThrow(Killed);
  // A read that lags behind does not show it to the plan.
  const lagging = {
    ...world,
    driverOf: (provider: Parameters<TestDeployment["driverOf"]>[0], at: Parameters<TestDeployment["driverOf"]>[1]) => ({
      ...world.driverOf(provider, at),
      operationOf: async () => ({ kind: "none" }) as const,
      read: async () => ({ kind: "absent", detail: "not there", version: null, displaces: [] }) as const,
      list: async () => ({ kind: "done", items: [] }) as const,
    }),
  };
  const { digest } = await destroyPlan(lagging);
  expect(await run(world, digest)).toMatchObject({ status: "done" });
  expect(await world.writes()).toEqual(["create a", "update a", "delete a"]);
  const { records, superseded, openIntents } = await world.store.readStack("dev");
  expect([records.size, superseded, openIntents]).toEqual([0, [], []]);
});

test("events tell one step", async () => {
  await up(world, declared({ it: one() }));
  const events = await eventsOf(world, (await destroyPlan()).digest);
  expect(events.flatMap((each) => (each.event === "step" && each.phase !== "waiting" ? [each.phase] : []))).toEqual([
    "started",
    "done",
  ]);
});

test("a credential is enabled again where its deletion broke off and it is kept after all, whatever ignores its changes", async () => {
  const real = testDeployment();
  const name = `${clientPath}/credentials/first-secret`;
  const credential = {
    type: "iam:OAuthClientCredential",
    properties: { oauthClientId: "web-portal", location: "global", oauthClientCredentialId: "first-secret" },
    options: { dependsOn: ["portal"], ignoreChanges: ["disabled"] },
  };
  const both = declared({ portal: client(), secret: credential });
  await up(real, both);
  const { deployment, signal } = cancelling(real, "update");
  await run(deployment, await plan(real, declared({ portal: client() })), signal);
  expect(await real.wire("GET", name)).toMatchObject({ disabled: true });
  const planned = () => planStack({ stack: "dev", kind: "apply", declaration: both, refresh: true }, real);
  const view = await planned();
  expect(view.steps.find((step) => step.name === "secret")).toMatchObject({
    action: "update",
    fields: [{ path: "/disabled", old: true, new: false }],
  });
  await run(real, view.digest);
  expect((await real.wire("GET", name))["disabled"] ?? false).toBe(false);
  await real.wire("PATCH", `${name}?updateMask=disabled`, { disabled: true });
  expect((await planned()).summary).toMatchObject({ update: 0, same: 2 });
});

test("a credential that another hand has made anew since the plan is not touched", async () => {
  const real = testDeployment();
  const name = `${clientPath}/credentials/first-secret`;
  const credential = {
    type: "iam:OAuthClientCredential",
    properties: { oauthClientId: "web-portal", location: "global", oauthClientCredentialId: "first-secret" },
    options: { dependsOn: ["portal"] },
  };
  await up(real, declared({ portal: client(), secret: credential }));
  const made = (await real.wire("GET", name))["clientSecret"];
  const { digest } = await destroyPlan(real);
  await real.wire("PATCH", `${name}?updateMask=disabled`, { disabled: true });
  await real.wire("DELETE", name);
  const theirs = await real.wire("POST", `${clientPath}/credentials?oauthClientCredentialId=first-secret`, {});
  expect(theirs["clientSecret"]).not.toBe(made);
  const summary = await run(real, digest);
  expect(summary.problems).toContainEqual(expect.objectContaining({ code: "stale-plan", address: "secret" }));
  expect(JSON.stringify(summary)).not.toContain(made);
  expect(await real.wire("GET", name)).toEqual(theirs);
});
