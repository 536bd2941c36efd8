import { beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { DriftView } from "../../../contract/documents/drift.ts";
import {
  changedByHand,
  client,
  clientPath,
  declared,
  done,
  run,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import { driftStack } from "../objects/drift-view.ts";
import { planStack } from "../plans/make-plans.ts";
import { seenIn, setting, undone } from "./undo-world.fixture.ts";

// What an undo has put back that is not as recorded is drift, and our own doing: no gain by another hand.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const evil = "https://evil.example/cb";
const good = "https://portal.acme.example/callback";
const portal = (properties: JsonObject = {}) => declared({ portal: client(properties) });

const meddle = (values: JsonObject = { allowedRedirectUris: [good, evil] }) => changedByHand(world, clientPath, values);

const pathsOf = ({ drift }: DriftView) => drift.map(({ path }) => path).sort();
const gainersOf = ({ drift }: DriftView) => drift.flatMap(({ rights }) => rights?.gains.map(({ who }) => who) ?? []);

test("what an undo has put back is drift, by which nobody has gained outside of plumb", async () => {
  await up(world, portal());
  await meddle();
  await undone(world, await up(world, portal()));
  const view = await driftStack("dev", world);
  expect(view.drift).toMatchObject([{ path: "/allowedRedirectUris", rank: "rights-widened" }]);
  expect(gainersOf(view)).toEqual([]);
});

test("what another hand adds to that is told alone", async () => {
  await up(world, portal());
  await meddle();
  await undone(world, await up(world, portal()));
  await meddle({ allowedRedirectUris: [good, evil, "https://more.example/cb"] });
  expect(gainersOf(await driftStack("dev", world))).toEqual(["https://more.example/cb"]);
});

test("a guard that an undo has lowered again is drift, and nobody's gain outside of plumb", async () => {
  const declaration = declared({ guardrail: setting("RESTRICT_TOKENS_AND_JOB_RUN_AS") });
  await up(world, declaration);
  await seenIn(world).setStatus("ALLOW_ALL");
  await undone(world, await up(world, declaration));
  const view = await driftStack("dev", world);
  expect(view.drift).not.toEqual([]);
  expect(gainersOf(view)).toEqual([]);
});

test("what comes back with an undeleted object is drift as it was before", async () => {
  await up(world, portal());
  await meddle({ disabled: true, allowedRedirectUris: [good, evil] });
  const before = pathsOf(await driftStack("dev", world));
  expect(before).toEqual(["/allowedRedirectUris", "/disabled"]);
  const view = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
  await undone(world, done(await run(world, view.digest)));
  const after = await driftStack("dev", world);
  expect(pathsOf(after)).toEqual(before);
  expect(gainersOf(after)).toEqual([]);
});

test("what an undo has left alone is another hand's doing still", async () => {
  await up(world, portal());
  const changing = await up(world, portal({ description: "new" }));
  await meddle();
  await undone(world, changing);
  expect(gainersOf(await driftStack("dev", world))).toEqual([evil]);
});
