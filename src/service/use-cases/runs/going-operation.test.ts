import { beforeEach, expect, test } from "vitest";
import type { Driver, WriteOutcome } from "../../../engine/ports/driver.ts";
import { attachments, declared, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";

// What a run has begun to delete or to change, and did not see the end of, is declared as it was before while the
// platform is still at it.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

class Killed extends Error {}

/** The same world, on a platform that does some things otherwise. */
function on(otherwise: (driver: Driver) => Partial<Driver>): TestDeployment {
  return {
    ...world,
    driverOf: (provider, at) => {
      const driver = world.driverOf(provider, at);
      return { ...driver, ...otherwise(driver) };
    },
  };
}

/** A platform that deletes, or updates, in an operation; `ask`: what comes of asking after it. */
function slow(ask: () => WriteOutcome["kind"], operation: "delete" | "update" = "delete"): TestDeployment {
  return on((driver) => ({
    write: async (change) =>
      change.operation === operation
        ? { kind: "pending", operationName: "operations/1", pollAfterMs: 0 }
        : driver.write(change),
    poll: async (change) => {
      if (ask() === "pending") return { kind: "pending", operationName: "operations/1", pollAfterMs: 0 };
      await driver.write(change);
      return { kind: "done", observation: null };
    },
  }));
}

test.each(["a", "renamed"])("what is being deleted, declared again as `%s`, is not as declared", async (name) => {
  await up(world, attachments({ a: "one" }));
  const dying = slow(() => {
    throw new Killed();
  });
  await expect(run(dying, await plan(dying, declared({})))).rejects.toThrow(Killed);
  const going = slow(() => "pending");
  const { text, ...rest } = attachments({ a: "one" });
  const again = { ...rest, text: text.replace("\n  a:", `\n  ${name}:`) };
  const view = await planStack({ stack: "dev", kind: "apply", declaration: again, refresh: true }, going);
  expect(await run(going, view.digest)).toMatchObject({
    status: "failed",
    problems: [{ code: "unsettled", address: name, detail: expect.stringContaining(" deleted ") }],
  });
  await up(
    slow(() => "done"),
    again,
  );
  expect(await world.writes()).toEqual(["create a", "delete a", "create a"]);
});

test("of what is being changed, what another hand's edit lets differ is not all that is put back", async () => {
  const made = (description: string, team: string) => ({
    ...attachments({ a: description }),
    text: attachments({ a: `${description}, labels: { team: ${team} }` }).text,
  });
  await up(world, made("one", "x"));
  const dying = slow(() => {
    throw new Killed();
  }, "update");
  await expect(run(dying, await plan(dying, made("two", "y")))).rejects.toThrow(Killed);
  await world.wire("PATCH", "v1/projects/acme/locations/here/endpointAttachments/a?updateMask=description", {
    description: "theirs",
  });
  const going = slow(() => "pending", "update");
  const again = { stack: "dev", kind: "apply", declaration: made("one", "x"), refresh: true } as const;
  expect(await run(going, (await planStack(again, going)).digest)).toMatchObject({
    status: "failed",
    problems: [{ code: "unsettled", address: "a" }],
  });
  await up(
    slow(() => "done", "update"),
    made("one", "x"),
  );
  const { description, labels } = await world.wire("GET", "v1/projects/acme/locations/here/endpointAttachments/a");
  expect({ description, labels }).toEqual({ description: "one", labels: { team: "x" } });
});

test("what is being changed, declared as it was before, is not as declared", async () => {
  const dies = () => {
    throw new Killed();
  };
  await up(world, attachments({ a: "one" }));
  const dying = slow(dies, "update");
  await expect(run(dying, await plan(dying, attachments({ a: "two" })))).rejects.toThrow(Killed);
  const going = slow(() => "pending", "update");
  const view = await planStack(
    { stack: "dev", kind: "apply", declaration: attachments({ a: "one" }), refresh: true },
    going,
  );
  expect(await run(going, view.digest)).toMatchObject({
    status: "failed",
    problems: [{ code: "unsettled", address: "a", detail: expect.stringContaining(" changed ") }],
  });
  const same = { stack: "dev", kind: "apply", declaration: attachments({ a: "two" }), refresh: true } as const;
  expect((await planStack(same, going)).steps).toMatchObject([{ step: "a", action: "update" }]);
  await up(
    slow(() => "done", "update"),
    attachments({ a: "one" }),
  );
  expect(await world.writes()).toEqual(["create a", "update a", "update a"]);
});

test("what our own call in flight has changed already is not told as changed by another hand", async () => {
  await up(world, attachments({ a: "one", b: "one" }));
  // The platform shows the change before its operation has ended.
  const pending = { kind: "pending", operationName: "operations/1", pollAfterMs: 0 } as const;
  const shown = () =>
    on((driver) => ({
      write: async (change) => {
        await driver.write(change);
        return pending;
      },
      poll: async () => {
        if (isDying) throw new Killed();
        return pending;
      },
    }));
  let isDying = true;
  const dying = shown();
  await expect(run(dying, await plan(dying, attachments({ a: "two", b: "one" })))).rejects.toThrow(Killed);
  isDying = false;
  await world.wire("PATCH", "v1/projects/acme/locations/here/endpointAttachments/b?updateMask=labels", {
    labels: { team: "theirs" },
  });
  const declaration = attachments({ a: "two", b: "one" });
  const view = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, shown());
  expect(view.inFlight.map(({ name }) => name)).toEqual(["a"]);
  const moved = view.drift.filter(({ class: kind }) => kind === "out-of-band").map(({ name }) => name);
  expect(moved).toEqual(["b"]);
});

/** A platform on which a run dies while its call is carried out, and that does not tell of operations after that. */
function silent(): TestDeployment {
  return on(() => ({ operationOf: async () => ({ kind: "unavailable", detail: "no answer", retryAfterMs: null }) }));
}

/** The name of its operation is lost: the run dies before the answer comes. */
function nameless(): TestDeployment {
  return on((driver) => ({
    write: async (change) => {
      if (change.operation === "create") await driver.write(change);
      throw new Killed();
    },
  }));
}

test.each([
  ["made", {}, { a: "one" }, { a: "one" }],
  ["changed", { a: "one" }, { a: "two" }, { a: "one" }],
  ["deleted", { a: "one" }, {}, { a: "one" }],
] as const)(
  "what may be being %s still is not as declared while that can't be asked",
  async (_, before, begun, after) => {
    await up(world, attachments(before));
    const dying = nameless();
    await expect(run(dying, await plan(dying, attachments(begun)))).rejects.toThrow(Killed);
    const declaration = attachments(after);
    const view = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, silent());
    expect(await run(silent(), view.digest)).toMatchObject({
      status: "failed",
      problems: [{ code: "unsettled", address: "a", detail: expect.stringContaining("no answer") }],
    });
    await up(world, declaration);
    expect(await world.writes()).toEqual(["create a"]);
  },
);
