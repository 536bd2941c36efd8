import { beforeEach, expect, test } from "vitest";
import { declared, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planUndo } from "../plans/make-plans.ts";
import { errorsIn, gateway, seenIn, undone } from "./undo-world.fixture.ts";

// What a run has made goes with its undo; what leans on it stands in the way where it has come to lean on it since.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const onPath = "v1/projects/acme/locations/here/endpointAttachments/on";
const both = (description: string) =>
  declared({ on: gateway("on"), dependent: gateway("dependent", { description }, { dependsOn: ["on"] }) });

/** A run that makes anew what another hand has deleted, under an object that leans on it since before. */
async function remade() {
  await up(world, both("one"));
  world.advance(600_000);
  await world.wire("DELETE", onPath);
  world.advance(600_000);
  return up(world, both("one"));
}

test("what leaned on it before its run stands in no way of its going again", async () => {
  const { view } = await undone(world, await remade());
  expect(view.steps.map(({ name, action }) => `${name} ${action}`)).toEqual(["on delete"]);
  expect(await seenIn(world).described("on")).toBeNull();
  expect(await seenIn(world).described("dependent")).toBe("one");
  const again = await plan(world, both("one"));
  expect(await run(world, again)).toMatchObject({ status: "done" });
  expect(await seenIn(world).described("on")).toBe("");
});

test("where a later run has changed what leans on it, the refusal names that run", async () => {
  const remaking = await remade();
  const changing = await up(world, both("two"));
  const problems = errorsIn(await planUndo("dev", remaking.run, world));
  expect(problems).toMatchObject([{ code: "stands-on-it", address: "on" }]);
  expect(problems[0]?.detail).toContain(`run ${changing.run} `);
});

test("where a later run has had something lean on it, the refusal names that run", async () => {
  await up(world, declared({ dependent: gateway("dependent") }));
  const making = await up(world, declared({ on: gateway("on"), dependent: gateway("dependent") }));
  const leaning = await up(
    world,
    declared({ on: gateway("on"), dependent: gateway("dependent", {}, { dependsOn: ["on"] }) }),
  );
  const problems = errorsIn(await planUndo("dev", making.run, world));
  expect(problems).toMatchObject([{ code: "stands-on-it", address: "on" }]);
  expect(problems[0]?.detail).toContain(leaning.run);
});
