import { ReservationsClient, ZoneOperationsClient } from "@google-cloud/compute";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GoogleCloud } from "./google-cloud.ts";
import { refusalOf } from "./refusal.ts";

const zone = { project: "p1", zone: "us-central1-a" };
const condition = { title: "until-2100", expression: "request.time < timestamp('2100-01-01T00:00:00Z')" };

let cloud: GoogleCloud;
let reservations: ReservationsClient;

beforeEach(async () => {
  cloud = await GoogleCloud.start({ mode: "faithful" });
  reservations = new ReservationsClient(cloud.gapicOptions());
});

afterEach(async () => {
  await reservations.close();
  expect(cloud.close()).toEqual([]);
});

async function insert(name: string): Promise<void> {
  const specificReservation = { count: 2, instanceProperties: { machineType: "n2-standard-2" } };
  await reservations.insert({ ...zone, reservationResource: { name, specificReservation } });
}

describe("reservations by @google-cloud/compute", () => {
  test("are made, read, resized and deleted by operations", async () => {
    const operations = new ZoneOperationsClient(cloud.gapicOptions());
    const specificReservation = { count: 2, instanceProperties: { machineType: "n2-standard-2" } };
    const [begun] = await reservations.insert({
      ...zone,
      requestId: "0f0e0d0c-0b0a-4908-8706-050403020100",
      reservationResource: { name: "r1", specificReservation },
    });
    const operation = { ...zone, operation: String(begun.latestResponse.name) };
    expect((await operations.wait(operation))[0]).toMatchObject({ status: "DONE", operationType: "insert" });
    expect((await operations.get(operation))[0]).toMatchObject({ status: "DONE", progress: 100 });
    const [made] = await reservations.get({ ...zone, reservation: "r1" });
    expect(made).toMatchObject({ name: "r1", status: "READY", specificReservation: { count: "2" } });
    const resource = { specificSkuCount: 4 };
    await reservations.resize({ ...zone, reservation: "r1", reservationsResizeRequestResource: resource });
    const [resized] = await reservations.get({ ...zone, reservation: "r1" });
    expect(resized.specificReservation).toMatchObject({ count: "4" });
    await reservations.delete({ ...zone, reservation: "r1" });
    const gone = await refusalOf(reservations.get({ ...zone, reservation: "r1" }));
    expect(gone).toMatchObject({ type: "GoogleError", code: 5, status: 404 });
    await operations.close();
  });

  test("are listed by pages, in a zone and over all", async () => {
    for (const name of ["r1", "r2", "r3"]) await insert(name);
    const seen: (string | null | undefined)[] = [];
    for await (const each of reservations.listAsync({ ...zone, maxResults: 1 })) seen.push(each.name);
    expect(seen).toEqual(["r1", "r2", "r3"]);
    for await (const [scope, list] of reservations.aggregatedListAsync({ project: "p1" })) {
      expect(scope).toBe("zones/us-central1-a");
      expect(list.reservations).toHaveLength(3);
    }
    expect(await refusalOf(insert("r1"))).toMatchObject({ type: "GoogleError", status: 409 });
  });
});

describe("policies by @google-cloud/compute", () => {
  const resource = { ...zone, resource: "r1" };
  const conditional = { role: "roles/compute.viewer", members: ["user:ann@example.com"], condition };

  test("are read and set with conditions, under their etag", async () => {
    await insert("r1");
    const [empty] = await reservations.getIamPolicy({ ...resource, optionsRequestedPolicyVersion: 3 });
    expect(empty).toMatchObject({ etag: "ACAB", bindings: [] });
    const set = (etag: string) =>
      reservations.setIamPolicy({
        ...resource,
        zoneSetPolicyRequestResource: { policy: { version: 3, etag, bindings: [conditional] } },
      });
    const [policy] = await set("ACAB");
    expect(policy).toMatchObject({ version: 3, bindings: [conditional] });
    expect(policy.etag).not.toBe("ACAB");
    const [read] = await reservations.getIamPolicy({ ...resource, optionsRequestedPolicyVersion: 3 });
    expect(read).toEqual(policy);
    expect(await refusalOf(set("ACAB"))).toMatchObject({ type: "GoogleError", code: 9, status: 412 });
    const [below] = await reservations.getIamPolicy(resource);
    expect(below.bindings?.[0]?.role).toContain("_withcond_");
  });

  test("decide what a caller may do", async () => {
    await insert("r1");
    await reservations.setIamPolicy({
      ...resource,
      zoneSetPolicyRequestResource: { policy: { version: 3, bindings: [conditional] } },
    });
    const held = async (caller: string) => {
      const client = new ReservationsClient(cloud.gapicOptions(`local:${caller}`));
      const [{ permissions }] = await client.testIamPermissions({
        ...resource,
        testPermissionsRequestResource: { permissions: ["compute.reservations.get", "compute.reservations.delete"] },
      });
      await client.close();
      return permissions;
    };
    expect(await held("ann@example.com")).toEqual(["compute.reservations.get"]);
    expect(await held("bob@example.com")).toEqual([]);
    expect(await held("admin@local.example")).toHaveLength(2);
  });

  test("are refused with the client's own errors", async () => {
    const missing = await refusalOf(reservations.getIamPolicy(resource));
    expect(missing).toMatchObject({ type: "GoogleError", code: 5, status: 404 });
    await insert("r1");
    const strange = reservations.setIamPolicy({
      ...resource,
      zoneSetPolicyRequestResource: { policy: { bindings: [{ role: "viewer", members: ["allUsers"] }] } },
    });
    expect(await refusalOf(strange)).toMatchObject({ type: "GoogleError", code: 3, status: 400 });
    const client = new ReservationsClient(cloud.gapicOptions("local:nobody@local.example"));
    expect(await refusalOf(client.getIamPolicy(resource))).toMatchObject({
      type: "GoogleError",
      code: 7,
      status: 403,
    });
    await client.close();
  });
});
