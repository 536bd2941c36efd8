import { beforeEach, expect, test } from "vitest";
import type { Selection } from "../../../engine/plan/selection/selection.ts";
import type { Change } from "../../../engine/ports/driver.ts";
import { client, declared, plan, run, type TestDeployment, up } from "../deployment.fixture.ts";
import { gateway, refusing } from "../undo/undo-world.fixture.ts";
import { planStack } from "./make-plans.ts";

// A replacement has made the new object and could not delete the former one. Then the former one is declared again.

let world: TestDeployment;

const it = (id: string, description = "the one") => ({
  it: client({ oauthClientId: id, description }),
  door: gateway("door", { description: "of ${it.clientId}" }),
});

beforeEach(async () => {
  let isRefused = false;
  world = refusing(({ operation }: Pick<Change, "operation">) => isRefused && operation === "update");
  await up(world, declared(it("former")));
  isRefused = true;
  expect((await run(world, await plan(world, declared(it("latter"))))).status).toBe("failed");
  isRefused = false;
});

/** Plans, carries it out, and gives the steps: name, action, and the fields that are written. */
async function applied(resources: ReturnType<typeof it>, selection: Selection = {}) {
  const declaration = declared(resources);
  const { steps, digest } = await planStack(
    { stack: "dev", kind: "apply", declaration, refresh: true, selection },
    world,
  );
  expect((await run(world, digest)).status).toBe("done");
  const changing = steps.filter(({ action }) => action !== "same");
  return changing.map(({ name, action, fields }) => [name, action, ...fields.map(({ path }) => path)]);
}

test("it is taken back as it stands, and the one that was made in its place goes", async () => {
  expect(await applied(it("former"))).toEqual([
    ["it", "adopt"],
    ["it", "delete"],
  ]);
  expect(await applied(it("former"))).toEqual([]);
});

test("it is taken back with what is declared otherwise by now, in one step", async () => {
  expect(await applied(it("former", "the one of before"))).toEqual([
    ["it", "update", "/description"],
    ["it", "delete"],
  ]);
  expect(await applied(it("former", "the one of before"))).toEqual([]);
});

test("where nothing is to be deleted, the one that was made in its place waits", async () => {
  expect(await applied(it("former"), { noDelete: true })).toEqual([["it", "adopt"]]);
  expect(await applied(it("former"))).toEqual([["it", "delete"]]);
});
