import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import type { Driver, ReadOutcome, Target } from "../../../engine/ports/driver.ts";
import { client, declared, done, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import type { Deployment } from "../deployment.ts";
import { planStack } from "../plans/make-plans.ts";
import { forgetResource } from "../state/edit-state.ts";

// A `get` or look-up of what this plan makes or changes has something new to tell once that is done.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const type = "connectors:EndpointAttachment";
const place = (id: string) => `projects/acme/locations/here/endpointAttachments/${id}`;

const attachment = (id: string, description: string, options: JsonObject = {}): JsonObject => ({
  type,
  properties: {
    endpointAttachmentId: id,
    serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
    description,
  },
  options,
});

const reading = (id: string, dependsOn: readonly string[], state: JsonObject = {}): JsonObject => ({
  type,
  get: { id, ...(Object.keys(state).length === 0 ? {} : { state }) },
  options: { dependsOn },
});

function planned(declaration: DeclarationText, refresh = true): Promise<PlanView> {
  return planStack({ stack: "dev", kind: "apply", declaration, refresh }, world);
}

const actions = ({ steps }: PlanView) =>
  Object.fromEntries(
    steps.map(({ name, action, done: isDone }) => [name, isDone === true ? `${action}, done` : action]),
  );
const errors = ({ problems }: PlanView) => problems.filter(({ severity }) => severity === "error");

/** The plan is carried out, and the one after it has nothing to do. */
async function settles(declaration: DeclarationText): Promise<void> {
  const view = await planned(declaration);
  expect(errors(view)).toEqual([]);
  done(await run(world, view.digest));
  const next = await planned(declaration);
  expect(errors(next)).toEqual([]);
  expect(next.steps.filter(({ action }) => action !== "same" && action !== "read")).toEqual([]);
  expect(next.outputs).toEqual([]);
}

const descriptionOf = async (name: string) => (await world.wire("GET", `v1/${place(name)}`))["description"];

describe.each([
  ["by reference", "${a.id}", []],
  ["by name, with `dependsOn`", place("a"), ["a"]],
])("a `get` of an object of the stack, %s", (_how, id, dependsOn) => {
  const stack = (about: string) =>
    declared(
      { a: attachment("a", about), seen: reading(id, dependsOn), b: attachment("b", "${seen.description}") },
      { outputs: { seen: "${seen.description}" } },
    );

  test("is read after that is made", async () => {
    await settles(stack("one"));
    expect(await descriptionOf("b")).toBe("one");
  });

  test("is read after that is changed, and what leans on it gets the new value", async () => {
    await settles(stack("one"));
    const view = await planned(stack("two"));
    expect(actions(view)).toEqual({ a: "update", b: "update", seen: "read" });
    expect(view.steps.find(({ name }) => name === "b")?.fields).toMatchObject([
      { path: "/description", old: "one", new: { $unknown: expect.stringContaining(" seen ") } },
    ]);
    await settles(stack("two"));
    expect(await descriptionOf("b")).toBe("two");
    expect((await world.store.readStack("dev")).outputs).toEqual({ seen: "two" });
  });

  test("is read while planning as long as nothing is done to it", async () => {
    await settles(stack("one"));
    expect(actions(await planned(stack("one")))).toEqual({ a: "same", b: "same", seen: "read, done" });
    expect(actions(await planned(stack("one"), false))).toEqual({ a: "same", b: "same", seen: "read, done" });
  });

  test("is read in the run of a plan that did not look at the cloud, and of one that was kept", async () => {
    await settles(stack("one"));
    const view = await planned(stack("two"), false);
    world.advance(60_000);
    done(await run(world, view.digest));
    expect(await descriptionOf("b")).toBe("two");
  });

  test("whose value does not change in the run has nothing written to what leans on it", async () => {
    const same = (about: string) =>
      declared({
        a: attachment("a", about),
        seen: reading(id, dependsOn),
        b: attachment("b", "${seen.serviceAttachment}"),
      });
    await settles(same("one"));
    await settles(same("two"));
    expect((await world.writes()).filter((write) => write.endsWith(" b"))).toEqual(["create b"]);
  });

  test("has its qualifiers looked at when it is read", async () => {
    const qualified = (about: string) =>
      declared({ a: attachment("a", about), seen: reading(id, dependsOn, { description: about }) });
    await settles(qualified("one"));
    await settles(qualified("two"));
  });
});

test("a look-up or `get` that leans on another one follows it", async () => {
  const stack = (about: string) =>
    declared({
      a: attachment("a", about),
      one: reading("${a.id}", []),
      two: reading(place("a"), ["one"]),
      b: attachment("b", "${two.description}"),
    });
  await settles(stack("one"));
  await settles(stack("two"));
  expect(await descriptionOf("b")).toBe("two");
});

test("a `get` that leans on what is unchanged, and that on what changes, is read after the change", async () => {
  const stack = (about: string) =>
    declared({
      a: attachment("a", about),
      between: attachment("between", "as ever", { dependsOn: ["a"] }),
      seen: reading(place("a"), ["between"]),
      b: attachment("b", "${seen.description}"),
    });
  await settles(stack("one"));
  await settles(stack("two"));
  expect(await descriptionOf("b")).toBe("two");
});

test("what is named after a read waits for the next round, and stays where the name is as before", async () => {
  const stack = (about: string) =>
    declared({
      a: attachment("a", about),
      seen: reading("${a.id}", []),
      b: attachment("b-${seen.endpointAttachmentId}", "named after it"),
    });
  await settles(stack("one"));
  await settles(stack("two"));
  expect((await world.writes()).filter((write) => write.endsWith("b-a"))).toEqual(["create b-a"]);
});

test("what would be replaced if a read turned out otherwise waits for the next round, and stays where it is as before", async () => {
  const clientOf = (id: string, more: JsonObject): JsonObject => {
    const { properties, ...rest } = client({ oauthClientId: id, ...more });
    return { ...rest, properties: properties ?? {} };
  };
  const stack = (about: string) =>
    declared({
      a: clientOf("client-a", { description: about, clientType: "CONFIDENTIAL_CLIENT" }),
      seen: { type: "iam:OAuthClient", get: { id: "${a.id}" } },
      b: clientOf("client-b", { clientType: "${seen.clientType}", description: "${seen.description}" }),
    });
  await settles(stack("one"));
  const view = await planned(stack("two"));
  expect(view.deferred).toEqual([{ name: "b", why: expect.stringContaining(" seen ") }]);
  await settles(stack("two"));
  expect((await world.writes()).filter((write) => write.endsWith("client-b"))).toEqual([
    "create client-b",
    "update client-b",
  ]);
});

test("a read that fails, of something that nothing is done to, is told while planning", async () => {
  const view = await planned(declared({ a: attachment("a", "one"), seen: reading(place("nowhere"), []) }));
  expect(errors(view)).toMatchObject([{ code: "not-found" }]);
});

test("a read that fails in the run stops what leans on it alone", async () => {
  const view = await planned(
    declared({
      ...{ a: attachment("a", "one"), seen: reading(place("nowhere"), ["a"]) },
      ...{ b: attachment("b", "${seen.description}"), c: attachment("c", "on its own") },
    }),
  );
  expect(errors(view)).toEqual([]);
  const summary = await run(world, view.digest);
  expect(summary).toMatchObject({ status: "failed", create: 2, failed: 1, skipped: 1 });
  expect(summary.problems).toMatchObject([{ code: "not-found" }, { code: "not-reached" }]);
});

test("a read in the run that lags behind its writes takes what was written", async () => {
  const stack = (about: string) =>
    declared({
      a: attachment("a", about),
      seen: reading(place("a"), ["a"]),
      b: attachment("b", "${seen.description}"),
    });
  let seen: ReadOutcome | undefined;
  const reads = (read: (target: Target, driver: Driver) => Promise<ReadOutcome>): Deployment => ({
    ...world,
    driverOf: (provider, at) => {
      const driver = world.driverOf(provider, at);
      return { ...driver, read: (target) => (target.isForeign === true ? read(target, driver) : driver.read(target)) };
    },
  });
  const watching = reads(async (target, driver) => {
    seen = await driver.read(target);
    return seen;
  });
  const lagging = reads(async (target, driver) => seen ?? driver.read(target));
  const carryOut = async (about: string) => {
    const view = await planStack({ stack: "dev", kind: "apply", declaration: stack(about), refresh: true }, watching);
    done(await run(lagging, view.digest));
    expect(await descriptionOf("b")).toBe(about);
  };
  await carryOut("one");
  await carryOut("two");
});

test("what is only moved to another name has nothing new to tell", async () => {
  await up(world, declared({ a: attachment("a", "one") }));
  const view = await planned(
    declared({ renamed: attachment("a", "one", { aliases: ["a"] }), seen: reading(place("a"), ["renamed"]) }),
  );
  expect(actions(view)).toEqual({ renamed: "move", seen: "read, done" });
});

describe("a `get` of what the plan changes, which does not wait for it, is told to give what was before", () => {
  const told = async (declaration: DeclarationText) =>
    (await planned(declaration)).problems.filter(({ code }) => code === "reads-before");
  const both = (description: string, dependsOn: readonly string[] = []) =>
    declared({ a: attachment("a", description), seen: reading(place("a"), dependsOn) });

  beforeEach(async () => {
    await up(world, declared({ a: attachment("a", "one") }));
  });

  test("by its id", async () => {
    expect(await told(both("two"))).toMatchObject([{ severity: "warning", address: "seen" }]);
    expect((await told(both("two")))[0]?.detail).toContain("`dependsOn: [a]`");
  });

  test("by its id where the plan deletes it", async () => {
    expect(await told(declared({ seen: reading(place("a"), []) }))).toMatchObject([
      { address: "seen", detail: expect.stringContaining("deletes") },
    ]);
  });

  test("by its id where it stands under the name of what the plan deletes", async () => {
    const [{ detail = "" } = {}] = await told(declared({ a: reading(place("a"), []) }));
    expect(detail).toContain("deletes as `a`");
    expect(detail).toContain("`plumb state rm a`");
    await forgetResource("dev", "a", world);
    const later = await planned(declared({ a: reading(place("a"), []) }));
    expect(later).toMatchObject({ problems: [], summary: { delete: 0 } });
  });

  test("but not where it waits, nor where nothing is changed, nor of another object", async () => {
    expect(await told(both("two", ["a"]))).toEqual([]);
    expect(await told(both("one"))).toEqual([]);
    await up(world, declared({ a: attachment("a", "one"), b: attachment("b", "one") }));
    const other = { a: attachment("a", "one"), b: attachment("b", "two"), seen: reading(place("a"), []) };
    expect(await told(declared(other))).toEqual([]);
  });
});
