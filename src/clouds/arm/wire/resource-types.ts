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
}

/** `2020-10-01`, optionally with the name of a preview stage. */
export const apiVersionPattern = /^\d{4}-\d{2}-\d{2}(-(preview|alpha|beta|rc|privatepreview))?$/i;

const authorization = `${armNamespace}.Authorization`;
const migrate = `${armNamespace}.Migrate`;
const group = "subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}";

const policyVersions = ["2020-10-01-preview", "2020-10-01", "2024-02-01-preview", "2024-09-01-preview"];
const hubVersions = ["2020-05-01", "2023-01-01"];

/** Extension resource: `scope` is any resource, group, subscription or management group. `name` is `{policyGuid}_{roleGuid}`. */
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
  versions: ["2019-10-01"],
  item: `${group}/providers/${migrate}/assessmentProjects/{projectName}`,
  collection: `${group}/providers/${migrate}/assessmentProjects`,
};

export const serverCollectors: ArmResourceType = {
  name: `${migrate}/assessmentProjects/servercollectors`,
  versions: ["2019-10-01"],
  item: `${group}/providers/${migrate}/assessmentProjects/{projectName}/servercollectors/{serverCollectorName}`,
  collection: `${group}/providers/${migrate}/assessmentProjects/{projectName}/servercollectors`,
};

export const migrateProjects: ArmResourceType = {
  name: `${migrate}/migrateProjects`,
  versions: hubVersions,
  item: `${group}/providers/${migrate}/migrateProjects/{migrateProjectName}`,
  collection: `${group}/providers/${migrate}/migrateProjects`,
};

export const privateEndpointConnections: ArmResourceType = {
  name: `${migrate}/migrateProjects/privateEndpointConnections`,
  versions: hubVersions,
  item: `${group}/providers/${migrate}/migrateProjects/{migrateProjectName}/privateEndpointConnections/{peConnectionName}`,
  collection: `${group}/providers/${migrate}/migrateProjects/{migrateProjectName}/privateEndpointConnections`,
};
