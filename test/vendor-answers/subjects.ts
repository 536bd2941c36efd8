import type { Exchange } from "../../packages/base/exchange/exchange.ts";
import type { JsonObject } from "../../packages/base/json/json.ts";
import type { Driver } from "../../src/engine/ports/driver.ts";
import { armDriver } from "../../src/providers/azure/arm-driver.ts";
import { databricksDriver } from "../../src/providers/databricks/databricks-driver.ts";
import { googleDriver } from "../../src/providers/google/google-driver.ts";

/** What a case declares: one resource, `a`, of one provider without any address of its own where the vendor has one. */
export interface Subject {
  readonly type: string;
  readonly driver: (exchange: Exchange) => Driver;
  readonly config: JsonObject;
  readonly inputs: JsonObject;
  readonly options?: JsonObject;
  /** Inputs that the declaration leaves out and the engine finds, for calls of the driver's own. */
  readonly found?: JsonObject;
}

const google = { driver: googleDriver, config: { project: "acme", region: "europe-west1", zone: "europe-west1-b" } };
const subscription = "/subscriptions/11111111-2222-3333-4444-555555555555";
const azure = {
  driver: armDriver,
  config: { subscriptionId: "11111111-2222-3333-4444-555555555555" },
};
const role = `${subscription}/providers/Microsoft.Authorization/roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c`;

const policy = "aaaaaaaa-0000-4000-8000-000000000001";
const policyId = `${subscription}/providers/Microsoft.Authorization/roleManagementPolicies/${policy}`;
const assignmentName = `${policy}_b24988ac-6180-42a0-ab88-20f7382dd24c`;

const attachment: Subject = {
  ...google,
  type: "connectors:EndpointAttachment",
  inputs: {
    endpointAttachmentId: "billing",
    location: "europe-west1",
    project: "acme",
    serviceAttachment: "projects/net/regions/europe-west1/serviceAttachments/billing",
  },
};

const assignment: Subject = {
  ...azure,
  type: "authorization:RoleManagementPolicyAssignment",
  inputs: { scope: subscription, roleDefinitionId: role },
  found: { policyId, roleManagementPolicyAssignmentName: assignmentName },
};

export const subjects: Readonly<Record<string, Subject>> = {
  attachment,
  "protected attachment": { ...attachment, options: { protect: true } },
  client: {
    ...google,
    type: "iam:OAuthClient",
    inputs: {
      oauthClientId: "web-portal",
      location: "global",
      project: "acme",
      allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
      allowedRedirectUris: ["https://portal.acme.example/back"],
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
      clientType: "CONFIDENTIAL_CLIENT",
    },
  },
  "member of a service account": {
    ...google,
    type: "compute:ReservationIamMember",
    inputs: {
      name: "projects/acme/zones/europe-west1-b/reservations/gpu",
      role: "roles/compute.viewer",
      member: "serviceAccount:robot@acme.iam.gserviceaccount.com",
    },
  },
  member: {
    ...google,
    type: "compute:ReservationIamMember",
    inputs: {
      name: "projects/acme/zones/europe-west1-b/reservations/gpu",
      role: "roles/compute.viewer",
      member: "user:anna@acme.example",
    },
  },
  assignment,
  "assignment of a given policy": {
    ...assignment,
    inputs: { ...assignment.inputs, policyId },
    found: { roleManagementPolicyAssignmentName: assignmentName },
  },
  "assignment of a given name": {
    ...assignment,
    inputs: { ...assignment.inputs, roleManagementPolicyAssignmentName: assignmentName },
    found: { policyId },
  },
  "named assignment": { ...assignment, inputs: { ...assignment.inputs, ...assignment.found } },
  collector: {
    ...azure,
    type: "migrate:ServerCollector",
    inputs: {
      resourceGroupName: "rg-migration",
      projectName: "datacenter",
      serverCollectorName: "collector-one",
      properties: {
        discoverySiteId: `${subscription}/resourceGroups/rg-migration/providers/Microsoft.OffAzure/ServerSites/one`,
      },
    },
  },
  setting: {
    driver: databricksDriver,
    config: { baseUrl: "https://dbc-1.cloud.databricks.com", level: "workspace" },
    type: "settings:RestrictWorkspaceAdmins",
    inputs: { restrictWorkspaceAdmins: { status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" } },
  },
};
