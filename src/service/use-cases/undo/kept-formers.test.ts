import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { declared, run, type TestDeployment, up } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { showState } from "../state/state-rows.fixture.ts";
import { gateway, refusing, undone } from "./undo-world.fixture.ts";

// A resource that is kept when it is deleted keeps its former objects as well: those that wait for their deletion are
// forgotten.

let world: TestDeployment;
let isRefused = true;
const kept = { retainOnDelete: true };
const stack = (resources: JsonObject) => declared({ z: gateway("z"), ...resources });
const last = async () => ({ run: (await world.store.readJournal("dev")).at(-1)?.run ?? "" });

async function failing(resources: JsonObject) {
  const view = await planStack({ stack: "dev", kind: "apply", declaration: stack(resources), refresh: true }, world);
  expect((await run(world, view.digest)).status).toBe("failed");
}

beforeEach(async () => {
  isRefused = true;
  // The attachment `a` is never made, and nothing is deleted until that is granted.
  world = refusing(({ operation, target }) => isRefused && (operation === "delete" || target.id.endsWith("/a")));
  await up(world, stack({ k: gateway("first") }));
  await failing({ k: gateway("second") });
  expect(await showState(world)).toEqual(["k first superseded", "k second current", "z z current"]);
});

describe("a resource that is kept, with a former object", () => {
  beforeEach(async () => {
    // `a` fails, so that what leans on it, the end of the former object, waits on; the option is recorded.
    await failing({
      k: gateway("second", {}, { ...kept, dependsOn: ["z"] }),
      a: gateway("a", {}, { dependsOn: ["k"] }),
    });
    isRefused = false;
  });

  test("goes from the declaration, and neither of its objects is deleted", async () => {
    await up(world, stack({}));
    expect(await showState(world)).toEqual(["z z current"]);
    expect((await world.writes()).filter((each) => each.startsWith("delete"))).toEqual([]);
  });

  test("comes back by the undo of that run, which names what stays forgotten", async () => {
    await up(world, stack({}));
    const { view } = await undone(world, await last());
    expect(view.problems.map(({ code }) => code)).toEqual(["former-forgotten"]);
    expect(await showState(world)).toEqual(["k second current", "z z current"]);
  });
});

test("the undo of a run that has forgotten a former object says so, and not that it was deleted", async () => {
  isRefused = false;
  await up(world, stack({ k: gateway("second", {}, kept) }));
  expect(await showState(world)).toEqual(["k second current", "z z current"]);
  const { view } = await undone(world, await last());
  expect(view.problems.map(({ code }) => code)).toEqual(["former-forgotten"]);
  expect((await world.writes()).filter((each) => each.startsWith("delete"))).toEqual([]);
});

test("the undo of a replacement of what is kept takes the former object back, and says nothing else", async () => {
  isRefused = false;
  await up(world, stack({ k: gateway("second", {}, kept) }));
  await up(world, stack({ k: gateway("third", {}, kept) }));
  expect(await showState(world)).toEqual(["k third current", "z z current"]);
  const { view } = await undone(world, await last());
  expect(view.problems).toEqual([]);
  expect(view.steps).toContainEqual(
    expect.objectContaining({ name: "k", action: "adopt", id: expect.stringMatching(/second$/) }),
  );
  expect(await showState(world)).toEqual(["k second current", "z z current"]);
});
