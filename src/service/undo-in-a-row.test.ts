import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../base/json.ts";
import type { RunSummary } from "../doors/api/documents.ts";
import {
  attachments,
  client,
  clientPath,
  declared,
  done,
  run,
  type TestDeployment,
  testDeployment,
  up,
} from "./deployment.fixture.ts";
import { listResources } from "./show-state.ts";
import { planUndo } from "./undo.ts";

// Runs are undone one after another, and so are the undos themselves.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const attachmentPath = (name: string, location = "here") =>
  `v1/projects/acme/locations/${location}/endpointAttachments/${name}`;
const names = async () => (await listResources("dev", world)).map(({ name }) => name);

async function undo(of: RunSummary): Promise<RunSummary> {
  const view = await planUndo("dev", of.run, world);
  expect(view.problems.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(view.steps.filter(({ action }) => action !== "same")).not.toEqual([]);
  return done(await run(world, view.digest));
}

describe("backwards", () => {
  test("changes are undone up to the creation", async () => {
    const first = await up(world, attachments({ a: "one" }));
    const second = await up(world, attachments({ a: "two" }));
    const third = await up(world, attachments({ a: "three" }));
    await undo(third);
    expect(await world.wire("GET", attachmentPath("a"))).toMatchObject({ description: "two" });
    await undo(second);
    expect(await world.wire("GET", attachmentPath("a"))).toMatchObject({ description: "one" });
    await undo(first);
    expect(await names()).toEqual([]);
  });

  test("a removal, a change and a replacement are", async () => {
    const at = (location: string, description: string) =>
      declared({
        a: {
          type: "connectors:EndpointAttachment",
          properties: {
            ...{ endpointAttachmentId: "a", serviceAttachment: "projects/p/regions/r/serviceAttachments/s" },
            ...{ location, description },
          },
        },
      });
    const made = await up(world, at("here", "one"));
    const changed = await up(world, at("here", "two"));
    const moved = await up(world, at("there", "two"));
    const removed = await up(world, declared({}));
    await undo(removed);
    await undo(moved);
    expect(await world.wire("GET", attachmentPath("a"))).toMatchObject({ description: "two" });
    await undo(changed);
    expect(await world.wire("GET", attachmentPath("a"))).toMatchObject({ description: "one" });
    await undo(made);
    expect(await names()).toEqual([]);
  });

  test("a refusal names the run that stands in the way, and not the undo of another", async () => {
    const first = await up(world, attachments({ a: "one" }));
    const second = await up(world, attachments({ a: "two" }));
    const third = await up(world, attachments({ a: "three" }));
    const undone = await undo(third);
    const view = await planUndo("dev", first.run, world);
    expect(view.problems).toMatchObject([{ code: "stands-on-it", address: "a" }]);
    expect(view.problems[0]?.detail).toContain(second.run);
    expect(view.problems[0]?.detail).not.toContain(undone.run);
  });
});

describe("the undo of an undo", () => {
  test("changes again, and takes that back again", async () => {
    await up(world, attachments({ a: "one" }));
    const second = await up(world, attachments({ a: "two" }));
    const undone = await undo(second);
    const redone = await undo(undone);
    expect(await world.wire("GET", attachmentPath("a"))).toMatchObject({ description: "two" });
    await undo(redone);
    expect(await world.wire("GET", attachmentPath("a"))).toMatchObject({ description: "one" });
  });

  test("of an import imports again, with what that wrote", async () => {
    const { oauthClientId, location, ...body } = client({ displayName: "Ext" })["properties"] as JsonObject;
    const collection = `v1/projects/acme/locations/${location}/oauthClients`;
    await world.wire("POST", `${collection}?oauthClientId=${oauthClientId}`, body);
    const id = "projects/acme/locations/global/oauthClients/web-portal";
    const made = await up(world, declared({ portal: { ...client({ displayName: "Ours" }), options: { import: id } } }));
    const undone = await undo(made);
    expect(await world.wire("GET", clientPath)).toMatchObject({ displayName: "Ext" });
    const redone = await undo(undone);
    expect(await names()).toEqual(["portal"]);
    expect(await world.wire("GET", clientPath)).toMatchObject({ displayName: "Ours" });
    await undo(redone);
    expect(await names()).toEqual([]);
    expect(await world.wire("GET", clientPath)).toMatchObject({ displayName: "Ext" });
  });

  const policyPath = "compute/v1/projects/acme/zones/here-b/reservations/wave-1";
  const policy = () => world.wire("GET", `${policyPath}/getIamPolicy?optionsRequestedPolicyVersion=3`);

  async function grant(role: string, who: string) {
    const found = await policy();
    const bindings = [...((found["bindings"] ?? []) as JsonObject[]), { role, members: [`user:${who}@acme.example`] }];
    await world.wire("POST", `${policyPath}/setIamPolicy`, { policy: { ...found, bindings } });
  }

  const roles = async () =>
    ((await policy())["bindings"] as unknown as { role: string; members: string[] }[])
      .map(({ role, members }) => `${role} ${members.join()}`)
      .sort();
  const member = (role: string) =>
    declared({
      viewers: {
        type: "compute:ReservationIamMember",
        properties: { name: "wave-1", role, member: "group:ops@acme.example" },
      },
    });

  test("that brought back grants of others does not leave them there without a word", async () => {
    await up(world, member("roles/compute.viewer"));
    await grant("roles/compute.admin", "stranger");
    const displacing = await up(world, member("roles/compute.viewer"));
    expect(await roles()).toEqual(["roles/compute.viewer group:ops@acme.example"]);
    const undone = await undo(displacing);
    const was = await roles();
    expect(was).toContain("roles/compute.admin user:stranger@acme.example");
    const view = await planUndo("dev", undone.run, world);
    expect(view.problems).toMatchObject([{ code: "stands-on-it", address: "viewers" }]);
    expect(view.problems[0]?.detail).toContain("roles/compute.admin");
    await run(world, view.digest);
    expect(await roles()).toEqual(was);
  });
});
