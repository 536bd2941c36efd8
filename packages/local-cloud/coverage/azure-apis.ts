import type { CoveredApi, CoveredOperation, Refusal } from "./covered-api.ts";

const subscriptionId = "11111111-1111-4111-8111-111111111111";
const resourceGroupName = "acme";
const seeds = [
  { kind: "subscription", subscriptionId, displayName: "Acme" },
  { kind: "resourceGroup", subscriptionId, name: resourceGroupName },
];
const privateEndpointId =
  `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroupName}/providers/Microsoft.Network` +
  "/privateEndpoints/portal";
const approved = {
  properties: { privateLinkServiceConnectionState: { status: "Approved", description: "", actionsRequired: "" } },
};

const authorization = "{scope}/providers/Microsoft.Authorization";
const policy = `${authorization}/roleManagementPolicies/{roleManagementPolicyName}`;
const assignment = `${authorization}/roleManagementPolicyAssignments/{roleManagementPolicyAssignmentName}`;

const noDelete: Refusal = { kind: "refused", status: 405, says: "does not support http method 'DELETE'" };

/** A resource type of which the emulator has nothing: its GET, and its PUT where the vendor allows one. */
function absentType(
  collection: string,
  methods: readonly ("GET" | "PUT")[],
  versions: readonly string[],
): readonly CoveredOperation[] {
  return methods.map((method) => ({
    ...{ name: collection.slice(collection.lastIndexOf("/") + 1), method, path: `${collection}/{name}`, versions },
    ...{ documented: "not there", faithful: "not there" },
  }));
}

const policyVersions = ["2020-10-01-preview", "2020-10-01", "2024-02-01-preview", "2024-09-01-preview"];

export const azureAuthorization: CoveredApi = {
  title: "Azure authorization: role management policies",
  source: "interface descriptions of `Microsoft.Authorization`, and its type listings",
  versions: policyVersions,
  values: { scope: `subscriptions/${subscriptionId}`, name: "22222222-2222-4222-8222-222222222222" },
  seeds,
  operations: [
    {
      name: "RoleManagementPolicies_ListForScope",
      method: "GET",
      path: `${authorization}/roleManagementPolicies`,
      keeps: { roleManagementPolicyName: "/value/0/name" },
    },
    { name: "RoleManagementPolicies_Get", method: "GET", path: policy },
    { name: "RoleManagementPolicies_Update", method: "PATCH", path: policy, body: { properties: { rules: [] } } },
    {
      name: "RoleManagementPolicyAssignments_ListForScope",
      method: "GET",
      path: `${authorization}/roleManagementPolicyAssignments`,
      keeps: {
        roleManagementPolicyAssignmentName: "/value/0/name",
        policyId: "/value/0/properties/policyId",
        roleDefinitionId: "/value/0/properties/roleDefinitionId",
      },
    },
    { name: "RoleManagementPolicyAssignments_Get", method: "GET", path: assignment },
    {
      name: "RoleManagementPolicyAssignments_Create",
      method: "PUT",
      path: assignment,
      body: {
        properties: { scope: "/{scope}", policyId: "{policyId}", roleDefinitionId: "{roleDefinitionId}" },
      },
      faithful: { kind: "refused", status: 400, says: "Not implemented exception" },
    },
    { name: "RoleManagementPolicyAssignments_Delete", method: "DELETE", path: assignment, faithful: noDelete },
    { name: "RoleManagementPolicies_Delete", method: "DELETE", path: policy, faithful: noDelete },
    ...absentType(`${authorization}/roleAssignments`, ["GET", "PUT"], ["2020-10-01-preview"]),
    ...["roleAssignment", "roleEligibility"].flatMap((kind) => [
      ...absentType(`${authorization}/${kind}ScheduleRequests`, ["GET", "PUT"], policyVersions),
      ...absentType(`${authorization}/${kind}Schedules`, ["GET"], ["2024-09-01-preview"]),
      ...absentType(`${authorization}/${kind}ScheduleInstances`, ["GET"], ["2024-09-01-preview"]),
    ]),
  ],
};

const migrate = "providers/Microsoft.Migrate";
const group = `subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/${migrate}`;
const assessment = `${group}/assessmentProjects/{projectName}`;
const collector = `${assessment}/servercollectors/{serverCollectorName}`;
const assessmentConnection = `${assessment}/privateEndpointConnections/{privateEndpointConnectionName}`;
const collectorsOnly = ["2023-04-01-preview", "2024-03-03-preview"];
const assessmentVersions = ["2019-10-01", "2023-03-15", "2024-01-01-preview", "2024-01-15"];
const first = ["2019-10-01"];
const firstTwo = ["2019-10-01", "2023-03-15"];

export const azureAssessment: CoveredApi = {
  title: "Azure Migrate: assessment projects and server collectors",
  source: "interface descriptions of `Microsoft.Migrate/assessmentProjects`, and its type listings",
  versions: [...assessmentVersions, ...collectorsOnly].sort(),
  values: {
    ...{ subscriptionId, resourceGroupName, projectName: "acme-assessment", serverCollectorName: "collector" },
    privateEndpointConnectionName: "portal-connection",
  },
  seeds: [
    ...seeds,
    {
      kind: "assessmentConnection",
      ...{ subscriptionId, resourceGroupName, projectName: "acme-assessment", name: "portal-connection" },
      privateEndpointId,
    },
  ],
  operations: [
    {
      name: "Projects_Create",
      method: "PUT",
      path: assessment,
      versions: assessmentVersions,
      body: { location: "westeurope", properties: {} },
    },
    { name: "Projects_Get", method: "GET", path: assessment, versions: assessmentVersions },
    {
      name: "Projects_Update",
      method: "PATCH",
      path: assessment,
      versions: assessmentVersions,
      body: { tags: { team: "portal" } },
    },
    { name: "Projects_List", method: "GET", path: `${group}/assessmentProjects`, versions: first },
    {
      name: "Projects_ListBySubscription",
      method: "GET",
      path: `subscriptions/{subscriptionId}/${migrate}/assessmentProjects`,
      versions: first,
    },
    { name: "ServerCollectors_Create", method: "PUT", path: collector, body: { properties: {} } },
    { name: "ServerCollectors_Get", method: "GET", path: collector },
    { name: "ServerCollectors_ListByProject", method: "GET", path: `${assessment}/servercollectors` },
    { name: "ServerCollectors_Delete", method: "DELETE", path: collector },
    {
      name: "PrivateEndpointConnection_ListByProject",
      method: "GET",
      path: `${assessment}/privateEndpointConnections`,
      versions: firstTwo,
    },
    { name: "PrivateEndpointConnection_Get", method: "GET", path: assessmentConnection, versions: firstTwo },
    {
      name: "PrivateEndpointConnection_Update",
      method: "PUT",
      path: assessmentConnection,
      versions: firstTwo,
      body: approved,
    },
    { name: "PrivateEndpointConnection_Delete", method: "DELETE", path: assessmentConnection, versions: firstTwo },
    { name: "Projects_Delete", method: "DELETE", path: assessment, versions: assessmentVersions },
    { name: "Operations_List", method: "GET", path: `${migrate}/operations`, versions: first },
  ],
};

const hub = `${group}/migrateProjects/{migrateProjectName}`;
const hubConnection = `${hub}/privateEndpointConnections/{peConnectionName}`;

export const azureMigrateHub: CoveredApi = {
  title: "Azure Migrate: migrate projects and private endpoint connections",
  source: "interface descriptions of `Microsoft.Migrate/migrateProjects`, and its type listings",
  versions: ["2020-05-01", "2023-01-01"],
  values: {
    ...{ subscriptionId, resourceGroupName, migrateProjectName: "acme-hub", peConnectionName: "portal-connection" },
    ...{ privateLinkResourceName: "Default", name: "portal" },
  },
  seeds: [
    ...seeds,
    {
      kind: "privateEndpointConnection",
      ...{ subscriptionId, resourceGroupName, migrateProjectName: "acme-hub", name: "portal-connection" },
      privateEndpointId,
    },
  ],
  operations: [
    {
      name: "MigrateProjectsController_PutMigrateProject",
      method: "PUT",
      path: hub,
      body: { location: "westeurope", properties: {} },
    },
    { name: "MigrateProjectsController_GetMigrateProject", method: "GET", path: hub },
    {
      name: "MigrateProjectsController_PatchMigrateProject",
      method: "PATCH",
      path: hub,
      body: { tags: { team: "portal" } },
    },
    { name: "Projects_List", method: "GET", path: `${group}/migrateProjects` },
    {
      name: "Projects_ListBySubscription",
      method: "GET",
      path: `subscriptions/{subscriptionId}/${migrate}/migrateProjects`,
    },
    {
      name: "PrivateEndpointConnectionsController_GetPrivateEndpointConnections",
      method: "GET",
      path: `${hub}/privateEndpointConnections`,
    },
    {
      name: "PrivateEndpointConnectionController_GetPrivateEndpointConnection",
      method: "GET",
      path: hubConnection,
    },
    {
      name: "PrivateEndpointConnectionController_PutPrivateEndpointConnection",
      method: "PUT",
      path: hubConnection,
      body: approved,
    },
    {
      name: "PrivateEndpointConnectionController_DeletePrivateEndpointConnection",
      method: "DELETE",
      path: hubConnection,
    },
    {
      name: "PrivateLinkResourceController_GetPrivateLinkResources",
      method: "GET",
      path: `${hub}/privateLinkResources`,
    },
    {
      name: "PrivateLinkResourceController_GetPrivateLinkResource",
      method: "GET",
      path: `${hub}/privateLinkResources/{privateLinkResourceName}`,
    },
    { name: "MigrateProjectsController_DeleteMigrateProject", method: "DELETE", path: hub },
    { name: "Operations_List", method: "GET", path: `${migrate}/operations` },
    ...["privateEndpointConnectionProxies", "solutions"].flatMap((type) =>
      absentType(`${hub}/${type}`, ["GET", "PUT"], ["2023-01-01"]),
    ),
  ],
};
