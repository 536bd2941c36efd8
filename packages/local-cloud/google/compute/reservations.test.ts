import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../base/json/json.ts";
import { type LocalFixture, localFixture, localOrigin } from "../local.fixture.ts";

const zone = "projects/p1/zones/us-central1-a";
const reservations = `compute/v1/${zone}/reservations`;
const requestId = "0f0e0d0c-0b0a-4908-8706-050403020100";
const specificReservation = { count: 2, instanceProperties: { machineType: "n2-standard-2" } };

function insert(cloud: LocalFixture, name = "r1", query = "", body: JsonObject = { specificReservation }) {
  return cloud.call("POST", `${reservations}${query}`, { name, ...body });
}

function reason(body: JsonObject): unknown {
  return ((body["error"] as JsonObject)["errors"] as readonly JsonObject[])[0]?.["reason"];
}

function names(body: JsonObject): readonly unknown[] {
  return ((body["items"] ?? []) as readonly JsonObject[]).map((each) => each["name"]);
}

describe("a reservation", () => {
  test("is made by an operation, and shows what is going on", async () => {
    const cloud = localFixture();
    const begun = await insert(cloud);
    expect(begun.body).toMatchObject({
      kind: "compute#operation",
      operationType: "insert",
      status: "RUNNING",
      progress: 0,
      user: "admin@local.example",
      targetLink: `${localOrigin}/${reservations}/r1`,
      insertTime: "2026-01-01T00:00:00.000+00:00",
    });
    const operation = new URL(String(begun.body["selfLink"])).pathname.slice(1);
    expect((await cloud.call("GET", `${reservations}/r1`)).body).toMatchObject({ status: "CREATING" });
    const early = await cloud.call("DELETE", `${reservations}/r1`);
    expect([early.status, reason(early.body)]).toEqual([400, "resourceNotReady"]);
    await cloud.advance(1000);
    expect((await cloud.call("POST", `${operation}/wait`)).body).toMatchObject({ status: "DONE", progress: 100 });
    const made = (await cloud.call("GET", `${reservations}/r1`)).body;
    expect(made).toMatchObject({
      name: "r1",
      id: begun.body["targetId"],
      status: "READY",
      specificReservation: { count: "2", inUseCount: "0" },
      zone: `${localOrigin}/compute/v1/${zone}`,
    });
    expect((await cloud.call("GET", `${reservations}/${made["id"]}`)).body).toEqual(made);
    await cloud.call("POST", `${reservations}/r1/resize`, { specificSkuCount: "5" });
    expect((await cloud.call("GET", `${reservations}/r1`)).body).toMatchObject({ status: "UPDATING" });
    await cloud.advance(1000);
    const resized = (await cloud.call("GET", `${reservations}/r1`)).body;
    expect(resized).toMatchObject({ status: "READY", specificReservation: { count: "5" } });
    await cloud.call("DELETE", `${reservations}/r1`);
    expect((await cloud.call("GET", `${reservations}/r1`)).body).toMatchObject({ status: "DELETING" });
    await cloud.advance(1000);
    expect((await cloud.call("GET", `${reservations}/r1`)).status).toBe(404);
    const log = ["create", "update", "delete"].map((action) => `${action} ${zone}/reservations/r1`);
    expect(await cloud.log()).toEqual(log);
  });

  test("takes its policy along when it goes, and is found by its id there as well", async () => {
    const cloud = localFixture({ operationMs: 0 });
    const { body } = await insert(cloud);
    const policy = { bindings: [{ role: "roles/compute.viewer", members: ["allUsers"] }] };
    await cloud.call("POST", `${reservations}/${body["targetId"]}/setIamPolicy`, { policy });
    expect((await cloud.call("GET", `${reservations}/r1/getIamPolicy`)).body).toMatchObject(policy);
    await cloud.call("DELETE", `${reservations}/r1`);
    await insert(cloud);
    expect((await cloud.call("GET", `${reservations}/r1/getIamPolicy`)).body).toEqual({ etag: "ACAB" });
  });

  test("is updated by mask, in whole fields", async () => {
    const cloud = localFixture({ operationMs: 0 });
    await insert(cloud);
    const shareSettings = { shareType: "LOCAL" };
    await cloud.call("PATCH", `${reservations}/r1?updateMask=share_settings.share_type`, { shareSettings });
    const patched = (await cloud.call("GET", `${reservations}/r1`)).body;
    expect(patched).toMatchObject({ shareSettings, specificReservation: { count: "2" } });
    const both = "paths=specificReservation&paths=shareSettings";
    await cloud.call("PATCH", `${reservations}/r1?${both}`, { shareSettings, specificReservation: { count: "9" } });
    const again = (await cloud.call("GET", `${reservations}/r1`)).body;
    expect(again).toMatchObject({ specificReservation: { count: "9" }, shareSettings });
    const refused = await cloud.call("PATCH", `${reservations}/r1?updateMask=name`, { name: "r2" });
    expect([refused.status, reason(refused.body)]).toEqual([400, "invalid"]);
  });

  test.each([
    ["no name", "", { specificReservation }, [400, "invalid"]],
    ["a number for a name", "4711", { specificReservation }, [400, "invalid"]],
    ["nothing reserved", "r1", {}, [400, "required"]],
    ["an unknown field", "r1", { specificReservation, colour: "red" }, [400, "badRequest"]],
  ])("is refused with %s", async (_, name, body, expected) => {
    const reply = await insert(localFixture(), name, "", body);
    expect([reply.status, reason(reply.body)]).toEqual(expected);
  });

  test("is refused twice, and what is not there can't be changed", async () => {
    const cloud = localFixture({ operationMs: 0 });
    await insert(cloud);
    const again = await insert(cloud);
    expect([again.status, reason(again.body)]).toEqual([409, "alreadyExists"]);
    for (const [method, path, body] of [
      ["GET", `${reservations}/r2`, undefined],
      ["DELETE", `${reservations}/r2`, undefined],
      ["PATCH", `${reservations}/r2`, {}],
      ["POST", `${reservations}/r2/resize`, { specificSkuCount: 1 }],
      ["GET", `compute/v1/${zone}/operations/none`, undefined],
      ["DELETE", `compute/v1/${zone}/operations/none`, undefined],
    ] as const) {
      const reply = await cloud.call(method, path, body);
      expect([reply.status, reason(reply.body)]).toEqual([404, "notFound"]);
    }
    const none = await cloud.call("POST", `${reservations}/r1/resize`, {});
    expect([none.status, reason(none.body)]).toEqual([400, "invalid"]);
    const denied = await cloud.call("GET", `${reservations}/r1`, undefined, "local:nobody@local.example");
    expect([denied.status, reason(denied.body)]).toEqual([403, "forbidden"]);
  });
});

describe("requestId", () => {
  test("makes a repeated call the same call", async () => {
    const cloud = localFixture({ operationMs: 0 });
    const first = await insert(cloud, "r1", `?requestId=${requestId}`);
    const second = await insert(cloud, "r1", `?requestId=${requestId}`);
    expect(second.body).toEqual(first.body);
    expect(await cloud.log()).toHaveLength(1);
  });

  test.each(["x", "00000000-0000-0000-0000-000000000000"])("%s is refused", async (id) => {
    const reply = await insert(localFixture(), "r1", `?requestId=${id}`);
    expect([reply.status, reason(reply.body)]).toEqual([400, "invalid"]);
  });
});

describe("lists", () => {
  test("page by maxResults, filter, and gather the zones", async () => {
    const cloud = localFixture({ operationMs: 0 });
    for (const name of ["r1", "r2", "r3"]) await insert(cloud, name);
    await cloud.call("POST", "compute/v1/projects/p1/zones/us-central1-b/reservations", {
      name: "r4",
      specificReservation,
    });
    const first = await cloud.call("GET", `${reservations}?maxResults=2`);
    expect(first.body).toMatchObject({ kind: "compute#reservationList" });
    expect(names(first.body)).toEqual(["r1", "r2"]);
    const second = await cloud.call("GET", `${reservations}?maxResults=2&pageToken=${first.body["nextPageToken"]}`);
    expect(names(second.body)).toEqual(["r3"]);
    expect(second.body).not.toHaveProperty("nextPageToken");
    expect(names((await cloud.call("GET", `${reservations}?filter=name=r2`)).body)).toEqual(["r2"]);
    const latest = await cloud.call("GET", `${reservations}?orderBy=creationTimestamp+desc`);
    expect(names(latest.body)).toHaveLength(3);
    const all = await cloud.call("GET", "compute/v1/projects/p1/aggregated/reservations?includeAllScopes=true");
    expect(Object.keys(all.body["items"] as JsonObject)).toEqual(["zones/us-central1-a", "zones/us-central1-b"]);
    expect((await cloud.call("GET", `${reservations}?maxResults=501`)).status).toBe(400);
    expect(names((await cloud.call("GET", "compute/v1/projects/p2/zones/z/reservations")).body)).toEqual([]);
  });

  test("of operations filter, and forget those that are deleted", async () => {
    const cloud = localFixture({ operationMs: 0 });
    await insert(cloud);
    const removal = await cloud.call("DELETE", `${reservations}/r1`);
    const operations = `compute/v1/${zone}/operations`;
    expect((await cloud.call("GET", operations)).body["items"]).toHaveLength(2);
    const inserts = await cloud.call("GET", `${operations}?filter=operationType=insert`);
    expect(inserts.body["items"]).toHaveLength(1);
    expect((await cloud.call("DELETE", `${operations}/${removal.body["name"]}`)).status).toBe(204);
    expect((await cloud.call("GET", operations)).body["items"]).toHaveLength(1);
  });
});
