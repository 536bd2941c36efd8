import { derived } from "../../src/base/derived.ts";
import type { JsonObject } from "../../src/base/json.ts";
import type { DeclarationText } from "../../src/doors/api/documents.ts";
import type { Blueprint, Form, Scenario, Want } from "./scenario.ts";

/** Seen in the clear by the clouds alone. */
export const canary = "canary-7f3a9d51c2";

const subscription = "11111111-2222-3333-4444-555555555555";

export function nameOf(slot: number, renamed: boolean): string {
  return renamed ? `r${slot}_new` : `r${slot}`;
}

/** The slot of a logical name. */
export function slotOf(address: string): number {
  return Number(/^r(\d+)/.exec(address)?.[1]);
}

/** The text that a slot carries in its free field; what it leans on is added by the declaration. */
export function plainText(blueprint: Blueprint, form: Form): string {
  return blueprint.isSecret ? canary : `text ${form.text}`;
}

/** What a reference reads of the other resource: something that only the platform knows, where there is such a thing. */
function referredOutput(kind: Blueprint["kind"]): string {
  if (kind === "client") return "clientId";
  return kind === "attachment" ? "endpointIp" : "id";
}

/** True for kinds with a free text that can hold a reference. */
function hasText(kind: Blueprint["kind"]): boolean {
  return kind === "client" || kind === "attachment" || kind === "collector";
}

/** True where the declaration refers to what the slot leans on; a secret is passed on whole, with nothing behind it. */
export function refers({ by, kind, isSecret }: Blueprint): boolean {
  return by === "reference" && hasText(kind) && !isSecret;
}

export const memberRoles = ["roles/compute.viewer", "roles/compute.admin", "roles/compute.viewer"] as const;
export const memberNames = ["group:a@acme.example", "group:a@acme.example", "user:b@acme.example"] as const;

/** Names a slot's object on the platform; null where the platform or the engine chooses. */
export function idOf(blueprint: Blueprint, slot: number, moved: boolean): string | null {
  switch (blueprint.kind) {
    case "client":
      return `projects/acme/locations/global/oauthClients/client-r${slot}${moved ? "-moved" : ""}`;
    case "attachment":
      return `projects/acme/locations/${moved ? "moved" : "here"}/endpointAttachments/gate-r${slot}`;
    case "collector":
      return hasAutoName(slot) ? null : `${collectorsAt(moved)}/coll-r${slot}`;
    case "member":
      return `${reservationOf(slot, moved)}`;
    case "assignment":
      return null;
    case "setting":
      return "global";
  }
}

export function hasAutoName(slot: number): boolean {
  return slot % 2 === 1;
}

export function reservationOf(slot: number, moved: boolean): string {
  return `projects/acme/zones/here-b/reservations/${moved ? "moved" : "wave"}-r${slot}`;
}

export function collectorsAt(moved: boolean): string {
  return `/subscriptions/${subscription}/resourceGroups/rg/providers/Microsoft.Migrate/assessmentProjects/${moved ? "moved" : "assess"}/servercollectors`;
}

/** Options that an operator may turn off to get out of a refusal. */
export interface Relief {
  /** Slots that are declared without protection. */
  readonly unprotected: ReadonlySet<number>;
  /** Slots that are declared without the wish to keep them. */
  readonly unkept: ReadonlySet<number>;
}

const noRelief: Relief = { unprotected: new Set(), unkept: new Set() };

/** What was declared before, by the slots and what was wanted of them. */
const texts = derived((_: Scenario["blueprints"]) => new WeakMap<Want, string>());

/** A declaration of the wanted slots as text. */
export function declare({ blueprints }: Scenario, want: Want, relief?: Relief): DeclarationText {
  const config = { token: canary };
  if (relief !== undefined) return { file: "plumb.yaml", text: textOf(blueprints, want, relief), config };
  const text = texts(blueprints).get(want) ?? textOf(blueprints, want, noRelief);
  texts(blueprints).set(want, text);
  return { file: "plumb.yaml", text, config };
}

function textOf(blueprints: readonly Blueprint[], want: Want, relief: Relief): string {
  const resources = blueprints.flatMap((blueprint, slot): readonly (readonly [string, JsonObject])[] => {
    const form = want[slot];
    if (form === undefined || form === null) return [];
    return [[nameOf(slot, form.renamed), resourceOf(blueprint, slot, form, blueprints, want, relief)]];
  });
  return JSON.stringify({
    name: "simulated",
    config: { token: { type: "string", secret: true } },
    providers: {
      google: { kind: "google", project: "acme", region: "here", zone: "here-b" },
      azure: { kind: "azure", subscriptionId: subscription },
      workspace: { kind: "databricks", level: "workspace" },
    },
    resources: Object.fromEntries(resources),
  });
}

function resourceOf(
  blueprint: Blueprint,
  slot: number,
  form: Form,
  blueprints: readonly Blueprint[],
  want: Want,
  relief: Relief,
): JsonObject {
  const on = blueprint.leansOn;
  const target = on === null ? undefined : blueprints[on];
  const targetForm = on === null ? null : (want[on] ?? null);
  const other = on === null || targetForm === null ? null : nameOf(on, targetForm.renamed);
  const after =
    other !== null && target !== undefined && refers(blueprint)
      ? ` after \${${other}.${referredOutput(target.kind)}}`
      : "";
  const own = blueprint.isSecret ? "${config.token}" : plainText(blueprint, form);
  const { type, properties, textField } = kinds[blueprint.kind](slot, form, `${own}${after}`);
  const options = {
    aliases: [nameOf(slot, !form.renamed)],
    ...(other !== null && !refers(blueprint) ? { dependsOn: [other] } : {}),
    ...(blueprint.protect && !relief.unprotected.has(slot) ? { protect: true } : {}),
    ...(blueprint.retain && !relief.unkept.has(slot) ? { retainOnDelete: true } : {}),
    ...(blueprint.ignoresText && textField !== null ? { ignoreChanges: [textField] } : {}),
    ...(blueprint.hurries === true ? { customTimeouts: { create: "3s", update: "3s", delete: "3s" } } : {}),
    ...(blueprint.deletesFirst ? { deleteBeforeReplace: true } : {}),
  };
  return { type, properties, options };
}

interface Declared {
  readonly type: string;
  readonly properties: JsonObject;
  /** The input that holds the free text. */
  readonly textField: string | null;
}

const kinds: Readonly<Record<Blueprint["kind"], (slot: number, form: Form, text: string) => Declared>> = {
  client: (slot, form, text) => ({
    type: "iam:OAuthClient",
    properties: {
      oauthClientId: `client-r${slot}${form.moved ? "-moved" : ""}`,
      location: "global",
      allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
      allowedRedirectUris: [`https://${form.text}.acme.example/callback`],
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
      description: text,
    },
    textField: "description",
  }),
  attachment: (slot, form, text) => ({
    type: "connectors:EndpointAttachment",
    properties: {
      endpointAttachmentId: `gate-r${slot}`,
      serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
      labels: { variant: `v${form.text}` },
      description: text,
      ...(form.moved ? { location: "moved" } : {}),
    },
    textField: "description",
  }),
  collector: (slot, form, text) => ({
    type: "migrate:ServerCollector",
    properties: {
      resourceGroupName: "rg",
      projectName: form.moved ? "moved" : "assess",
      ...(hasAutoName(slot) ? {} : { serverCollectorName: `coll-r${slot}` }),
      properties: { discoverySiteId: text },
    },
    textField: "properties",
  }),
  member: (slot, form) => ({
    type: "compute:ReservationIamMember",
    properties: {
      name: `${form.moved ? "moved" : "wave"}-r${slot}`,
      role: memberRoles[form.text] ?? memberRoles[0],
      member: memberNames[form.text] ?? memberNames[0],
    },
    textField: null,
  }),
  assignment: (slot, form) => ({
    type: "authorization:RoleManagementPolicyAssignment",
    properties: {
      scope: `/subscriptions/${subscription}${form.moved ? "/resourceGroups/moved" : ""}`,
      roleDefinitionId: `/subscriptions/${subscription}/providers/Microsoft.Authorization/roleDefinitions/b24988ac-6180-42a0-ab88-00000000000${slot}`,
    },
    textField: null,
  }),
  setting: (_, form) => ({
    type: "settings:RestrictWorkspaceAdmins",
    properties: { restrictWorkspaceAdmins: { status: settingStatus(form) } },
    textField: null,
  }),
};

export function settingStatus(form: Form): string {
  return form.text === 1 ? "ALLOW_ALL" : "RESTRICT_TOKENS_AND_JOB_RUN_AS";
}
