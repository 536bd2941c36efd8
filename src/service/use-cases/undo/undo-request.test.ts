import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { RunSummary } from "../../../contract/documents/runs/run-events.ts";
import {
  attachments,
  client,
  declared,
  done,
  run,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import { planStack, planUndo } from "../plans/make-plans.ts";
import { listRuns } from "../runs/runs-of-stack.ts";
import { showOutputs } from "../stacks/show-outputs.ts";
import { refreshStack } from "../state/refresh-stack.ts";
import { showResource } from "../state/show-state.ts";
import { listResources } from "../state/state-rows.fixture.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const names = async () => (await listResources("dev", world)).map(({ name }) => name);

const outputOf = async (name: string, output: string) => (await showResource("dev", name, world)).outputs[output];

/** Undoes a run: what was planned, as `name action`, and the undoing run. */
async function undo(of: RunSummary): Promise<{ readonly planned: readonly string[]; readonly summary: RunSummary }> {
  const view = await planUndo("dev", of.run, world);
  const planned = view.steps.filter(({ action }) => action !== "same").map(({ name, action }) => `${name} ${action}`);
  return { planned, summary: done(await run(world, view.digest)) };
}

async function destroy(): Promise<RunSummary> {
  const view = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
  return done(await run(world, view.digest));
}

describe("undo of one action", () => {
  test("what a run made goes", async () => {
    const made = await up(world, attachments({ a: "one", b: "two" }));
    const { planned, summary } = await undo(made);
    expect(planned.toSorted()).toEqual(["a delete", "b delete"]);
    expect(summary).toMatchObject({ delete: 2 });
    expect(await names()).toEqual([]);
    expect((await world.writes()).toSorted()).toEqual(["create a", "create b", "delete a", "delete b"]);
  });

  test("what a run changed gets its former values, the ones that it cleared and the ones that it added", async () => {
    await up(world, declared({ portal: client({ description: "first", displayName: "Portal" }) }));
    const changed = await up(world, declared({ portal: client({ description: "second", disabled: true }) }));
    const { planned } = await undo(changed);
    expect(planned).toEqual(["portal update"]);
    expect(await outputOf("portal", "description")).toBe("first");
    expect(await outputOf("portal", "displayName")).toBe("Portal");
    expect(await outputOf("portal", "disabled")).not.toBe(true);
  });

  test("what a run deleted is made anew", async () => {
    await up(world, attachments({ a: "one" }));
    expect((await undo(await destroy())).planned).toEqual(["a create"]);
    expect(await outputOf("a", "description")).toBe("one");
  });

  test("a client that a run deleted is undeleted: it is the same one again", async () => {
    await up(world, declared({ portal: client({ description: "first" }) }));
    const clientId = await outputOf("portal", "clientId");
    const { planned } = await undo(await destroy());
    expect(planned).toEqual(["portal undelete"]);
    expect((await listRuns("dev", world)).at(0)).toMatchObject({ changes: 1 });
    expect(await outputOf("portal", "clientId")).toBe(clientId);
    expect(await outputOf("portal", "description")).toBe("first");
  });

  test("what a run replaced is replaced by what was there", async () => {
    const at = (location: string) => {
      const properties = {
        endpointAttachmentId: "gateway",
        serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
      };
      return declared({ gateway: { type: "connectors:EndpointAttachment", properties: { ...properties, location } } });
    };
    await up(world, at("here"));
    const replaced = await up(world, at("there"));
    expect(replaced).toMatchObject({ replace: 1 });
    const { summary } = await undo(replaced);
    expect(summary).toMatchObject({ replace: 1 });
    expect((await showResource("dev", "gateway", world)).id).toContain("/locations/here/");
    expect(await names()).toEqual(["gateway"]);
  });

  test("a setting that a run took over gets the value that stood before us", async () => {
    const setting = (status: string) => ({
      type: "settings:RestrictWorkspaceAdmins",
      properties: { restrictWorkspaceAdmins: { status } },
    });
    const before = await up(world, declared({ guardrail: setting("RESTRICT_TOKENS_AND_JOB_RUN_AS") }));
    expect(await outputOf("guardrail", "restrictWorkspaceAdmins")).toEqual({
      status: "RESTRICT_TOKENS_AND_JOB_RUN_AS",
    });
    await undo(before);
    expect(await names()).toEqual([]);
    expect(await statusNow()).toBe("ALLOW_ALL");

    await up(world, declared({ guardrail: setting("RESTRICT_TOKENS_AND_JOB_RUN_AS") }));
    const widened = await up(world, declared({ guardrail: setting("ALLOW_ALL") }));
    await undo(widened);
    expect(await statusNow()).toBe("RESTRICT_TOKENS_AND_JOB_RUN_AS");
  });
});

describe("undo of what changed nothing on the platform", () => {
  const kept = (options: JsonObject) => {
    const properties = {
      endpointAttachmentId: "gateway",
      serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
    };
    return declared({ gateway: { type: "connectors:EndpointAttachment", properties, options } });
  };

  test("an object that a run imported is let go, not deleted", async () => {
    await world.wire("POST", "v1/projects/acme/locations/here/endpointAttachments?endpointAttachmentId=gateway", {
      serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
    });
    const imported = await up(world, kept({ import: "projects/acme/locations/here/endpointAttachments/gateway" }));
    const { planned } = await undo(imported);
    expect(planned).toEqual(["gateway retain"]);
    expect(await names()).toEqual([]);
    expect(await world.writes()).toEqual(["create gateway"]);
  });

  test("an object that a run only forgot is taken back as it stands", async () => {
    await up(world, kept({ retainOnDelete: true }));
    const { planned } = await undo(await destroy());
    expect(planned).toEqual(["gateway import"]);
    expect(await names()).toEqual(["gateway"]);
    expect(await world.writes()).toEqual(["create gateway"]);
  });

  test("an object that a refresh has found gone is not made", async () => {
    await up(world, attachments({ a: "one" }));
    await world.wire("DELETE", "v1/projects/acme/locations/here/endpointAttachments/a");
    world.advance(60 * 60_000);
    await refreshStack("dev", world, { dropAllOf: ["google"] });
    expect(await names()).toEqual([]);
    const refreshed = (await world.store.readJournal("dev")).at(-1)?.run ?? "";
    expect((await planUndo("dev", refreshed, world)).steps).toEqual([]);
  });
});

describe("undo of a run that touched several", () => {
  test("all of it at once, in an order that references allow, with the outputs of then", async () => {
    const linked = (description: string, more: JsonObject = {}) =>
      declared(
        { portal: client({ displayName: description }), ...more },
        { outputs: { name: "${portal.displayName}" } },
      );
    const gateway = {
      type: "connectors:EndpointAttachment",
      properties: {
        endpointAttachmentId: "gateway",
        serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
        description: "for ${portal.id}",
      },
    };
    await up(world, linked("first", { gateway }));
    const second = await up(
      world,
      linked("second", { other: { ...gateway, properties: { ...gateway.properties, endpointAttachmentId: "other" } } }),
    );
    expect(await names()).toEqual(["other", "portal"]);
    const { planned } = await undo(second);
    expect(planned.toSorted()).toEqual(["gateway create", "other delete", "portal update"]);
    expect(await names()).toEqual(["gateway", "portal"]);
    expect(await showOutputs("dev", world)).toEqual({ name: "first" });
    expect((await showResource("dev", "gateway", world)).dependsOn).toEqual(["portal"]);
    const view = await planStack(
      { stack: "dev", kind: "apply", declaration: linked("first", { gateway }), refresh: true },
      world,
    );
    expect(view.steps.map(({ action }) => action)).toEqual(["same", "same"]);
  });

  test("what later runs did to others stays", async () => {
    await up(world, attachments({ a: "one", b: "one" }));
    const second = await up(world, attachments({ a: "two", b: "one" }));
    await up(world, attachments({ a: "two", b: "three", c: "new" }));
    expect((await undo(second)).planned).toEqual(["a update"]);
    expect(await outputOf("a", "description")).toBe("one");
    expect(await outputOf("b", "description")).toBe("three");
    expect(await names()).toEqual(["a", "b", "c"]);
  });
});

describe("undo and undo again", () => {
  test("an undoing run is undone like any other", async () => {
    await up(world, attachments({ a: "one" }));
    const second = await up(world, attachments({ a: "two", b: "new" }));
    const { summary } = await undo(second);
    expect(await names()).toEqual(["a"]);
    const { planned } = await undo(summary);
    expect(planned.toSorted()).toEqual(["a update", "b create"]);
    expect(await outputOf("a", "description")).toBe("two");
  });

  test("of a run whose work is undone already there is nothing left to do", async () => {
    await up(world, attachments({ a: "one" }));
    const second = await up(world, attachments({ a: "two" }));
    await undo(second);
    expect((await undo(second)).planned).toEqual([]);
  });

  test("a run that nobody knows is missing", async () => {
    await up(world, attachments({ a: "one" }));
    await expect(planUndo("dev", "none", world)).rejects.toMatchObject({
      reason: "missing",
      problems: [{ code: "not-found" }],
    });
  });

  test("drift that the undone run did not make is shown in the plan, as in any other", async () => {
    await up(world, attachments({ a: "one" }));
    const second = await up(world, attachments({ a: "two" }));
    const path = "v1/projects/acme/locations/here/endpointAttachments/a";
    await world.wire("PATCH", `${path}?updateMask=description`, { description: "by hand" });
    const view = await planUndo("dev", second.run, world);
    expect(view.kind).toBe("undo");
    expect(view.steps).toMatchObject([
      { action: "update", fields: [{ path: "/description", old: "by hand", new: "one" }] },
    ]);
  });
});

async function statusNow(): Promise<unknown> {
  const path = "api/2.0/settings/types/restrict_workspace_admins/names/default";
  const { restrict_workspace_admins: setting } = await world.wire("GET", path);
  return (setting as JsonObject)["status"];
}
