import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../base/json/json.ts";
import { type LocalFixture, localFixture } from "../local.fixture.ts";

const name = "projects/p1/zones/us-central1-a/reservations/r1";
const reservation = `compute/v1/${name}`;
const ann = { role: "roles/compute.viewer", members: ["user:ann@example.com"] };
const condition = { title: "until-2027", expression: "request.time < timestamp('2027-01-01T00:00:00Z')" };

function set(cloud: LocalFixture, policy: JsonObject) {
  return cloud.call("POST", `${reservation}/setIamPolicy?`, { policy });
}

function get(cloud: LocalFixture, version = 3) {
  return cloud.call("GET", `${reservation}/getIamPolicy?optionsRequestedPolicyVersion=${version}`);
}

function reason(body: JsonObject): unknown {
  return ((body["error"] as JsonObject)["errors"] as readonly JsonObject[])[0]?.["reason"];
}

test("a policy that nobody has set is an etag", async () => {
  expect((await get(localFixture())).body).toEqual({ etag: "ACAB" });
});

describe("setIamPolicy", () => {
  test("replaces the whole policy; the etag changes with each write and only then", async () => {
    const cloud = localFixture();
    const auditConfigs = [{ service: "allServices", auditLogConfigs: [{ logType: "DATA_READ" }] }];
    const first = await set(cloud, { version: 3, etag: "ACAB", bindings: [ann], auditConfigs });
    expect(first.body).toEqual({
      version: 1,
      etag: expect.stringMatching(/^[\w+/]+=*$/),
      bindings: [ann],
      auditConfigs,
    });
    expect((await get(cloud)).body).toEqual(first.body);
    const bob = { role: "roles/compute.viewer", members: ["user:bob@example.com"] };
    const second = await set(cloud, { bindings: [bob] });
    expect(second.body).toEqual({ version: 1, etag: expect.any(String), bindings: [bob] });
    expect(second.body["etag"]).not.toBe(first.body["etag"]);
    expect(await cloud.log()).toEqual([`update ${name}/iamPolicy`, `update ${name}/iamPolicy`]);
  });

  test("refuses a stale etag and leaves no trace", async () => {
    const cloud = localFixture();
    const first = await set(cloud, { bindings: [ann] });
    const stale = await set(cloud, { etag: "ACAB", bindings: [] });
    expect([stale.status, reason(stale.body)]).toEqual([412, "conditionNotMet"]);
    expect((await get(cloud)).body).toEqual(first.body);
    expect(await cloud.log()).toHaveLength(1);
  });

  test("takes the old flattened form", async () => {
    const cloud = localFixture();
    const body = { bindings: [ann], etag: "ACAB" };
    const reply = await cloud.call("POST", `${reservation}/setIamPolicy`, body);
    expect(reply.body).toMatchObject({ bindings: [ann] });
  });

  test("keeps members in lower case, once, and joins equal bindings", async () => {
    const cloud = localFixture();
    const shouting = { role: ann.role, members: ["user:ANN@example.com", "allUsers"] };
    const { body } = await set(cloud, { bindings: [ann, shouting] });
    expect(body["bindings"]).toEqual([{ role: ann.role, members: ["user:ann@example.com", "allUsers"] }]);
  });

  test.each([
    ["an unknown version", { version: 2, bindings: [ann] }],
    ["a condition below version 3", { version: 1, bindings: [{ ...ann, condition }] }],
    ["a condition without title", { version: 3, bindings: [{ ...ann, condition: { expression: "true" } }] }],
    ["a binding without members", { bindings: [{ role: ann.role, members: [] }] }],
    ["a strange role", { bindings: [{ ...ann, role: "viewer" }] }],
    ["a strange member", { bindings: [{ ...ann, members: ["ann@example.com"] }] }],
    [
      "too many principals",
      { bindings: [{ ...ann, members: Array.from({ length: 1501 }, (_, i) => `user:${i}@x.y`) }] },
    ],
    ["an unknown field", { bindings: [{ ...ann, colour: "red" }] }],
  ])("refuses %s", async (_, policy) => {
    const reply = await set(localFixture(), policy);
    expect([reply.status, reason(reply.body)]).toEqual([400, "badRequest"]);
  });
});

describe("conditions", () => {
  const conditional = { ...ann, condition };

  test("are shown in version 3; below it the role's name is marked", async () => {
    const cloud = localFixture();
    await set(cloud, { version: 3, bindings: [conditional] });
    expect((await get(cloud)).body).toMatchObject({ version: 3, bindings: [conditional] });
    const below = (await get(cloud, 1)).body;
    expect(below).toMatchObject({
      version: 1,
      bindings: [
        { role: expect.stringMatching(/^roles\/compute\.viewer_withcond_[0-9a-f]{20}$/), members: ann.members },
      ],
    });
    expect((await get(cloud, 2)).status).toBe(400);
  });

  test("survive an informed write of a lower version, not an unconditional one", async () => {
    const cloud = localFixture();
    const { body } = await set(cloud, { version: 3, bindings: [conditional] });
    const etag = String(body["etag"]);
    expect((await set(cloud, { version: 1, etag, bindings: [ann] })).status).toBe(400);
    expect((await set(cloud, { version: 1, bindings: [ann] })).status).toBe(200);
  });
});

describe("reservations", () => {
  test("exist by name as documented, and have to be seeded when faithful", async () => {
    const cloud = localFixture({ mode: "faithful" });
    const missing = await get(cloud);
    expect([missing.status, reason(missing.body)]).toEqual([404, "notFound"]);
    const seed = { kind: "reservation", project: "p1", zone: "us-central1-a", name: "r1", policy: { bindings: [ann] } };
    expect((await cloud.call("POST", "_local/seed", seed)).status).toBe(200);
    expect((await get(cloud)).body).toMatchObject({ bindings: [ann] });
    expect(await cloud.log()).toEqual([]);
  });

  test("have a name or a numeric id", async () => {
    const cloud = localFixture();
    const zone = "compute/v1/projects/p1/zones/us-central1-a/reservations";
    expect((await cloud.call("GET", `${zone}/R1/getIamPolicy`)).status).toBe(400);
    expect((await cloud.call("GET", `${zone}/4711/getIamPolicy`)).status).toBe(200);
  });

  test.each([
    { project: "p1" },
    { project: "p1", zone: "z", name: "R1" },
    { project: "p1", zone: "z", name: "r1", colour: "red" },
    { project: "p1", zone: "z", name: "r1", policy: { bindings: [{ role: "viewer", members: [] }] } },
  ])("refuses the seed %j", async (object) => {
    expect((await localFixture().call("POST", "_local/seed", { kind: "reservation", ...object })).status).toBe(400);
  });
});

describe("callers", () => {
  const nobody = "local:nobody@local.example";

  test("nobody is 401, a caller without rights 403 with the permission", async () => {
    const cloud = localFixture();
    const anonymous = await cloud.call("GET", `${reservation}/getIamPolicy`, undefined, null);
    expect([anonymous.status, reason(anonymous.body)]).toEqual([401, "required"]);
    const denied = await cloud.call("GET", `${reservation}/getIamPolicy`, undefined, nobody);
    expect([denied.status, reason(denied.body)]).toEqual([403, "forbidden"]);
    expect(denied.body).toMatchObject({
      error: { message: `Required 'compute.reservations.getIamPolicy' permission for '${name}'` },
    });
  });

  test("an unknown parameter is 400 with the field", async () => {
    const reply = await localFixture().call("GET", `${reservation}/getIamPolicy?foo=1`);
    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body)).toContain('Unknown name \\"foo\\"');
  });

  test("testIamPermissions gives the part that the caller holds", async () => {
    const cloud = localFixture();
    const ask = { permissions: ["compute.reservations.get", "compute.reservations.setIamPolicy"] };
    expect((await cloud.call("POST", `${reservation}/testIamPermissions`, ask)).body).toEqual(ask);
    expect((await cloud.call("POST", `${reservation}/testIamPermissions`, ask, nobody)).body).toEqual({});
    const wild = await cloud.call("POST", `${reservation}/testIamPermissions`, { permissions: ["compute.*"] });
    expect(wild.status).toBe(400);
  });
});
