/**
 * Resource types of the ARM wire that are spoken here: names, interface versions, path templates (base/path-template,
 * no leading slash). Sources: the vendor's published swagger of Microsoft.Authorization and Microsoft.Migrate.
 */

/** What stands for `{namespace}` in the specification's ids. */
export const armNamespace = "Microsoft";

/** Origin of the public cloud's management plane. */
export const armHost = "https://management.azure.com";

export interface ArmResourceType {
  /** Namespace and type as the documents write them, e.g. `Microsoft.Migrate/migrateProjects`. */
  readonly name: string;
  /** Every `api-version` the type answers to, oldest first. */
  readonly versions: readonly string[];
  /** Path of one object. */
  readonly item: string;
  /** Path of the collection. */
  readonly collection: string;
  /** Path that gathers the collections of a whole subscription, for the types that have one. */
  readonly everywhere?: string;
}

/** `2020-10-01`, optionally with the name of a preview stage. */
export const apiVersionPattern = /^\d{4}-\d{2}-\d{2}(-(preview|alpha|beta|rc|privatepreview))?$/i;

const authorization = `${armNamespace}.Authorization`;
const migrate = `${armNamespace}.Migrate`;
const group = "subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}";

const policyVersions = ["2020-10-01-preview", "2020-10-01", "2024-02-01-preview", "2024-09-01-preview"];
const hubVersions = ["2020-05-01", "2023-01-01"];
const assessmentVersions = [
  "2019-10-01",
  "2023-03-15",
  "2023-04-01-preview",
  "2023-05-01-preview",
  "2023-09-09-preview",
  "2024-01-01-preview",
  "2024-01-15",
  "2024-03-03-preview",
];

/**
 * Extension resource: `scope` is any resource, group, subscription or management group. `name` is
 * `{policyGuid}_{roleGuid}`.
 */
export const roleManagementPolicyAssignments: ArmResourceType = {
  name: `${authorization}/roleManagementPolicyAssignments`,
  versions: policyVersions,
  item: `{+scope}/providers/${authorization}/roleManagementPolicyAssignments/{name}`,
  collection: `{+scope}/providers/${authorization}/roleManagementPolicyAssignments`,
};

export const roleManagementPolicies: ArmResourceType = {
  name: `${authorization}/roleManagementPolicies`,
  versions: policyVersions,
  item: `{+scope}/providers/${authorization}/roleManagementPolicies/{name}`,
  collection: `{+scope}/providers/${authorization}/roleManagementPolicies`,
};

export const assessmentProjects: ArmResourceType = {
  name: `${migrate}/assessmentProjects`,
  versions: assessmentVersions,
  item: `${group}/providers/${migrate}/assessmentProjects/{projectName}`,
  collection: `${group}/providers/${migrate}/assessmentProjects`,
  everywhere: `subscriptions/{subscriptionId}/providers/${migrate}/assessmentProjects`,
};

export const serverCollectors: ArmResourceType = {
  name: `${migrate}/assessmentProjects/servercollectors`,
  versions: assessmentVersions,
  item: `${group}/providers/${migrate}/assessmentProjects/{projectName}/servercollectors/{serverCollectorName}`,
  collection: `${group}/providers/${migrate}/assessmentProjects/{projectName}/servercollectors`,
};

export const migrateProjects: ArmResourceType = {
  name: `${migrate}/migrateProjects`,
  versions: hubVersions,
  item: `${group}/providers/${migrate}/migrateProjects/{migrateProjectName}`,
  collection: `${group}/providers/${migrate}/migrateProjects`,
  everywhere: `subscriptions/{subscriptionId}/providers/${migrate}/migrateProjects`,
};

export const privateEndpointConnections: ArmResourceType = {
  name: `${migrate}/migrateProjects/privateEndpointConnections`,
  versions: hubVersions,
  item:
    `${group}/providers/${migrate}/migrateProjects/{migrateProjectName}/privateEndpointConnections` +
    "/{peConnectionName}",
  collection: `${group}/providers/${migrate}/migrateProjects/{migrateProjectName}/privateEndpointConnections`,
};

/** Not the look-up's type: the connections of an assessment project, with nearly the same body. */
export const assessmentConnections: ArmResourceType = {
  name: `${migrate}/assessmentProjects/privateEndpointConnections`,
  versions: assessmentVersions,
  item: `${group}/providers/${migrate}/assessmentProjects/{projectName}/privateEndpointConnections/{peConnectionName}`,
  collection: `${group}/providers/${migrate}/assessmentProjects/{projectName}/privateEndpointConnections`,
};

export const privateLinkResources: ArmResourceType = {
  name: `${migrate}/migrateProjects/privateLinkResources`,
  versions: hubVersions,
  item:
    `${group}/providers/${migrate}/migrateProjects/{migrateProjectName}/privateLinkResources` +
    "/{privateLinkResourceName}",
  collection: `${group}/providers/${migrate}/migrateProjects/{migrateProjectName}/privateLinkResources`,
};

/** Every type spoken here. */
export const resourceTypes: readonly ArmResourceType[] = [
  roleManagementPolicyAssignments,
  roleManagementPolicies,
  assessmentProjects,
  serverCollectors,
  assessmentConnections,
  migrateProjects,
  privateEndpointConnections,
  privateLinkResources,
];

/** Versions of the management plane's own paths: what is in a subscription, and which types a namespace has. */
export const platformVersions: readonly string[] = [
  "2018-05-01",
  "2019-10-01",
  "2020-06-01",
  "2021-04-01",
  "2022-09-01",
  "2024-03-01",
  "2024-11-01",
  "2025-04-01",
];
