import type { Json, JsonObject } from "../../packages/base/json/json.ts";

export const subscription = "11111111-2222-3333-4444-555555555555";

const role = (guid: string) =>
  `/subscriptions/${subscription}/providers/Microsoft.Authorization/roleDefinitions/${guid}`;
const contributor = "b24988ac-6180-42a0-ab88-20f7382dd24c";
const reader = "acdd72a7-3385-48ef-bd42-f606fba81ae7";

/** A change of one input alone, and what it takes besides. */
export interface InputChange {
  readonly to: Json;
  /** Inputs of the base declaration that are other than usual for this change; null leaves one out. */
  readonly from?: JsonObject;
  /** Why the plan is blocked, where it is. */
  readonly blockedBy?: string;
  /** It names another object: the update lets the one before go. */
  readonly letsGo?: true;
  /** Why declaring it changes nothing, where that is so. */
  readonly changesNothing?: string;
}

export interface Subject {
  readonly properties: JsonObject;
  /** What has to be there before it, for each of its changes. */
  readonly first?: readonly JsonObject[];
  /** One for every input of the type. */
  readonly changes: Readonly<Record<string, InputChange>>;
}

const policies = `/subscriptions/${subscription}/providers/Microsoft.Authorization/roleManagementPolicies`;
const anyPolicy = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee";
const otherPolicy = "ffffffff-bbbb-4ccc-8ddd-eeeeeeeeeeee";
const groups = `/subscriptions/${subscription}/resourceGroups`;

/** A confidential client of another hand, as a seed. */
const clientAt = (name: string): JsonObject => ({
  kind: "oauthClient",
  name,
  allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
  allowedRedirectUris: ["https://portal.acme.example/callback"],
  allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
  clientType: "CONFIDENTIAL_CLIENT",
});

/** A base declaration of each managed type, and another value for each of its inputs. */
export const subjects: Readonly<Record<string, Subject>> = {
  "iam:OAuthClient": {
    properties: {
      oauthClientId: "web-portal",
      location: "global",
      allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
      allowedRedirectUris: ["https://portal.acme.example/callback"],
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
      clientType: "CONFIDENTIAL_CLIENT",
    },
    changes: {
      allowedGrantTypes: { to: ["AUTHORIZATION_CODE_GRANT", "REFRESH_TOKEN_GRANT"] },
      allowedRedirectUris: { to: ["https://portal.acme.example/other"] },
      // One scope is supported and one must be given, so how often it is named is all that can change.
      allowedScopes: {
        to: ["https://www.googleapis.com/auth/cloud-platform", "https://www.googleapis.com/auth/cloud-platform"],
      },
      location: { to: "europe-west1" },
      oauthClientId: { to: "web-portal-2" },
      clientType: { to: "PUBLIC_CLIENT", blockedBy: "identifier-reserved" },
      description: { to: "what it is for" },
      disabled: { to: true },
      displayName: { to: "Portal" },
      project: { to: "acme-test" },
    },
  },
  "iam:OAuthClientCredential": {
    properties: { oauthClientId: "their-portal", location: "global", oauthClientCredentialId: "first-secret" },
    first: [
      clientAt("projects/acme-prod/locations/global/oauthClients/their-portal"),
      clientAt("projects/acme-prod/locations/global/oauthClients/their-portal-2"),
      clientAt("projects/acme-prod/locations/europe-west1/oauthClients/their-portal"),
      clientAt("projects/acme-test/locations/global/oauthClients/their-portal"),
      clientAt("projects/acme-second/locations/global/oauthClients/their-portal"),
    ],
    changes: {
      location: { to: "europe-west1" },
      oauthClientCredentialId: { to: "second-secret" },
      oauthClientId: { to: "their-portal-2" },
      disabled: { to: true },
      displayName: { to: "First" },
      project: { to: "acme-test" },
    },
  },
  "authorization:RoleManagementPolicyAssignment": {
    properties: { scope: `/subscriptions/${subscription}`, roleDefinitionId: role(contributor) },
    changes: {
      scope: { to: `${groups}/rg-migration` },
      policyId: { to: `${policies}/${otherPolicy}` },
      roleDefinitionId: { to: role(reader) },
      roleManagementPolicyAssignmentName: {
        from: { roleDefinitionId: null, roleManagementPolicyAssignmentName: `${anyPolicy}_${contributor}` },
        to: `${otherPolicy}_${contributor}`,
      },
    },
  },
  "connectors:EndpointAttachment": {
    properties: {
      endpointAttachmentId: "gateway",
      serviceAttachment: "projects/acme-network/regions/europe-west1/serviceAttachments/portal",
    },
    changes: {
      endpointAttachmentId: { to: "gateway-2" },
      serviceAttachment: { to: "projects/acme-network/regions/europe-west1/serviceAttachments/other" },
      description: { to: "what it is for" },
      labels: { to: { team: "network" } },
      location: { to: "europe-west4" },
      project: { to: "acme-test" },
    },
  },
  "migrate:ServerCollector": {
    properties: { resourceGroupName: "rg-migration", projectName: "assessment", serverCollectorName: "collector" },
    changes: {
      projectName: { to: "assessment-2" },
      resourceGroupName: { to: "rg-other" },
      eTag: { to: '"00000000-0000-0d00-0000-000000000000"', changesNothing: "a precondition is never compared" },
      properties: { to: { agentProperties: { spnDetails: { audience: "ours" } } } },
      serverCollectorName: { to: "collector-2" },
    },
  },
  "compute:ReservationIamMember": {
    properties: { name: "wave-1", role: "roles/compute.viewer", member: "group:migration@acme.example" },
    changes: {
      member: { to: "user:ann@acme.example", letsGo: true },
      name: { to: "projects/acme-prod/zones/europe-west1-b/reservations/wave-2", letsGo: true },
      role: { to: "roles/compute.admin", letsGo: true },
      condition: {
        to: { title: "until-2028", expression: 'request.time < timestamp("2028-01-01T00:00:00Z")' },
        letsGo: true,
      },
    },
  },
  "settings:RestrictWorkspaceAdmins": {
    properties: { restrictWorkspaceAdmins: { status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" } },
    changes: {
      restrictWorkspaceAdmins: { to: { status: "ALLOW_ALL" } },
      etag: { to: "AAAA", changesNothing: "a precondition is never compared" },
      settingName: { to: "default", changesNothing: "its only value is the one that it has when left out" },
    },
  },
};

/** A whole declaration as text (JSON is YAML). */
export function declarationOf(resources: Readonly<Record<string, JsonObject>>, more: JsonObject = {}): string {
  return JSON.stringify({
    name: "test",
    providers: {
      google: { kind: "google", project: "acme-prod", region: "europe-west1", zone: "europe-west1-b" },
      azure: { kind: "azure", subscriptionId: subscription },
      workspace: { kind: "databricks", level: "workspace" },
    },
    resources,
    ...more,
  });
}
