import { afterEach, beforeEach, expect, test } from "vitest";
import type { OperationView } from "../../src/contract/documents/operations.ts";
import { ApiWorld, type Called } from "./api-world.ts";

const objects = "/v1/types/connectors:EndpointAttachment/objects";
const provider = { kind: "google", project: "acme", region: "here" };
const service = "projects/p/regions/r/serviceAttachments/s";
const id = "projects/acme/locations/here/endpointAttachments/a";
const own = `${objects}/${encodeURIComponent(id)}`;
const whatever = { "if-match": "*" };

let world: ApiWorld;
beforeEach(async () => {
  world = ApiWorld.alone();
  await world.call("PUT", "/v1/providers/google", { body: provider, headers: { "if-none-match": "*" } });
});
afterEach(() => world.witness.testify());

function create(headers: Readonly<Record<string, string>> = {}, more: object = {}): Promise<Called> {
  const properties = { endpointAttachmentId: "a", serviceAttachment: service, description: "one", ...more };
  return world.call("POST", objects, { body: { properties, provider: "google" }, headers });
}

test("providers are kept by name, under their ETag", async () => {
  const path = "/v1/providers/google";
  const kept = await world.call("GET", path);
  expect(kept).toMatchObject({ status: 200, body: { name: "google", kind: "google" } });
  const etag = kept.headers.get("etag") ?? "";
  const changed = { ...provider, region: "there" };
  expect(await world.call("PUT", path, { body: changed, headers: { "if-match": etag } })).toMatchObject({
    status: 200,
  });
  expect(await world.call("PUT", path, { body: changed, headers: { "if-match": etag } })).toMatchObject({
    status: 412,
  });
  expect(await world.call("PUT", path, { body: { kind: "nothing" }, headers: whatever })).toMatchObject({
    status: 422,
  });
  expect((await world.call("GET", "/v1/providers")).body).toMatchObject({ providers: [{ name: "google" }] });
  expect((await world.call("DELETE", path, { headers: { "if-match": etag } })).status).toBe(412);
  expect((await world.call("DELETE", path)).status).toBe(204);
  expect((await world.call("GET", path)).status).toBe(404);
});

test("an object: made, read, changed, deleted, without any stack", async () => {
  const made = await create();
  expect(made).toMatchObject({ status: 201, body: { id, managed: true, outputs: { description: "one" } } });
  expect(made.headers.get("location")).toBe(
    `/v1/types/connectors%3AEndpointAttachment/objects/${encodeURIComponent(id)}`,
  );
  const etag = made.headers.get("etag") ?? "";
  expect(await world.call("GET", own)).toMatchObject({ status: 200, body: { id, properties: { description: "one" } } });
  expect((await world.call("GET", own, { headers: { "if-none-match": etag } })).status).toBe(304);
  expect(await world.call("GET", `${own}?live=true`)).toMatchObject({ status: 200, body: { id, drift: [] } });
  const body = { properties: { serviceAttachment: service, description: "two" } };
  expect((await world.call("PUT", own, { body })).status).toBe(428);
  const changed = await world.call("PUT", own, { body, headers: { "if-match": etag } });
  expect(changed).toMatchObject({ status: 200, body: { outputs: { description: "two" } } });
  expect(await world.call("PUT", own, { body, headers: { "if-match": etag } })).toMatchObject({ status: 412 });
  expect((await world.call("GET", objects)).body).toMatchObject({ objects: [{ id }], unmanaged: [] });
  expect((await world.call("GET", "/v1/stacks")).body).toEqual({ stacks: [] });
  expect((await world.call("DELETE", own)).status).toBe(204);
  expect(await world.call("GET", `${own}?provider=google`)).toMatchObject({ status: 404 });
  expect(await world.deployment.writes()).toEqual(["create a", "update a", "delete a"]);
});

test("what is wrong in the request is told as for a declaration, with its place in the body", async () => {
  const refused = await create({}, { serviceAttachment: 7, labls: {} });
  expect(refused).toMatchObject({
    status: 422,
    body: {
      problems: expect.arrayContaining([
        expect.objectContaining({ code: "wrong-type", pointer: "/properties/serviceAttachment" }),
        expect.objectContaining({ code: "unknown-field", pointer: "/properties/labls", fix: "labels" }),
      ]),
    },
  });
  await create();
  expect(await create()).toMatchObject({ status: 409, body: { code: "already-exists" } });
});

test("work that takes its time is an operation that can be waited for", async () => {
  const begun = await create({ prefer: "respond-async" });
  expect(begun).toMatchObject({ status: 202, body: { done: false, problems: [] } });
  const path = begun.headers.get("location") ?? "";
  expect(path).toBe(`/v1/${(begun.body as OperationView).name}`);
  expect(await world.call("POST", `${path}:wait`, { headers: { prefer: "wait=30" } })).toMatchObject({
    status: 200,
    body: { done: true, result: { object: { id } } },
  });
  expect(await world.call("GET", path)).toMatchObject({ status: 200, body: { done: true, metadata: { stack: null } } });
  expect((await world.call("GET", "/v1/operations/e30.x")).status).toBe(404);
});

test("an existing object is taken into management as it stands", async () => {
  await world.deployment.wire("POST", "v1/projects/acme/locations/here/endpointAttachments?endpointAttachmentId=a", {
    serviceAttachment: service,
  });
  const asked = { body: { id: "here/a", provider: "google" } };
  const within = encodeURIComponent('{"location":"here"}');
  const list = `${objects}?provider=google&within=${within}`;
  expect((await world.call("GET", list)).body).toMatchObject({ objects: [], unmanaged: [{ id }] });
  expect(await world.call("POST", `${objects}:import`, asked)).toMatchObject({
    status: 201,
    body: { id, managed: true },
  });
  expect(await world.call("POST", `${objects}:import`, asked)).toMatchObject({ status: 409 });
  expect((await world.call("GET", list)).body).toMatchObject({ objects: [{ id }], unmanaged: [] });
  expect((await world.call("GET", `${objects}?within=nonsense`)).status).toBe(400);
});

test("a resource of a stack from every side, and what befell it", async () => {
  await world.up();
  const path = "/v1/projects/test/stacks/dev/resources/a";
  expect(await world.call("GET", `${path}/inspection`)).toMatchObject({ status: 200, body: { name: "a", drift: [] } });
  expect(await world.call("GET", `${path}/history`)).toMatchObject({
    status: 200,
    body: { changes: [{ operation: "create", outcome: "done", id }] },
  });
  expect((await world.call("GET", "/v1/projects/test/stacks/dev/resources/b/history")).status).toBe(404);
  expect((await world.call("GET", "/v1/projects/test/stacks/dev/drift?scheduled=true")).status).toBe(404);
});

test("a kept provider serves reads, searches and functions too; one that is not kept is named", async () => {
  await create();
  const read = (kept: string) => world.call("POST", `${objects}:read`, { body: { id: "here/a", provider: kept } });
  expect(await read("google")).toMatchObject({ status: 200, body: { id } });
  expect(await read("gogle")).toMatchObject({
    status: 422,
    body: { code: "unknown-provider", detail: expect.stringMatching(/`gogle`.*`google`/) },
  });
  const found = await world.call("POST", `${objects}:findUnmanaged`, { body: { provider: "google" } });
  expect(found).toMatchObject({ status: 200, body: { unmanaged: [] } });
});
