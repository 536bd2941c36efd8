import { ResourceManagementClient } from "@azure/arm-resources";
import { ServiceClient } from "@azure/core-client";
import {
  bearerTokenAuthenticationPolicy,
  createPipelineRequest,
  isRestError,
  type PipelineResponse,
} from "@azure/core-rest-pipeline";
import { afterEach, describe, expect, test } from "vitest";
import { AzureCloud, credentialOf } from "./azure-cloud.ts";
import { refusal } from "./refusal.ts";

const subscriptionId = "4bd2aa0f-2bd2-4d67-91a8-5a4533d58600";
const group = `subscriptions/${subscriptionId}/resourceGroups/pajindTest1`;
const hub = `${group}/providers/Microsoft.Migrate/migrateProjects/proj567`;
const connectionName = "proj5675162pe.fdccace0-e303-4a79-80c8-3aa7c1f09cc6";
const connection = `${hub}/privateEndpointConnections/${connectionName}`;
const collector = `${group}/providers/Microsoft.Migrate/assessmentProjects/p/servercollectors/c`;
const seed = {
  kind: "privateEndpointConnection",
  subscriptionId,
  resourceGroupName: "pajindTest1",
  migrateProjectName: "proj567",
  name: connectionName,
  privateEndpointId: `/${group}/providers/Microsoft.Network/privateEndpoints/proj5675162pe`,
};
const collectorVersions = [
  "2019-10-01",
  "2023-03-15",
  "2023-04-01-preview",
  "2023-05-01-preview",
  "2023-09-09-preview",
  "2024-01-01-preview",
  "2024-01-15",
  "2024-03-03-preview",
];
const policyVersions = ["2020-10-01-preview", "2020-10-01", "2024-02-01-preview", "2024-09-01-preview"];

const nobody = "local:nobody@local.example";
const reader = "acdd72a7-3385-48ef-bd42-f606fba81ae7";
const policyGuid = (index: number) => `b959d571-f0b5-4042-88a7-${String(index).padStart(12, "0")}`;

let cloud: AzureCloud;
let client: ResourceManagementClient;

async function start(operationMs = 0, mode: "documented" | "faithful" = "documented"): Promise<void> {
  cloud = await AzureCloud.start({ operationMs, mode });
  client = new ResourceManagementClient(credentialOf(), subscriptionId, cloud.clientOptions);
}

afterEach(() => {
  expect(cloud.close()).toEqual([]);
});

/** The vendor's own pipeline, for collections, which no generic call of the client lists. */
async function send(url: string, token = "any"): Promise<PipelineResponse> {
  const scopes = "https://management.azure.com/.default";
  const credential = credentialOf(token);
  const generic = new ServiceClient({ ...cloud.clientOptions, credential, credentialScopes: scopes });
  expect(generic.pipeline.getOrderedPolicies().map(({ name }) => name)).toContain(
    bearerTokenAuthenticationPolicy({ scopes }).name,
  );
  return generic.sendRequest(createPipelineRequest({ url }));
}

async function read(
  url: string,
): Promise<{ readonly value: readonly { readonly name: string }[]; readonly nextLink?: string }> {
  const response = await send(url);
  expect(response.status).toBe(200);
  return JSON.parse(response.bodyAsText ?? "");
}

describe.each(["2020-05-01", "2023-01-01"])("private endpoint connections of migrate projects, %s", (version) => {
  const become = (status: string) => ({ properties: { privateLinkServiceConnectionState: { status } } });

  test("are read, approved, rejected and deleted", async () => {
    await start();
    await cloud.seed(seed);
    expect(await client.resources.getById(connection, version)).toMatchObject({
      name: connectionName,
      type: "Microsoft.Migrate/MigrateProjects/privateEndpointConnections",
      properties: { provisioningState: "Succeeded", privateLinkServiceConnectionState: { status: "Pending" } },
    });
    expect((await client.resources.checkExistenceById(connection, version)).body).toBe(true);
    for (const status of ["Approved", "Rejected"]) {
      expect(await client.resources.createOrUpdateById(connection, version, become(status))).toMatchObject({
        properties: { privateLinkServiceConnectionState: { status } },
      });
    }
    const conflict = await refusal(
      (async () => client.resources.createOrUpdateById(connection, version, become("Pending")))(),
    );
    expect(isRestError(conflict)).toBe(true);
    expect(conflict).toMatchObject({ statusCode: 409, code: "Conflict" });
    await client.resources.deleteById(connection, version);
    await client.resources.deleteById(connection, version);
    expect((await client.resources.checkExistenceById(connection, version)).body).toBe(false);
    expect(await refusal(client.resources.getById(connection, version))).toMatchObject({
      statusCode: 404,
      code: "ResourceNotFound",
    });
  });

  test("are listed in pages", async () => {
    await start();
    await cloud.seed(...["a", "b", "c"].map((name) => ({ ...seed, name })));
    const names: string[] = [];
    let next: string | undefined = `${cloud.endpoint}/${hub}/privateEndpointConnections?api-version=${version}&$top=2`;
    let pages = 0;
    while (next) {
      const page = await read(next);
      names.push(...page.value.map((each) => each.name));
      next = page.nextLink;
      pages += 1;
    }
    expect(names).toEqual(["a", "b", "c"]);
    expect(pages).toBe(2);
  });

  test("are seen in their project, which is a resource of its own", async () => {
    await start();
    await client.resources.createOrUpdateById(hub, version, {
      location: "eastus",
      properties: { publicNetworkAccess: "Disabled" },
    });
    await cloud.seed(seed);
    expect(await client.resources.getById(hub, version)).toMatchObject({
      properties: { publicNetworkAccess: "Disabled", privateEndpointConnections: [{ name: connectionName }] },
    });
    await client.resources.updateById(hub, version, { properties: { publicNetworkAccess: "Enabled" } });
    expect(await client.resources.getById(`${hub}/privateLinkResources/Default`, version)).toMatchObject({
      name: "Default",
    });
    const listed = await Array.fromAsync(client.resources.listByResourceGroup("pajindTest1"));
    expect(listed).toMatchObject([{ name: "proj567", type: "Microsoft.Migrate/MigrateProjects" }]);
    const filter = "resourceType eq 'Microsoft.Migrate/assessmentProjects'";
    expect(await Array.fromAsync(client.resources.list({ filter }))).toEqual([]);
    await client.resources.deleteById(hub, version);
    expect(await refusal(client.resources.getById(connection, version))).toMatchObject({ statusCode: 404 });
  });
});

describe.each(collectorVersions)("server collectors, %s", (version) => {
  test("are made, read, changed and deleted", async () => {
    await start();
    const properties = { agentProperties: { spnDetails: { authority: "https://login.windows.net/t" } } };
    expect(await client.resources.createOrUpdateById(collector, version, { properties })).toMatchObject({
      name: "c",
      properties,
    });
    expect((await client.resources.checkExistenceById(collector, version)).body).toBe(true);
    const page = await read(`${cloud.endpoint}/${collector.replace(/\/c$/, "")}?api-version=${version}`);
    expect(page.value).toMatchObject([{ name: "c" }]);
    expect(await client.resources.createOrUpdateById(collector, version, { properties: {} })).toMatchObject({
      name: "c",
    });
    expect(await refusal((async () => client.resources.updateById(collector, version, {}))())).toMatchObject({
      statusCode: 405,
    });
    await client.resources.deleteById(collector, version);
    expect(await refusal(client.resources.getById(collector, version))).toMatchObject({
      statusCode: 404,
      code: "ResourceNotFound",
    });
  });
});

test("the versions of 2023 make collectors in the background, until the clock says that it is done", async () => {
  await start(60_000);
  const poller = client.resources.createOrUpdateById(collector, "2023-03-15", { properties: {} });
  await poller.submitted();
  expect(poller.operationState?.status).toBe("running");
  expect(await client.resources.getById(collector, "2023-03-15")).toMatchObject({
    properties: { provisioningState: "Provisioning" },
  });
  expect((await poller.poll()).status).toBe("running");
  await cloud.advance(60_000);
  expect((await poller.poll()).status).toBe("succeeded");
  expect(await poller.pollUntilDone()).toMatchObject({ name: "c" });
  const made = await client.resources.getById(collector, "2023-03-15");
  expect(made.properties).not.toHaveProperty("provisioningState");
});

test("a patch of an assessment project is followed by its Location", async () => {
  await start(60_000);
  const project = collector.replace(/\/servercollectors.*$/, "");
  const making = client.resources.createOrUpdateById(project, "2023-03-15", { location: "westeurope", properties: {} });
  await making.submitted();
  await cloud.advance(60_000);
  await making.pollUntilDone();
  const patching = client.resources.updateById(project, "2023-03-15", { properties: { projectStatus: "Inactive" } });
  await patching.submitted();
  expect((await patching.poll()).status).toBe("running");
  await cloud.advance(60_000);
  expect(await patching.pollUntilDone()).toMatchObject({
    properties: { projectStatus: "Inactive", provisioningState: "Succeeded" },
  });
});

describe.each(policyVersions)("role management policies, %s", (version) => {
  const scope = `subscriptions/${subscriptionId}/providers/Microsoft.Authorization`;

  test("and their assignments are read, written and shown in the version's shape", async () => {
    await start();
    const assignments = await read(`${cloud.endpoint}/${scope}/roleManagementPolicyAssignments?api-version=${version}`);
    const name = assignments.value[0]?.name ?? "";
    // The filter works, and is in no description: no typed client can send it.
    const role = `/${scope}/roleDefinitions/${name.split("_")[1]}`;
    for (const collection of ["roleManagementPolicies", "roleManagementPolicyAssignments"]) {
      const filter = encodeURIComponent(`roleDefinitionId eq '${role}'`);
      const url = `${cloud.endpoint}/${scope}/${collection}?api-version=${version}&$filter=${filter}`;
      expect((await read(url)).value).toHaveLength(1);
    }
    const assignment = `${scope}/roleManagementPolicyAssignments/${name}`;
    const policy = `${scope}/roleManagementPolicies/${name.split("_")[0]}`;
    const seen = await client.resources.getById(assignment, version);
    const { scope: at, roleDefinitionId, policyId, effectiveRules } = seen.properties ?? {};
    expect(effectiveRules === undefined).toBe(version === "2020-10-01-preview");
    const written = { properties: { scope: at, roleDefinitionId, policyId } };
    expect(await client.resources.createOrUpdateById(assignment, version, written)).toMatchObject({ name });
    const target = { caller: "Admin", operations: ["all"], level: "Assignment" };
    const pimOnly = {
      id: "PIMOnlyMode_Admin_Assignment",
      ruleType: "RoleManagementPolicyPimOnlyModeRule",
      pimOnlyModeSettings: { mode: "Enabled", excludes: [], excludedAssignmentTypes: [] },
      target,
    };
    const patching = (async () => client.resources.updateById(policy, version, { properties: { rules: [pimOnly] } }))();
    if (version.startsWith("2020")) {
      expect(await refusal(patching)).toMatchObject({ statusCode: 400, code: "InvalidPolicy" });
    } else {
      await patching;
      const { rules } = (await client.resources.getById(policy, version)).properties ?? {};
      expect(rules).toContainEqual(pimOnly);
      const older = (await client.resources.getById(policy, "2020-10-01")).properties ?? {};
      expect(older["rules"]).not.toContainEqual(pimOnly);
    }
    await client.resources.deleteById(assignment, version);
    expect(await refusal(client.resources.getById(assignment, version))).toMatchObject({ statusCode: 404 });
  });
});

describe("what a caller without rights is told", () => {
  const scope = `subscriptions/${subscriptionId}/providers/Microsoft.Authorization`;
  const assignment = `${scope}/roleManagementPolicyAssignments/${policyGuid(0)}_${reader}`;
  const denied = { statusCode: 403, code: "AuthorizationFailed" };
  const everything = [
    ...policyVersions.map((version) => [assignment, version, true] as const),
    [collector, "2019-10-01", true] as const,
    ...["2020-05-01", "2023-01-01"].map((version) => [connection, version, false] as const),
  ];

  test.each(everything)("%s, %s", async (id, version, writes) => {
    await start();
    const options = { ...cloud.clientOptions };
    const stranger = new ResourceManagementClient(credentialOf(nobody), subscriptionId, options);
    expect(await refusal(stranger.resources.getById(id, version))).toMatchObject(denied);
    if (!writes) return;
    const put = (async () => stranger.resources.createOrUpdateById(id, version, { properties: {} }))();
    expect(await refusal(put)).toMatchObject(denied);
    expect(await refusal((async () => stranger.resources.deleteById(id, version))())).toMatchObject(denied);
  });

  test.each([
    ...policyVersions.map((version) => [`${scope}/roleManagementPolicyAssignments`, version]),
    ...policyVersions.map((version) => [`${scope}/roleManagementPolicies`, version]),
    [collector.replace(/\/c$/, ""), "2019-10-01"],
  ])("the collection %s, %s", async (collection, version) => {
    await start();
    const response = await send(`${cloud.endpoint}/${collection}?api-version=${version}`, nobody);
    expect(response.status).toBe(403);
  });
});

describe.each(policyVersions)("role management policy assignments, %s", (version) => {
  const scope = `subscriptions/${subscriptionId}`;
  const authorization = `/${scope}/providers/Microsoft.Authorization`;
  const collection = `${authorization.slice(1)}/roleManagementPolicyAssignments`;
  const bodyOf = (guid: string) => ({
    properties: {
      scope: `/${scope}`,
      roleDefinitionId: `${authorization}/roleDefinitions/${reader}`,
      policyId: `${authorization}/roleManagementPolicies/${guid}`,
    },
  });
  const put = (index: number, named = index) =>
    client.resources.createOrUpdateById(
      `${collection}/${policyGuid(named)}_${reader}`,
      version,
      bodyOf(policyGuid(index)),
    );

  test("come in pages, each of them once", async () => {
    await start();
    for (let index = 0; index < 110; index += 1) await put(index);
    const names: string[] = [];
    let next: string | undefined = `${cloud.endpoint}/${collection}?api-version=${version}`;
    while (next) {
      const page = await read(next);
      names.push(...page.value.map((each) => each.name));
      next = page.nextLink;
    }
    expect(names).toHaveLength(114);
    expect(new Set(names).size).toBe(114);
  });

  test("are refused when their name says otherwise than their content", async () => {
    await start();
    const wrong = await refusal((async () => put(1, 2))());
    expect(isRestError(wrong)).toBe(true);
    expect(wrong).toMatchObject({ statusCode: 400, code: "InvalidResourceName" });
  });

  test("are not deleted by the service as it really is", async () => {
    await start(0, "faithful");
    const { value } = await read(`${cloud.endpoint}/${collection}?api-version=${version}`);
    const standing = `${collection}/${value[0]?.name ?? ""}`;
    const refused = await refusal((async () => client.resources.deleteById(standing, version))());
    expect(refused).toMatchObject({ statusCode: 405 });
  });
});

test("the client's subscription is there, or a typed error (faithful)", async () => {
  await start(0, "faithful");
  expect((await client.resourceGroups.checkExistence("pajindTest1")).body).toBe(false);
  const another = "129ff972-28f8-46b8-a726-e497be039368";
  await cloud.seed({ kind: "subscription", subscriptionId: another, displayName: "Another" });
  const refused = await refusal(client.resourceGroups.createOrUpdate("pajindTest1", { location: "westeurope" }));
  expect(refused).toMatchObject({ statusCode: 404, code: "SubscriptionNotFound" });
});

test("a collector whose content is none is refused, and one in no project does not go", async () => {
  await start(0, "faithful");
  const version = "2019-10-01";
  expect(await refusal((async () => client.resources.deleteById(collector, version))())).toMatchObject({
    statusCode: 404,
  });
  cloud.close();
  await start();
  const properties = { discoverySiteId: 5 };
  const put = (async () => client.resources.createOrUpdateById(collector, version, { properties }))();
  expect(await refusal(put)).toMatchObject({ statusCode: 400, code: "InvalidRequestContent" });
});

test("resource groups are made, read and listed", async () => {
  await start();
  expect((await client.resourceGroups.checkExistence("pajindTest1")).body).toBe(false);
  expect(await refusal(client.resourceGroups.get("pajindTest1"))).toMatchObject({
    statusCode: 404,
    code: "ResourceGroupNotFound",
  });
  const made = await client.resourceGroups.createOrUpdate("pajindTest1", { location: "westeurope" });
  expect(made).toMatchObject({ id: `/${group}`, properties: { provisioningState: "Succeeded" } });
  expect((await client.resourceGroups.checkExistence("pajindTest1")).body).toBe(true);
  expect(await Array.fromAsync(client.resourceGroups.list())).toEqual([made]);
});

describe("addresses", () => {
  test.each([
    ["a version of another type", collector, "2020-10-01", 400, "NoRegisteredProviderFound"],
    ["no version at all", collector, "latest", 400, "InvalidApiVersionParameter"],
    ["an unknown type", collector.replace("servercollectors", "nothings"), "2019-10-01", 404, "InvalidResourceType"],
    [
      "an unknown namespace",
      collector.replace("Microsoft.Migrate", "Microsoft.Nothing"),
      "2019-10-01",
      404,
      "InvalidResourceNamespace",
    ],
    ["a name that no resource has", `${collector.replace(/c$/, "")}a:b`, "2023-03-15", 400, "InvalidResourceName"],
    ["a project name that is too short", connection.replace("proj567", "p"), "2023-01-01", 400, "InvalidResourceName"],
  ])("%s is a typed error", async (_, id, version, statusCode, code) => {
    await start();
    expect(await refusal(client.resources.getById(id, version))).toMatchObject({ statusCode, code });
  });

  test("namespaces are listed with their types and versions", async () => {
    await start();
    expect((await Array.fromAsync(client.providers.list())).map(({ namespace }) => namespace)).toEqual([
      "Microsoft.Authorization",
      "Microsoft.Migrate",
    ]);
    const migrate = await client.providers.get("Microsoft.Migrate");
    expect(migrate).toMatchObject({ registrationState: "Registered" });
    const types = Object.fromEntries(
      (migrate.resourceTypes ?? []).map((type) => [type.resourceType, type.apiVersions]),
    );
    expect(types["migrateProjects/privateEndpointConnections"]).toEqual(["2023-01-01", "2020-05-01"]);
    expect(types["assessmentProjects/servercollectors"]).toEqual([...collectorVersions].reverse());
    expect(await client.providers.register("Microsoft.Migrate")).toMatchObject({ namespace: "Microsoft.Migrate" });
    expect(await refusal(client.providers.get("Microsoft.Nothing"))).toMatchObject({
      statusCode: 404,
      code: "InvalidResourceNamespace",
    });
  });
});
