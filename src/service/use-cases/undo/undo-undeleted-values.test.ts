import { beforeEach, expect, test } from "vitest";
import {
  client,
  clientPath,
  declared,
  done,
  run,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { showResource } from "../state/show-state.ts";
import { gateway, undone } from "./undo-world.fixture.ts";

// A soft-deleted object comes back with the values that it had. What came from an object that has others by now gets
// these.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const portal = client({
  description: "at ${gate.endpointIp} now",
  allowedRedirectUris: ["https://${gate.endpointIp}/cb"],
});
const gate = (location: string) => gateway("gateway", { location });
const ip = async () => String((await showResource("dev", "gate", world)).outputs["endpointIp"]);

async function hasThePresent(former: string) {
  const real = await ip();
  expect(real).not.toBe(former);
  const seen = await world.wire("GET", clientPath);
  expect(seen["description"]).toBe(`at ${real} now`);
  expect(seen["allowedRedirectUris"]).toEqual([`https://${real}/cb`]);
}

test("what leans on an object that is made anew is written once it is undeleted", async () => {
  const declaration = declared({ gate: gate("here"), portal });
  await up(world, declaration);
  const former = await ip();
  const plan = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
  const { view } = await undone(world, done(await run(world, plan.digest)));
  const step = view.steps.find(({ name }) => name === "portal");
  expect(step?.fields.map(({ path }) => path).sort()).toEqual(["/allowedRedirectUris", "/description"]);
  await hasThePresent(former);
  const again = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
  expect(again.steps.filter(({ action }) => action !== "same")).toEqual([]);
});

test("what leans on an object that a later run has replaced is written too", async () => {
  await up(world, declared({ gate: gate("here"), portal }));
  const former = await ip();
  const removing = await up(world, declared({ gate: gate("here") }));
  await up(world, declared({ gate: gate("there") }));
  await undone(world, removing);
  await hasThePresent(former);
});
