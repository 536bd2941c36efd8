import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { subjects, subscription } from "../base-declarations.ts";

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: Json;
}

/** How a person comes to refusals of the emulator. */
export interface Way {
  /** What is done, in a few words. */
  readonly by: string;
  readonly resources: Readonly<Record<string, JsonObject>>;
  /** Other members of the declaration. */
  readonly more?: JsonObject;
  readonly seeds?: readonly JsonObject[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Another hand's call before the plan. */
  readonly before?: Call;
  /** Another hand's call between the plan and its run. */
  readonly meanwhile?: Call;
  /** The codes that it is answered with. */
  readonly codes: readonly string[];
  /** Who tells of it before anything is changed, or why nothing can. */
  readonly told: "check" | "plan" | { readonly why: string };
}

const properties = (type: string, more: JsonObject = {}): JsonObject => ({ ...subjects[type]?.properties, ...more });
const of = (type: string, more: JsonObject = {}): JsonObject => ({ type, properties: properties(type, more) });

const client = "v1/projects/acme-prod/locations/global/oauthClients/web-portal";
const attachment = "v1/projects/acme-prod/locations/europe-west1/endpointAttachments/gateway";
const groups = `subscriptions/${subscription}/resourceGroups`;
const collector = `${groups}/rg-migration/providers/Microsoft.Migrate/assessmentProjects/assessment/serverCollectors/collector`;

const theirPolicy = "dddddddd-bbbb-4ccc-8ddd-eeeeeeeeeeee";

const faithful = { PLUMB_LOCAL_MODE: "faithful" };
const meanwhile = { why: "another hand was faster, between the plan and its run" };
const everyVendor = {
  portal: of("iam:OAuthClient"),
  member: of("compute:ReservationIamMember"),
  collector: of("migrate:ServerCollector"),
  setting: of("settings:RestrictWorkspaceAdmins"),
};

/** Declarations of each vendor as another caller of the local cloud. */
const as = (localPrincipal: string): JsonObject => ({
  providers: {
    google: { kind: "google", project: "acme-prod", zone: "europe-west1-b", localPrincipal },
    azure: { kind: "azure", subscriptionId: subscription, localPrincipal },
    workspace: { kind: "databricks", level: "workspace", localPrincipal },
  },
});

export const ways: readonly Way[] = [
  {
    by: "objects that are not there yet",
    resources: { portal: of("iam:OAuthClient"), collector: of("migrate:ServerCollector") },
    codes: ["NOT_FOUND", "ResourceNotFound"],
    told: { why: "it is how a plan sees that an object is to be made" },
  },
  {
    by: "a value that breaks a limit of the vendor's",
    resources: { portal: of("iam:OAuthClient", { allowedGrantTypes: [] }) },
    codes: ["INVALID_ARGUMENT"],
    told: "check",
  },
  {
    by: "a member whose role is none",
    resources: { member: of("compute:ReservationIamMember", { role: "viewer" }) },
    codes: ["badRequest"],
    told: "check",
  },
  {
    by: "a client that was made meanwhile",
    resources: { portal: of("iam:OAuthClient") },
    meanwhile: {
      method: "POST",
      path: `${client.replace("/web-portal", "")}?oauthClientId=web-portal`,
      body: {
        clientType: "CONFIDENTIAL_CLIENT",
        allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
        allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
        allowedRedirectUris: ["https://portal.acme.example/callback"],
      },
    },
    codes: ["ALREADY_EXISTS"],
    told: meanwhile,
  },
  {
    by: "an attachment at which an operation is at work",
    resources: {
      gateway: {
        ...of("connectors:EndpointAttachment", { description: "ours" }),
        options: { import: attachment.slice(3) },
      },
    },
    environment: { PLUMB_LOCAL_OPERATION_MS: "60000" },
    seeds: [
      {
        kind: "endpointAttachment",
        name: attachment.slice(3),
        serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
      },
    ],
    meanwhile: { method: "PATCH", path: `${attachment}?updateMask=description`, body: { description: "theirs" } },
    codes: ["ABORTED"],
    told: meanwhile,
  },
  {
    by: "a member of a reservation that is not there",
    resources: { member: of("compute:ReservationIamMember") },
    environment: faithful,
    codes: ["notFound"],
    told: "plan",
  },
  {
    by: "a collector that was changed meanwhile",
    resources: {
      collector: {
        ...of("migrate:ServerCollector", { properties: { agentProperties: { spnDetails: { audience: "ours" } } } }),
        options: { import: `/${collector}` },
      },
    },
    before: { method: "PUT", path: `${collector}?api-version=2019-10-01`, body: {} },
    meanwhile: {
      method: "PUT",
      path: `${collector}?api-version=2019-10-01`,
      body: { properties: { agentProperties: { spnDetails: { audience: "theirs" } } } },
    },
    codes: ["PreconditionFailed"],
    told: meanwhile,
  },
  {
    by: "a collector of a project that is not there",
    resources: { collector: of("migrate:ServerCollector") },
    environment: faithful,
    seeds: [{ kind: "resourceGroup", subscriptionId: subscription, name: "rg-migration" }],
    codes: ["ParentResourceNotFound"],
    told: "plan",
  },
  {
    by: "a collector of a group that is not there",
    resources: { collector: of("migrate:ServerCollector") },
    environment: faithful,
    seeds: [{ kind: "subscription", subscriptionId: subscription, displayName: "Acme" }],
    codes: ["ResourceGroupNotFound"],
    told: "plan",
  },
  {
    by: "a subscription that is not there",
    resources: { collector: of("migrate:ServerCollector") },
    environment: faithful,
    seeds: [{ kind: "subscription", subscriptionId: "99999999-2222-3333-4444-555555555555", displayName: "Other" }],
    codes: ["SubscriptionNotFound"],
    told: "plan",
  },
  {
    by: "a subscription whose id is no guid",
    resources: { collector: of("migrate:ServerCollector") },
    more: { providers: { azure: { kind: "azure", subscriptionId: "acme" } } },
    environment: faithful,
    codes: ["InvalidSubscriptionId"],
    told: "plan",
  },
  {
    by: "a resource group whose name none can have",
    resources: { collector: of("migrate:ServerCollector", { resourceGroupName: "rg*" }) },
    environment: faithful,
    codes: ["InvalidResourceName"],
    told: "plan",
  },
  {
    by: "an assignment whose policy is of another role",
    resources: {
      it: of("authorization:RoleManagementPolicyAssignment", {
        policyId: `/subscriptions/${subscription}/providers/Microsoft.Authorization/roleManagementPolicies/${theirPolicy}`,
      }),
      // Two at one scope are read by one list.
      fine: of("authorization:RoleManagementPolicyAssignment", {
        roleDefinitionId: `/subscriptions/${subscription}/providers/Microsoft.Authorization/roleDefinitions/acdd72a7-3385-48ef-bd42-f606fba81ae7`,
        policyId: `/subscriptions/${subscription}/providers/Microsoft.Authorization/roleManagementPolicies/${theirPolicy}`,
      }),
    },
    seeds: [
      {
        ...{ kind: "rolePolicy", scope: `/subscriptions/${subscription}`, name: theirPolicy },
        roleDefinitionId: "acdd72a7-3385-48ef-bd42-f606fba81ae7",
      },
    ],
    codes: ["LinkedInvalidPropertyId"],
    told: "plan",
  },
  {
    by: "a reservation whose name none can have",
    resources: { member: of("compute:ReservationIamMember", { name: "Wave_1" }) },
    codes: ["invalid"],
    told: "check",
  },
  {
    by: "a caller who is in no vendor's directory",
    resources: everyVendor,
    more: as("nobody@local.example"),
    codes: ["PERMISSION_DENIED", "forbidden", "AuthorizationFailed"],
    told: "plan",
  },
  {
    by: "a setting, as a member of the workspace who is no account admin",
    resources: { setting: of("settings:RestrictWorkspaceAdmins") },
    more: as("member-only@local.example"),
    codes: ["PERMISSION_DENIED"],
    told: { why: "a member may read the setting, and no read tells who may write it" },
  },
  {
    by: "a setting that changed meanwhile",
    resources: { setting: of("settings:RestrictWorkspaceAdmins") },
    meanwhile: {
      method: "PATCH",
      path: "api/2.0/settings/types/restrict_workspace_admins/names/default",
      body: {
        allow_missing: true,
        field_mask: "restrict_workspace_admins.status",
        setting: {
          etag: "AAAAAAAAAABK5JmtDY7g2s/IE3nEQJCnom/4teP7P2r6At82f/vweg==",
          setting_name: "default",
          restrict_workspace_admins: { status: "ALLOW_ALL" },
        },
      },
    },
    codes: ["RESOURCE_CONFLICT"],
    told: meanwhile,
  },
];

const noDriver = "no driver sends the call";
const noFlow = "it is of the flow in which an application gets its tokens; no driver takes part in it";
const typed = "the driver sends what the definition's types allow, and nothing else";
const list = "the driver sends none or one that it has made by the vendor's own rules";

/** Codes that no declaration comes to, and why; by vendor. */
export const unreached: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  google: {
    FAILED_PRECONDITION:
      "of a credential of a public client: the check refuses it where the client is declared, and the plan blocks it " +
      "where the client stands",
    UNAUTHENTICATED: "the local cloud is always called with a token; a platform's own refusal is told by the plan",
    UNIMPLEMENTED: noDriver,
    alreadyExists: noDriver,
    conditionNotMet: "the driver reads the policy right before it sets it: another hand would have to come between",
    required: "of a call without a token, which the driver never makes, and of making a reservation, which none does",
    resourceNotReady: noDriver,
    invalid_client: noFlow,
    invalid_grant: noFlow,
    invalid_request: noFlow,
    invalid_scope: noFlow,
    unauthorized_client: noFlow,
    unsupported_grant_type: noFlow,
  },
  azure: {
    AuthenticationFailed: "the local cloud is always called with a token; a platform's own refusal is told by the plan",
    Conflict: noDriver,
    InvalidApiVersionParameter: "the check refuses a version of another form",
    InvalidFilter: list,
    InvalidParameter: list,
    InvalidPolicy: noDriver,
    InvalidRequestContent: typed,
    InvalidResourceLocation: noDriver,
    InvalidResourceNamespace: "the namespace is the provider's own and can't be declared",
    InvalidResourceType: "the type is the definition's own and can't be declared",
    LocationRequired: noDriver,
    NoRegisteredProviderFound: "the check warns of each version that no definition lists, and none is played here",
    MissingApiVersionParameter: "the driver always names a version",
    UnsupportedMediaType: "the driver always sends JSON",
  },
  databricks: {
    ENDPOINT_NOT_FOUND: noDriver,
    INVALID_PARAMETER_VALUE: typed,
    INVALID_STATE: noDriver,
    MALFORMED_REQUEST: typed,
    NOT_FOUND: "the driver writes under the tag that it has read, and a setting that was never written has one",
    RESOURCE_DOES_NOT_EXIST: noDriver,
    RESOURCE_EXHAUSTED: noDriver,
  },
};
