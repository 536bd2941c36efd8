import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { RunSummary } from "../../../contract/documents/runs/run-events.ts";
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
} from "../deployment.fixture.ts";
import { planUndo } from "../plans/make-plans.ts";
import { listResources } from "../state/state-rows.fixture.ts";
import { member } from "./undo-world.fixture.ts";

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
  test("a share that was changed, changed back and removed comes back, and each change is undone", async () => {
    const later = { title: "later", expression: "request.time < timestamp('2030-01-01T00:00:00Z')" };
    const conditions = async () => {
      const path =
        "compute/v1/projects/acme/zones/here-b/reservations/wave-1/getIamPolicy?optionsRequestedPolicyVersion=3";
      const { bindings = [] } = await world.wire("GET", path);
      return (bindings as unknown as readonly { readonly condition?: JsonObject }[]).map(({ condition }) => condition);
    };
    const plain = declared({ it: member("wave-1") });
    const first = await up(world, plain);
    const second = await up(world, declared({ it: member("wave-1", { condition: later }) }));
    const third = await up(world, plain);
    const fourth = await up(world, declared({}));
    await undo(fourth);
    expect(await conditions()).toEqual([undefined]);
    await undo(third);
    expect(await conditions()).toEqual([later]);
    await undo(second);
    expect(await conditions()).toEqual([undefined]);
    await undo(first);
    expect(await conditions()).toEqual([]);
  });

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
});
