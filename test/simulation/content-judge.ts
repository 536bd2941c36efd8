import { isJsonObject, type Json, type JsonObject } from "../../src/base/json.ts";
import type { CloudMemory } from "./cloud-memory.ts";
import {
  collectorsAt,
  hasAutoName,
  idOf,
  memberNames,
  memberRoles,
  nameOf,
  plainText,
  refers,
  reservationOf,
  settingStatus,
} from "./declarations.ts";
import type { JournalJudge, Violation } from "./journal-judge.ts";
import type { Form, Scenario, Want } from "./scenario.ts";
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
  return scenario.blueprints.flatMap((blueprint, slot): readonly Violation[] => {
    const form = want[slot] ?? null;
    const records = [...journal.records.values()].filter(
      ({ address }) => address === nameOf(slot, false) || address === nameOf(slot, true),
    );
    if (form === null) return records.map(({ address }) => amiss(address, "is recorded and not declared"));
    const name = nameOf(slot, form.renamed);
    const [record, ...others] = records;
    if (record === undefined || others.length > 0 || record.address !== name) {
      return [
        amiss(
          name,
          `is recorded as ${records.map(({ address, generation }) => `${address}.${generation}`).join(", ") || "nothing"}`,
        ),
      ];
    }
    const there = documentOf(scenario, slot, form, record.identity.id, storage);
    if (blueprint.kind === "assignment") return [];
    if (there === undefined) return [amiss(name, "is not on the platform")];
    return differences(scenario, want, slot, form, there, storage, journal).map((what) => amiss(name, what));
  });
}

function amiss(name: string, what: string): Violation {
  return { rule: "as declared", detail: `${name} ${what}` };
}

const unwritten: JsonObject = { message: { status: "ALLOW_ALL" } };

/** What the platform keeps of a slot's object. */
function documentOf(
  { blueprints }: Scenario,
  slot: number,
  form: Form,
  recordedId: string,
  storage: CloudMemory,
): JsonObject | undefined {
  const blueprint = blueprints[slot];
  if (blueprint === undefined) return undefined;
  const id = idOf(blueprint, slot, form.moved);
  switch (blueprint.kind) {
    case "client":
      return storage.contents("google", "oauth-client").get(id ?? "");
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
    case "assignment":
      return undefined;
  }
}

function differences(
  scenario: Scenario,
  want: Want,
  slot: number,
  form: Form,
  there: JsonObject,
  storage: CloudMemory,
  journal: JournalJudge,
): readonly string[] {
  const blueprint = scenario.blueprints[slot];
  if (blueprint === undefined) return [];
  const unlike = (what: string, is: Json | undefined, due: Json) =>
    JSON.stringify(is) === JSON.stringify(due)
      ? []
      : [`has ${what} ${JSON.stringify(is)} instead of ${JSON.stringify(due)}`];
  const text = `${plainText(blueprint, form)}${afterText(scenario, want, slot, storage, journal)}`;
  switch (blueprint.kind) {
    case "client":
      return [
        ...(there["state"] === "ACTIVE" ? [] : ["is deleted"]),
        ...unlike("addresses", there["allowedRedirectUris"], [`https://${form.text}.acme.example/callback`]),
        ...(blueprint.ignoresText ? [] : unlike("description", there["description"], text)),
      ];
    case "attachment":
      return [
        ...unlike("labels", there["labels"], { variant: `v${form.text}` }),
        ...(blueprint.ignoresText ? [] : unlike("description", there["description"], text)),
      ];
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
      return [];
  }
}

/** The text that a reference comes to, read off the platform. */
function afterText(
  { blueprints, ...scenario }: Scenario,
  want: Want,
  slot: number,
  storage: CloudMemory,
  journal: JournalJudge,
): string {
  const blueprint = blueprints[slot];
  const on = blueprint?.leansOn ?? null;
  const target = on === null ? undefined : blueprints[on];
  const form = on === null ? null : (want[on] ?? null);
  if (blueprint === undefined || !refers(blueprint) || on === null || target === undefined || form === null) return "";
  if (target.kind === "client" || target.kind === "attachment") {
    const there = documentOf({ blueprints, ...scenario }, on, form, "", storage);
    return ` after ${String(there?.[target.kind === "client" ? "clientId" : "endpointIp"])}`;
  }
  if (target.kind === "member") {
    return ` after ${reservationOf(on, form.moved)} ${memberRoles[form.text]} ${memberNames[form.text]}`;
  }
  const recordedId = [...journal.records.values()].find(({ address }) => address === nameOf(on, form.renamed))?.identity
    .id;
  if (target.kind === "setting") return " after global";
  if (target.kind === "collector") {
    const path = hasAutoName(on) ? recordedId : idOf(target, on, form.moved);
    const found = [...storage.contents("arm", "server-collector").values()].find(
      (each) => String(each["id"]).toLowerCase() === path?.toLowerCase(),
    );
    return ` after ${collectorsAt(form.moved)}/${String(found?.["name"])}`;
  }
  return ` after ${recordedId}`;
}
