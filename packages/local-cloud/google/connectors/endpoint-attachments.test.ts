import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../base/json/json.ts";
import { type LocalFixture, localFixture } from "../local.fixture.ts";

const location = "projects/p1/locations/us-central1";
const attachments = `v1/${location}/endpointAttachments`;
const name = `${location}/endpointAttachments/ea1`;
const serviceAttachment = "projects/p2/regions/us-central1/serviceAttachments/sa1";

function create(cloud: LocalFixture, id = "ea1", body: JsonObject = { serviceAttachment }) {
  return cloud.call("POST", `${attachments}?endpointAttachmentId=${id}`, body);
}

function status(body: JsonObject): unknown {
  return (body["error"] as JsonObject | undefined)?.["status"];
}

describe("create", () => {
  test("is an operation; the attachment appears when it is done", async () => {
    const cloud = localFixture();
    const begun = await create(cloud, "ea1", { serviceAttachment, labels: { team: "a" }, description: "" });
    expect(begun.body).toEqual({
      name: expect.stringMatching(/^projects\/p1\/locations\/us-central1\/operations\/operation-/),
      metadata: {
        "@type": "type.googleapis.com/google.cloud.connectors.v1.OperationMetadata",
        createTime: "2026-01-01T00:00:00.000000000Z",
        target: name,
        verb: "create",
        apiVersion: "v1",
      },
    });
    expect((await cloud.call("GET", `v1/${name}`)).status).toBe(404);
    expect((await cloud.call("GET", attachments)).body).toEqual({});
    await cloud.advance(999);
    expect((await cloud.call("GET", `v1/${begun.body["name"]}`)).body).not.toHaveProperty("done");
    await cloud.advance(1);
    const attachment = {
      name,
      serviceAttachment,
      labels: { team: "a" },
      endpointIp: expect.stringMatching(/^10(\.\d+){3}$/),
      createTime: "2026-01-01T00:00:00.000000000Z",
      updateTime: "2026-01-01T00:00:01.000000000Z",
    };
    expect((await cloud.call("GET", `v1/${begun.body["name"]}`)).body).toMatchObject({
      done: true,
      metadata: { endTime: "2026-01-01T00:00:01.000000000Z" },
      response: { "@type": "type.googleapis.com/google.cloud.connectors.v1.EndpointAttachment", ...attachment },
    });
    expect((await cloud.call("GET", `v1/${name}`)).body).toEqual(attachment);
    expect(await cloud.log()).toEqual([`create ${name}`]);
  });

  test("is done at once where operations take no time", async () => {
    const cloud = localFixture({ operationMs: 0 });
    expect((await create(cloud)).body).toMatchObject({ done: true, response: { name } });
    expect((await cloud.call("DELETE", `v1/${name}`)).body).toMatchObject({
      done: true,
      response: { "@type": "type.googleapis.com/google.protobuf.Empty" },
    });
  });

  test("refuses a duplicate at once, also while the first is being made", async () => {
    const cloud = localFixture();
    await create(cloud);
    const during = await create(cloud);
    expect([during.status, status(during.body)]).toEqual([409, "ALREADY_EXISTS"]);
    await cloud.advance(1000);
    expect((await create(cloud)).status).toBe(409);
    expect(await cloud.log()).toEqual([`create ${name}`]);
  });

  test.each([
    ["no id", "", { serviceAttachment }],
    ["a malformed id", "EA", { serviceAttachment }],
    ["no service attachment", "ea1", {}],
    ["a malformed service attachment", "ea1", { serviceAttachment: "sa1" }],
    ["a malformed label", "ea1", { serviceAttachment, labels: { Team: "a" } }],
    ["an unknown field", "ea1", { serviceAttachment, colour: "red" }],
  ])("refuses %s", async (_, id, body) => {
    const reply = await create(localFixture(), id, body);
    expect([reply.status, status(reply.body)]).toEqual([400, "INVALID_ARGUMENT"]);
  });

  test("gives each attachment its own address", async () => {
    const cloud = localFixture({ operationMs: 0 });
    for (const id of ["ea1", "ea2", "ea3"]) await create(cloud, id);
    const { body } = await cloud.call("GET", attachments);
    const addresses = (body["endpointAttachments"] as readonly JsonObject[]).map((each) => each["endpointIp"]);
    expect(new Set(addresses).size).toBe(3);
  });
});

describe("patch and delete", () => {
  test("take effect when their operation is done", async () => {
    const cloud = localFixture();
    await create(cloud, "ea1", { serviceAttachment, description: "old" });
    await cloud.advance(1000);
    await cloud.call("PATCH", `v1/${name}?updateMask=description,labels`, { labels: { a: "b" } });
    expect((await cloud.call("GET", `v1/${name}`)).body).toMatchObject({ description: "old" });
    const early = await cloud.call("DELETE", `v1/${name}`);
    expect([early.status, status(early.body)]).toEqual([409, "ABORTED"]);
    await cloud.advance(1000);
    const patched = (await cloud.call("GET", `v1/${name}`)).body;
    expect(patched).toMatchObject({ labels: { a: "b" }, updateTime: "2026-01-01T00:00:02.000000000Z" });
    expect(patched).not.toHaveProperty("description");
    await cloud.call("DELETE", `v1/${name}`);
    expect((await cloud.call("GET", `v1/${name}`)).status).toBe(200);
    await cloud.advance(1000);
    expect((await cloud.call("GET", `v1/${name}`)).status).toBe(404);
    expect((await cloud.call("DELETE", `v1/${name}`)).status).toBe(404);
    expect((await create(cloud)).status).toBe(200);
    expect(await cloud.log()).toEqual([`create ${name}`, `update ${name}`, `delete ${name}`, `create ${name}`]);
  });

  test("serviceAttachment can be patched as documented, not when faithful", async () => {
    const body = { serviceAttachment: "projects/p2/regions/us-central1/serviceAttachments/sa2" };
    const documented = localFixture({ operationMs: 0 });
    await create(documented);
    const patched = await documented.call("PATCH", `v1/${name}?updateMask=service_attachment`, body);
    expect(patched.body).toMatchObject({ response: body });
    const faithful = localFixture({ operationMs: 0, mode: "faithful" });
    await create(faithful);
    const refused = await faithful.call("PATCH", `v1/${name}?updateMask=service_attachment`, body);
    expect([refused.status, status(refused.body)]).toEqual([400, "INVALID_ARGUMENT"]);
  });
});

describe("reads", () => {
  test("show the state in the full view only", async () => {
    const cloud = localFixture();
    await cloud.call("POST", "_local/seed", { kind: "endpointAttachment", name, serviceAttachment });
    expect((await cloud.call("GET", `v1/${name}`)).body).not.toHaveProperty("state");
    const full = "view=ENDPOINT_ATTACHMENT_VIEW_FULL";
    expect((await cloud.call("GET", `v1/${name}?${full}`)).body).toMatchObject({ state: "ACCEPTED" });
    const { body } = await cloud.call("GET", `${attachments}?${full}`);
    expect(body).toMatchObject({ endpointAttachments: [{ name, state: "ACCEPTED" }] });
    expect((await cloud.call("GET", `v1/${name}?view=EVERYTHING`)).status).toBe(400);
  });

  test("list pages; a filter that can't be read is refused", async () => {
    const cloud = localFixture({ operationMs: 0 });
    for (const id of ["ea1", "ea2", "ea3"]) await create(cloud, id);
    const first = await cloud.call("GET", `${attachments}?pageSize=2`);
    expect(first.body["endpointAttachments"]).toHaveLength(2);
    const second = await cloud.call("GET", `${attachments}?pageSize=2&pageToken=${first.body["nextPageToken"]}`);
    expect(second.body).toMatchObject({ endpointAttachments: [{ name: expect.stringMatching(/ea3$/) }] });
    expect((await cloud.call("GET", `${attachments}?filter=x`)).status).toBe(400);
  });

  test("operations are listed in their location", async () => {
    const cloud = localFixture();
    await create(cloud, "ea1");
    await create(cloud, "ea2");
    const { body } = await cloud.call("GET", `v1/${location}/operations`);
    expect(body["operations"]).toHaveLength(2);
    expect((await cloud.call("GET", "v1/projects/p1/locations/elsewhere/operations")).body).toEqual({});
    expect((await cloud.call("GET", `v1/${location}/operations/none`)).status).toBe(404);
  });

  test("a caller without rights is refused, and so is a slash smuggled into a name", async () => {
    const cloud = localFixture();
    const reply = await cloud.call("GET", `v1/${name}`, undefined, "local:nobody@local.example");
    expect([reply.status, status(reply.body)]).toEqual([403, "PERMISSION_DENIED"]);
    expect((await cloud.call("GET", `${attachments}/a%2Fb`)).status).toBe(400);
  });
});

test("a malformed seed is refused", async () => {
  const reply = await localFixture().call("POST", "_local/seed", { kind: "endpointAttachment", name });
  expect(reply.status).toBe(400);
});
