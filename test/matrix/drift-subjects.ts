import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import { subscription } from "./base-declarations.ts";

export interface WireCall {
  readonly method: string;
  readonly path: string;
  readonly body: Json;
}

/** A managed object of one type with all its inputs given, and where its outputs stand on the vendor's wire. */
export interface DriftSubject {
  readonly type: string;
  readonly properties: JsonObject;
  /** Other values of outputs for which a vendor has rules of its own. */
  readonly values?: Readonly<Record<string, Json>>;
  /** The vendor shows null for what is not there. */
  readonly showsNulls?: true;
  /** What has to be there before. */
  readonly seeds?: readonly JsonObject[];
  /** Where the vendor's API shows the object. */
  readonly item: string;
  /** The place in that answer from which an output is read; undefined where it follows from the object's address. */
  wirePlace(output: string): string | undefined;
  /** The vendor's own call that writes the answer as changed in one place; undefined where the wire has none. */
  writeCall(output: string, changed: JsonObject): WireCall | undefined;
}

const client = "v1/projects/acme-prod/locations/global/oauthClients/web-portal";
const credential = `${client}/credentials/first-secret`;
const attachment = "v1/projects/acme-prod/locations/europe-west1/endpointAttachments/gateway";
const policy = "compute/v1/projects/acme-prod/zones/europe-west1-b/reservations/wave-1";
const setting = "api/2.0/settings/types/restrict_workspace_admins/names/default";
const collector =
  `subscriptions/${subscription}/resourceGroups/rg-migration/providers/Microsoft.Migrate/assessmentProjects` +
  "/assessment/serverCollectors/collector";
const roleGuid = "b24988ac-6180-42a0-ab88-20f7382dd24c";
const policyGuid = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee";
const authorization = `subscriptions/${subscription}/providers/Microsoft.Authorization`;
const newest = "2024-09-01-preview";

/** Fields of the same name on the wire, but for those that the address gives. */
const plain = (fromAddress: readonly string[]) => (output: string) =>
  fromAddress.includes(output.split("/")[1] ?? "") ? undefined : output;

const patched = (item: string, fields: readonly string[]) => (output: string, changed: JsonObject) => {
  const field = output.split("/")[1] ?? "";
  if (!fields.includes(field)) return undefined;
  return { method: "PATCH", path: `${item}?updateMask=${field}`, body: { [field]: changed[field] ?? null } };
};

const approver = (id: string) => ({ id, userType: "User", isBackup: false, description: "on call" });

export const driftSubjects: readonly DriftSubject[] = [
  {
    type: "iam:OAuthClient",
    properties: {
      oauthClientId: "web-portal",
      location: "global",
      allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT", "REFRESH_TOKEN_GRANT"],
      allowedRedirectUris: ["https://portal.acme.example/callback", "https://portal.acme.example/other"],
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
      clientType: "CONFIDENTIAL_CLIENT",
    },
    values: { "/allowedRedirectUris": ["https://portal.acme.example/moved"] },
    item: client,
    wirePlace: plain(["id", "name", "project", "location", "oauthClientId"]),
    writeCall: patched(client, [
      "allowedGrantTypes",
      "allowedRedirectUris",
      "allowedScopes",
      "description",
      "disabled",
      "displayName",
    ]),
  },
  {
    type: "iam:OAuthClientCredential",
    properties: { oauthClientId: "web-portal", location: "global", oauthClientCredentialId: "first-secret" },
    seeds: [
      {
        kind: "oauthClient",
        name: client.slice("v1/".length),
        allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
        allowedRedirectUris: ["https://portal.acme.example/callback"],
        allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
      },
    ],
    item: credential,
    wirePlace: plain(["id", "name", "project", "location", "oauthClientId", "oauthClientCredentialId"]),
    writeCall: patched(credential, ["disabled", "displayName"]),
  },
  {
    type: "connectors:EndpointAttachment",
    properties: {
      endpointAttachmentId: "gateway",
      serviceAttachment: "projects/acme-network/regions/europe-west1/serviceAttachments/portal",
      labels: { team: "network" },
    },
    values: { "/serviceAttachment": "projects/acme-network/regions/europe-west1/serviceAttachments/moved" },
    item: attachment,
    wirePlace: plain(["id", "name", "project", "location", "endpointAttachmentId"]),
    writeCall: patched(attachment, ["serviceAttachment", "description", "labels"]),
  },
  {
    type: `authorization:RoleManagementPolicyAssignment@${newest}`,
    properties: {
      scope: `/subscriptions/${subscription}`,
      roleManagementPolicyAssignmentName: `${policyGuid}_${roleGuid}`,
      policyId: `/${authorization}/roleManagementPolicies/${policyGuid}`,
      roleDefinitionId: `/${authorization}/roleDefinitions/${roleGuid}`,
    },
    seeds: [
      {
        kind: "rolePolicy",
        scope: `/subscriptions/${subscription}`,
        roleDefinitionId: `/${authorization}/roleDefinitions/${roleGuid}`,
        name: policyGuid,
        lastModifiedDateTime: "2026-01-01T00:00:00Z",
        rules: [
          {
            id: "Approval_EndUser_Assignment",
            setting: {
              isApprovalRequired: true,
              isApprovalRequiredForExtension: false,
              isRequestorJustificationRequired: true,
              approvalMode: "SingleStage",
              approvalStages: [
                {
                  approvalStageTimeOutInDays: 1,
                  isApproverJustificationRequired: true,
                  escalationTimeInMinutes: 60,
                  primaryApprovers: [approver("11111111-aaaa-4aaa-8aaa-111111111111")],
                  isEscalationEnabled: true,
                  escalationApprovers: [approver("22222222-aaaa-4aaa-8aaa-222222222222")],
                },
              ],
            },
          },
          {
            id: "Expiration_Admin_Eligibility",
            exceptionMembers: [approver("33333333-aaaa-4aaa-8aaa-333333333333")],
          },
          {
            id: "PIMOnlyMode_Admin_Assignment",
            ruleType: "RoleManagementPolicyPimOnlyModeRule",
            target: { caller: "Admin", operations: ["All"], level: "Assignment" },
            pimOnlyModeSettings: {
              mode: "Disabled",
              excludes: [{ id: "44444444-aaaa-4aaa-8aaa-444444444444", type: "User", displayName: "Ann" }],
              excludedAssignmentTypes: ["ServicePrincipalsAsTarget"],
            },
          },
        ],
      },
    ],
    showsNulls: true,
    item: `${authorization}/roleManagementPolicyAssignments/${policyGuid}_${roleGuid}?api-version=${newest}`,
    wirePlace: (output) => {
      const [, field = ""] = output.split("/");
      if (["id", "scope", "roleManagementPolicyAssignmentName"].includes(field)) return undefined;
      return ["name", "type"].includes(field) ? output : `/properties${output}`;
    },
    writeCall: (output, changed) => {
      const [, field, rule] = output.split("/");
      const properties = changed["properties"];
      const rules = isJsonObject(properties) ? properties["effectiveRules"] : undefined;
      if (field !== "effectiveRules" || rule === undefined || !Array.isArray(rules)) return undefined;
      const whole = (rules as readonly Json[]).filter((each) => isJsonObject(each) && each["id"] === rule);
      return {
        method: "PATCH",
        path: `${authorization}/roleManagementPolicies/${policyGuid}?api-version=${newest}`,
        body: { properties: { rules: whole } },
      };
    },
  },
  {
    type: "migrate:ServerCollector",
    properties: {
      resourceGroupName: "rg-migration",
      projectName: "assessment",
      serverCollectorName: "collector",
      properties: {
        discoverySiteId: "/sites/one",
        agentProperties: { spnDetails: { audience: "ours", tenantId: "t" } },
      },
    },
    showsNulls: true,
    item: `${collector}?api-version=2019-10-01`,
    wirePlace: plain(["id", "name", "projectName", "resourceGroupName", "serverCollectorName"]),
    writeCall: (output, changed) => {
      const properties = changed["properties"];
      if (!output.startsWith("/properties/") || !isJsonObject(properties)) return undefined;
      const { agentProperties, discoverySiteId } = properties;
      const spn = isJsonObject(agentProperties) ? { spnDetails: agentProperties["spnDetails"] ?? null } : null;
      const body = { properties: { discoverySiteId: discoverySiteId ?? null, agentProperties: spn } };
      return { method: "PUT", path: `${collector}?api-version=2019-10-01`, body };
    },
  },
  {
    type: "compute:ReservationIamMember",
    properties: {
      name: "wave-1",
      role: "roles/compute.viewer",
      member: "group:migration@acme.example",
      condition: { title: "until-2028", expression: 'request.time < timestamp("2028-01-01T00:00:00Z")' },
    },
    item: `${policy}/getIamPolicy?optionsRequestedPolicyVersion=3`,
    wirePlace: (output) => {
      if (output === "/etag") return output;
      return /^\/condition\/(expression|description)$/.test(output) ? `/bindings/0${output}` : undefined;
    },
    writeCall: (output, changed) =>
      output === "/condition/description"
        ? { method: "POST", path: `${policy}/setIamPolicy`, body: { policy: { ...changed, version: 3 } } }
        : undefined,
  },
  {
    type: "settings:RestrictWorkspaceAdmins",
    properties: { restrictWorkspaceAdmins: { status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" } },
    // Its only allowed value is the default, so any other one is strange.
    values: { "/settingName": "another" },
    item: setting,
    wirePlace: (output) =>
      ({
        "/restrictWorkspaceAdmins/status": "/restrict_workspace_admins/status",
        "/etag": "/etag",
        "/settingName": "/setting_name",
      })[output],
    writeCall: (output, changed) =>
      output === "/restrictWorkspaceAdmins/status"
        ? {
            method: "PATCH",
            path: setting,
            body: { allow_missing: true, field_mask: "restrict_workspace_admins.status", setting: changed },
          }
        : undefined,
  },
];
