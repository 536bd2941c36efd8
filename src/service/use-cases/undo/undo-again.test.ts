import { beforeEach, describe, expect, test } from "vitest";
import type { Change } from "../../../engine/ports/driver.ts";
import { client, declared, plan, run, type TestDeployment, up } from "../deployment.fixture.ts";
import { planUndo } from "../plans/make-plans.ts";
import { showState } from "../state/state-rows.fixture.ts";
import { gateway, refusing, seenIn, undone } from "./undo-world.fixture.ts";

// An undo that broke off is made again. What the undone run has put in the place of another object goes then, also
// where the undo had come as far as to record it as waiting for its deletion.

let world: TestDeployment;
/** Writes that match are refused. */
let isRefused: (change: Pick<Change, "operation">) => boolean = () => false;

beforeEach(() => {
  isRefused = () => false;
  world = refusing((change) => isRefused(change));
});

const isDeletion = ({ operation }: Pick<Change, "operation">) => operation === "delete";

async function undoneHalf(of: string) {
  isRefused = isDeletion;
  expect((await run(world, (await planUndo("dev", of, world)).digest)).status).toBe("failed");
  isRefused = () => false;
}

describe("what a run has put in the place of another object", () => {
  const stack = (id: string, more = {}) => declared({ k: gateway(id, more), z: gateway("z") });

  test("goes by the second undo, where the first one could not delete it", async () => {
    await up(world, stack("first"));
    const replaced = await up(world, stack("second"));
    await undoneHalf(replaced.run);
    expect(await showState(world)).toEqual(["k first current", "k second superseded", "z z current"]);
    const { view } = await undone(world, replaced);
    expect(view.steps).toMatchObject([{ action: "delete" }]);
    expect(await showState(world)).toEqual(["k first current", "z z current"]);
    expect(await seenIn(world).described("second")).toBe(null);
    expect((await planUndo("dev", replaced.run, world)).steps).toEqual([]);
  });

  test("goes by the second undo of a replacement that was half done", async () => {
    await up(world, stack("first"));
    isRefused = isDeletion;
    const halfDone = await run(world, await plan(world, stack("second")));
    await undoneHalf(halfDone.run);
    await undone(world, halfDone);
    expect(await showState(world)).toEqual(["k first current", "z z current"]);
  });

  test("goes along with fields that a later run has changed since", async () => {
    await up(world, stack("first"));
    const replaced = await up(world, stack("second"));
    await undoneHalf(replaced.run);
    isRefused = isDeletion;
    await run(world, await plan(world, stack("first", { description: "later" })));
    isRefused = () => false;
    await undone(world, replaced);
    expect(await showState(world)).toEqual(["k first current", "z z current"]);
    expect(await seenIn(world).described("first")).toBe("later");
  });

  test("stays where another run has put a third object there, and the undo is refused", async () => {
    await up(world, stack("first"));
    const replaced = await up(world, stack("second"));
    isRefused = isDeletion;
    await run(world, await plan(world, stack("third")));
    isRefused = () => false;
    const view = await planUndo("dev", replaced.run, world);
    expect(view.problems).toMatchObject([{ severity: "error", address: "k" }]);
    expect(view.steps).toEqual([]);
  });

  test("goes after what refers to it is put back", async () => {
    const names = (id: string) =>
      declared({ it: client({ oauthClientId: id }), door: gateway("door", { description: "of ${it.oauthClientId}" }) });
    await up(world, names("former-portal"));
    const replaced = await up(world, names("latter-portal"));
    isRefused = ({ operation }) => operation === "update";
    expect((await run(world, (await planUndo("dev", replaced.run, world)).digest)).status).toBe("failed");
    isRefused = () => false;
    const { view } = await undone(world, replaced);
    expect(view.steps.map(({ action }) => action)).toEqual(["update", "delete"]);
    expect(await seenIn(world).described("door")).toBe("of former-portal");
    expect(await showState(world)).toEqual(["door door current", "it former-portal current"]);
  });
});
