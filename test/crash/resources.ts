import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import { subjects, subscription } from "../matrix/base-declarations.ts";

/** A managed resource type as the crash tests use it. */
export interface CrashSubject {
  readonly type: string;
  /** What people call it, for the titles. */
  readonly label: string;
  readonly properties: JsonObject;
  /** Inputs that change in place. Absent where no input does. */
  readonly updated?: JsonObject;
  /** Inputs that force a replace by an object beside the old one. */
  readonly replaced?: JsonObject;
  /** Inputs that move the identity without a replace, by what they move. */
  readonly moved?: Readonly<Record<string, JsonObject>>;
  /** An input that is named in `replaceOnChanges`, and its new value: the same object is made anew. */
  readonly remade?: { readonly input: string; readonly to: Json };
  readonly id: string;
  /** Makes the object by another's hand: a seed, or a call on the wire. */
  readonly byStranger?: Foreign;
  /** The same change by another's hand to the object that we made. */
  readonly drift: Foreign;
  /** Its removal by another's hand, where there is such a thing. */
  readonly loss?: Foreign;
}

/** What happens without us: time that passes, a seed, the setting given a value, a call on the wire. */
export type Foreign =
  | { readonly passMs: number }
  | { readonly seed: JsonObject }
  | { readonly setting: string }
  | { readonly method: string; readonly path: string; readonly body?: Json };

const google = "projects/acme-prod";
const scopes = ["https://www.googleapis.com/auth/cloud-platform"];
const group = `subscriptions/${subscription}/resourceGroups`;
const collectors = "providers/Microsoft.Migrate/assessmentProjects/assessment/servercollectors";
const assignments = "providers/Microsoft.Authorization/roleManagementPolicyAssignments";
const contributor = "b24988ac-6180-42a0-ab88-20f7382dd24c";
const otherPolicy = "ffffffff-bbbb-4ccc-8ddd-eeeeeeeeeeee";
const foreignPolicy = "eeeeeeee-bbbb-4ccc-8ddd-eeeeeeeeeeee";
const reservation = `${google}/zones/europe-west1-b/reservations/wave-1`;

function propertiesOf(type: string): JsonObject {
  const subject = subjects[type];
  if (subject === undefined) throw new Error(`no subject of type ${type}`);
  return subject.properties;
}

function changeOf(type: string, ...inputs: readonly string[]): JsonObject {
  return Object.fromEntries(inputs.map((input) => [input, subjects[type]?.changes[input]?.to ?? null]));
}

const policyOf = (...bindings: readonly JsonObject[]): JsonObject => ({ policy: { version: 3, bindings } });
const viewer = { role: "roles/compute.viewer", members: ["group:migration@acme.example"] };

export const crashSubjects: readonly CrashSubject[] = [
  {
    type: "iam:OAuthClient",
    label: "OAuth client",
    properties: propertiesOf("iam:OAuthClient"),
    updated: changeOf("iam:OAuthClient", "description", "displayName"),
    replaced: changeOf("iam:OAuthClient", "oauthClientId"),
    id: `${google}/locations/global/oauthClients/web-portal`,
    byStranger: {
      seed: {
        kind: "oauthClient",
        name: `${google}/locations/global/oauthClients/web-portal`,
        allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
        allowedRedirectUris: ["https://portal.acme.example/callback"],
        allowedScopes: scopes,
        clientType: "CONFIDENTIAL_CLIENT",
      },
    },
    drift: {
      method: "PATCH",
      path: `v1/${google}/locations/global/oauthClients/web-portal?updateMask=allowedRedirectUris`,
      body: { allowedRedirectUris: ["https://portal.acme.example/stranger"] },
    },
    loss: { method: "DELETE", path: `v1/${google}/locations/global/oauthClients/web-portal` },
  },
  {
    // Of a client that another hand keeps: to delete it takes two calls.
    type: "iam:OAuthClientCredential",
    label: "OAuth client credential",
    properties: { oauthClientId: "neighbour", location: "global", oauthClientCredentialId: "first-secret" },
    updated: { displayName: "First" },
    replaced: { oauthClientCredentialId: "second-secret" },
    remade: { input: "displayName", to: "Other" },
    id: `${google}/locations/global/oauthClients/neighbour/credentials/first-secret`,
    byStranger: {
      seed: {
        kind: "oauthClientCredential",
        name: `${google}/locations/global/oauthClients/neighbour/credentials/first-secret`,
        clientSecret: "a-secret-of-another-hand",
      },
    },
    drift: {
      method: "PATCH",
      path: `v1/${google}/locations/global/oauthClients/neighbour/credentials/first-secret?updateMask=displayName`,
      body: { displayName: "Strange" },
    },
  },
  {
    type: "connectors:EndpointAttachment",
    label: "endpoint attachment",
    properties: propertiesOf("connectors:EndpointAttachment"),
    updated: changeOf("connectors:EndpointAttachment", "description", "labels"),
    replaced: changeOf("connectors:EndpointAttachment", "endpointAttachmentId"),
    remade: { input: "serviceAttachment", to: "projects/acme-network/regions/europe-west1/serviceAttachments/other" },
    id: `${google}/locations/europe-west1/endpointAttachments/gateway`,
    byStranger: {
      seed: {
        kind: "endpointAttachment",
        name: `${google}/locations/europe-west1/endpointAttachments/gateway`,
        serviceAttachment: "projects/acme-network/regions/europe-west1/serviceAttachments/portal",
      },
    },
    drift: {
      method: "PATCH",
      path: `v1/${google}/locations/europe-west1/endpointAttachments/gateway?updateMask=serviceAttachment`,
      body: { serviceAttachment: "projects/acme-network/regions/europe-west1/serviceAttachments/strange" },
    },
    loss: { method: "DELETE", path: `v1/${google}/locations/europe-west1/endpointAttachments/gateway` },
  },
  {
    type: "migrate:ServerCollector",
    label: "server collector",
    properties: propertiesOf("migrate:ServerCollector"),
    updated: changeOf("migrate:ServerCollector", "properties"),
    replaced: changeOf("migrate:ServerCollector", "serverCollectorName"),
    remade: { input: "properties", to: { agentProperties: { spnDetails: { audience: "ours" } } } },
    id: `/${group}/rg-migration/${collectors}/collector`,
    byStranger: {
      method: "PUT",
      path: `${group}/rg-migration/${collectors}/collector?api-version=2019-10-01`,
      body: {},
    },
    drift: {
      method: "PUT",
      path: `${group}/rg-migration/${collectors}/collector?api-version=2019-10-01`,
      body: { properties: { agentProperties: { spnDetails: { audience: "theirs" } } } },
    },
    loss: { method: "DELETE", path: `${group}/rg-migration/${collectors}/collector?api-version=2019-10-01` },
  },
  {
    type: "authorization:RoleManagementPolicyAssignment",
    label: "policy assignment",
    properties: propertiesOf("authorization:RoleManagementPolicyAssignment"),
    moved: {
      scope: changeOf("authorization:RoleManagementPolicyAssignment", "scope"),
      policy: changeOf("authorization:RoleManagementPolicyAssignment", "policyId"),
      role: changeOf("authorization:RoleManagementPolicyAssignment", "roleDefinitionId"),
    },
    id: `/subscriptions/${subscription}/${assignments}/bdc4d9ef-b0bf-5c6f-a73c-95a506a46c3a_${contributor}`,
    drift: {
      method: "PUT",
      path: `subscriptions/${subscription}/${assignments}/${foreignPolicy}_${contributor}?api-version=2020-10-01`,
      body: {},
    },
  },
  {
    type: "compute:ReservationIamMember",
    label: "reservation IAM member",
    properties: propertiesOf("compute:ReservationIamMember"),
    moved: {
      member: changeOf("compute:ReservationIamMember", "member"),
      role: changeOf("compute:ReservationIamMember", "role"),
      condition: changeOf("compute:ReservationIamMember", "condition"),
      reservation: changeOf("compute:ReservationIamMember", "name"),
    },
    remade: { input: "role", to: "roles/compute.admin" },
    id: `${reservation} roles/compute.viewer group:migration@acme.example`,
    byStranger: {
      seed: {
        kind: "reservation",
        project: "acme-prod",
        zone: "europe-west1-b",
        name: "wave-1",
        policy: { bindings: [viewer] },
      },
    },
    drift: {
      method: "POST",
      path: `compute/v1/${reservation}/setIamPolicy`,
      body: policyOf(viewer, { role: "roles/compute.admin", members: ["user:eve@acme.example"] }),
    },
    loss: { method: "POST", path: `compute/v1/${reservation}/setIamPolicy`, body: policyOf() },
  },
  {
    type: "settings:RestrictWorkspaceAdmins",
    label: "workspace setting",
    properties: propertiesOf("settings:RestrictWorkspaceAdmins"),
    updated: changeOf("settings:RestrictWorkspaceAdmins", "restrictWorkspaceAdmins"),
    remade: { input: "restrictWorkspaceAdmins", to: { status: "ALLOW_ALL" } },
    id: "global",
    drift: { setting: "ALLOW_ALL" },
  },
];

/** Objects beside ours, in the same collections, that nobody may touch. */
export const neighbours: readonly Foreign[] = [
  {
    seed: {
      kind: "principal",
      name: "stranger@local.example",
      accountAdmin: true,
      workspaceMember: true,
      permitted: true,
    },
  },
  {
    seed: {
      kind: "oauthClient",
      name: `${google}/locations/global/oauthClients/neighbour`,
      allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
      allowedRedirectUris: ["https://neighbour.example/callback"],
      allowedScopes: scopes,
    },
  },
  {
    seed: {
      kind: "endpointAttachment",
      name: `${google}/locations/europe-west1/endpointAttachments/neighbour`,
      serviceAttachment: "projects/p/regions/r/serviceAttachments/neighbour",
    },
  },
  { method: "PUT", path: `${group}/rg-migration/${collectors}/neighbour?api-version=2019-10-01`, body: {} },
  {
    seed: {
      kind: "reservation",
      project: "acme-prod",
      zone: "europe-west1-b",
      name: "neighbour",
      policy: { bindings: [{ role: "roles/compute.viewer", members: ["user:neighbour@acme.example"] }] },
    },
  },
  {
    method: "PUT",
    path:
      `subscriptions/${subscription}/resourceGroups/rg-neighbour/${assignments}/${otherPolicy}_${contributor}` +
      "?api-version=2020-10-01",
    body: {},
  },
];
