import type { JsonObject } from "../../../packages/base/json/json.ts";
import { memoized } from "../../../packages/base/memoized.ts";
import type { DeclarationText } from "../../../src/contract/documents/declarations.ts";
import type { Blueprint, Form, Kind, Scenario, Want } from "../scenario.ts";
import {
  canary,
  connectionArguments,
  credentialId,
  foundId,
  hasAutoName,
  isDisabled,
  memberNames,
  memberRoles,
  nameOf,
  plainText,
  projectOf,
  refers,
  roleOf,
  settingStatus,
  stackOf,
  subscription,
  wholeIdOf,
} from "./names.ts";
import { type ResourceKind, referredOutput, type Slot, type Slots, slotsOf } from "./slots.ts";

/** Options that an operator may turn off to get out of a refusal. */
export interface Relief {
  /** Slots that are declared without protection. */
  readonly unprotected: ReadonlySet<number>;
  /** Slots that are declared without the wish to keep them. */
  readonly unkept: ReadonlySet<number>;
}

const noRelief: Relief = { unprotected: new Set(), unkept: new Set() };

/** What was declared before, by the scenario and what was wanted of its slots. */
const texts = memoized((_: Scenario) => new WeakMap<Want, string>());

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
    name: projectOf(stackOf(scenario)),
    config: { token: { type: "string", secret: true } },
    providers: {
      google: { kind: "google", project: "acme", region: "here", zone: "here-b" },
      azure: { kind: "azure", subscriptionId: subscription },
      workspace: { kind: "databricks", level: "workspace" },
    },
    resources: Object.fromEntries(entriesOf(false)),
    ...(lookups.length === 0 ? {} : { lookups: Object.fromEntries(lookups) }),
    ...(scenario.hasOutputs === true
      ? { outputs: Object.fromEntries(all.flatMap((each) => outputsOf(each, slots))) }
      : {}),
  });
}

/**
 * Every slot's id as an output of the stack, and its text where it has one that is no secret; of a credential the
 * secret.
 */
function outputsOf({ slot, name, blueprint }: Slot, slots: Slots): readonly (readonly [string, string])[] {
  const read = blueprint.kind === "get" && blueprint.leansOn !== null ? (slots[blueprint.leansOn] ?? null) : null;
  const { kind, isSecret } = read?.blueprint ?? blueprint;
  const hasWords = (kind === "client" || kind === "attachment") && !isSecret;
  return [
    [`id${slot}`, `\${${name}.id}`],
    ...(hasWords ? [[`text${slot}`, `\${${name}.description}`] as const] : []),
    ...(blueprint.kind === "credential" ? [[`secret${slot}`, `\${${name}.clientSecret}`] as const] : []),
  ];
}

function nodeOf(each: Slot, slots: Slots, relief: Relief): JsonObject {
  const { slot, form, blueprint } = each;
  const on = blueprint.leansOn === null ? null : (slots[blueprint.leansOn] ?? null);
  if (blueprint.kind === "lookup") {
    const after = on === null ? {} : { options: { dependsOn: [on.name] } };
    return { function: "migrate:getPrivateEndpointConnection", arguments: connectionArguments, ...after };
  }
  if (blueprint.kind === "get") return getOf(slot, on, blueprint.by);
  const refersTo = on !== null && refers(blueprint) ? ` after \${${on.name}.${referredOutput(on, slots)}}` : "";
  const own = blueprint.isSecret ? "${config.token}" : plainText(blueprint, form);
  const { type, properties, ownedByOthers } = kinds[blueprint.kind](each, `${own}${refersTo}`, on);
  const isStanding = ["setting", "assignment", "member"].includes(blueprint.kind);
  const options = {
    aliases: aliasesOf(form, slot, slots),
    // What a credential lies in is told by its name.
    ...(on !== null && !refers(blueprint) && blueprint.kind !== "credential" ? { dependsOn: [on.name] } : {}),
    ...(blueprint.protect && !relief.unprotected.has(slot) ? { protect: true } : {}),
    ...(blueprint.retain && !relief.unkept.has(slot) ? { retainOnDelete: true } : {}),
    ...(isStanding && blueprint.onDestroy !== undefined && !blueprint.retain && !relief.unkept.has(slot)
      ? { onDestroy: blueprint.onDestroy }
      : {}),
    ...(blueprint.ignoresText && ownedByOthers.length > 0 ? { ignoreChanges: ownedByOthers } : {}),
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
        (each) =>
          each?.name === name || (each !== null && each.slot < slot && told(each.form, each.slot).includes(name)),
      ),
  );
}

/**
 * A node that reads the object of another slot, by its id as text or by an expression, or one that was there before us.
 */
function getOf(slot: number, on: Slot | null, by: Blueprint["by"]): JsonObject {
  if (on === null) return { type: "iam:OAuthClient", get: { id: foundId(slot) } };
  const { blueprint } = on;
  const id = by === "reference" ? null : wholeIdOf(on);
  const { type } = kinds[resourceKind(blueprint.kind)](on, "", null);
  if (id === null) return { type, get: { id: `\${${on.name}.id}` } };
  return { type, get: { id }, options: { dependsOn: [on.name] } };
}

function resourceKind(kind: Kind): ResourceKind {
  if (kind === "get" || kind === "lookup") throw new Error(`a ${kind} is no resource`);
  return kind;
}

interface Declared {
  readonly type: string;
  readonly properties: JsonObject;
  /**
   * The inputs that are left to others where the free text is: what holds it, and whether a credential is switched off.
   */
  readonly ownedByOthers: readonly string[];
}

const kinds: Readonly<Record<ResourceKind, (each: Slot, text: string, on: Slot | null) => Declared>> = {
  client: ({ slot, form }, text) => ({
    type: "iam:OAuthClient",
    properties: {
      oauthClientId: `client-r${slot}${form.moved ? "-moved" : ""}`,
      location: "global",
      allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
      allowedRedirectUris: [`https://${form.text}.acme.example/callback`],
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
      description: text,
    },
    ownedByOthers: ["description"],
  }),
  credential: ({ slot, form, host, blueprint }, text, on) => ({
    type: "iam:OAuthClientCredential",
    properties: {
      oauthClientId:
        on !== null && blueprint.by === "reference" ? `\${${on.name}.oauthClientId}` : (host?.split("/").at(-1) ?? ""),
      location: "global",
      oauthClientCredentialId: credentialId(slot, form.moved),
      displayName: text,
      ...(isDisabled(form) ? { disabled: true } : {}),
    },
    ownedByOthers: ["displayName", "disabled"],
  }),
  attachment: ({ slot, form }, text) => ({
    type: "connectors:EndpointAttachment",
    properties: {
      endpointAttachmentId: `gate-r${slot}`,
      serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
      labels: { variant: `v${form.text}` },
      description: text,
      ...(form.moved ? { location: "moved" } : {}),
    },
    ownedByOthers: ["description"],
  }),
  collector: ({ slot, form }, text) => ({
    type: "migrate:ServerCollector",
    properties: {
      resourceGroupName: "rg",
      projectName: form.moved ? "moved" : "assess",
      ...(hasAutoName(slot) ? {} : { serverCollectorName: `coll-r${slot}` }),
      properties: { discoverySiteId: text },
    },
    ownedByOthers: ["properties"],
  }),
  member: ({ slot, form }) => ({
    type: "compute:ReservationIamMember",
    properties: {
      name: `${form.moved ? "moved" : "wave"}-r${slot}`,
      role: memberRoles[form.text] ?? memberRoles[0],
      member: memberNames[form.text] ?? memberNames[0],
    },
    ownedByOthers: [],
  }),
  assignment: ({ slot, form }) => ({
    type: "authorization:RoleManagementPolicyAssignment",
    properties: roleOf(slot, form.moved),
    ownedByOthers: [],
  }),
  setting: ({ form }) => ({
    type: "settings:RestrictWorkspaceAdmins",
    properties: { restrictWorkspaceAdmins: { status: settingStatus(form) } },
    ownedByOthers: [],
  }),
};
