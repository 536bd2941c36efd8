import { beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import {
  client,
  clientPath,
  declared,
  eventsOf,
  planAt,
  type TestDeployment,
  testDeployment,
  up,
  upAt,
} from "../deployment.fixture.ts";
import { driftStack } from "../objects/drift-view.ts";
import { gateway } from "../undo/undo-world.fixture.ts";
import { planStack } from "./make-plans.ts";

// A credential of one stack lies in the client of another one.

let world: TestDeployment;
beforeEach(async () => {
  world = testDeployment();
  await up(world, declared({ portal: client() }));
  await upAt("other", world, secret({}));
});

const secret = (more: JsonObject) =>
  declared({
    a: {
      type: "iam:OAuthClientCredential",
      properties: { oauthClientId: "web-portal", location: "global", oauthClientCredentialId: "first-secret" },
    },
    ...more,
  });
const planned = (stack: string, kind: "apply" | "destroy", more: JsonObject = {}) =>
  planStack({ stack, kind, declaration: kind === "apply" ? secret(more) : null, refresh: true }, world);

test("it is gone by what its stack sees once the client is deleted, and there again when that is undeleted", async () => {
  expect((await planned("other", "apply")).steps.map(({ action }) => action)).toEqual(["same"]);
  await world.wire("DELETE", clientPath);
  const { steps, problems } = await planned("other", "apply", { b: gateway("b") });
  expect(steps.map(({ name, action }) => [name, action])).toEqual([
    ["a", "update"],
    ["b", "create"],
  ]);
  expect(steps[0]).toMatchObject({ blocked: true });
  expect(problems).toMatchObject([
    { code: "parent-missing", detail: expect.stringMatching(/went with .*oauthClients\/web-portal`.* soft-deleted/) },
  ]);
  expect((await driftStack("other", world)).drift).toMatchObject([
    { name: "a", class: "gone", detail: expect.stringContaining("went with") },
  ]);
  const events = await eventsOf(world, await planAt("other", world, secret({ b: gateway("b") })), undefined, "other");
  expect(events.at(-1)).toMatchObject({
    status: "failed",
    create: 1,
    problems: [{ code: "holder-deleted", address: "a" }],
  });
  await world.wire("POST", `${clientPath}:undelete`, {});
  expect((await planned("other", "apply", { b: gateway("b") })).steps.map(({ action }) => action)).toEqual([
    "same",
    "same",
  ]);
});

test("it is let go of when its stack is destroyed after that", async () => {
  await world.wire("DELETE", clientPath);
  const { digest } = await planned("other", "destroy");
  expect((await eventsOf(world, digest, undefined, "other")).at(-1)).toMatchObject({ status: "done" });
});

test("the plan that deletes or replaces the client names it, and the stack that manages it", async () => {
  const told = [
    {
      code: "others-inside",
      address: "portal",
      detail: expect.stringMatching(/web-portal\/credentials\/first-secret` lies in .*`a` of stack `other` manages it/),
    },
  ];
  expect((await planned("dev", "destroy")).problems).toMatchObject(told);
  const declaration = declared({ portal: client({ oauthClientId: "portal-two" }) });
  const replacing = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
  expect(replacing.problems).toMatchObject(told);
});

test("one that no stack manages is named as well, and the own ones are not", async () => {
  await world.wire("POST", `${clientPath}/credentials?oauthClientCredentialId=by-hand`, {});
  await up(world, declared({ portal: client(), b: { ...ownCredential } }));
  const details = (await planned("dev", "destroy")).problems.map(({ detail }) => detail);
  expect(details).toHaveLength(2);
  expect(details[0]).toMatch(/by-hand` lies in .*no stack of this/);
});

const ownCredential = {
  type: "iam:OAuthClientCredential",
  properties: { oauthClientId: "web-portal", location: "global", oauthClientCredentialId: "own-secret" },
};
