import { beforeEach, expect, test } from "vitest";
import type { WriteOutcome } from "../../../engine/ports/driver.ts";
import { attachments, declared, plan, run, type TestDeployment, testDeployment, up } from "../../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";

// What a run has begun to delete, and did not see the end of, is declared again while the platform still deletes it.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

class Killed extends Error {}

/** A platform that deletes in an operation; `ask`: what comes of asking after it. */
function slow(ask: () => WriteOutcome["kind"]): TestDeployment {
  return {
    ...world,
    driverOf: (provider, at) => {
      const driver = world.driverOf(provider, at);
      return {
        ...driver,
        write: async (change) =>
          change.operation === "delete"
            ? { kind: "pending", handle: "operations/1", pollAfterMs: 0 }
            : driver.write(change),
        poll: async (change) => {
          if (ask() === "pending") return { kind: "pending", handle: "operations/1", pollAfterMs: 0 };
          await driver.write(change);
          return { kind: "done", observation: null };
        },
      };
    },
  };
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
