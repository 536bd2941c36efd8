import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../base/json/json.ts";
import { type LocalFixture, localFixture } from "./local.fixture.ts";

const location = "projects/p1/locations/us-central1";
const attachments = `v1/${location}/endpointAttachments`;
const serviceAttachment = "projects/p2/regions/us-central1/serviceAttachments/sa1";
const full = "view=ENDPOINT_ATTACHMENT_VIEW_FULL";

function create(cloud: LocalFixture, id = "ea1", where = attachments, body: JsonObject = {}) {
  return cloud.call("POST", `${where}?endpointAttachmentId=${id}`, { serviceAttachment, ...body });
}

function ids(body: JsonObject): readonly string[] {
  const list = (body["endpointAttachments"] ?? []) as readonly JsonObject[];
  return list.map((each) => String(each["name"]).split("/").at(-1) ?? "");
}

describe("cancelling an operation", () => {
  test("leaves what it was to change as it was", async () => {
    const cloud = localFixture();
    const begun = await create(cloud);
    expect((await cloud.call("POST", `v1/${begun.body["name"]}:cancel`, {})).body).toEqual({});
    const ended = await cloud.call("GET", `v1/${begun.body["name"]}`);
    expect(ended.body).toMatchObject({ done: true, error: { code: 1 }, metadata: { requestedCancellation: true } });
    expect(ended.body).not.toHaveProperty("response");
    await cloud.advance(1000);
    expect((await cloud.call("GET", `${attachments}/ea1`)).status).toBe(404);
    expect((await create(cloud)).status).toBe(200);
    await cloud.advance(1000);
    const removal = await cloud.call("DELETE", `${attachments}/ea1`);
    await cloud.call("POST", `v1/${removal.body["name"]}:cancel`);
    await cloud.advance(1000);
    expect((await cloud.call("GET", `${attachments}/ea1`)).status).toBe(200);
  });

  test("does nothing to one that is done, and is refused for one that is not there", async () => {
    const cloud = localFixture({ operationMs: 0 });
    const begun = await create(cloud);
    expect((await cloud.call("POST", `v1/${begun.body["name"]}:cancel`, {})).status).toBe(200);
    expect((await cloud.call("GET", `v1/${begun.body["name"]}`)).body).toHaveProperty("response");
    expect((await cloud.call("POST", `v1/${location}/operations/none:cancel`)).status).toBe(404);
    expect((await cloud.call("POST", `v1/${begun.body["name"]}:cancel`, { colour: "red" })).status).toBe(400);
  });
});

test("deleting an operation forgets it; its work goes on", async () => {
  const cloud = localFixture();
  const begun = await create(cloud);
  expect((await cloud.call("DELETE", `v1/${begun.body["name"]}`)).body).toEqual({});
  expect((await cloud.call("DELETE", `v1/${begun.body["name"]}`)).status).toBe(404);
  await cloud.advance(1000);
  expect((await cloud.call("GET", `${attachments}/ea1`)).status).toBe(200);
});

describe("lists", () => {
  test("of operations filter, page, and go over all locations", async () => {
    const cloud = localFixture();
    await create(cloud, "ea1");
    await cloud.advance(1000);
    await create(cloud, "ea2", "v1/projects/p1/locations/europe-west1/endpointAttachments");
    const everywhere = "v1/projects/p1/locations/-/operations";
    const done = await cloud.call("GET", `${everywhere}?filter=done=true`);
    expect(done.body["operations"]).toMatchObject([{ metadata: { target: `${location}/endpointAttachments/ea1` } }]);
    const byTarget = await cloud.call("GET", `${everywhere}?filter=${encodeURIComponent("metadata.target:ea2")}`);
    expect(byTarget.body["operations"]).toHaveLength(1);
    const first = await cloud.call("GET", `${everywhere}?pageSize=1&returnPartialSuccess=true`);
    expect(first.body["operations"]).toHaveLength(1);
    expect(first.body["nextPageToken"]).toEqual(expect.any(String));
    const partial = await cloud.call("GET", `v1/${location}/operations?returnPartialSuccess=true`);
    expect(partial.status).toBe(501);
  });

  test("of attachments filter, and page in any order", async () => {
    const cloud = localFixture({ operationMs: 0 });
    for (const [id, description] of [
      ["ea1", "b"],
      ["ea2", "c"],
      ["ea3", "a"],
      ["ea4", "b"],
    ] as const) {
      await create(cloud, id, attachments, { description, labels: { number: id } });
    }
    const filtered = await cloud.call("GET", `${attachments}?filter=${encodeURIComponent('description = "b"')}`);
    expect(ids(filtered.body)).toEqual(["ea1", "ea4"]);
    const seen: string[] = [];
    let token = "";
    do {
      const order = encodeURIComponent("description desc, name");
      const { body } = await cloud.call("GET", `${attachments}?orderBy=${order}&pageSize=1&pageToken=${token}`);
      seen.push(...ids(body));
      token = String(body["nextPageToken"] ?? "");
    } while (token !== "");
    expect(seen).toEqual(["ea2", "ea1", "ea4", "ea3"]);
    expect((await cloud.call("GET", `${attachments}?orderBy=a+b+c`)).status).toBe(400);
    const everywhere = await cloud.call("GET", `v1/projects/p1/locations/-/endpointAttachments?filter=labels:number`);
    expect(ids(everywhere.body)).toHaveLength(4);
  });
});

describe("the state of a connection", () => {
  async function stateOf(cloud: LocalFixture): Promise<unknown> {
    return (await cloud.call("GET", `${attachments}/ea1?${full}`)).body["state"];
  }

  test("is the producer's decision, at any time", async () => {
    const cloud = localFixture({ operationMs: 0 });
    await create(cloud);
    expect(await stateOf(cloud)).toBe("ACCEPTED");
    for (const [fields, state] of [
      [{ connectionPreference: "ACCEPT_MANUAL" }, "PENDING"],
      [{ connectionPreference: "ACCEPT_MANUAL", consumerAcceptLists: ["p1"] }, "ACCEPTED"],
      [{ connectionPreference: "ACCEPT_MANUAL", consumerAcceptLists: ["p3"] }, "PENDING"],
      [{ consumerRejectLists: ["p1"] }, "REJECTED"],
      [{ closed: true }, "CLOSED"],
      [{}, "ACCEPTED"],
    ] as const) {
      const seed = { kind: "serviceAttachment", name: serviceAttachment, ...fields };
      expect((await cloud.call("POST", "_local/seed", seed)).status).toBe(200);
      expect(await stateOf(cloud)).toBe(state);
    }
    const listed = await cloud.call("GET", `${attachments}?${full}&filter=state=ACCEPTED`);
    expect(ids(listed.body)).toEqual(["ea1"]);
  });

  test.each([
    { name: "sa1" },
    { name: serviceAttachment, connectionPreference: "MAYBE" },
    { name: serviceAttachment, consumerAcceptLists: "p1" },
    { name: serviceAttachment, colour: "red" },
  ])("no producer is planted by %j", async (seed) => {
    const reply = await localFixture().call("POST", "_local/seed", { kind: "serviceAttachment", ...seed });
    expect(reply.status).toBe(400);
  });
});

describe("locations", () => {
  test("are listed by pages and looked up by name", async () => {
    const cloud = localFixture();
    const first = await cloud.call("GET", "v1/projects/p1/locations?pageSize=5");
    expect(first.body["locations"]).toHaveLength(5);
    const found = await cloud.call("GET", `v1/projects/p1/locations?filter=locationId=us-central1`);
    const { body } = await cloud.call("GET", `v1/${location}`);
    expect(body).toMatchObject({ name: location, locationId: "us-central1" });
    expect(found.body).toEqual({ locations: [body] });
  });

  test("can be any as documented; the service knows its own", async () => {
    const path = "v1/projects/p1/locations/moon-west1";
    expect((await localFixture().call("GET", path)).status).toBe(200);
    expect((await localFixture({ mode: "faithful" }).call("GET", path)).status).toBe(404);
  });
});

test("a body that is no JSON is refused in the style of the API", async () => {
  const cloud = localFixture();
  const headers = { authorization: "Bearer x" };
  const rpc = await cloud.send("POST", `${attachments}?endpointAttachmentId=ea1`, "{", headers);
  expect(rpc.body).toMatchObject({ error: { code: 400, status: "INVALID_ARGUMENT" } });
  const compute = await cloud.send("POST", "compute/v1/projects/p1/zones/z1/reservations", "{", headers);
  expect(compute.body).toMatchObject({ error: { code: 400, errors: [{ reason: "parseError" }] } });
});

test("JSON that its sender calls a form is JSON all the same", async () => {
  const cloud = localFixture({ operationMs: 0 });
  const headers = { authorization: "Bearer x", "content-type": "application/x-www-form-urlencoded" };
  const body = JSON.stringify({ serviceAttachment });
  const reply = await cloud.send("POST", `${attachments}?endpointAttachmentId=ea1`, body, headers);
  expect(reply.body).toMatchObject({ done: true, response: { serviceAttachment } });
});
