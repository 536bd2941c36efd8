import { type Json, jsonEqual, ownMember } from "../../../packages/base/json/json.ts";
import { jsonOf } from "../../../packages/base/json/plain.ts";
import { writtenDuration } from "../../../packages/base/written-duration.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import type { RecordedOptions, RecordedProvider, ResourceRecord } from "../state/records/record.ts";
import type { OptionChange } from "./plan.ts";
import type { Planning } from "./planning.ts";

/** The options as declarations name them, in the order in which they are told. */
const optionNames = {
  protect: "protect",
  onDestroy: "onDestroy",
  deletedWith: "deletedWith",
  parent: "parent",
  timeouts: "customTimeouts",
  ignoreChanges: "ignoreChanges",
  onDrift: "onDrift",
  secretOutputs: "additionalSecretOutputs",
} as const satisfies Record<keyof RecordedOptions, string>;

/** What a record says of how its object is looked after and reached. */
type Care = Pick<ResourceRecord, "options" | "apiVersion" | "provider">;

/** Options that are declared otherwise than they are recorded, of all resources that this plan leaves a record of. */
export function optionChanges(planning: Planning): readonly OptionChange[] {
  const { steps, recordUpdates, state, catalog } = planning;
  const changesOf = (address: string, uid: string | undefined, care: Partial<Care>) => {
    const record = state.records.get(address);
    if (record === undefined || (uid !== undefined && record.uid !== uid)) return [];
    return differencesOf(record, { ...record, ...care }, catalog).map((each) => ({ address, ...each }));
  };
  return [
    ...steps.flatMap((step) => (step.kind === "write" ? changesOf(step.address, step.uid, step) : [])),
    ...recordUpdates.flatMap((update) => changesOf(update.address, undefined, update)),
  ];
}

function differencesOf(record: Care, next: Care, catalog: Catalog): readonly Omit<OptionChange, "address">[] {
  const options = Object.entries(optionNames).flatMap(([key, option]) =>
    change(option, written(record.options, key), written(next.options, key)),
  );
  return [
    ...options,
    ...change("version", record.apiVersion, next.apiVersion),
    ...change("provider", record.provider.ref, next.provider.ref),
    ...configChanges(record.provider, next.provider, catalog),
  ];
}

/** An option as a declaration writes it; undefined where there is none. */
function written(options: RecordedOptions, key: string): Json | undefined {
  if (key !== "timeouts" || options.timeouts === undefined) return ownMember(jsonOf(options), key);
  return Object.fromEntries(Object.entries(options.timeouts).map(([name, limit]) => [name, writtenDuration(limit)]));
}

function configChanges(before: RecordedProvider, after: RecordedProvider, { providers }: Catalog) {
  if (before.configDigest === after.configDigest) return [];
  const definition = providers[after.kind];
  const fields = new Map(Object.entries(definition?.fields ?? {}));
  // A value that is the same for everybody may be missing where an older version recorded it.
  const usual = (key: string) => ownMember(definition?.constants ?? {}, key) ?? fields.get(key)?.default;
  const keys = [...new Set([...Object.keys(before.config), ...Object.keys(after.config)])].sort();
  return keys.flatMap((key) =>
    change(`provider.${key}`, ownMember(before.config, key) ?? usual(key), ownMember(after.config, key) ?? usual(key)),
  );
}

function change(
  option: string,
  old: Json | undefined,
  next: Json | undefined,
): readonly Omit<OptionChange, "address">[] {
  if (jsonEqual(old, next)) return [];
  return [{ option, ...(old === undefined ? {} : { old }), ...(next === undefined ? {} : { new: next }) }];
}
