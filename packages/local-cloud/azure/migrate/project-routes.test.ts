import { describe, expect, test } from "vitest";
import { ArmCloud } from "../arm-cloud.fixture.ts";
import { memberOf } from "../json-access.ts";

const subscription = "/subscriptions/4bd2aa0f-2bd2-4d67-91a8-5a4533d58600";
const group = `${subscription}/resourceGroups/rg/providers/Microsoft.Migrate`;
const seeded = { subscriptionId: "4bd2aa0f-2bd2-4d67-91a8-5a4533d58600", resourceGroupName: "rg" };

describe.each([
  ["assessmentProjects", "2019-10-01", "assessmentprojects", 201],
  ["assessmentProjects", "2024-01-15", "assessmentprojects", 201],
  ["migrateProjects", "2020-05-01", "MigrateProjects", 200],
  ["migrateProjects", "2023-01-01", "MigrateProjects", 201],
])("%s, %s", (type, version, spelling, created) => {
  const item = (name: string) => `${group}/${type}/${name}?api-version=${version}`;

  test("are made, replaced, patched and listed", async () => {
    const cloud = new ArmCloud();
    const { status, body } = await cloud.call("PUT", item("one"), {
      location: "westeurope",
      tags: { a: "1" },
      properties: { publicNetworkAccess: "Disabled" },
    });
    expect(status).toBe(created);
    expect(body).toMatchObject({
      id: `${group}/${spelling}/one`,
      type: `Microsoft.Migrate/${spelling}`,
      location: "westeurope",
      properties: { publicNetworkAccess: "Disabled" },
    });
    await cloud.call("PATCH", item("ONE"), { tags: { b: "2" } });
    expect(await cloud.object("GET", item("one"))).toMatchObject({ properties: { publicNetworkAccess: "Disabled" } });
    await cloud.call("PUT", item("one"), { location: "West Europe", properties: {} });
    const replaced =
      memberOf((await cloud.object("GET", item("one")))["properties"], "publicNetworkAccess") ?? "Enabled";
    expect(replaced).toBe("Enabled");
    await cloud.call("PUT", item("two").replace("/rg/", "/other/"), { location: "westeurope" });
    expect(await cloud.listed(`${group}/${type}?api-version=${version}`)).toMatchObject([{ name: "one" }]);
    const everywhere = await cloud.listed(`${subscription}/providers/Microsoft.Migrate/${type}?api-version=${version}`);
    expect(everywhere.map((each) => each["name"]).sort()).toEqual(["one", "two"]);
    expect((await cloud.call("DELETE", item("one"))).status).toBe(200);
    expect((await cloud.call("DELETE", item("one"))).status).toBe(204);
  });

  test.each([
    ["no object", [], 400],
    ["properties that are none", { location: "westeurope", properties: 1 }, 400],
    ["tags that are none", { location: "westeurope", tags: [] }, 400],
    ["another place", { location: "eastus" }, 409],
    ["another state", { location: "westeurope", properties: { provisioningState: "Failed" } }, 400],
  ])("refuse a body with %s", async (_, body, status) => {
    const cloud = new ArmCloud();
    await cloud.call("PUT", item("one"), { location: "westeurope" });
    const before = await cloud.object("GET", item("one"));
    expect((await cloud.call("PUT", item("one"), body)).status).toBe(status);
    expect(await cloud.object("GET", item("one"))).toEqual(before);
  });
});

test("versions show what they know", async () => {
  const cloud = new ArmCloud();
  const item = `${group}/assessmentProjects/p?api-version=`;
  await cloud.call("PUT", `${item}2019-10-01`, { location: "westeurope", properties: {} });
  const old = await cloud.object("GET", `${item}2019-10-01`);
  const modern = await cloud.object("GET", `${item}2023-03-15`);
  expect(old).toMatchObject({ eTag: expect.any(String), properties: { numberOfGroups: 0 } });
  expect(old).not.toHaveProperty("systemData");
  expect(modern).toMatchObject({
    systemData: { createdBy: "admin@local.example" },
    properties: { privateEndpointConnections: [] },
  });
  expect(modern).not.toHaveProperty("eTag");
  expect(modern["properties"]).not.toHaveProperty("numberOfGroups");
});

test("tracked projects of 2023 need a place", async () => {
  const reply = await new ArmCloud().call("PUT", `${group}/assessmentProjects/p?api-version=2023-03-15`, {
    properties: {},
  });
  expect(reply).toMatchObject({ status: 400, body: { error: { code: "LocationRequired" } } });
});

test("a project goes with its children, and the children of others stay", async () => {
  const cloud = new ArmCloud();
  const collector = (project: string) =>
    `${group}/assessmentProjects/${project}/servercollectors/c?api-version=2019-10-01`;
  await cloud.seed([
    { kind: "assessmentProject", name: "p", ...seeded },
    { kind: "assessmentConnection", projectName: "p", name: "pe", privateEndpointId: "/pe", ...seeded },
  ]);
  await cloud.call("PUT", collector("p"));
  await cloud.call("PUT", collector("p2"));
  const project = `${group}/assessmentProjects/p?api-version=2019-10-01`;
  expect(await cloud.object("GET", project)).toMatchObject({
    properties: { privateEndpointConnections: [{ name: "pe" }] },
  });
  await cloud.call("DELETE", project);
  expect((await cloud.call("GET", collector("p"))).status).toBe(404);
  expect((await cloud.call("GET", collector("p2"))).status).toBe(200);
  expect(await cloud.writes()).toEqual(
    expect.arrayContaining([
      `delete ${group}/assessmentprojects/p/privateEndpointConnections/pe`,
      `delete ${group}/assessmentprojects/p`,
    ]),
  );
});

describe("in the background", () => {
  const project = `${group}/assessmentProjects/p?api-version=2023-03-15`;
  const collector = `${group}/assessmentProjects/p/servercollectors/c?api-version=2023-03-15`;
  const pathOf = (address: string | null) => {
    const { pathname, search } = new URL(address ?? "");
    return `${pathname}${search}`;
  };

  test.each([
    ["a project", project, { location: "westeurope" }],
    ["a collector", collector, {}],
  ])("%s is made: its state and its operation follow the clock", async (_, item, body) => {
    const cloud = new ArmCloud("documented", 30_000);
    const made = await cloud.call("PUT", item, { ...body, properties: {} });
    expect(made).toMatchObject({ status: 201, body: { properties: { provisioningState: "Provisioning" } } });
    expect(made.headers.get("retry-after")).toBe("30");
    const status = pathOf(made.headers.get("azure-asyncoperation"));
    const running = await cloud.call("GET", status);
    expect(running).toMatchObject({ status: 200, body: { status: "InProgress" } });
    expect(running.body).not.toHaveProperty("endTime");
    const result = status.replace("operationStatuses", "operationResults");
    expect(await cloud.call("GET", result)).toMatchObject({ status: 202, body: undefined });
    await cloud.advance(30_000);
    expect(await cloud.object("GET", status)).toMatchObject({
      status: "Succeeded",
      startTime: "2026-01-02T03:04:05.6780000Z",
      endTime: "2026-01-02T03:04:35.678Z",
    });
    const done = await cloud.object("GET", item);
    expect(memberOf(done["properties"], "provisioningState") ?? "Succeeded").toBe("Succeeded");
    expect((await cloud.call("GET", result)).body).toEqual(done);
  });

  test("a patch is a 202 with a Location, at once where operations take no time", async () => {
    const slow = new ArmCloud("documented", 30_000);
    await slow.seed({ kind: "assessmentProject", name: "p", ...seeded });
    const patched = await slow.call("PATCH", project, { properties: { projectStatus: "Inactive" } });
    expect(patched).toMatchObject({ status: 202, body: undefined });
    expect(await slow.object("GET", project)).toMatchObject({ properties: { provisioningState: "Updating" } });
    const location = pathOf(patched.headers.get("location"));
    expect((await slow.call("GET", location)).status).toBe(202);
    await slow.advance(30_000);
    expect(await slow.object("GET", location)).toMatchObject({ properties: { projectStatus: "Inactive" } });
    const quick = new ArmCloud();
    await quick.seed({ kind: "assessmentProject", name: "p", ...seeded });
    expect((await quick.call("PATCH", project, {})).status).toBe(200);
  });

  test("an operation that nobody began is not found", async () => {
    const path = `${subscription}/providers/Microsoft.Migrate/locations/global/operationStatuses/none?api-version=2023-03-15`;
    expect((await new ArmCloud().call("GET", path)).status).toBe(404);
  });
});
