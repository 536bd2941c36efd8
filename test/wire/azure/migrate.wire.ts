import {
  AzureMigrateV2,
  KnownPrivateEndpointConnectionPropertiesProvisioningState as States,
} from "@azure/arm-migrate";
import { isRestError } from "@azure/core-rest-pipeline";
import { afterEach, describe, expect, test } from "vitest";
import { AzureCloud, credentialOf } from "./azure-cloud.ts";
import { refusal } from "./refusal.ts";

const subscriptionId = "4bd2aa0f-2bd2-4d67-91a8-5a4533d58600";
const group = "pajindtest";
const project = "app11141project";
const projectId =
  `/subscriptions/${subscriptionId}/resourceGroups/${group}/providers/Microsoft.Migrate/assessmentprojects` +
  `/${project}`;
const collectorBody = {
  properties: {
    agentProperties: {
      spnDetails: {
        authority: "https://login.windows.net/t",
        applicationId: "a",
        audience: "b",
        objectId: "o",
        tenantId: "t",
      },
    },
    discoverySiteId: `/subscriptions/${subscriptionId}/resourceGroups/${group}/providers/Microsoft.OffAzure/ServerSites/s`,
  },
};

let cloud: AzureCloud;
let client: AzureMigrateV2;

async function start(mode: "documented" | "faithful" = "documented", token?: string): Promise<void> {
  cloud = await AzureCloud.start({ mode });
  client = new AzureMigrateV2(credentialOf(token), subscriptionId, cloud.clientOptions);
}

afterEach(() => {
  expect(cloud.close()).toEqual([]);
});

describe("server collectors", () => {
  test("are created, read, listed, updated and deleted", async () => {
    await start();
    const { serverCollectors: collectors } = client;
    const statuses: number[] = [];
    const onResponse = ({ status }: { readonly status: number }) => statuses.push(status);
    const created = await collectors.create(group, project, "c", { collectorBody, onResponse });
    expect(created).toMatchObject({
      id: `${projectId}/servercollectors/c`,
      name: "c",
      type: "Microsoft.Migrate/assessmentprojects/servercollectors",
      xMsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      properties: { ...collectorBody.properties, createdTimestamp: "2026-01-02T03:04:05.6780000Z" },
    });
    expect(created.properties?.agentProperties?.lastHeartbeatUtc).toEqual(new Date("2026-01-02T03:04:05.678Z"));
    expect((await collectors.get(group, project, "c")).eTag).toBe(created.eTag);
    expect(await Array.fromAsync(collectors.listByProject(group, project))).toMatchObject([{ id: created.id }]);
    await cloud.advance(60_000);
    const updated = await collectors.create(group, project, "c", {
      collectorBody: { properties: {}, ...(created.eTag === undefined ? {} : { eTag: created.eTag }) },
      onResponse,
    });
    expect(updated.eTag).not.toBe(created.eTag);
    expect(updated.properties).toMatchObject({
      createdTimestamp: "2026-01-02T03:04:05.6780000Z",
      updatedTimestamp: "2026-01-02T03:05:05.6780000Z",
    });
    expect(updated.properties?.discoverySiteId).toBeUndefined();
    await collectors.delete(group, project, "c", { onResponse });
    await collectors.delete(group, project, "c", { onResponse });
    expect(statuses).toEqual([201, 200, 200, 204]);
  });

  test("need no body", async () => {
    await start();
    expect((await client.serverCollectors.create(group, project, "c")).properties?.agentProperties?.version).toBe(
      "1.0.8.393",
    );
  });

  test("show the heartbeats of their agents", async () => {
    await start();
    const created = await client.serverCollectors.create(group, project, "c", { collectorBody });
    await cloud.advance(90_000);
    await cloud.seed({
      kind: "collectorHeartbeat",
      subscriptionId,
      resourceGroupName: group,
      projectName: project,
      serverCollectorName: "c",
      version: "2.0.0.1",
    });
    const seen = await client.serverCollectors.get(group, project, "c");
    expect(seen.properties?.agentProperties).toMatchObject({
      id: created.properties?.agentProperties?.id,
      version: "2.0.0.1",
      lastHeartbeatUtc: new Date("2026-01-02T03:05:35.678Z"),
    });
    // What the agent says of itself is no change of the collector.
    expect(seen.eTag).toBe(created.eTag);
  });

  test("refusals are the client's typed errors", async () => {
    await start();
    const missing = await refusal(client.serverCollectors.get(group, project, "c"));
    expect(isRestError(missing)).toBe(true);
    expect(missing).toMatchObject({ statusCode: 404, code: "ResourceNotFound" });
    const stale = { collectorBody: { ...collectorBody, eTag: '"00000606-0000-0d00-0000-605999bf0000"' } };
    const condition = { statusCode: 412, code: "PreconditionFailed" };
    expect(await refusal(client.serverCollectors.create(group, project, "c", stale))).toMatchObject(condition);
    await client.serverCollectors.create(group, project, "c", { collectorBody });
    expect(await refusal(client.serverCollectors.create(group, project, "c", stale))).toMatchObject(condition);
    const isNew = { requestOptions: { customHeaders: { "If-None-Match": "*" } } };
    expect(await refusal(client.serverCollectors.create(group, project, "c", isNew))).toMatchObject(condition);
    const other = { requestOptions: { customHeaders: { "If-Match": '"another"' } } };
    expect(await refusal(client.serverCollectors.delete(group, project, "c", other))).toMatchObject(condition);
  });

  test("need their project in faithful mode", async () => {
    await start("faithful");
    expect(await refusal(client.serverCollectors.create(group, project, "c"))).toMatchObject({
      statusCode: 404,
      code: "ResourceGroupNotFound",
    });
    await cloud.seed({ kind: "resourceGroup", subscriptionId, name: group });
    const absent = { statusCode: 404, code: "ParentResourceNotFound" };
    expect(await refusal(client.serverCollectors.create(group, project, "c"))).toMatchObject(absent);
    expect(await refusal(Array.fromAsync(client.serverCollectors.listByProject(group, project)))).toMatchObject(absent);
    await client.projects.create(group, project, { project: { location: "westeurope", properties: {} } });
    expect(await client.serverCollectors.create(group, project, "c")).toMatchObject({ name: "c" });
  });

  test.each([
    ["local:nobody@local.example", { statusCode: 403, code: "AuthorizationFailed" }],
    ["local:stranger@local.example", { statusCode: 403, code: "AuthorizationFailed" }],
  ])("%s may not", async (token, error) => {
    await start("documented", token);
    expect(await refusal(client.serverCollectors.create(group, project, "c"))).toMatchObject(error);
    expect(await refusal(client.serverCollectors.delete(group, project, "c"))).toMatchObject(error);
  });
});

describe("assessment projects", () => {
  test("are created, read, listed, patched and deleted with what is in them", async () => {
    await start();
    const { projects } = client;
    const created = await projects.create(group, project, {
      project: { location: "West Europe", tags: { a: "1" }, properties: {} },
    });
    expect(created).toMatchObject({
      id: projectId,
      location: "West Europe",
      tags: { a: "1" },
      properties: { projectStatus: "Active", numberOfMachines: 0, provisioningState: "Succeeded" },
    });
    expect(await projects.get(group, project)).toMatchObject({ id: projectId, eTag: created.eTag });
    expect(await Array.fromAsync(projects.list(group))).toMatchObject([{ id: projectId }]);
    expect(await Array.fromAsync(projects.listBySubscription())).toMatchObject([{ id: projectId }]);
    const patched = await projects.update(group, project, {
      project: { tags: { b: "2" }, properties: { projectStatus: "Inactive" } },
    });
    expect(patched).toMatchObject({ tags: { b: "2" }, properties: { projectStatus: "Inactive" } });
    expect(patched.tags).not.toHaveProperty("a");
    await client.serverCollectors.create(group, project, "c");
    await projects.delete(group, project);
    expect(await refusal(projects.get(group, project))).toMatchObject({ statusCode: 404, code: "ResourceNotFound" });
    expect(await Array.fromAsync(client.serverCollectors.listByProject(group, project))).toEqual([]);
    expect(await refusal(projects.update(group, project))).toMatchObject({ statusCode: 404 });
  });
});

describe("private endpoint connections of assessment projects", () => {
  const name = "pe.7e35576b-3df4-478e-9759-f64351cf4f43";
  const seed = {
    kind: "assessmentConnection",
    subscriptionId,
    resourceGroupName: group,
    projectName: project,
    name,
    privateEndpointId: `/subscriptions/${subscriptionId}/resourceGroups/n/providers/Microsoft.Network/privateEndpoints/pe`,
  };
  const become = (status: string) => ({
    privateEndpointConnectionBody: { properties: { privateLinkServiceConnectionState: { status } } },
  });

  test("are read, listed, approved, rejected and deleted", async () => {
    await start();
    const { privateEndpointConnectionOperations: connections } = client;
    await cloud.seed(seed);
    const pending = await connections.get(group, project, name);
    expect(pending.properties).toMatchObject({
      provisioningState: States.Succeeded,
      privateEndpoint: { id: seed.privateEndpointId },
      privateLinkServiceConnectionState: { status: "Pending" },
    });
    expect((await connections.listByProject(group, project)).value).toMatchObject([{ name }]);
    for (const status of ["Approved", "Rejected"]) {
      const changed = await connections.update(group, project, name, become(status));
      expect(changed.properties.privateLinkServiceConnectionState?.status).toBe(status);
    }
    expect(await refusal(connections.update(group, project, name, become("Approved")))).toMatchObject({
      statusCode: 409,
      code: "Conflict",
    });
    expect(await refusal(connections.update(group, project, name, become("Perhaps")))).toMatchObject({
      statusCode: 400,
    });
    await connections.delete(group, project, name);
    await connections.delete(group, project, name);
    expect(await refusal(connections.get(group, project, name))).toMatchObject({
      statusCode: 404,
      code: "ResourceNotFound",
    });
    expect(await refusal(connections.update(group, project, name, become("Approved")))).toMatchObject({
      statusCode: 404,
    });
  });
});

test("the operations of the migration service are listed", async () => {
  await start();
  expect(await Array.fromAsync(client.operations.list())).toMatchObject([{ name: "Read" }, { name: "Write" }]);
});
