import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { declared, run, type TestDeployment, up } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { forgetResource, importState } from "../state/edit-state.ts";
import { exportState } from "../state/export-state.ts";
import { showState } from "../state/state-rows.fixture.ts";
import { gateway, refusing, undone } from "./undo-world.fixture.ts";

// A replacement that could not delete the former object leaves two under one name. To forget the resource is to forget
// its present object: the former one waits on, and nothing is lost by an undo.

let world: TestDeployment;
let isRefused = true;
let withoutK: JsonObject = {};
const stack = (id: string) => declared({ k: gateway(id), z: gateway("z") });

beforeEach(async () => {
  isRefused = true;
  world = refusing((change) => isRefused && change.operation === "delete");
  await up(world, declared({ z: gateway("z") }));
  withoutK = JSON.parse(JSON.stringify(await exportState("dev", world)));
  await up(world, stack("first"));
  const view = await planStack({ stack: "dev", kind: "apply", declaration: stack("second"), refresh: true }, world);
  expect((await run(world, view.digest)).status).toBe("failed");
  isRefused = false;
  expect(await showState(world)).toEqual(["k first superseded", "k second current", "z z current"]);
});

const lastEdit = async () => ({ run: (await world.store.readJournal("dev")).at(-1)?.run ?? "" });

describe("a resource whose former object waits for its deletion", () => {
  test("is forgotten alone, and its former object waits on", async () => {
    await forgetResource("dev", "k", world);
    expect(await showState(world)).toEqual(["k first superseded", "z z current"]);
    await up(world, declared({ z: gateway("z") }));
    expect(await world.writes()).toEqual(["create z", "create first", "create second", "delete first"]);
  });

  test("comes back by the undo of the edit, and nothing is told of its former object", async () => {
    await forgetResource("dev", "k", world);
    const { view } = await undone(world, await lastEdit());
    expect(view.problems).toEqual([]);
    expect(await showState(world)).toEqual(["k first superseded", "k second current", "z z current"]);
    await up(world, stack("second"));
    expect(await showState(world)).toEqual(["k second current", "z z current"]);
  });

  test("dropped by an import, stays forgotten after its undo, which says so", async () => {
    await importState("dev", withoutK, true, world);
    expect(await showState(world)).toEqual(["z z current"]);
    const { view } = await undone(world, await lastEdit());
    expect(view.problems).toMatchObject([
      { code: "former-forgotten", address: "k", detail: expect.stringContaining("first`") },
    ]);
    expect(await showState(world)).toEqual(["k second current", "z z current"]);
  });
});
