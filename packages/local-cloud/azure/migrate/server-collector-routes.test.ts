import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../base/json/json.ts";
import { ArmCloud } from "../arm-cloud.fixture.ts";
import { memberOf } from "../json-access.ts";

const group = "/subscriptions/4bd2aa0f-2bd2-4d67-91a8-5a4533d58600/resourceGroups/pajindtest";
const project = `${group}/providers/Microsoft.Migrate/assessmentProjects/app11141project`;
const id = `${project}/servercollectors/app23df4collector`;
const item = `${id}?api-version=2019-10-01`;
const spnDetails = {
  authority: "https://login.windows.net/72f988bf-86f1-41af-91ab-2d7cd011db47",
  applicationId: "ad9f701a-cc08-4421-b51f-b5762d58e9ba",
  audience: "https://72f988bf-86f1-41af-91ab-2d7cd011db47/app23df4authandaccessaadapp",
  objectId: "b4975e42-9248-4a36-b99f-37eca377ea00",
  tenantId: "72f988bf-86f1-41af-91ab-2d7cd011db47",
};
const discoverySiteId = `${group}/providers/Microsoft.OffAzure/ServerSites/app21141site`;
const documented = { properties: { agentProperties: { spnDetails }, discoverySiteId } };

describe("PUT", () => {
  test("answers as the documents show: 201, lower-case project type, quoted eTag, 7 fraction digits, an agent", async () => {
    const cloud = new ArmCloud();
    const { status, body, headers } = await cloud.call("PUT", item, documented);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: id.replace("assessmentProjects", "assessmentprojects"),
      name: "app23df4collector",
      type: "Microsoft.Migrate/assessmentprojects/servercollectors",
      eTag: expect.stringMatching(/^"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"$/),
      properties: {
        agentProperties: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          version: "1.0.8.393",
          lastHeartbeatUtc: "2026-01-02T03:04:05.6780000Z",
          spnDetails,
        },
        discoverySiteId,
        createdTimestamp: "2026-01-02T03:04:05.6780000Z",
        updatedTimestamp: "2026-01-02T03:04:05.6780000Z",
      },
    });
    expect(headers.get("x-ms-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect((await cloud.call("GET", item.replace("servercollectors", "serverCollectors"))).body).toEqual(body);
    expect(await cloud.writes()).toEqual([`create ${id}`]);
  });

  test("registers an agent without a body too", async () => {
    const { status, body } = await new ArmCloud().call("PUT", item);
    expect(status).toBe(201);
    expect(memberOf(memberOf(body, "properties"), "agentProperties")).toMatchObject({ version: "1.0.8.393" });
  });

  test("replaces: 200, new eTag, same agent and creation time, what is left out is gone", async () => {
    const cloud = new ArmCloud();
    const before = await cloud.object("PUT", item, documented);
    await cloud.advance(1000);
    const { status, body } = await cloud.call("PUT", item, { eTag: before["eTag"] ?? null, properties: {} });
    expect(status).toBe(200);
    const after = body as JsonObject;
    expect(after["eTag"]).not.toBe(before["eTag"]);
    const { spnDetails: _, ...agent } = memberOf(before["properties"], "agentProperties") as JsonObject;
    expect(after["properties"]).toEqual({
      agentProperties: agent,
      createdTimestamp: "2026-01-02T03:04:05.6780000Z",
      updatedTimestamp: "2026-01-02T03:04:06.6780000Z",
    });
    expect(await cloud.writes()).toEqual([`create ${id}`, `update ${id}`]);
  });

  test("with a stale eTag, or any on a missing object, is 412 and changes nothing", async () => {
    const cloud = new ArmCloud();
    const stale = { eTag: '"00000606-0000-0d00-0000-605999bf0000"', properties: {} };
    const refused = { status: 412, body: { error: { code: "PreconditionFailed" } } };
    expect(await cloud.call("PUT", item, stale)).toMatchObject(refused);
    expect((await cloud.call("GET", item)).status).toBe(404);
    const before = await cloud.object("PUT", item, documented);
    expect(await cloud.call("PUT", item, stale)).toMatchObject(refused);
    expect((await cloud.call("GET", item)).body).toEqual(before);
    expect(await cloud.writes()).toEqual([`create ${id}`]);
  });

  test.each<[string, Json]>([
    ["a list", []],
    ["an eTag that is a number", { eTag: 1 }],
    ["properties that are a text", { properties: "x" }],
    ["a site that is an object", { properties: { discoverySiteId: {} } }],
  ])("refuses %s", async (_, body) => {
    const reply = await new ArmCloud().call("PUT", item, body);
    expect(reply).toMatchObject({ status: 400, body: { error: { code: "InvalidRequestContent" } } });
  });
});

test("GET of a missing one names it and its group", async () => {
  const reply = await new ArmCloud().call("GET", item);
  expect(reply).toMatchObject({
    status: 404,
    body: {
      error: {
        code: "ResourceNotFound",
        message:
          "The Resource 'Microsoft.Migrate/assessmentProjects/app11141project/servercollectors" +
          "/app23df4collector' under resource group 'pajindtest' was not found. " +
          "For more details please go to https://aka.ms/ARMResourceNotFoundFix",
      },
    },
  });
});

test("names are shown as they were last spelled, and mean the same however spelled", async () => {
  const cloud = new ArmCloud();
  await cloud.call("PUT", item, documented);
  const shouted = item.replace("pajindtest", "PajindTest").replace("app23df4collector", "APP23df4collector");
  const { status, body } = await cloud.call("PUT", shouted, documented);
  expect(status).toBe(200);
  expect(memberOf(body as JsonObject, "name")).toBe("APP23df4collector");
  expect(memberOf(body as JsonObject, "id")).toContain("/resourceGroups/PajindTest/");
  expect(await cloud.object("GET", item)).toEqual(body);
});

test("DELETE is 200 once, then 204", async () => {
  const cloud = new ArmCloud();
  await cloud.call("PUT", item, documented);
  expect((await cloud.call("DELETE", item)).status).toBe(200);
  expect((await cloud.call("DELETE", item)).status).toBe(204);
  expect((await cloud.call("GET", item)).status).toBe(404);
  expect(await cloud.writes()).toEqual([`create ${id}`, `delete ${id}`]);
});

test("LIST holds the collectors of its project only, on one page", async () => {
  const cloud = new ArmCloud();
  const mine = await cloud.object("PUT", item, documented);
  await cloud.call("PUT", item.replace("app11141project", "app11141project2"), documented);
  expect(await cloud.object("GET", `${project}/servercollectors?api-version=2019-10-01`)).toEqual({ value: [mine] });
  expect(await cloud.listed(`${project}3/servercollectors?api-version=2019-10-01`)).toEqual([]);
});

test("in faithful mode the project must be there", async () => {
  const cloud = new ArmCloud("faithful");
  const subscriptionId = "4bd2aa0f-2bd2-4d67-91a8-5a4533d58600";
  await cloud.seed({ kind: "resourceGroup", subscriptionId, name: "pajindtest" });
  const collection = `${project}/servercollectors?api-version=2019-10-01`;
  const refused = { status: 404, body: { error: { code: "ParentResourceNotFound" } } };
  expect(await cloud.call("PUT", item, documented)).toMatchObject(refused);
  expect(await cloud.call("GET", item)).toMatchObject(refused);
  expect(await cloud.call("GET", collection)).toMatchObject(refused);
  const seed = {
    kind: "assessmentProject",
    subscriptionId: "4bd2aa0f-2bd2-4d67-91a8-5a4533d58600",
    resourceGroupName: "pajindtest",
    name: "app11141project",
  };
  expect((await cloud.seed(seed)).status).toBe(200);
  expect(await cloud.object("GET", `${project}?api-version=2019-10-01`)).toMatchObject({
    name: "app11141project",
    type: "Microsoft.Migrate/assessmentprojects",
  });
  expect((await cloud.call("PUT", item, documented)).status).toBe(201);
});

describe("the versions of 2023 and later", () => {
  const modern = `${id}?api-version=2023-03-15`;
  const properties = { agentProperties: { spnDetails } };

  test("show no eTag, nobody in systemData, and let the caller say what is known of the agent", async () => {
    const cloud = new ArmCloud();
    const known = { id: "498e4965-bbb1-47c2-8613-345baff9c509", version: null, lastHeartbeatUtc: null };
    const { status, body } = await cloud.call("PUT", modern, {
      properties: { agentProperties: { ...known, spnDetails } },
    });
    expect(status).toBe(201);
    expect(body).not.toHaveProperty("eTag");
    expect(body).toMatchObject({
      systemData: { createdAt: "0001-01-01T00:00:00", createdBy: null },
      properties: { agentProperties: { ...known, spnDetails } },
    });
    // The older version shows what the newer one was told.
    expect(await cloud.object("GET", item)).toMatchObject({
      eTag: expect.any(String),
      properties: { agentProperties: known },
    });
  });

  test.each<[string, Json | undefined]>([
    ["no body", undefined],
    ["a state that it does not have", { properties: { ...properties, provisioningState: "Failed" } }],
  ])("refuse %s", async (_, body) => {
    const cloud = new ArmCloud();
    expect((await cloud.call("PUT", modern, body)).status).toBe(400);
    expect(
      (await cloud.call("PUT", modern, { properties: { ...properties, provisioningState: "Succeeded" } })).status,
    ).toBe(201);
  });
});

describe("heartbeats", () => {
  const heartbeat = {
    kind: "collectorHeartbeat",
    subscriptionId: "4bd2aa0f-2bd2-4d67-91a8-5a4533d58600",
    resourceGroupName: "pajindtest",
    projectName: "app11141project",
    serverCollectorName: "app23df4collector",
  };

  test("are shown at the time at which they came, and change nothing else", async () => {
    const cloud = new ArmCloud();
    const before = await cloud.object("PUT", item, documented);
    await cloud.advance(60_000);
    expect((await cloud.call("GET", item)).body).toEqual(before);
    expect((await cloud.seed(heartbeat)).status).toBe(200);
    const agent = memberOf(before["properties"], "agentProperties") as JsonObject;
    expect(await cloud.object("GET", item)).toEqual({
      ...before,
      properties: {
        ...(before["properties"] as JsonObject),
        agentProperties: { ...agent, lastHeartbeatUtc: "2026-01-02T03:05:05.6780000Z" },
      },
    });
    await cloud.seed({ ...heartbeat, version: "2.0" });
    expect(await cloud.object("GET", item)).toMatchObject({ properties: { agentProperties: { version: "2.0" } } });
  });

  test("need a collector", async () => {
    expect((await new ArmCloud().seed(heartbeat)).status).toBe(400);
  });
});
