import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import {
  client,
  clientPath,
  declared,
  eventsOf,
  plan,
  run,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import { gateway } from "../undo/undo-world.fixture.ts";
import { planStack, planUndo } from "./make-plans.ts";

// One object lies in another (`liesIn`), and nothing that is declared says so: no reference, no `dependsOn`, no
// `deletedWith`.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const credential = (of = "web-portal", options: JsonObject = {}): JsonObject => ({
  type: "iam:OAuthClientCredential",
  properties: { oauthClientId: of, location: "global", oauthClientCredentialId: "first-secret" },
  options,
});
const both = (id = "web-portal") => declared({ a: credential(id), portal: client({ oauthClientId: id }) });
const destroyPlan = async (stack = "dev") =>
  (await planStack({ stack, kind: "destroy", declaration: null, refresh: true }, world)).digest;
const since = async (from: number) => (await world.writes()).slice(from);
const recorded = async () => {
  const { records, superseded } = await world.store.readStack("dev");
  return [...records.keys(), ...superseded.map(({ address }) => address)];
};
const whole = ["create web-portal", "create first-secret"];
const gone = ["update first-secret", "delete first-secret", "delete web-portal"];

describe("the order is that of a reference", () => {
  test("when they are made and when they go", async () => {
    await up(world, both());
    expect(await since(0)).toEqual(whole);
    expect(await run(world, await destroyPlan())).toMatchObject({ status: "done", delete: 2 });
    expect(await since(2)).toEqual(gone);
  });

  test("when they are no longer declared", async () => {
    const kept = gateway("b");
    await up(world, declared({ a: credential(), portal: client(), kept }));
    const from = (await world.writes()).length;
    await up(world, declared({ kept }));
    expect(await since(from)).toEqual(gone);
  });

  test("when both are replaced", async () => {
    await up(world, both());
    expect(await run(world, await plan(world, both("web-two")))).toMatchObject({ status: "done", replace: 2 });
    expect(await since(2)).toEqual(["create web-two", "create first-secret", ...gone]);
    expect((await recorded()).toSorted()).toEqual(["a", "portal"]);
  });

  test("when the run that made them is undone", async () => {
    const { run: name } = await up(world, both());
    expect(await run(world, (await planUndo("dev", name, world)).digest)).toMatchObject({ status: "done" });
    expect(await since(2)).toEqual(gone);
  });

  test("unless a reference says the opposite", async () => {
    await up(world, declared({ portal: client() }));
    await up(world, declared({ a: credential(), portal: { ...client(), options: { dependsOn: ["a"] } } }));
    expect(await since(0)).toEqual(whole);
  });
});

describe("what lies in an object that is deleted already", () => {
  const referring = declared({ a: credential(`\${portal.oauthClientId}`), portal: client() });
  const told = expect.objectContaining({
    name: "a",
    warning: expect.objectContaining({ code: "kept-with-another", detail: expect.stringContaining("web-portal`") }),
  });

  test("is let go of when another hand has deleted that one", async () => {
    await up(world, referring);
    await world.wire("DELETE", clientPath);
    const events = await eventsOf(world, await destroyPlan());
    expect(events.at(-1)).toMatchObject({ status: "done" });
    expect(events).toContainEqual(told);
    expect(await recorded()).toEqual([]);
  });

  test("is let go of when it is replaced", async () => {
    await up(world, both());
    await world.wire("DELETE", clientPath);
    const events = await eventsOf(world, await plan(world, both("web-two")));
    expect(events.at(-1)).toMatchObject({ status: "done" });
    expect(events).toContainEqual(told);
    expect((await recorded()).toSorted()).toEqual(["a", "portal"]);
  });

  test("is let go of when that one is not of the stack", async () => {
    await world.wire("POST", "v1/projects/acme/locations/global/oauthClients?oauthClientId=web-portal", {
      allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
      allowedRedirectUris: ["https://p.example/cb"],
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
      clientType: "CONFIDENTIAL_CLIENT",
    });
    await up(world, declared({ a: credential() }));
    await world.wire("DELETE", clientPath);
    const events = await eventsOf(world, await destroyPlan());
    expect(events.at(-1)).toMatchObject({ status: "done" });
    expect(events).toContainEqual(told);
    expect(await recorded()).toEqual([]);
  });
});

test("what is let go of leaves no call open, be it that its first call was not answered", async () => {
  const isLost = { now: false };
  world = testDeployment({
    around: (driver) => ({
      ...driver,
      write: async (change, signal) => {
        if (!isLost.now || change.operation !== "update") return driver.write(change, signal);
        isLost.now = false;
        return { kind: "unknown", detail: "no answer" };
      },
    }),
  });
  await up(world, both());
  await world.wire("DELETE", clientPath);
  isLost.now = true;
  // Time goes by between two sends.
  const sleep = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      setImmediate(() => {
        world.advance(milliseconds);
        resolve();
      });
    });
  const hurried = { ...world, clock: { ...world.clock, sleep } };
  expect(await run(hurried, await destroyPlan())).toMatchObject({ status: "done", inFlight: [] });
  expect(await recorded()).toEqual([]);
  expect((await world.store.readStack("dev")).openIntents).toEqual([]);
});

test("a refusal for another reason fails, while what it lies in stands", async () => {
  const isRefused = { now: false };
  world = testDeployment({
    around: (driver) => ({
      ...driver,
      write: async (change, signal) =>
        isRefused.now && change.target.id.endsWith("/first-secret")
          ? { kind: "conflict", reason: "wrong-state", detail: "OAuth client is deleted", version: null }
          : driver.write(change, signal),
    }),
  });
  await up(world, both());
  isRefused.now = true;
  const summary = await run(world, await destroyPlan());
  expect(summary).toMatchObject({ status: "failed" });
  expect(summary.problems).toContainEqual(expect.objectContaining({ code: "refused-by-platform", address: "a" }));
  expect((await recorded()).toSorted()).toEqual(["a", "portal"]);
});

describe("what lies in an object that a plan deletes and does not go itself", () => {
  const errors = async (declaration: DeclarationText | null) => {
    const kind = declaration === null ? "destroy" : "apply";
    const view = await planStack({ stack: "dev", kind, declaration, refresh: true }, world);
    return view.problems.map(({ code, address }) => [code, address]);
  };

  test("refuses a destroy that is to keep it", async () => {
    await up(world, declared({ a: credential("web-portal", { retainOnDelete: true }), portal: client() }));
    expect(await errors(null)).toContainEqual(["would-be-lost", "a"]);
  });

  test("refuses the deletion of the other one where it is protected or kept", async () => {
    await up(world, declared({ a: credential("web-portal", { protect: true }), portal: client() }));
    const kept = declared({ a: credential("web-portal", { protect: true }) });
    expect(await errors(kept)).toContainEqual(["protected", "a"]);
  });

  test("is told where it stays declared", async () => {
    await up(world, both());
    expect(await errors(declared({ a: credential() }))).toEqual([["goes-along", "a"]]);
  });

  test("is not told where it goes, or lies in another one by then", async () => {
    await up(world, both());
    expect(await errors(null)).toEqual([]);
    expect(await errors(both("web-two"))).toEqual([]);
  });
});
