import { type connectors_v1, google } from "googleapis";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { LocalMode } from "../../../packages/local-cloud/runtime/local-vendor.ts";
import { GoogleCloud } from "./google-cloud.ts";
import { refusalOf } from "./refusal.ts";

const parent = "projects/p1/locations/us-central1";
const name = `${parent}/endpointAttachments/ea1`;
const serviceAttachment = "projects/p2/regions/us-central1/serviceAttachments/sa1";

let cloud: GoogleCloud;
let locations: connectors_v1.Resource$Projects$Locations;

async function start(operationMs: number, mode: LocalMode = "documented"): Promise<void> {
  cloud = await GoogleCloud.start({ operationMs, mode });
  locations = locationsAs("any-token");
}

function locationsAs(token: string): connectors_v1.Resource$Projects$Locations {
  const credentials = new google.auth.OAuth2();
  credentials.setCredentials({ access_token: token });
  const client = google.connectors({ version: "v1", rootUrl: `${cloud.url}/`, auth: credentials });
  return client.projects.locations;
}

function create(id = "ea1", requestBody: connectors_v1.Schema$EndpointAttachment = { serviceAttachment }) {
  return locations.endpointAttachments.create({ parent, endpointAttachmentId: id, requestBody });
}

afterEach(() => {
  expect(cloud.close()).toEqual([]);
});

describe("endpoint attachments by googleapis, with operations that take time", () => {
  beforeEach(() => start(60_000));

  test("are made, changed and deleted by operations", async () => {
    const { endpointAttachments, operations } = locations;
    const begun = await create("ea1", { serviceAttachment, labels: { team: "a" }, description: "First" });
    expect(begun.data.done).toBeFalsy();
    expect(await refusalOf(endpointAttachments.get({ name }))).toMatchObject({ status: 404, reason: "NOT_FOUND" });
    expect(await refusalOf(create())).toMatchObject({ status: 409, reason: "ALREADY_EXISTS" });
    await cloud.advance(60_000);
    const done = await operations.get({ name: begun.data.name ?? "" });
    expect(done.data).toMatchObject({ done: true, response: { name, labels: { team: "a" } } });
    const view = "ENDPOINT_ATTACHMENT_VIEW_FULL";
    const made = (await endpointAttachments.get({ name, view })).data;
    expect(made).toMatchObject({ state: "ACCEPTED", endpointIp: expect.stringMatching(/^10\./), serviceAttachment });
    await endpointAttachments.patch({ name, updateMask: "description,labels", requestBody: { labels: { team: "b" } } });
    const again = { name, updateMask: "description", requestBody: { description: "Second" } };
    for (const other of [endpointAttachments.delete({ name }), endpointAttachments.patch(again)]) {
      expect(await refusalOf(other)).toMatchObject({ status: 409, reason: "ABORTED" });
    }
    await cloud.advance(60_000);
    const patched = (await endpointAttachments.get({ name })).data;
    expect(patched).toMatchObject({ labels: { team: "b" }, endpointIp: made.endpointIp });
    expect(patched).not.toHaveProperty("description");
    const removal = await endpointAttachments.delete({ name });
    await cloud.advance(60_000);
    expect((await operations.get({ name: removal.data.name ?? "" })).data).toMatchObject({ done: true });
    expect(await refusalOf(endpointAttachments.patch(again))).toMatchObject({ status: 404, reason: "NOT_FOUND" });
    expect(await refusalOf(endpointAttachments.delete({ name }))).toMatchObject({ status: 404, reason: "NOT_FOUND" });
  });

  test("operations are listed, cancelled and deleted", async () => {
    const { operations } = locations;
    const begun = await create();
    expect((await operations.list({ name: parent })).data.operations).toEqual([begun.data]);
    const operation = { name: begun.data.name ?? "" };
    await operations.cancel({ ...operation, requestBody: {} });
    expect((await operations.get(operation)).data).toMatchObject({ done: true, error: { code: 1 } });
    expect((await operations.delete(operation)).data).toEqual({});
    expect(await refusalOf(operations.get(operation))).toMatchObject({ status: 404, reason: "NOT_FOUND" });
    const everywhere = { name: "projects/p1/locations/-", returnPartialSuccess: true };
    expect((await operations.list(everywhere)).data).toEqual({});
    expect(await refusalOf(operations.list({ ...everywhere, name: parent }))).toMatchObject({ status: 501 });
  });
});

describe("endpoint attachments by googleapis, in the hands of strangers and in faithful mode", () => {
  test("are refused in everything to a caller without rights", async () => {
    await start(60_000);
    const operation = { name: (await create()).data.name ?? "" };
    const { endpointAttachments, operations } = locationsAs("local:nobody@local.example");
    for (const call of [
      () => endpointAttachments.create({ parent, endpointAttachmentId: "ea2", requestBody: { serviceAttachment } }),
      () => endpointAttachments.get({ name }),
      () => endpointAttachments.list({ parent }),
      () => endpointAttachments.patch({ name, updateMask: "description", requestBody: {} }),
      () => endpointAttachments.delete({ name }),
      () => operations.list({ name: parent }),
      () => operations.get(operation),
    ]) {
      expect(await refusalOf(call())).toMatchObject({ status: 403, reason: "PERMISSION_DENIED" });
    }
  });

  test("keep their service attachment, as the service has it", async () => {
    await start(0, "faithful");
    await create();
    const other = { serviceAttachment: serviceAttachment.replace("sa1", "sa2") };
    const patch = locations.endpointAttachments.patch({ name, updateMask: "serviceAttachment", requestBody: other });
    expect(await refusalOf(patch)).toMatchObject({ status: 400, reason: "INVALID_ARGUMENT" });
  });

  test("operations come in pages", async () => {
    await start(60_000);
    for (const id of ["ea1", "ea2", "ea3"]) await create(id);
    const { operations } = locations;
    const first = (await operations.list({ name: parent, pageSize: 2 })).data;
    const pageToken = first.nextPageToken ?? "";
    const second = (await operations.list({ name: parent, pageSize: 2, pageToken })).data;
    const names = [...(first.operations ?? []), ...(second.operations ?? [])].map((each) => each.name);
    expect(names).toHaveLength(3);
    expect(new Set(names).size).toBe(3);
  });
});

describe("endpoint attachments by googleapis, with operations that take none", () => {
  beforeEach(() => start(0));

  test("are listed by pages, in any order, by filter; each has its own address", async () => {
    for (const id of ["ea1", "ea2", "ea3"]) await create(id);
    const { endpointAttachments } = locations;
    const seen: connectors_v1.Schema$EndpointAttachment[] = [];
    let pageToken: string | undefined;
    do {
      const page = { parent, pageSize: 2, orderBy: "name desc", ...(pageToken === undefined ? {} : { pageToken }) };
      const { data } = await endpointAttachments.list(page);
      seen.push(...(data.endpointAttachments ?? []));
      pageToken = data.nextPageToken ?? undefined;
    } while (pageToken !== undefined);
    expect(seen.map((each) => each.name?.split("/").at(-1))).toEqual(["ea3", "ea2", "ea1"]);
    expect(new Set(seen.map((each) => each.endpointIp)).size).toBe(3);
    const filtered = await endpointAttachments.list({ parent, filter: 'name = "*ea2"' });
    expect(filtered.data.endpointAttachments).toHaveLength(1);
  });

  test("are refused with the client's own errors", async () => {
    const wrong = await refusalOf(create("EA", { serviceAttachment }));
    expect(wrong).toEqual({ type: "GaxiosError", code: 400, status: 400, reason: "INVALID_ARGUMENT" });
    expect(await refusalOf(create("ea1", {}))).toMatchObject({ status: 400, reason: "INVALID_ARGUMENT" });
  });

  test("locations are listed and read", async () => {
    const { data } = await locations.list({ name: "projects/p1", pageSize: 100 });
    expect(data.locations?.map((each) => each.locationId)).toContain("us-central1");
    expect((await locations.get({ name: parent })).data).toMatchObject({ locationId: "us-central1" });
  });
});
