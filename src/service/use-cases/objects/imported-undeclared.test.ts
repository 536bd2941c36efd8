import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import {
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
import { planStack } from "../plans/make-plans.ts";
import { planImport } from "../plans/plan-import.ts";
import { forgetResource } from "../state/edit-state.ts";
import { showResource } from "../state/show-state.ts";
import { listResources } from "../state/state-rows.fixture.ts";
import { importObjects } from "./import-objects.ts";

const portal = client();
const properties = portal["properties"] as JsonObject;
const empty = declared({});
const entries = [{ name: "portal", type: "iam:OAuthClient", id: "global/web-portal", provider: null }];
const request = { stack: "dev", declaration: empty, entries };

let world: TestDeployment;
beforeEach(async () => {
  world = testDeployment();
  const { oauthClientId, location: _, ...body } = properties;
  await world.wire("POST", `v1/projects/acme/locations/global/oauthClients?oauthClientId=${oauthClientId}`, body);
});

/** The objects that the platform shows as deleted. */
async function deletions(): Promise<readonly string[]> {
  return (await world.writes()).filter((write) => write.startsWith("delete"));
}

async function planned(resources: JsonObject, kind: "apply" | "destroy" = "apply") {
  const view = await planStack({ stack: "dev", kind, declaration: declared(resources), refresh: true }, world);
  return { digest: view.digest, codes: view.problems.map(({ code, address }) => `${code} ${address}`) };
}

describe.each([
  ["an import", () => importObjects(request, world)],
  ["the run of an import's plan", async () => done(await run(world, (await planImport(request, world)).digest))],
] as const)("what %s took over", (_, take) => {
  beforeEach(async () => {
    await take();
  });

  test.each(["apply", "destroy"] as const)("is protected until it is declared: %s is refused", async (kind) => {
    const { digest, codes } = await planned({}, kind);
    expect(codes).toEqual(["protected portal"]);
    expect(await run(world, digest)).toMatchObject({ status: "refused", problems: [{ code: "protected" }] });
    expect(await deletions()).toEqual([]);
    expect((await world.store.readStack("dev")).records.has("portal")).toBe(true);
  });

  test("goes like any other once an up has seen it declared, whether that changed it or not", async () => {
    for (const description of [undefined, "ours"]) {
      const given = description === undefined ? portal : client({ description });
      await up(world, declared({ portal: given }));
      expect((await planned({})).codes).toEqual([]);
    }
    await up(world, empty);
    expect(await deletions()).toHaveLength(1);
  });

  test("is told to await its declaration, in lists and by itself, until an up has seen it declared", async () => {
    const told = async () => [...(await listResources("dev", world)), await showResource("dev", "portal", world)];
    expect((await told()).map((row) => row.awaitsDeclaration)).toEqual([true, true]);
    await up(world, declared({ portal }));
    for (const row of await told()) expect(row).not.toHaveProperty("awaitsDeclaration");
  });

  test("is not declared by a plan alone", async () => {
    await plan(world, declared({ portal }));
    expect((await planned({})).codes).toEqual(["protected portal"]);
  });

  test("can be forgotten", async () => {
    await forgetResource("dev", "portal", world);
    expect((await planned({})).codes).toEqual([]);
    expect(await world.wire("GET", clientPath)).toMatchObject({ state: "ACTIVE" });
  });

  test("is declared under another name as well", async () => {
    await up(world, declared({ door: portal }));
    expect((await planned({})).codes).toEqual([]);
  });

  test("does not make room for another type under its name", async () => {
    const gate = {
      type: "connectors:EndpointAttachment",
      properties: { endpointAttachmentId: "gate", serviceAttachment: "projects/p/regions/r/serviceAttachments/s" },
    };
    expect((await planned({ portal: gate })).codes).toEqual(["protected portal"]);
  });

  test("does not make room for another object under its name, or under a name that follows it", async () => {
    const another = client({ oauthClientId: "another-portal" });
    expect((await planned({ portal: another })).codes).toEqual(["protected portal"]);
    expect((await planned({ door: { ...another, options: { aliases: ["portal"] } } })).codes).toEqual([
      "protected door",
    ]);
    expect(await deletions()).toEqual([]);
  });

  test("does not stand in the way of what is declared beside it", async () => {
    await up(world, declared({ portal, other: client({ oauthClientId: "other-portal" }) }));
    expect((await planned({ portal })).codes).toEqual([]);
  });
});

test("what the declaration itself imports is declared", async () => {
  await up(world, declared({ portal: { ...portal, options: { import: "global/web-portal" } } }));
  expect((await planned({})).codes).toEqual([]);
});

test("a record of an older version, which does not say, counts as not declared", async () => {
  await importObjects(request, world);
  expect((await world.store.readStack("dev")).records.get("portal")).not.toHaveProperty("declared");
});

describe("what is left as it is anyway", () => {
  const setting = [{ name: "admins", type: "settings:RestrictWorkspaceAdmins", id: "global", provider: null }];

  test("is let go of by a destroy, and by no other plan", async () => {
    await importObjects({ ...request, entries: setting }, world);
    expect((await planned({})).codes).toEqual(["protected admins"]);
    const { digest, codes } = await planned({}, "destroy");
    expect(codes).toEqual([]);
    done(await run(world, digest));
    expect((await world.store.readStack("dev")).records.size).toBe(0);
  });
});

test("an import that is asked for again is done anew, until the object is declared", async () => {
  const first = await importObjects(request, world);
  const before = (await world.store.readStack("dev")).records.get("portal");
  expect(await importObjects(request, world)).toEqual(first);
  done(await run(world, (await planImport(request, world)).digest));
  const after = (await world.store.readStack("dev")).records.get("portal");
  expect([after?.uid, after?.generation]).toEqual([before?.uid, before?.generation]);
  await up(world, declared({ portal }));
  await expect(importObjects(request, world)).rejects.toMatchObject({ problems: [{ code: "already-exists" }] });
});

test("an imported share of an object gives way to no other share", async () => {
  const path = "compute/v1/projects/acme/zones/europe-west1-b/reservations/wave-1";
  const bindings = [{ role: "roles/compute.viewer", members: ["user:ann@acme.example"] }];
  await world.wire("POST", `${path}/setIamPolicy`, { policy: { bindings } });
  const provider = { kind: "google", project: "acme", region: "europe-west1", zone: "europe-west1-b" };
  const declaration = (resources: JsonObject) => declared(resources, { providers: { google: provider } });
  const id = "wave-1 roles/compute.viewer user:ann@acme.example";
  const type = "compute:ReservationIamMember";
  await importObjects(
    { stack: "dev", declaration: declaration({}), entries: [{ name: "viewer", type, id, provider: null }] },
    world,
  );
  const admin = { type, properties: { name: "wave-1", role: "roles/compute.admin", member: "user:bob@acme.example" } };
  const view = await planStack(
    { stack: "dev", kind: "apply", declaration: declaration({ admin }), refresh: true },
    world,
  );
  expect(view.problems.map(({ code }) => code)).toContain("protected");
});
