import { type Json, type JsonObject, jsonEqual, ownMember } from "../../base/json.ts";
import { type MovedValue, withPresent } from "./given-values.ts";
import type { ObjectWork, RunWork } from "./run-work.ts";

/** Outputs that a run's plan declared as the plan before it did, and the managed names that each reads. */
export type KeptOutputs = ReadonlyMap<string, readonly string[]>;

/**
 * The outputs of a stack once a run is undone: each that the run has changed as it was, unless something has changed it since. What
 * platforms have changed meanwhile, and the run only took over, stays as it is.
 */
export function formerOutputs(
  work: RunWork,
  now: JsonObject,
  moved: readonly MovedValue[],
  kept: KeptOutputs,
): JsonObject {
  const { before, after } = work;
  const written = writtenNames(work);
  const isTakenOver = (name: string) => kept.get(name)?.every((each) => !written.has(each)) === true;
  const names = new Set([...Object.keys(now), ...Object.keys(before.outputs)]);
  const entries = [...names].flatMap((name) => {
    const [was, then, is] = [before.outputs, after.outputs, now].map((outputs) => ownMember(outputs, name));
    const isUndone = !same(was, then) && same(then, is) && !isTakenOver(name);
    const value = isUndone && was !== undefined ? withPresent(was, moved) : isUndone ? undefined : is;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** The names, before the run and after it, of the objects about which it has called a platform. */
function writtenNames({ objects, before, after }: RunWork): ReadonlySet<string> {
  const written = new Set(objects.filter(isCalled).map(({ uid }) => uid));
  const names = [...before.names, ...after.names];
  return new Set(names.flatMap(([name, uid]) => (written.has(uid) ? [name] : [])));
}

function isCalled({ own }: ObjectWork): boolean {
  return own.some(({ intent }) => intent !== null);
}

function same(one: Json | undefined, other: Json | undefined): boolean {
  return jsonEqual(one, other);
}
