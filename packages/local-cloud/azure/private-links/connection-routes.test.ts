import { describe, expect, test } from "vitest";
import { ArmCloud } from "../arm-cloud.fixture.ts";

const subscriptionId = "4bd2aa0f-2bd2-4d67-91a8-5a4533d58600";
const name = "proj5675162pe.fdccace0-e303-4a79-80c8-3aa7c1f09cc6";
const project =
  `/subscriptions/${subscriptionId}/resourceGroups/pajindTest1/providers/Microsoft.Migrate/migrateProjects` +
  "/proj567";
const collection = `${project}/privateEndpointConnections`;
const id = `${collection.replace("migrateProjects", "MigrateProjects")}/${name}`;
const privateEndpointId =
  `/subscriptions/${subscriptionId}/resourceGroups/ayagrawRG/providers/Microsoft.Network/privateEndpoints` +
  "/proj5675162pe";
const item = `${collection}/${name}?api-version=2020-05-01`;
const seed = {
  kind: "privateEndpointConnection",
  subscriptionId,
  resourceGroupName: "pajindTest1",
  migrateProjectName: "proj567",
  name,
  privateEndpointId,
};

function stateOf(status: string): { properties: { privateLinkServiceConnectionState: { status: string } } } {
  return { properties: { privateLinkServiceConnectionState: { status } } };
}

test.each(["2020-05-01", "2023-01-01"])("GET and LIST of %s answer as the documents show", async (version) => {
  const cloud = new ArmCloud();
  await cloud.seed({ ...seed, status: "Approved" });
  const connection = await cloud.object("GET", `${collection}/${name}?api-version=${version}`);
  expect(connection).toEqual({
    id,
    name,
    type: "Microsoft.Migrate/MigrateProjects/privateEndpointConnections",
    eTag: expect.stringMatching(/^".+"$/),
    properties: {
      provisioningState: "Succeeded",
      privateEndpoint: { id: privateEndpointId },
      privateLinkServiceConnectionState: { status: "Approved", description: null, actionsRequired: "" },
    },
  });
  expect(await cloud.object("GET", `${collection}?api-version=${version}`)).toEqual({
    value: [connection],
    nextLink: null,
  });
  expect((await cloud.call("GET", `${project}?api-version=${version}`)).status).toBe(200);
});

describe("PUT", () => {
  test("approves: new eTag, words kept, systemData tells who", async () => {
    const cloud = new ArmCloud();
    const systemData = { createdAt: "2023-08-07T15:21:40.116Z", createdBy: "someone", createdByType: "User" };
    await cloud.seed({ ...seed, description: "please", systemData });
    const before = await cloud.object("GET", item);
    const after = await cloud.object("PUT", item, { ...stateOf("Approved"), eTag: before["eTag"] ?? null });
    expect(after).toMatchObject({
      properties: { privateLinkServiceConnectionState: { status: "Approved", description: "please" } },
      systemData: { createdBy: "someone", lastModifiedBy: "admin@local.example" },
    });
    expect(after["eTag"]).not.toBe(before["eTag"]);
    expect(await cloud.writes()).toEqual([`update ${id}`]);
  });

  test.each([
    ["Pending", "Approved", 200],
    ["Pending", "Rejected", 200],
    ["Pending", "Disconnected", 409],
    ["Approved", "Approved", 200],
    ["Approved", "Rejected", 200],
    ["Approved", "Pending", 409],
    ["Rejected", "Disconnected", 200],
    ["Rejected", "Approved", 409],
    ["Disconnected", "Approved", 409],
    ["Pending", "Elsewhere", 400],
  ])("from %s to %s is %i", async (from, to, status) => {
    const cloud = new ArmCloud();
    await cloud.seed({ ...seed, status: from });
    expect((await cloud.call("PUT", item, stateOf(to))).status).toBe(status);
  });

  test("with a stale eTag is 412", async () => {
    const cloud = new ArmCloud();
    await cloud.seed(seed);
    expect((await cloud.call("PUT", item, { ...stateOf("Approved"), eTag: '"old"' })).status).toBe(412);
  });

  test("makes none", async () => {
    const cloud = new ArmCloud();
    expect((await cloud.call("PUT", item, stateOf("Approved"))).status).toBe(404);
    expect(await cloud.writes()).toEqual([]);
  });
});

test("DELETE is 200 once, then 204", async () => {
  const cloud = new ArmCloud();
  await cloud.seed(seed);
  expect((await cloud.call("DELETE", item)).status).toBe(200);
  expect((await cloud.call("DELETE", item)).status).toBe(204);
  expect(await cloud.writes()).toEqual([`delete ${id}`]);
});

test("a seed that lacks the endpoint is refused", async () => {
  const { privateEndpointId: _, ...lacking } = seed;
  const reply = await new ArmCloud().seed(lacking);
  expect(reply.status).toBe(400);
});

describe("what the versions of 2023 document besides", () => {
  const modern = item.replace("2020-05-01", "2023-01-01");

  test("a PUT makes a connection, as documented but not in truth", async () => {
    const cloud = new ArmCloud();
    expect((await cloud.call("PUT", item, stateOf("Approved"))).status).toBe(404);
    expect(await cloud.call("PUT", modern, stateOf("Approved"))).toMatchObject({
      status: 201,
      body: {
        id,
        systemData: { createdBy: "admin@local.example" },
        properties: {
          privateEndpoint: { id: expect.stringMatching(/\/privateEndpoints\/proj5675162pe$/) },
          privateLinkServiceConnectionState: { status: "Approved", description: null, actionsRequired: "" },
        },
      },
    });
    expect((await cloud.call("PUT", modern, stateOf("Rejected"))).status).toBe(200);
    expect(await cloud.writes()).toEqual([`create ${id}`, `update ${id}`]);
    const faithful = new ArmCloud("faithful");
    await faithful.seed({ ...seed, name: "another" });
    expect((await faithful.call("PUT", modern, stateOf("Approved"))).status).toBe(404);
  });

  test("a DELETE names its status", async () => {
    const cloud = new ArmCloud();
    await cloud.seed(seed);
    expect(await cloud.call("DELETE", modern)).toMatchObject({ status: 200, body: "OK" });
    expect(await cloud.call("DELETE", modern)).toMatchObject({ status: 204, body: undefined });
  });
});

test("connections of assessment projects are others, of the same kind", async () => {
  const cloud = new ArmCloud("documented", 1000);
  const { migrateProjectName: projectName, ...others } = seed;
  await cloud.seed({ ...others, kind: "assessmentConnection", projectName });
  const other = item.replace("migrateProjects", "assessmentProjects").replace("2020-05-01", "2019-10-01");
  expect((await cloud.call("GET", item)).status).toBe(404);
  expect(await cloud.object("GET", other)).toMatchObject({
    type: "Microsoft.Migrate/assessmentprojects/privateEndpointConnections",
    eTag: expect.any(String),
  });
  expect(await cloud.object("GET", other.replace("2019-10-01", "2023-03-15"))).not.toHaveProperty("eTag");
  // The version of 2019 says that it takes time; it is in effect at once.
  expect(await cloud.call("PUT", other, stateOf("Approved"))).toMatchObject({
    status: 202,
    body: { properties: { privateLinkServiceConnectionState: { status: "Approved" } } },
  });
});
