import { beforeEach, describe, expect, test } from "vitest";
import { attachments, client, declared, type TestDeployment, testDeployment, up } from "./deployment.fixture.ts";
import { gateway, seenIn, undone } from "./undo-world.fixture.ts";

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
    const turning = await up(world, declared({ it: client() }));
    const { view } = await undone(world, turning);
    expect(view.steps.map(({ name, action }) => `${name} ${action}`)).toEqual(["it delete"]);
    expect(await seenIn(world).described("gateway")).toBeNull();
  });
});
