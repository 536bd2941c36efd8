import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import type { ResourceRecord } from "../../../src/engine/state/records/record.ts";
import {
  collectorsAt,
  credentialId,
  hasAutoName,
  idOf,
  isDisabled,
  memberNames,
  memberRoles,
  plainText,
  refers,
  reservationOf,
  roleOf,
  settingStatus,
  wholeIdOf,
} from "../declared/names.ts";
import { isRead, readOutput, type Slot, type Slots, slotsOf, wantsIn } from "../declared/slots.ts";
import type { Blueprint, Scenario, Want } from "../scenario.ts";
import type { CloudMemory } from "../world/cloud-memory.ts";
import type { JournalJudge, Violation } from "./journal-judge.ts";
import { shownOf } from "./platform-view.ts";
import { bindingsOf } from "./world-judge.ts";

/**
 * Holds every declared object, as the platforms keep it, against its declaration: whatever happened on the way, the end
 * is that of a run that nothing disturbed. Works out references on its own.
 */
export function judgeContents(
  scenario: Scenario,
  want: Want,
  journal: JournalJudge,
  storage: CloudMemory,
): readonly Violation[] {
  const slots = slotsOf(scenario.blueprints, want);
  const names = new Set(slots.flatMap((each) => (each === null || isRead(each.blueprint.kind) ? [] : [each.name])));
  return [
    ...[...journal.records.values()]
      .filter(({ address }) => !names.has(address))
      .map(({ address }) => amiss(address, "is recorded and not declared")),
    ...judgeDeclared(scenario, want, journal, storage),
  ];
}

/** The same of what is declared alone; `isExcused`: nothing is asked of the object of a record. */
export function judgeDeclared(
  scenario: Scenario,
  want: Want,
  journal: JournalJudge,
  storage: CloudMemory,
  isExcused?: (record: ResourceRecord) => boolean,
): readonly Violation[] {
  const slots = slotsOf(scenario.blueprints, want);
  const declared = slots.filter((each) => each !== null && !isRead(each.blueprint.kind)) as readonly Slot[];
  const records = [...journal.records.values()];
  return declared.flatMap((each): readonly Violation[] => {
    const { name, blueprint } = each;
    const [record, ...others] = records.filter(({ address }) => address === name);
    if (record === undefined || others.length > 0) {
      const generations = [record, ...others].flatMap((one) => one ?? []).map(({ generation }) => generation);
      return [amiss(name, `is recorded ${generations.length === 0 ? "nowhere" : `as ${generations.join(", ")}`}`)];
    }
    if (isExcused !== undefined && (isExcused(record) || leansOnExcused(each, slots, records, isExcused))) return [];
    if (blueprint.kind === "assignment") return boundElsewhere(each, record, storage);
    const there = documentOf(each, record.identity.id, storage);
    if (there === undefined) return [amiss(name, "is not on the platform")];
    const importedMs = journal.everImported.get(record.uid) ?? 0;
    const isLeft = blueprint.kind === "credential" && isLeftDisabled(each, there, scenario, { storage, importedMs });
    const unlike = differences(each, slots, there, storage, journal);
    return [...unlike, ...(isLeft ? ["is left switched off"] : [])].map((what) => amiss(name, what));
  });
}

/** Whether something that an object refers to, also through others, is excused; a read may tell of any hand. */
function leansOnExcused(
  { blueprint }: Slot,
  slots: Slots,
  records: readonly ResourceRecord[],
  isExcused: (record: ResourceRecord) => boolean,
): boolean {
  const on = blueprint.leansOn === null ? null : (slots[blueprint.leansOn] ?? null);
  if (on === null) return false;
  const record = records.find(({ address }) => address === on.name);
  if (record === undefined) return true;
  return isExcused(record) || leansOnExcused(on, slots, records, isExcused);
}

/**
 * The policy of a role is the one that is recorded, and stands at the declared scope for the declared role. Its rules
 * are those that others have set: no call of ours writes them.
 */
function boundElsewhere(
  { name, slot, form }: Slot,
  record: ResourceRecord,
  storage: CloudMemory,
): readonly Violation[] {
  const { scope, roleDefinitionId } = roleOf(slot, form.moved);
  const shown = shownOf(record, storage);
  if (shown === undefined) return [amiss(name, "is not on the platform")];
  const unlike = [
    ["scope", record.inputs["scope"], scope],
    ["role", record.inputs["roleDefinitionId"], roleDefinitionId],
    ["policy", record.inputs["policyId"], shown["policyId"] ?? record.inputs["policyId"]],
  ].filter(([, is, due]) => String(is).toLowerCase() !== String(due).toLowerCase());
  const written = storage.writes.find(({ object, sender }) => sender.pid !== null && object.includes(policies));
  return [
    ...unlike.map(([what, is, due]) => amiss(name, `has ${what} ${is} instead of ${due}`)),
    ...(written === undefined ? [] : [amiss(name, `has its rules from process ${written.sender.pid}`)]),
  ];
}

const policies = "/roleManagementPolicies/";

function amiss(name: string, what: string): Violation {
  return { rule: "as declared", detail: `${name} ${what}` };
}

const unwritten: JsonObject = { message: { status: "ALLOW_ALL" } };

/** What the platform keeps of a slot's object. */
function documentOf(each: Slot, recordedId: string, storage: CloudMemory): JsonObject | undefined {
  const { blueprint, slot, form } = each;
  const id = idOf(blueprint, slot, form.moved);
  switch (blueprint.kind) {
    case "client":
      return storage.contents("google", "oauth-client").get(id ?? "");
    case "credential":
      return storage.contents("google", "oauth-client-credential").get(wholeIdOf(each) ?? "");
    case "attachment": {
      const after = storage.contents("google", "endpoint-attachment").get(id ?? "")?.["after"];
      return isJsonObject(after) ? after : undefined;
    }
    case "collector": {
      const path = (hasAutoName(slot) ? recordedId : (id ?? "")).toLowerCase();
      if (!path.startsWith(collectorsAt(form.moved).toLowerCase())) return undefined;
      return [...storage.contents("arm", "server-collector").values()].find(
        (each) => String(each["id"]).toLowerCase() === path,
      );
    }
    case "member":
      return storage.contents("google", "policy").get(reservationOf(slot, form.moved));
    case "setting":
      // A setting that nobody wrote is there all the same.
      return storage.contents("databricks", "setting").get("restrict_workspace_admins") ?? unwritten;
    case "get":
      return storage.contents("google", "oauth-client").get(id ?? "");
    case "assignment":
    case "lookup":
      return undefined;
  }
}

/**
 * Whether a credential that leaves its switch to others is switched off, and nobody has ever wanted that: our deletion
 * did it, and did not happen. `importedMs`: when a state was last imported, whose record knows of no deletion that was
 * begun before.
 */
function isLeftDisabled(
  each: Slot,
  there: JsonObject,
  scenario: Scenario,
  { storage: { writes }, importedMs }: { readonly storage: CloudMemory; readonly importedMs: number },
): boolean {
  const wants = wantsIn(scenario).map((want) => want[each.slot]);
  const isWanted = wants.some((form) => form !== null && form !== undefined && isDisabled(form));
  // What they have done to a former one goes on in the new one.
  const names = [false, true].map((moved) => `/credentials/${credentialId(each.slot, moved)}`);
  const all = writes.filter(({ object }) => names.some((name) => object.endsWith(name)));
  if (all.some(({ sender }) => sender.pid === null) || (all.at(-1)?.atMs ?? 0) < importedMs) return false;
  // An undo brings back what its run found, be it between the two calls (decision 0085).
  if (scenario.operations.some(({ act }) => act.kind === "undo")) return false;
  return each.blueprint.ignoresText && there["disabled"] === true && !isWanted;
}

function differences(
  { name, form, blueprint }: Slot,
  slots: Slots,
  there: JsonObject,
  storage: CloudMemory,
  journal: JournalJudge,
): readonly string[] {
  const unlike = (what: string, is: Json | undefined, due: Json) =>
    JSON.stringify(is) === JSON.stringify(due)
      ? []
      : [`has ${what} ${JSON.stringify(is)} instead of ${JSON.stringify(due)}`];
  const isImported = [...journal.records.values()].some((each) => each.address === name && each.imported);
  const text = `${plainText(blueprint, form)}${afterText(blueprint, slots, storage, journal)}`;
  switch (blueprint.kind) {
    case "client":
      return [
        ...(there["state"] === "ACTIVE" ? [] : ["is deleted"]),
        ...unlike("addresses", there["allowedRedirectUris"], [`https://${form.text}.acme.example/callback`]),
        ...(blueprint.ignoresText ? [] : unlike("description", there["description"], text)),
      ];
    case "credential":
      return [
        ...(blueprint.ignoresText ? [] : unlike("name", there["displayName"], text)),
        ...(blueprint.ignoresText ? [] : unlike("disabled", there["disabled"] ?? false, isDisabled(form))),
      ];
    case "attachment": {
      // What is taken over is as it is, and where the error was not seen nothing tells. Where a declaration lifts what
      // keeps a half-made object, the plan says that the next one replaces it.
      const isLifted = form.protect === false;
      const isExcused = isImported || storage.hidOperations || isLifted;
      return [
        ...(typeof there["endpointIp"] === "string" || isExcused ? [] : ["is half made"]),
        ...unlike("labels", there["labels"], { variant: `v${form.text}` }),
        ...(blueprint.ignoresText ? [] : unlike("description", there["description"], text)),
      ];
    }
    case "collector": {
      const properties = isJsonObject(there["properties"]) ? there["properties"] : {};
      const site = String(properties["discoverySiteId"]).toLowerCase();
      return blueprint.ignoresText ? [] : unlike("site", site, text.toLowerCase());
    }
    case "member":
      return unlike(
        "bindings",
        bindingsOf(there).map(({ role, members }) => ({ role, members: [...members] })),
        [{ role: memberRoles[form.text] ?? memberRoles[0], members: [memberNames[form.text] ?? memberNames[0]] }],
      );
    case "setting":
      return unlike(
        "status",
        isJsonObject(there["message"]) ? there["message"]["status"] : undefined,
        settingStatus(form),
      );
    case "assignment":
    case "get":
    case "lookup":
      return [];
  }
}

/** The text that a reference comes to, read off the platform. */
function afterText(blueprint: Blueprint, slots: Slots, storage: CloudMemory, journal: JournalJudge): string {
  const on = blueprint.leansOn === null ? null : (slots[blueprint.leansOn] ?? null);
  if (!refers(blueprint) || on === null) return "";
  if (on.blueprint.kind === "lookup") {
    const [found] = storage.contents("arm", "private-endpoint-connection").values();
    const properties = found?.["properties"] as { readonly privateLinkServiceConnectionState: JsonObject } | undefined;
    return ` after ${String(properties?.privateLinkServiceConnectionState["status"])}`;
  }
  if (on.blueprint.kind !== "get") return ` after ${ownText(on, storage, journal)}`;
  const read = on.blueprint.leansOn === null ? null : (slots[on.blueprint.leansOn] ?? null);
  if (read === null) {
    return ` after ${String(documentOf(on, "", storage)?.["description"])}`;
  }
  if (readOutput(read) !== "description") return ` after ${ownText(read, storage, journal)}`;
  return ` after ${String(documentOf(read, "", storage)?.["description"])}`;
}

/** What a resource tells those who refer to it. */
function ownText(each: Slot, storage: CloudMemory, journal: JournalJudge): string {
  const { slot, name, form, blueprint } = each;
  const recordedId = [...journal.records.values()].find(({ address }) => address === name)?.identity.id;
  switch (blueprint.kind) {
    case "client":
      return String(documentOf(each, "", storage)?.["clientId"]);
    case "attachment":
      return String(documentOf(each, "", storage)?.["endpointIp"]);
    case "member":
      return `${reservationOf(slot, form.moved)} ${memberRoles[form.text]} ${memberNames[form.text]}`;
    case "setting":
      return "global";
    case "collector": {
      const path = hasAutoName(slot) ? recordedId : idOf(blueprint, slot, form.moved);
      const found = [...storage.contents("arm", "server-collector").values()].find(
        (each) => String(each["id"]).toLowerCase() === path?.toLowerCase(),
      );
      return `${collectorsAt(form.moved)}/${String(found?.["name"])}`;
    }
    default:
      return String(recordedId);
  }
}
