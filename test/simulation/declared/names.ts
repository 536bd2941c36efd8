import type { JsonObject } from "../../../packages/base/json/json.ts";
import { stackPathOf } from "../../../src/contract/stack-name.ts";
import type { Blueprint, Form, Kind, Scenario } from "../scenario.ts";

/** Seen in the clear by the clouds alone. */
export const canary = "canary-7f3a9d51c2";

export const subscription = "11111111-2222-3333-4444-555555555555";

/** The stack that a scenario is of; where there are several, the first. */
export function stackOf({ stacks = ["dev"] }: Pick<Scenario, "stacks">): string {
  return stacks[0] ?? "dev";
}

/** The project that a stack is of, as its declarations name it. */
export function projectOf(stack: string): string {
  return stackPathOf(stack)?.project ?? "simulated";
}

export function nameOf(slot: number, renamed: boolean): string {
  return renamed ? `r${slot}_new` : `r${slot}`;
}

/** The text that a slot carries in its free field; what it leans on is added by the declaration. */
export function plainText(blueprint: Blueprint, form: Form): string {
  return blueprint.isSecret ? canary : `text ${form.text}`;
}

/** True for kinds with a free text that can hold a reference. */
function hasText(kind: Kind): boolean {
  return kind === "client" || kind === "attachment" || kind === "collector";
}

/** Names the object that a `get` reads where it reads no slot's: it was there before us. */
export function foundId(slot: number): string {
  return `projects/acme/locations/global/oauthClients/found-r${slot}`;
}

/** What the name of a slot's object follows from. */
interface Named {
  readonly blueprint: Blueprint;
  readonly slot: number;
  readonly form: Form;
  readonly host: string | null;
}

/**
 * The whole id of a slot's object; null where the platform or the engine chooses. `host`: of a credential, the client
 * that it lies in.
 */
export function wholeIdOf({ blueprint, slot, form, host }: Named): string | null {
  if (host !== null) return credentialIn(host, slot, form.moved);
  const id = idOf(blueprint, slot, form.moved);
  if (blueprint.kind !== "member") return id;
  return `${id} ${memberRoles[form.text] ?? memberRoles[0]} ${memberNames[form.text] ?? memberNames[0]}`;
}

/** Names the client of a slot. */
function clientAt(slot: number, moved: boolean): string {
  return `projects/acme/locations/global/oauthClients/client-r${slot}${moved ? "-moved" : ""}`;
}

/**
 * Names the client that a slot's credential lies in: that of the slot that it leans on, or one that was there before
 * us.
 */
export function hostOf({ leansOn }: Blueprint, slot: number, isHostMoved: boolean): string {
  return leansOn === null ? foundId(slot) : clientAt(leansOn, isHostMoved);
}

/** Names a slot's credential in a client. */
function credentialIn(host: string, slot: number, moved: boolean): string {
  return `${host}/credentials/${credentialId(slot, moved)}`;
}

export function credentialId(slot: number, moved: boolean): string {
  return `cred-r${slot}${moved ? "-moved" : ""}`;
}

/** True where a slot's credential is declared to be switched off. */
export function isDisabled({ text }: Form): boolean {
  return text === 2;
}

const connection = { group: "rg", project: "hub", name: "link.one" } as const;

export const connectionArguments: JsonObject = {
  resourceGroupName: connection.group,
  migrateProjectName: connection.project,
  peConnectionName: connection.name,
};

/** What the look-up finds, as its seed. */
export const seededConnection: JsonObject = {
  subscriptionId: subscription,
  resourceGroupName: connection.group,
  migrateProjectName: connection.project,
  name: connection.name,
  privateEndpointId:
    `/subscriptions/${subscription}/resourceGroups/${connection.group}/providers/Microsoft.Network` +
    "/privateEndpoints/one",
};

/** Where the connection is. */
export const connectionPath =
  `subscriptions/${subscription}/resourceGroups/${connection.group}/providers/Microsoft.Migrate/migrateProjects` +
  `/${connection.project}/privateEndpointConnections/${connection.name}?api-version=2020-05-01`;

/** True where the declaration refers to what the slot leans on; a secret is passed on whole, with nothing behind it. */
export function refers({ by, kind, isSecret }: Blueprint): boolean {
  return by === "reference" && hasText(kind) && !isSecret;
}

export const memberRoles = ["roles/compute.viewer", "roles/compute.admin", "roles/compute.viewer"] as const;
export const memberNames = ["group:a@acme.example", "group:a@acme.example", "user:b@acme.example"] as const;

/**
 * Names a slot's object on the platform; null where the platform or the engine chooses. A credential: in its client as
 * that is named at first.
 */
export function idOf(blueprint: Blueprint, slot: number, moved: boolean): string | null {
  switch (blueprint.kind) {
    case "client":
      return clientAt(slot, moved);
    case "credential":
      return credentialIn(hostOf(blueprint, slot, false), slot, moved);
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
    case "get":
      return blueprint.leansOn === null ? foundId(slot) : null;
    case "lookup":
      return null;
  }
}

export function hasAutoName(slot: number): boolean {
  return slot % 2 === 1;
}

export function reservationOf(slot: number, moved: boolean): string {
  return `projects/acme/zones/here-b/reservations/${moved ? "moved" : "wave"}-r${slot}`;
}

export function collectorsAt(moved: boolean): string {
  return (
    `/subscriptions/${subscription}/resourceGroups/rg/providers/Microsoft.Migrate/assessmentProjects` +
    `/${moved ? "moved" : "assess"}/servercollectors`
  );
}

/** Where a slot's assignment is, and of which role. */
export function roleOf(slot: number, moved: boolean): { readonly scope: string; readonly roleDefinitionId: string } {
  return {
    scope: `/subscriptions/${subscription}${moved ? "/resourceGroups/moved" : ""}`,
    roleDefinitionId:
      `/subscriptions/${subscription}/providers/Microsoft.Authorization/roleDefinitions` +
      `/b24988ac-6180-42a0-ab88-${`${slot}`.padStart(12, "0")}`,
  };
}

export function settingStatus(form: Form): string {
  return form.text === 1 ? "ALLOW_ALL" : "RESTRICT_TOKENS_AND_JOB_RUN_AS";
}
