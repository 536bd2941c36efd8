import type { ResourceRecord } from "../../../src/engine/state/records/record.ts";
import type { Form, Kind, Scenario, Want } from "../scenario.ts";
import { hasAutoName, memberNames, memberRoles } from "./names.ts";
import { isRead, slotsOf, wantsIn } from "./slots.ts";

/** Which kind of declared thing a record of a type stands for. */
export const kindOfType: Readonly<Record<string, Kind>> = {
  "iam:OAuthClient": "client",
  "iam:OAuthClientCredential": "credential",
  "connectors:EndpointAttachment": "attachment",
  "migrate:ServerCollector": "collector",
  "compute:ReservationIamMember": "member",
  "authorization:RoleManagementPolicyAssignment": "assignment",
  "settings:RestrictWorkspaceAdmins": "setting",
};

/** The declaration of what is recorded as it is, and the records that it has no place for. */
export interface RecordedWant {
  readonly want: Want;
  readonly surplus: readonly ResourceRecord[];
}

/** Declares what is recorded under the names that it has. What only reads stays as it is wanted. */
export function recordedWant(scenario: Scenario, wanted: Want, records: readonly ResourceRecord[]): RecordedWant {
  const { blueprints } = scenario;
  const slots = slotsOf(blueprints, wanted);
  const forms = new Map<number, Form>();
  const credentials = new Map<number, ResourceRecord>();
  const surplus: ResourceRecord[] = [];
  const wantedNames = new Set(slots.map((each) => each?.name));
  const current = records.filter(({ status }) => status === "current");
  // Those under a wanted name come first.
  for (const record of current.toSorted(
    (one, other) => Number(wantedNames.has(other.address)) - Number(wantedNames.has(one.address)),
  )) {
    const slot = slotOfRecord(record, scenario, wanted);
    if (slot === undefined || forms.has(slot)) {
      surplus.push(record);
      continue;
    }
    forms.set(slot, formOf(record, slot, scenario, wanted));
    if (kindOfType[record.type] === "credential") credentials.set(slot, record);
  }
  // A credential is declared with its client only.
  for (const [slot, record] of credentials) {
    const on = blueprints[slot]?.leansOn ?? null;
    if (on === null || forms.has(on)) continue;
    forms.delete(slot);
    surplus.push(record);
  }
  const want = blueprints.map(({ kind }, slot) => (isRead(kind) ? (wanted[slot] ?? null) : (forms.get(slot) ?? null)));
  return { want, surplus };
}

function formOf(record: ResourceRecord, slot: number, { blueprints }: Scenario, wanted: Want): Form {
  const { id } = record.identity;
  // A member's identity holds its role and its name.
  const bound = memberRoles.findIndex((role, text) => id.endsWith(` ${role} ${memberNames[text]}`));
  const kind = kindOfType[record.type];
  const isAsAlways = record.address === `r${slot}` || record.address === `r${slot}_new`;
  return {
    text: bound === -1 ? (wanted[slot]?.text ?? 0) : bound,
    // A credential's client may have moved, and it not.
    moved: kind === "credential" ? id.endsWith("-moved") : id.includes("moved"),
    renamed: record.address === `r${slot}_new`,
    ...(isAsAlways ? {} : { name: record.address }),
    ...(kind === undefined || kind === blueprints[slot]?.kind ? {} : { kind }),
  };
}

/** The slot whose object a record stands for, by how its object is named. */
export function slotOfRecord(
  { type, address, identity, inputs }: ResourceRecord,
  scenario: Scenario,
  wanted: Want,
): number | undefined {
  const { blueprints } = scenario;
  const kind = kindOfType[type];
  const digits = (pattern: RegExp, text: string) => {
    const found = pattern.exec(text)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  const ofName = digits(/^r(\d+)/, address);
  if (kind === "setting") {
    const named = slotsOf(blueprints, wanted).find((each) => each?.blueprint.kind === "setting")?.slot;
    const plain = blueprints.findIndex((each) => each.kind === "setting");
    return named ?? (plain === -1 ? ofName : plain);
  }
  const found =
    kind === "assignment"
      ? digits(/(\d)$/, String(inputs["roleDefinitionId"]))
      : (digits(/credentials\/cred-r(\d+)/, identity.id) ??
        digits(/(?:client|gate|coll|wave|moved)-r(\d+)/, identity.id) ??
        autoNamedSlot(identity.id, scenario));
  const slot = found ?? ofName;
  return slot !== undefined && slot < blueprints.length ? slot : undefined;
}

/** The slot of a collector that the engine has named: its id holds the name under which it was declared first. */
function autoNamedSlot(id: string, scenario: Scenario): number | undefined {
  const name = /\/([^/]+)-[^/-]+$/.exec(id)?.[1];
  const declared = wantsIn(scenario).flatMap((want) => slotsOf(scenario.blueprints, want));
  return declared.find(
    (each) => each !== null && each.name === name && each.blueprint.kind === "collector" && hasAutoName(each.slot),
  )?.slot;
}
