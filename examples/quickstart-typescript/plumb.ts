// A migration portal over three vendors: who may sign in, who may spend reserved capacity, which way
// the traffic goes, which collector reports, and what workspace administrators may do.
import {
  authorization,
  azure,
  Config,
  cel,
  compute,
  connectors,
  databricks,
  google,
  iam,
  interpolate,
  migrate,
  project,
  settings,
} from "plumbline-sdk";

project("portal");

const environment = new Config().string("environment", { default: "dev" });

new google.Provider("google", { project: "acme-prod", region: "europe-west1", zone: "europe-west1-b" });
new azure.Provider("azure", { subscriptionId: "11111111-2222-3333-4444-555555555555" });
new databricks.Provider("workspace", { level: "workspace" });

// The way into the migration project; the network team made it.
const link = migrate.getPrivateEndpointConnectionOutput(
  {
    resourceGroupName: "rg-migration",
    migrateProjectName: "datacenter-exit",
    peConnectionName: "hub-pe.3f0c2a44-8d1e-4b57-9a3b-6c1d2e5f7a90",
  },
  { name: "link" },
);

const portal = new iam.OAuthClient("portal", {
  oauthClientId: "migration-portal",
  location: "global",
  displayName: interpolate`Migration portal (${environment})`,
  clientType: "CONFIDENTIAL_CLIENT",
  allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
  allowedRedirectUris: ["https://portal.acme.example/callback"],
  allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
});

const gateway = new connectors.EndpointAttachment("gateway", {
  endpointAttachmentId: "portal-gateway",
  serviceAttachment: "projects/acme-network/regions/europe-west1/serviceAttachments/portal",
  description: interpolate`Sign-in traffic of ${portal.name}`,
  labels: { stack: "portal", environment },
});

new compute.ReservationIamMember("capacity", {
  name: "migration-wave-1",
  role: "roles/compute.viewer",
  member: "group:migration@acme.example",
  condition: {
    title: "until-2028",
    expression: 'request.time < timestamp("2028-01-01T00:00:00Z")',
  },
});

const approvers = new authorization.RoleManagementPolicyAssignment("approvers", {
  scope: "/subscriptions/11111111-2222-3333-4444-555555555555",
  // Contributor
  roleDefinitionId:
    "/subscriptions/11111111-2222-3333-4444-555555555555/providers/Microsoft.Authorization/roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c",
});

new migrate.ServerCollector("collector", {
  resourceGroupName: "rg-migration",
  projectName: "datacenter-exit-assessment",
  properties: {
    discoverySiteId:
      "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/rg-migration/providers/Microsoft.OffAzure/ServerSites/dc-1",
    agentProperties: {
      spnDetails: {
        applicationId: "6f1d2c3b-4a59-4e68-8b7c-0d9e8f7a6b5c",
        tenantId: "72f988bf-86f1-41af-91ab-2d7cd011db47",
        // The collector reports through the private link.
        audience: link.properties.privateEndpoint.id,
      },
    },
  },
});

new settings.RestrictWorkspaceAdmins(
  "guardrail",
  { restrictWorkspaceAdmins: { status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" } },
  { dependsOn: approvers },
);

export const clientId = portal.clientId;
export const gatewayAddress = gateway.endpointIp;
export const linkStatus = link.properties.privateLinkServiceConnectionState.status;
export const rulesInEffect = cel<number>`size(${approvers.effectiveRules})`;
