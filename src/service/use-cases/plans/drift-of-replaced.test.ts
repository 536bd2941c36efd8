import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import {
  changedByHand,
  client,
  clientPath,
  declared,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import { member } from "../undo/undo-world.fixture.ts";
import { planStack, planUndo } from "./make-plans.ts";

// What becomes of drift that is left alone, or ignored, where a new object takes the place of the one that has it.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const clients = "v1/projects/acme/locations/global/oauthClients";
const planned = (declaration: DeclarationText) =>
  planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
const byHand = (to: JsonObject, path = clientPath) => changedByHand(world, path, to);
const clientOf = (oauthClientId: string, options: JsonObject, properties: JsonObject = {}) =>
  declared({ portal: { ...client({ oauthClientId, ...properties }), options } });
const policyPath = "compute/v1/projects/acme/zones/here-b/reservations/wave";
const ours = "https://portal.acme.example/callback";
const theirs = "https://stranger.example/callback";

describe.each([
  ["warn", ["ends with"]],
  ["ignore", []],
])("onDrift: %s", (onDrift, told) => {
  test("a client that is replaced is as declared, and the step shows what ends", async () => {
    await up(world, clientOf("web-portal", { onDrift }));
    await byHand({ disabled: true, allowedRedirectUris: [ours, theirs] });
    const next = clientOf("portal-two", { onDrift });
    const { steps, problems, drift } = await planned(next);
    const step = steps.find(({ action }) => action === "replace");
    expect(step?.fields).toMatchObject([
      { path: "/oauthClientId", reason: "declared" },
      { path: "/allowedRedirectUris", old: [ours, theirs], new: [ours], reason: "drifted" },
      { path: "/disabled", old: true, new: false, reason: "drifted" },
    ]);
    expect(step?.rights?.loses.map(({ who }) => who)).toContain(theirs);
    const details = problems.map(({ detail }) => detail).join("\n");
    for (const word of told) expect(details.match(new RegExp(word, "g"))).toHaveLength(2);
    expect(details).not.toContain("left so");
    expect(drift).toEqual([]);
    await up(world, next);
    const { disabled = false, allowedRedirectUris } = await world.wire("GET", `${clients}/portal-two`);
    expect([disabled, allowedRedirectUris]).toEqual([false, [ours]]);
    expect((await planned(next)).steps.map(({ action }) => action)).toEqual(["same"]);
  });

  test("a share whose role changes takes the grants of others away, and none is told as left", async () => {
    const of = (role: string) => declared({ it: member("wave", { role }, { onDrift }) });
    await up(world, of("roles/compute.viewer"));
    const policy = await world.wire("GET", `${policyPath}/getIamPolicy`);
    const bindings = policy["bindings"] as unknown as readonly JsonObject[];
    const other = { role: "roles/owner", members: ["user:boss@acme.example"] };
    await world.wire("POST", `${policyPath}/setIamPolicy`, { policy: { ...policy, bindings: [...bindings, other] } });
    const { problems } = await planned(of("roles/compute.admin"));
    const details = problems.map(({ detail }) => detail).join("\n");
    expect(details).toContain("this removes roles/owner to user:boss@acme.example");
    expect(details).not.toContain("left so");
  });
});

test("what a replaced client gets where `ignoreChanges` names a field is the recorded value", async () => {
  const options = { ignoreChanges: ["allowedRedirectUris"] };
  await up(world, clientOf("web-portal", options));
  await byHand({ allowedRedirectUris: [ours, theirs] });
  const next = clientOf("portal-two", options);
  const { steps, drift } = await planned(next);
  const step = steps.find(({ action }) => action === "replace");
  expect(step?.fields).toMatchObject([
    { path: "/oauthClientId" },
    { path: "/allowedRedirectUris", old: [ours, theirs], new: [ours], reason: "drifted" },
  ]);
  expect(step?.rights?.loses.map(({ who }) => who)).toContain(theirs);
  expect(drift).toEqual([]);
  await up(world, next);
  expect((await world.wire("GET", `${clients}/portal-two`))["allowedRedirectUris"]).toEqual([ours]);
});

test("what is written otherwise than declared, since it is ignored, is told of a new object", async () => {
  const options = { ignoreChanges: ["displayName"] };
  await up(world, clientOf("web-portal", options, { displayName: "One" }));
  const next = clientOf("portal-two", options, { displayName: "Two" });
  const { problems } = await planned(next);
  expect(problems).toMatchObject([
    { code: "kept-ignored", detail: expect.stringMatching(/`displayName`.*"One".*"Two"/) },
  ]);
  await up(world, next);
  expect((await world.wire("GET", `${clients}/portal-two`))["displayName"]).toBe("One");
});

test("an undo that brings a replaced client back tells what others have set on the one that goes", async () => {
  await up(world, clientOf("web-portal", {}));
  const { run } = await up(world, clientOf("portal-two", {}));
  await byHand({ disabled: true }, `${clients}/portal-two`);
  const { problems } = await planUndo("dev", run, world);
  expect(problems.map(({ detail }) => detail).join("\n")).toContain("`disabled` was false and is true by now");
});
