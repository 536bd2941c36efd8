import type { JsonObject } from "../../packages/base/json/json.ts";
import { subscription } from "./base-declarations.ts";

/** Where the value of a part of an identity comes from. */
export const sources = ["declared", "provider default", "options.provider", "auto-name", "import id", "alias"] as const;
export type Source = (typeof sources)[number];

/** What is known of one object: each part of its identity. */
export type Parts = Readonly<Record<string, string>>;

/** A part of the identity of a type, told by the specification alone and not by the definitions. */
interface Part {
  /** The value before and, where it is to be another object, after; `n` sets the objects of a history apart. */
  readonly values: (n: number) => readonly [string, string];
  /** The setting of the provider that gives it where it is left out. */
  readonly setting?: string;
  /** It can't be declared. */
  readonly isSetting?: true;
  /** It may be left out, and is chosen then. */
  readonly isChosen?: true;
  /** What a change of it comes to. */
  readonly action: "replace" | "update" | "refused";
}

export interface Subject {
  readonly provider: "google" | "azure" | "databricks";
  readonly parts: Readonly<Record<string, Part>>;
  /** The inputs that give an object these parts; one that is not in them is left out. */
  readonly inputs: (parts: Partial<Parts>) => JsonObject;
  readonly idOf: (parts: Parts) => string;
  /** An input that is no part of the identity, and another value for it. */
  readonly other?: JsonObject;
  /** The object stays when nobody cares for it any more. */
  readonly stays?: true;
}

const roleGuids = ["b24988ac-6180-42a0-ab88", "acdd72a7-3385-48ef-bd42"] as const;
const guid = (head: string, n: number) => `${head}-${String(n).padStart(12, "0")}`;
const named = (name: string) => (n: number) => [`${name}-${n}`, `${name}-${n}-other`] as const;
const project: Part = { values: () => ["acme-prod", "acme-test"], setting: "project", action: "replace" };
const roles = `/subscriptions/${subscription}/providers/Microsoft.Authorization/roleDefinitions`;

/** Each managed type, and the parts that its objects are told apart by. */
export const subjects: Readonly<Record<string, Subject>> = {
  "iam:OAuthClient": {
    provider: "google",
    parts: {
      project,
      location: { values: () => ["global", "europe-west1"], action: "replace" },
      oauthClientId: { values: named("client"), action: "replace" },
    },
    inputs: (parts) => ({
      allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
      allowedRedirectUris: ["https://portal.acme.example/callback"],
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
      ...given(parts),
    }),
    idOf: (p) => `projects/${p["project"]}/locations/${p["location"]}/oauthClients/${p["oauthClientId"]}`,
    other: { displayName: "Portal" },
  },
  "connectors:EndpointAttachment": {
    provider: "google",
    parts: {
      project,
      location: { values: () => ["europe-west1", "europe-west4"], setting: "region", action: "replace" },
      endpointAttachmentId: { values: named("gateway"), action: "replace" },
    },
    inputs: (parts) => ({
      serviceAttachment: "projects/acme-network/regions/europe-west1/serviceAttachments/portal",
      ...given(parts),
    }),
    idOf: (p) => `projects/${p["project"]}/locations/${p["location"]}/endpointAttachments/${p["endpointAttachmentId"]}`,
    other: { description: "what it is for" },
  },
  "migrate:ServerCollector": {
    provider: "azure",
    parts: {
      subscriptionId: {
        values: () => [subscription, "99999999-2222-3333-4444-555555555555"],
        setting: "subscriptionId",
        isSetting: true,
        action: "update",
      },
      resourceGroupName: { values: named("rg"), action: "replace" },
      projectName: { values: named("assessment"), action: "replace" },
      serverCollectorName: { values: named("collector"), isChosen: true, action: "replace" },
    },
    inputs: ({ subscriptionId: _, ...parts }) => given(parts),
    idOf: (p) =>
      `/subscriptions/${p["subscriptionId"]}/resourceGroups/${p["resourceGroupName"]}/providers/Microsoft.Migrate` +
      `/assessmentProjects/${p["projectName"]}/servercollectors/${p["serverCollectorName"]}`,
    other: { properties: { discoverySiteId: "/sites/one" } },
  },
  "compute:ReservationIamMember": {
    provider: "google",
    parts: {
      project: { ...project, action: "update" },
      zone: { values: () => ["europe-west1-b", "europe-west1-c"], setting: "zone", action: "update" },
      reservation: { values: named("wave"), action: "update" },
      role: { values: () => ["roles/compute.viewer", "roles/compute.admin"], action: "update" },
      member: { values: (n) => [`user:ann-${n}@acme.example`, `user:bob-${n}@acme.example`], action: "update" },
      condition: { values: () => ["weekends", "always"], action: "update" },
    },
    inputs: ({ project: owner, zone, reservation = "", role = "", member = "", condition = "" }) => ({
      name:
        owner === undefined || zone === undefined
          ? reservation
          : `projects/${owner}/zones/${zone}/reservations/${reservation}`,
      ...{ role, member, condition: { title: condition, expression: "true" } },
    }),
    idOf: (p) =>
      `projects/${p["project"]}/zones/${p["zone"]}/reservations/${p["reservation"]} ${p["role"]} ${p["member"]} ` +
      `${p["condition"]}`,
  },
  "authorization:RoleManagementPolicyAssignment": {
    provider: "azure",
    parts: {
      scope: {
        values: (n) => [
          `/subscriptions/${subscription}/resourceGroups/a-${n}`,
          `/subscriptions/${subscription}/resourceGroups/b-${n}`,
        ],
        action: "update",
      },
      roleDefinitionId: {
        values: (n) => [`${roles}/${guid(roleGuids[0], n)}`, `${roles}/${guid(roleGuids[1], n)}`],
        action: "update",
      },
    },
    inputs: given,
    // The policy's half of the name is the platform's to tell.
    idOf: (p) =>
      `${p["scope"]}/providers/Microsoft.Authorization/roleManagementPolicyAssignments` +
      `/*_${p["roleDefinitionId"]?.split("/").at(-1)}`,
    stays: true,
  },
  "settings:RestrictWorkspaceAdmins": {
    provider: "databricks",
    parts: {
      workspace: {
        values: (n) => [`https://adb-${n}.databricks.test`, `https://adb-${n}0.databricks.test`],
        setting: "baseUrl",
        isSetting: true,
        action: "refused",
      },
    },
    // Behind all addresses the local cloud has one workspace: its setting stays what it is, so that no step meets what
    // another has set.
    inputs: () => ({ restrictWorkspaceAdmins: { status: "ALLOW_ALL" } }),
    idOf: () => "global",
    stays: true,
  },
};

function given(parts: Partial<Parts>): JsonObject {
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** One way in which an identity, or none, becomes another. */
export interface Trial {
  readonly n: number;
  readonly type: string;
  readonly part: string;
  readonly source: Source;
}

/** Every type, part and source that go together. */
export const trials: readonly Trial[] = Object.entries(subjects)
  .flatMap(([type, { parts }]) =>
    Object.entries(parts).flatMap(([part, its]) =>
      sources.filter((source) => goesTogether(its, source)).map((source) => ({ type, part, source })),
    ),
  )
  .map((trial, n) => ({ ...trial, n }));

function goesTogether({ setting, isSetting, isChosen, action }: Part, source: Source): boolean {
  switch (source) {
    case "provider default":
    case "options.provider":
      return setting !== undefined;
    case "auto-name":
      return isChosen === true;
    case "declared":
      return isSetting !== true;
    case "import id":
      // An id says nothing of the cloud that it is on.
      return action !== "refused";
    case "alias":
      return true;
  }
}
