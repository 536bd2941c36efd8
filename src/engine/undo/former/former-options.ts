import { type Json, jsonEqual } from "../../../../packages/base/json/json.ts";
import { documentCodec } from "../../../../packages/base/json/plain.ts";
import { err, ok, type Result } from "../../../../packages/base/result.ts";
import type { RecordedOptions, ResourceRecord } from "../../state/records/record.ts";
import type { Names } from "../journal/transition.ts";

/** Names of objects: before the run, after it, now, and once it is undone. */
export interface NamesThen {
  readonly before: Names;
  readonly after: Names;
  readonly now: Names;
  /** Address by uid. */
  readonly undone: ReadonlyMap<string, string>;
}

type Stage = "before" | "after" | "now";

/** Options that name another object. */
const naming: ReadonlySet<string> = new Set(["deletedWith", "parent"]);

const recordedOptions = documentCodec<RecordedOptions>();

/**
 * The options of an object, those that the run has changed as they were. An error names one that was changed since to
 * something else. `after` and `now` are null where the run has removed the object.
 */
export function formerOptions(
  before: ResourceRecord,
  after: ResourceRecord | null,
  now: ResourceRecord | null,
  names: NamesThen,
): Result<RecordedOptions, string> {
  const optionsOf = (record: ResourceRecord, stage: Stage) => translated(record.options, stage, names);
  const formerly = optionsOf(before, "before");
  if (after === null || now === null) return ok(recordedOptions.read(formerly));
  const [then, present] = [optionsOf(after, "after"), optionsOf(now, "now")];
  const wanted: Record<string, Json> = { ...present };
  for (const name of new Set([...Object.keys(formerly), ...Object.keys(then)])) {
    if (jsonEqual(formerly[name], then[name]) || jsonEqual(formerly[name], present[name])) continue;
    if (!jsonEqual(then[name], present[name])) return err(name);
    delete wanted[name];
    const value = formerly[name];
    if (value !== undefined) wanted[name] = value;
  }
  return ok(recordedOptions.read(wanted));
}

/**
 * What an object leans on once the run is undone: what the run has added goes, what it has taken away is there again.
 */
export function formerDependencies(
  before: ResourceRecord,
  after: ResourceRecord | null,
  now: ResourceRecord | null,
  names: NamesThen,
): readonly string[] {
  const dependenciesOf = (record: ResourceRecord, stage: Stage) =>
    record.dependsOn.flatMap((name) => nameThen(name, stage, names) ?? []);
  const formerly = dependenciesOf(before, "before");
  if (after === null || now === null) return formerly;
  const [then, present] = [dependenciesOf(after, "after"), dependenciesOf(now, "now")];
  if (jsonEqual(then, present)) return formerly;
  const kept = present.filter((name) => formerly.includes(name) || !then.includes(name));
  return [...kept, ...formerly.filter((name) => !then.includes(name) && !kept.includes(name))];
}

function translated(options: RecordedOptions, stage: Stage, names: NamesThen): Record<string, Json> {
  const entries = Object.entries(options).flatMap(([name, value]: [string, Json]): [string, Json][] => {
    if (!naming.has(name) || typeof value !== "string") return [[name, value]];
    const then = nameThen(value, stage, names);
    return then === null ? [] : [[name, then]];
  });
  return Object.fromEntries(entries);
}

/**
 * The name that an object goes by once the run is undone; null where it is gone. What is no managed object keeps its
 * name.
 */
export function nameThen(name: string, stage: Stage, names: NamesThen): string | null {
  const uid = names[stage].get(name);
  return uid === undefined ? name : (names.undone.get(uid) ?? null);
}
