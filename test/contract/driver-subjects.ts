import type { Exchange } from "../../packages/base/exchange/exchange.ts";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import { armLocal } from "../../packages/local-cloud/azure/arm-local.ts";
import { databricksLocal } from "../../packages/local-cloud/databricks/databricks-local.ts";
import { googleLocal } from "../../packages/local-cloud/google/google-local.ts";
import type { LocalVendor } from "../../packages/local-cloud/runtime/local-vendor.ts";
import type { Driver } from "../../src/engine/ports/driver.ts";
import { armDriver } from "../../src/providers/azure/arm-driver.ts";
import { databricksDriver } from "../../src/providers/databricks/databricks-driver.ts";
import { googleDriver } from "../../src/providers/google/google-driver.ts";
import { cloudOrigin } from "./contract-cloud.ts";

/** One managed type with everything that the contract needs to know to try it out. */
export interface DriverSubject {
  readonly type: string;
  readonly driver: (exchange: Exchange) => Driver;
  readonly vendor: LocalVendor;
  readonly config: JsonObject;
  /** A whole object that differs from what stands there before us. */
  readonly inputs: JsonObject;
  /** What must be there before it, planted by another hand. */
  readonly first?: readonly JsonObject[];
  /** A second value for every input that can be updated in place. */
  readonly updates: Readonly<Record<string, Json>>;
  /** Inputs that can be cleared, and what is to be seen then. */
  readonly clears: Readonly<Record<string, Json>>;
  /** The wire takes a version as condition. */
  readonly conditional: boolean;
  /** Its reads may show for a while what stood there before a write. */
  readonly lags?: true;
  /** A configuration of an instance of another kind, where the platform tells one. */
  readonly mismatched?: JsonObject;
  /**
   * Objects beside it in one collection; null where the wire lists none. The number fills more than a page where there
   * are pages.
   */
  readonly siblings: { readonly count: number; readonly at: (index: number) => JsonObject } | null;
}

const google = {
  driver: googleDriver,
  vendor: googleLocal,
  config: { baseUrl: cloudOrigin, project: "acme-prod", region: "europe-west1", zone: "europe-west1-b" },
};
const subscription = "11111111-2222-3333-4444-555555555555";
const azure = {
  driver: armDriver,
  vendor: armLocal,
  config: { baseUrl: cloudOrigin, subscriptionId: subscription, namespace: "Microsoft" },
};

const oauthInputs = {
  oauthClientId: "web-portal",
  location: "global",
  project: "acme-prod",
  allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
  allowedRedirectUris: ["https://portal.acme.example/back"],
  allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
  clientType: "CONFIDENTIAL_CLIENT",
  displayName: "Portal",
  description: "For the web portal",
  disabled: true,
};

/** Disabled, so that the one call of a deletion is taken. */
const credentialInputs = {
  oauthClientId: "web-portal",
  location: "global",
  oauthClientCredentialId: "first-secret",
  project: "acme-prod",
  displayName: "First",
  disabled: true,
};

const attachmentInputs = {
  endpointAttachmentId: "billing",
  location: "europe-west1",
  project: "acme-prod",
  serviceAttachment: "projects/acme/regions/europe-west1/serviceAttachments/billing",
  description: "Billing",
  labels: { team: "pay", stage: "prod" },
};

const reservation = "projects/acme-prod/zones/europe-west1-b/reservations/gpu";
const condition = { title: "until summer", expression: "request.time < timestamp('2026-06-01T00:00:00Z')" };

const guid = (digit: string) =>
  `${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`;
const scope = `/subscriptions/${subscription}`;
const authorization = "providers/Microsoft.Authorization";
const policyGuid = guid("a");
const roleGuid = guid("b");

const collectorInputs = {
  resourceGroupName: "rg-Migration",
  projectName: "Datacenter",
  serverCollectorName: "collector-one",
  properties: {
    agentProperties: {
      spnDetails: {
        applicationId: guid("c"),
        audience: "https://acme/audience",
        authority: "https://login",
        objectId: guid("d"),
        tenantId: guid("e"),
      },
    },
    discoverySiteId: `${scope}/resourceGroups/rg-migration/providers/Microsoft.OffAzure/ServerSites/one`,
  },
};

export const subjects: readonly DriverSubject[] = [
  {
    ...google,
    type: "iam:OAuthClient",
    inputs: oauthInputs,
    updates: {
      allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT", "REFRESH_TOKEN_GRANT"],
      allowedRedirectUris: ["https://portal.acme.example/return", "https://portal.acme.example/back"],
      displayName: "Portal 2",
      description: "For both portals",
      disabled: false,
    },
    clears: { displayName: null, description: null, disabled: false },
    conditional: false,
    lags: true,
    siblings: { count: 103, at: (index) => ({ ...oauthInputs, oauthClientId: `sibling-${index}` }) },
  },
  {
    ...google,
    type: "iam:OAuthClientCredential",
    inputs: credentialInputs,
    first: [
      {
        kind: "oauthClient",
        name: "projects/acme-prod/locations/global/oauthClients/web-portal",
        allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
        allowedRedirectUris: ["https://portal.acme.example/back"],
        allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
        clientType: "CONFIDENTIAL_CLIENT",
      },
    ],
    updates: { displayName: "First of two", disabled: false },
    clears: { displayName: null, disabled: false },
    conditional: false,
    lags: true,
    siblings: {
      count: 3,
      at: (index) => ({ ...credentialInputs, oauthClientCredentialId: `sibling-${index}` }),
    },
  },
  {
    ...google,
    type: "connectors:EndpointAttachment",
    inputs: attachmentInputs,
    updates: {
      serviceAttachment: "projects/acme/regions/europe-west1/serviceAttachments/billing-2",
      description: "Billing, second",
      labels: { team: "pay", tier: "gold" },
    },
    clears: { description: null, labels: null },
    conditional: false,
    siblings: { count: 103, at: (index) => ({ ...attachmentInputs, endpointAttachmentId: `sibling-${index}` }) },
  },
  {
    ...google,
    type: "compute:ReservationIamMember",
    inputs: { name: reservation, role: "roles/compute.viewer", member: "user:Anna@acme.example", condition },
    updates: {
      name: "projects/acme-prod/zones/europe-west1-b/reservations/gpu-2",
      role: "roles/compute.admin",
      member: "group:ops@acme.example",
      condition: {
        ...condition,
        expression: "request.time < timestamp('2027-06-01T00:00:00Z')",
        description: "longer",
      },
    },
    clears: { condition: null },
    conditional: true,
    lags: true,
    siblings: null,
  },
  {
    ...azure,
    type: "authorization:RoleManagementPolicyAssignment",
    inputs: {
      scope,
      policyId: `${scope}/${authorization}/roleManagementPolicies/${policyGuid}`,
      roleDefinitionId: `${scope}/${authorization}/roleDefinitions/${roleGuid}`,
      roleManagementPolicyAssignmentName: `${policyGuid}_${roleGuid}`,
    },
    updates: {
      scope: `${scope}/resourceGroups/rg-other`,
      policyId:
        `/providers/Microsoft.Management/managementGroups/acme/${authorization}/roleManagementPolicies` +
        `/${policyGuid}`,
      roleDefinitionId: `/${authorization}/roleDefinitions/${roleGuid}`,
    },
    clears: {},
    conditional: false,
    siblings: {
      count: 3,
      at: (index) => ({
        scope,
        policyId: `${scope}/${authorization}/roleManagementPolicies/${guid(String(index))}`,
        roleDefinitionId: `${scope}/${authorization}/roleDefinitions/${guid(String(index + 4))}`,
      }),
    },
  },
  {
    ...azure,
    type: "migrate:ServerCollector",
    inputs: collectorInputs,
    updates: {
      properties: {
        ...collectorInputs.properties,
        discoverySiteId: `${scope}/resourceGroups/rg-migration/providers/Microsoft.OffAzure/ServerSites/two`,
      },
    },
    clears: { properties: { discoverySiteId: null, agentProperties: { spnDetails: null } } },
    conditional: true,
    siblings: { count: 3, at: (index) => ({ ...collectorInputs, serverCollectorName: `sibling-${index}` }) },
  },
  {
    driver: databricksDriver,
    vendor: databricksLocal,
    config: { baseUrl: cloudOrigin, level: "workspace" },
    type: "settings:RestrictWorkspaceAdmins",
    inputs: { restrictWorkspaceAdmins: { status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" } },
    updates: { restrictWorkspaceAdmins: { status: "ALLOW_ALL" } },
    clears: {},
    conditional: true,
    mismatched: { baseUrl: "https://accounts.cloud.databricks.com", level: "workspace" },
    siblings: null,
  },
];
