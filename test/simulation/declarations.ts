import { derived } from "../../src/base/derived.ts";
import type { JsonObject } from "../../src/base/json.ts";
import type { DeclarationText } from "../../src/doors/api/documents.ts";
import type { Blueprint, Form, Kind, Scenario, Want } from "./scenario.ts";

/** Seen in the clear by the clouds alone. */
export const canary = "canary-7f3a9d51c2";

const subscription = "11111111-2222-3333-4444-555555555555";

export function nameOf(slot: number, renamed: boolean): string {
  return renamed ? `r${slot}_new` : `r${slot}`;
}

/** The text that a slot carries in its free field; what it leans on is added by the declaration. */
export function plainText(blueprint: Blueprint, form: Form): string {
  return blueprint.isSecret ? canary : `text ${form.text}`;
}

/** Names the resource of a slot by its form. */
export function formName(slot: number, { name, renamed }: Form): string {
  return name ?? nameOf(slot, renamed);
}

/** A kind that is declared with properties. */
type ResourceKind = Exclude<Kind, "get" | "lookup">;

/** A slot as it is declared this time. */
export interface Slot {
  readonly slot: number;
  readonly name: string;
  readonly form: Form;
  /** With what the form makes of it. */
  readonly blueprint: Blueprint;
}

/** By slot; null where it is not declared. */
export type Slots = readonly (Slot | null)[];

const slotsOfWant = derived((_: Scenario["blueprints"]) => new WeakMap<Want, Slots>());

/**
 * What a declaration holds. The earlier slot keeps a name that two would have, or the one setting there is; a `get` goes with
 * the slot that it reads.
 */
export function slotsOf(blueprints: Scenario["blueprints"], want: Want): Slots {
  const known = slotsOfWant(blueprints).get(want);
  if (known !== undefined) return known;
  const made: (Slot | null)[] = [];
  for (const [slot, plain] of blueprints.entries()) {
    const form = want[slot] ?? null;
    const blueprint = form === null ? plain : formed(plain, form);
    const name = form === null ? "" : formName(slot, form);
    const isDouble = made.some(
      (each) => each !== null && (each.name === name || (isSetting(each.blueprint) && isSetting(blueprint))),
    );
    const reads = blueprint.kind === "get" && blueprint.leansOn !== null ? made[blueprint.leansOn] : undefined;
    const isBlind = reads === null || reads?.blueprint.kind === "get" || reads?.blueprint.kind === "lookup";
    made.push(form === null || isDouble || isBlind ? null : { slot, name, form, blueprint });
  }
  slotsOfWant(blueprints).set(want, made);
  return made;
}

/** Names under which some declaration of a scenario keeps what it lets go of. */
export function retainedNames({ blueprints, operations }: Scenario): ReadonlySet<string> {
  const wants = operations.flatMap(({ act }) => (act.kind === "up" ? [act.want] : []));
  const slots = wants.flatMap((want) => slotsOf(blueprints, want));
  const isKept = ({ blueprint }: Slot) => blueprint.retain || blueprint.onDestroy === "retain";
  return new Set([
    ...blueprints.flatMap(({ retain }, slot) => (retain ? [nameOf(slot, false), nameOf(slot, true)] : [])),
    ...slots.flatMap((each) => (each !== null && isKept(each) ? [each.name] : [])),
  ]);
}

function isSetting({ kind }: Blueprint): boolean {
  return kind === "setting";
}

function formed(plain: Blueprint, { kind, protect, retain, deletesFirst, onDestroy }: Form): Blueprint {
  if ([kind, protect, retain, deletesFirst, onDestroy].every((each) => each === undefined)) return plain;
  return {
    ...plain,
    ...(kind === undefined || isRead(plain.kind) ? {} : { kind }),
    ...(protect === undefined ? {} : { protect }),
    ...(retain === undefined ? {} : { retain }),
    ...(deletesFirst === undefined ? {} : { deletesFirst }),
    ...(onDestroy === undefined ? {} : { onDestroy }),
  };
}

export function isRead(kind: Kind): boolean {
  return kind === "get" || kind === "lookup";
}

function resourceKind(kind: Kind): ResourceKind {
  if (kind === "get" || kind === "lookup") throw new Error(`a ${kind} is no resource`);
  return kind;
}

/** What a reference reads of the other node: something that only the platform knows, or that a run may change. */
function referredOutput({ blueprint }: Slot, slots: Slots): string {
  if (blueprint.kind === "lookup") return "properties.privateLinkServiceConnectionState.status";
  if (blueprint.kind !== "get") return ownOutput(blueprint.kind);
  const read = blueprint.leansOn === null ? null : (slots[blueprint.leansOn] ?? null);
  return readOutput(read);
}

function ownOutput(kind: Kind): string {
  if (kind === "client") return "clientId";
  return kind === "attachment" ? "endpointIp" : "id";
}

/** What is referred to of an object that is read: its text, where that is no secret. */
export function readOutput(read: Slot | null): string {
  if (read === null) return "description";
  const { kind, isSecret } = read.blueprint;
  return (kind === "client" || kind === "attachment") && !isSecret ? "description" : ownOutput(kind);
}

/** True for kinds with a free text that can hold a reference. */
function hasText(kind: Kind): boolean {
  return kind === "client" || kind === "attachment" || kind === "collector";
}

/** Names the object that a `get` reads where it reads no slot's: it was there before us. */
export function foundId(slot: number): string {
  return `projects/acme/locations/global/oauthClients/found-r${slot}`;
}

/** The whole id of a slot's object; null where the platform or the engine chooses. */
export function wholeIdOf(blueprint: Blueprint, slot: number, form: Form): string | null {
  const id = idOf(blueprint, slot, form.moved);
  if (blueprint.kind !== "member") return id;
  return `${id} ${memberRoles[form.text] ?? memberRoles[0]} ${memberNames[form.text] ?? memberNames[0]}`;
}

const connection = { group: "rg", project: "hub", name: "link.one" } as const;

const connectionArguments: JsonObject = {
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
  privateEndpointId: `/subscriptions/${subscription}/resourceGroups/${connection.group}/providers/Microsoft.Network/privateEndpoints/one`,
};

/** Where the connection is. */
export const connectionPath = `subscriptions/${subscription}/resourceGroups/${connection.group}/providers/Microsoft.Migrate/migrateProjects/${connection.project}/privateEndpointConnections/${connection.name}?api-version=2020-05-01`;

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
  return `/subscriptions/${subscription}/resourceGroups/rg/providers/Microsoft.Migrate/assessmentProjects/${moved ? "moved" : "assess"}/servercollectors`;
}

/** Where a slot's assignment is, and of which role. */
export function roleOf(slot: number, moved: boolean): { readonly scope: string; readonly roleDefinitionId: string } {
  return {
    scope: `/subscriptions/${subscription}${moved ? "/resourceGroups/moved" : ""}`,
    roleDefinitionId: `/subscriptions/${subscription}/providers/Microsoft.Authorization/roleDefinitions/b24988ac-6180-42a0-ab88-00000000000${slot}`,
  };
}

/** Options that an operator may turn off to get out of a refusal. */
export interface Relief {
  /** Slots that are declared without protection. */
  readonly unprotected: ReadonlySet<number>;
  /** Slots that are declared without the wish to keep them. */
  readonly unkept: ReadonlySet<number>;
}

const noRelief: Relief = { unprotected: new Set(), unkept: new Set() };

/** What was declared before, by the scenario and what was wanted of its slots. */
const texts = derived((_: Scenario) => new WeakMap<Want, string>());

/** A declaration of the wanted slots as text. */
export function declare(scenario: Scenario, want: Want, relief?: Relief): DeclarationText {
  const config = { token: canary };
  if (relief !== undefined) return { file: "plumb.yaml", text: textOf(scenario, want, relief), config };
  const text = texts(scenario).get(want) ?? textOf(scenario, want, noRelief);
  texts(scenario).set(want, text);
  return { file: "plumb.yaml", text, config };
}

function textOf(scenario: Scenario, want: Want, relief: Relief): string {
  const slots = slotsOf(scenario.blueprints, want);
  const all = slots.filter((each) => each !== null);
  const entriesOf = (isLookup: boolean) =>
    all
      .filter(({ blueprint }) => (blueprint.kind === "lookup") === isLookup)
      .map((each) => [each.name, nodeOf(each, slots, relief)] as const);
  const lookups = entriesOf(true);
  return JSON.stringify({
    name: "simulated",
    config: { token: { type: "string", secret: true } },
    providers: {
      google: { kind: "google", project: "acme", region: "here", zone: "here-b" },
      azure: { kind: "azure", subscriptionId: subscription },
      workspace: { kind: "databricks", level: "workspace" },
    },
    resources: Object.fromEntries(entriesOf(false)),
    ...(lookups.length === 0 ? {} : { lookups: Object.fromEntries(lookups) }),
    ...(scenario.hasOutputs === true ? { outputs: Object.fromEntries(all.flatMap((each) => outputsOf(each, slots))) } : {}),
  });
}

/** Every slot's id as an output of the stack, and its text where it has one that is no secret. */
function outputsOf({ slot, name, blueprint }: Slot, slots: Slots): readonly (readonly [string, string])[] {
  const read = blueprint.kind === "get" && blueprint.leansOn !== null ? (slots[blueprint.leansOn] ?? null) : null;
  const { kind, isSecret } = read?.blueprint ?? blueprint;
  const hasWords = (kind === "client" || kind === "attachment") && !isSecret;
  return [
    [`id${slot}`, `\${${name}.id}`],
    ...(hasWords ? [[`text${slot}`, `\${${name}.description}`] as const] : []),
  ];
}

function nodeOf({ slot, form, blueprint }: Slot, slots: Slots, relief: Relief): JsonObject {
  const on = blueprint.leansOn === null ? null : (slots[blueprint.leansOn] ?? null);
  if (blueprint.kind === "lookup") {
    const after = on === null ? {} : { options: { dependsOn: [on.name] } };
    return { function: "migrate:getPrivateEndpointConnection", arguments: connectionArguments, ...after };
  }
  if (blueprint.kind === "get") return getOf(slot, on, blueprint.by);
  const refersTo = on !== null && refers(blueprint) ? ` after \${${on.name}.${referredOutput(on, slots)}}` : "";
  const own = blueprint.isSecret ? "${config.token}" : plainText(blueprint, form);
  const { type, properties, textField } = kinds[blueprint.kind](slot, form, `${own}${refersTo}`);
  const isStanding = ["setting", "assignment", "member"].includes(blueprint.kind);
  const options = {
    aliases: aliasesOf(form, slot, slots),
    ...(on !== null && !refers(blueprint) ? { dependsOn: [on.name] } : {}),
    ...(blueprint.protect && !relief.unprotected.has(slot) ? { protect: true } : {}),
    ...(blueprint.retain && !relief.unkept.has(slot) ? { retainOnDelete: true } : {}),
    ...(isStanding && blueprint.onDestroy !== undefined && !relief.unkept.has(slot)
      ? { onDestroy: blueprint.onDestroy }
      : {}),
    ...(blueprint.ignoresText && textField !== null ? { ignoreChanges: [textField] } : {}),
    ...(blueprint.hurries === true ? { customTimeouts: { create: "3s", update: "3s", delete: "3s" } } : {}),
    ...(blueprint.deletesFirst ? { deleteBeforeReplace: true } : {}),
  };
  return { type, properties, options };
}

/** A name that is declared itself is nobody's former one, and each is the former one of the earlier slot only. */
function aliasesOf(form: Form, slot: number, slots: Slots): readonly string[] {
  const told = (each: Form, of: number) => each.aliases ?? [nameOf(of, !each.renamed)];
  return told(form, slot).filter(
    (name) =>
      !slots.some(
        (each) => each?.name === name || (each !== null && each.slot < slot && told(each.form, each.slot).includes(name)),
      ),
  );
}

/** A node that reads the object of another slot, by its id as text or by an expression, or one that was there before us. */
function getOf(slot: number, on: Slot | null, by: Blueprint["by"]): JsonObject {
  if (on === null) return { type: "iam:OAuthClient", get: { id: foundId(slot) } };
  const { form, blueprint } = on;
  const id = by === "reference" ? null : wholeIdOf(blueprint, on.slot, form);
  const type = kinds[resourceKind(blueprint.kind)](on.slot, form, "").type;
  if (id === null) return { type, get: { id: `\${${on.name}.id}` } };
  return { type, get: { id }, options: { dependsOn: [on.name] } };
}

interface Declared {
  readonly type: string;
  readonly properties: JsonObject;
  /** The input that holds the free text. */
  readonly textField: string | null;
}

const kinds: Readonly<Record<ResourceKind, (slot: number, form: Form, text: string) => Declared>> = {
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
    properties: roleOf(slot, form.moved),
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
