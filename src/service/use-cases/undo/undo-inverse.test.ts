import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import type { RunSummary } from "../../../contract/documents/runs/run-events.ts";
import type { Driver } from "../../../engine/ports/driver.ts";
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
import { planStack, planUndo } from "../plans/make-plans.ts";
import { showOutputs } from "../stacks/show-outputs.ts";
import { showResource } from "../state/show-state.ts";
import { member, ours, seenIn, undone, viewer } from "./undo-world.fixture.ts";

// An undo is the inverse of what its run did, field by field, and touches nothing else.

let world: TestDeployment;
/** Deletions are refused while this holds. */
let keepsAll = false;

beforeEach(() => {
  keepsAll = false;
  const around = (driver: Driver): Driver => ({
    ...driver,
    write: async (change, signal) =>
      keepsAll && change.operation === "delete"
        ? { kind: "invalid", detail: "not now", code: null }
        : driver.write(change, signal),
  });
  world = testDeployment({ around });
});

const attachmentPath = (name: string, location = "here") =>
  `v1/projects/acme/locations/${location}/endpointAttachments/${name}`;
const describeByHand = (name: string, description: string) =>
  world.wire("PATCH", `${attachmentPath(name)}?updateMask=description`, { description });
const outputOf = async (name: string, output: string) => (await showResource("dev", name, world)).outputs[output];

function attachment(properties: JsonObject, more: JsonObject = {}): JsonObject {
  const serviceAttachment = "projects/p/regions/r/serviceAttachments/s";
  return { type: "connectors:EndpointAttachment", properties: { serviceAttachment, ...properties }, ...more };
}

const planned = ({ steps }: PlanView) =>
  steps
    .filter(({ action }) => action !== "same")
    .map(({ name, action }) => `${name} ${action}`)
    .sort();

const errors = ({ problems }: PlanView) => problems.filter(({ severity }) => severity === "error");

/** Undoes a run, which must be possible, and gives the writes that it took. */
async function undo(of: RunSummary): Promise<readonly string[]> {
  const before = (await world.writes()).length;
  const view = await planUndo("dev", of.run, world);
  expect(errors(view)).toEqual([]);
  done(await run(world, view.digest));
  return (await world.writes()).slice(before);
}

describe("what the run did not touch", () => {
  test("a field that `ignoreChanges` names keeps what was set by hand", async () => {
    const portal = (displayName: string) =>
      declared({
        portal: { ...client({ description: "first", displayName }), options: { ignoreChanges: ["description"] } },
      });
    await up(world, portal("One"));
    const second = await up(world, portal("Two"));
    await world.wire("PATCH", `${clientPath}?updateMask=description`, { description: "by hand" });
    await undo(second);
    expect(await world.wire("GET", clientPath)).toMatchObject({ displayName: "One", description: "by hand" });
  });

  test("another field of the same object keeps its drift", async () => {
    await up(world, declared({ portal: client({ description: "first", displayName: "One" }) }));
    const second = await up(world, declared({ portal: client({ description: "first", displayName: "Two" }) }));
    await world.wire("PATCH", `${clientPath}?updateMask=description`, { description: "by hand" });
    await undo(second);
    expect(await world.wire("GET", clientPath)).toMatchObject({ displayName: "One", description: "by hand" });
  });

  test("another object keeps its drift, and is not even read", async () => {
    await up(world, attachments({ a: "one", b: "one" }));
    const second = await up(world, attachments({ a: "two", b: "one" }));
    await describeByHand("b", "by hand");
    world.calls.length = 0;
    expect(await undo(second)).toEqual(["update a"]);
    expect(world.calls.filter((call) => call.endsWith("/b"))).toEqual([]);
    expect(await world.wire("GET", attachmentPath("b"))).toMatchObject({ description: "by hand" });
  });

  test("options that a later run has set stay", async () => {
    const gateway = (description: string, options: JsonObject = {}) =>
      declared({ gateway: attachment({ endpointAttachmentId: "gateway", description }, { options }) });
    await up(world, gateway("one"));
    const second = await up(world, gateway("two"));
    await up(world, gateway("two", { protect: true }));
    await undo(second);
    expect(await outputOf("gateway", "description")).toBe("one");
    expect((await world.store.readStack("dev")).records.get("gateway")?.options.protect).toBe(true);
  });

  test("an output that a later run has set stays", async () => {
    const made = (description: string, outputs: JsonObject) =>
      declared({ portal: client({ description }) }, { outputs });
    await up(world, made("one", { shown: "first", also: "first" }));
    const second = await up(world, made("two", { shown: "second", also: "second" }));
    await up(world, made("two", { shown: "third", also: "second" }));
    await undo(second);
    expect(await showOutputs("dev", world)).toEqual({ shown: "third", also: "first" });
  });
});

describe("what a later run stands on", () => {
  test("a field that it changed is not put back: the undo is refused and names run and field", async () => {
    await up(world, attachments({ a: "one" }));
    const second = await up(world, attachments({ a: "two" }));
    const third = await up(world, attachments({ a: "three" }));
    const view = await planUndo("dev", second.run, world);
    expect(errors(view)).toMatchObject([{ code: "stands-on-it", address: "a" }]);
    expect(errors(view)[0]?.detail).toContain("description");
    expect(errors(view)[0]?.detail).toContain(third.run);
    await run(world, view.digest);
    expect(await world.wire("GET", attachmentPath("a"))).toMatchObject({ description: "three" });
  });

  test("an object that it changed is not deleted", async () => {
    const first = await up(world, attachments({ a: "one" }));
    const second = await up(world, attachments({ a: "two" }));
    const view = await planUndo("dev", first.run, world);
    expect(errors(view)).toMatchObject([{ code: "stands-on-it", address: "a" }]);
    expect(errors(view)[0]?.detail).toContain(second.run);
  });

  test("an object that what it made leans on is not deleted", async () => {
    const portal = { portal: client({ description: "one" }) };
    const gateway = attachment({ endpointAttachmentId: "gateway", description: "for ${portal.id}" });
    const first = await up(world, declared(portal));
    const second = await up(world, declared({ ...portal, gateway }));
    const view = await planUndo("dev", first.run, world);
    expect(errors(view)).toMatchObject([{ code: "stands-on-it", address: "portal" }]);
    expect(errors(view)[0]?.detail).toContain("gateway");
    expect(errors(view)[0]?.detail).toContain(second.run);
  });

  test("a dependency that it turned is not made a circle", async () => {
    const resources = (first: string, second: string) =>
      declared({
        a: attachment({ endpointAttachmentId: "a", description: first }),
        b: attachment({ endpointAttachmentId: "b", description: second }),
      });
    await up(world, resources("for ${b.id}", "plain"));
    const second = await up(world, resources("plain", "plain"));
    const third = await up(world, resources("plain", "for ${a.id}"));
    const view = await planUndo("dev", second.run, world);
    expect(errors(view)).toMatchObject([{ code: "stands-on-it" }]);
    expect(errors(view)[0]?.detail).toContain(third.run);
  });

  test("a name that it gave to another object is not taken again", async () => {
    const at = (location: string) => declared({ a: attachment({ endpointAttachmentId: "a", location }) });
    await up(world, at("here"));
    const second = await up(world, declared({}));
    const third = await up(world, at("there"));
    const view = await planUndo("dev", second.run, world);
    expect(errors(view)).toMatchObject([{ code: "stands-on-it", address: "a" }]);
    expect(errors(view)[0]?.detail).toContain(third.run);
  });
});

describe("what the run did in more than one way", () => {
  test("a dependency that it turned is turned back", async () => {
    const [a, b] = ["a", "b"].map(
      (name) => (description: string) => attachment({ endpointAttachmentId: name, description }),
    );
    const resources = (first: string, second: string) => declared({ a: a?.(first) ?? {}, b: b?.(second) ?? {} });
    await up(world, resources("for ${b.id}", "plain"));
    const turned = await up(world, resources("plain", "for ${a.id}"));
    expect((await undo(turned)).toSorted()).toEqual(["update a", "update b"]);
    expect(await showResource("dev", "a", world)).toMatchObject({ dependsOn: ["b"] });
    expect(await showResource("dev", "b", world)).toMatchObject({ dependsOn: [] });
    const again = await planStack(
      { stack: "dev", kind: "apply", declaration: resources("for ${b.id}", "plain"), refresh: true },
      world,
    );
    expect(planned(again)).toEqual([]);
  });

  test("of a replacement that was half done the old object stays, and only the new one goes", async () => {
    const at = (location: string) => declared({ gateway: attachment({ endpointAttachmentId: "gateway", location }) });
    await up(world, at("here"));
    keepsAll = true;
    const halfDone = await run(world, await plan(world, at("there")));
    expect(halfDone.status).toBe("failed");
    keepsAll = false;
    expect(await undo(halfDone)).toEqual(["delete gateway"]);
    expect(await world.wire("GET", attachmentPath("gateway"))).toMatchObject({
      name: attachmentPath("gateway").slice(3),
    });
    await expect(world.wire("GET", attachmentPath("gateway", "there"))).rejects.toThrow("404");
    const again = await planStack({ stack: "dev", kind: "apply", declaration: at("here"), refresh: true }, world);
    expect(planned(again)).toEqual([]);
  });

  test("a value set by hand that it corrected is there again", async () => {
    await up(world, attachments({ a: "one", b: "one" }));
    await describeByHand("a", "by hand");
    const second = await up(world, attachments({ a: "one", b: "two" }));
    await undo(second);
    expect(await world.wire("GET", attachmentPath("a"))).toMatchObject({ description: "by hand" });
    expect(await world.wire("GET", attachmentPath("b"))).toMatchObject({ description: "one" });
  });

  test("protection refuses to delete what it made", async () => {
    const made = await up(
      world,
      declared({ gateway: attachment({ endpointAttachmentId: "gateway" }, { options: { protect: true } }) }),
    );
    const view = await planUndo("dev", made.run, world);
    expect(errors(view)).toMatchObject([{ code: "protected", address: "gateway" }]);
  });

  test("a setting gets back the value before, also where a destroy would leave it", async () => {
    const setting = {
      type: "settings:RestrictWorkspaceAdmins",
      properties: { restrictWorkspaceAdmins: { status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" } },
      options: { onDestroy: "retain" },
    };
    const made = await up(world, declared({ guardrail: setting }));
    expect(await undo(made)).toHaveLength(1);
    const path = "api/2.0/settings/types/restrict_workspace_admins/names/default";
    expect(await world.wire("GET", path)).toMatchObject({ restrict_workspace_admins: { status: "ALLOW_ALL" } });
  });
});

describe("grants of others that the run displaced", () => {
  const policyPath = "compute/v1/projects/acme/zones/here-b/reservations/wave-1";
  const grantOf = (role: string, who: string) => ({ role, members: [`user:${who}@acme.example`] });
  const member = (role: string) =>
    declared({
      viewers: {
        type: "compute:ReservationIamMember",
        properties: { name: "wave-1", role, member: "group:ops@acme.example" },
      },
    });

  async function policy(): Promise<readonly { readonly role: string; readonly members: readonly string[] }[]> {
    const found = await world.wire("GET", `${policyPath}/getIamPolicy?optionsRequestedPolicyVersion=3`);
    return (found["bindings"] ?? []) as unknown as readonly {
      readonly role: string;
      readonly members: readonly string[];
    }[];
  }

  async function grant(...added: readonly { readonly role: string; readonly members: readonly string[] }[]) {
    const found = await world.wire("GET", `${policyPath}/getIamPolicy?optionsRequestedPolicyVersion=3`);
    const bindings = [...((found["bindings"] ?? []) as JsonObject[]), ...added] as JsonObject[];
    await world.wire("POST", `${policyPath}/setIamPolicy`, { policy: { ...found, bindings } });
  }

  const roles = async () => (await policy()).map(({ role, members }) => `${role} ${members.join()}`).sort();

  test("come back when what it made goes, and those that were given since stay", async () => {
    await grant(grantOf("roles/compute.admin", "stranger"));
    const made = await up(world, member("roles/compute.viewer"));
    expect(await roles()).toEqual(["roles/compute.viewer group:ops@acme.example"]);
    await grant(grantOf("roles/viewer", "later"));
    await undo(made);
    expect(await roles()).toEqual([
      "roles/compute.admin user:stranger@acme.example",
      "roles/viewer user:later@acme.example",
    ]);
  });

  test("come back when what it changed gets its former values", async () => {
    await up(world, member("roles/compute.viewer"));
    await grant(grantOf("roles/compute.admin", "stranger"));
    const changed = await up(world, member("roles/compute.instanceAdmin"));
    await grant(grantOf("roles/viewer", "later"));
    await undo(changed);
    expect(await roles()).toEqual([
      "roles/compute.admin user:stranger@acme.example",
      "roles/compute.viewer group:ops@acme.example",
      "roles/viewer user:later@acme.example",
    ]);
  });
});

test("a share that the undo of a move puts back notes what it displaces there, which `onDestroy: restore` brings back", async () => {
  const world = testDeployment();
  const { grant, grants } = seenIn(world);
  await grant("wave-1", "user:one@acme.example");
  await grant("wave-2", "user:two@acme.example");
  const stack = (name: string) => declared({ m: member(name, {}, { onDestroy: "restore" }) });
  await up(world, stack("wave-1"));
  await undone(world, await up(world, stack("wave-2")));
  expect(await grants("wave-1")).toEqual([`${viewer} ${ours}`]);
  const destroy = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
  done(await run(world, destroy.digest));
  expect(await grants("wave-1")).toEqual(["roles/compute.admin user:one@acme.example"]);
  expect(await grants("wave-2")).toEqual(["roles/compute.admin user:two@acme.example"]);
});
