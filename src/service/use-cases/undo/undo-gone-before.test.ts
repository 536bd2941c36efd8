import { beforeEach, describe, expect, test } from "vitest";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import {
  attachments,
  client,
  clientPath,
  declared,
  done,
  plan,
  run,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import { listResources } from "../state/state-rows.fixture.ts";
import { gateway, member, ours, seenIn, undone, viewer } from "./undo-world.fixture.ts";

// What a run was to delete and did not find, it has not deleted: an undo does not make it.

const gatewayPath = "v1/projects/acme/locations/here/endpointAttachments/gateway";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

describe("an undo does not make what another hand had deleted before the run", () => {
  test("where the plan saw that it was gone", async () => {
    await up(world, attachments({ gateway: "one", other: "two" }));
    await world.wire("DELETE", gatewayPath);
    const removing = await up(world, attachments({ other: "three" }));
    const { view } = await undone(world, removing);
    expect(view.steps.map(({ name, action }) => `${name} ${action}`)).toEqual(["other update"]);
    expect(await seenIn(world).described("gateway")).toBeNull();
    expect(await seenIn(world).described("other")).toBe("two");
  });

  test("where the run had to give its name to another type", async () => {
    await up(world, declared({ it: gateway("gateway", { description: "one" }) }));
    await world.wire("DELETE", gatewayPath);
    const turning = await up(world, declared({ it: client() }), "google");
    const { view } = await undone(world, turning);
    expect(view.steps.map(({ name, action }) => `${name} ${action}`)).toEqual(["it delete"]);
    expect(await seenIn(world).described("gateway")).toBeNull();
  });
});

describe("an undo does not make the former object that another hand had deleted before the run made another one", () => {
  const advice = (of: PlanView) => of.problems.map(({ code, severity }) => `${code} ${severity}`);

  test("where a grant went to another place", async () => {
    await up(world, declared({ m: member("res-one") }));
    const path = "compute/v1/projects/acme/zones/here-b/reservations/res-one/setIamPolicy";
    await world.wire("POST", path, { policy: { bindings: [] } });
    const moving = await up(world, declared({ m: member("res-two") }));
    expect(await seenIn(world).grants("res-two")).toEqual([`${viewer} ${ours}`]);
    const { view } = await undone(world, moving);
    expect(view.steps.map(({ name, action }) => `${name} ${action}`)).toEqual(["m delete"]);
    expect(advice(view)).toEqual(["gone-before warning"]);
    expect(await seenIn(world).grants("res-one")).toEqual([]);
    expect(await seenIn(world).grants("res-two")).toEqual([]);
    expect(await listResources("dev", world)).toEqual([]);
  });

  test("where an object got another identifier", async () => {
    await up(world, declared({ m: gateway("one") }));
    await world.wire("DELETE", "v1/projects/acme/locations/here/endpointAttachments/one");
    const replacing = await up(world, declared({ m: gateway("two") }), "google");
    const { view } = await undone(world, replacing);
    expect(view.steps.map(({ name, action }) => `${name} ${action}`)).toEqual(["m delete"]);
    expect(view.problems[0]?.detail).toContain("endpointAttachments/one");
    expect(await seenIn(world).described("one")).toBeNull();
    expect(await seenIn(world).described("two")).toBeNull();
  });

  test("where it went after the plan", async () => {
    await up(world, declared({ m: gateway("one") }));
    const digest = await plan(world, declared({ m: gateway("two") }));
    await world.wire("DELETE", "v1/projects/acme/locations/here/endpointAttachments/one");
    await undone(world, done(await run(world, digest)));
    expect(await seenIn(world).described("one")).toBeNull();
    expect(await seenIn(world).described("two")).toBeNull();
  });

  test("where another grant took its place on one policy", async () => {
    const path = "compute/v1/projects/acme/zones/here-b/reservations/res-one/setIamPolicy";
    await up(world, declared({ m: member("res-one") }));
    world.advance(600_000);
    await world.wire("POST", path, { policy: { bindings: [] } });
    world.advance(600_000);
    const changing = await up(world, declared({ m: member("res-one", { role: "roles/compute.admin" }) }));
    expect(await seenIn(world).grants("res-one")).toEqual([`roles/compute.admin ${ours}`]);
    const { view } = await undone(world, changing);
    expect(view.steps.map(({ name, action }) => `${name} ${action}`)).toEqual(["m delete"]);
    expect(advice(view)).toEqual(["gone-before warning"]);
    expect(await seenIn(world).grants("res-one")).toEqual([]);
    expect(await listResources("dev", world)).toEqual([]);
  });

  test("where it waits to be gone for good", async () => {
    await up(world, declared({ m: client() }));
    world.advance(600_000);
    await world.wire("DELETE", clientPath);
    world.advance(600_000);
    const moving = await up(world, declared({ m: client({ oauthClientId: "another" }) }));
    const { view } = await undone(world, moving);
    expect(view.steps.map(({ name, action }) => `${name} ${action}`)).toEqual(["m delete"]);
    expect(advice(view)).toEqual(["gone-before warning"]);
    expect((await world.wire("GET", clientPath))["state"]).toBe("DELETED");
  });
});
