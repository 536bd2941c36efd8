import { type JsonObject, jsonEqual } from "../../../../packages/base/json/json.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { Catalog } from "../../../definitions/schema/definition.ts";
import type { Dependencies } from "../../graph/order.ts";
import { type ResourceRecord, recordKey } from "../../state/records/record.ts";
import type { StackState } from "../../state/stack-state.ts";
import { presentOf } from "../declare-inverse.ts";
import { isSamePlace } from "../journal/replacement.ts";
import type { ObjectWork } from "../journal/run-work.ts";
import type { PutBack, UndoContext } from "../verdict.ts";
import { type MovedValue, movedValues, withPresent } from "./given-values.ts";

/** The former objects of a resource that were deleted since a run began, by that run and by later ones. */
function endedFormerObjects({ own, later }: Pick<ObjectWork, "own" | "later">): readonly ResourceRecord[] {
  return [...own, ...later].flatMap(({ ended, gone, intent }) =>
    ended === undefined || gone !== undefined || intent === null ? [] : [ended],
  );
}

/**
 * Former objects that the run has forgotten without a call: they stay on their platform, but for what the undo takes
 * back.
 */
export function formerObjectsForgotten(
  { putBack }: Pick<Undone, "putBack">,
  { work: { objects }, state }: UndoContext,
): readonly Problem[] {
  const recorded = new Set([...state.records.values(), ...state.superseded].map(recordKey));
  const takenBack = new Set(
    putBack.flatMap(({ inverse: { letGo } }) => (letGo === undefined ? [] : [recordKey(letGo)])),
  );
  return objects.flatMap(({ own }) =>
    own.flatMap(({ before, after, ended, gone, intent }) => {
      if (ended === undefined || gone !== undefined || intent !== null || recorded.has(recordKey(ended))) return [];
      if (takenBack.has(recordKey(ended))) return [];
      // What another one was written over, at the same place, left nothing.
      if ([before, after].some((each) => each !== null && isSamePlace(each, ended))) return [];
      const detail =
        `the run forgot \`${ended.identity.id}\`, which waited for its deletion, and the undo does not take it ` +
        "back: it stays on the platform, and `plumb import` manages it again";
      return [problem("former-forgotten", detail, { address: ended.address })];
    }),
  );
}

/**
 * What the platform gave to an object that waited for its deletion and was deleted since, and what the present object
 * has for it.
 */
export function movedFromFormerObjects(work: ObjectWork, now: ResourceRecord, catalog: Catalog): readonly MovedValue[] {
  return endedFormerObjects(work).flatMap((former) => {
    const definition = catalog.resources[now.type];
    return former.type !== now.type || definition === undefined ? [] : movedValues(former, now, definition);
  });
}

/** What becomes of the records once the run is undone. */
interface Undone {
  readonly going: ReadonlySet<string>;
  readonly putBack: readonly PutBack[];
  /** What each leans on, by names as they are then. */
  readonly dependencies: Dependencies;
  readonly moved: (names: readonly string[]) => readonly MovedValue[];
}

/**
 * Objects that an earlier run had replaced, and that the run has deleted: no declaration asks for them, so that they
 * are not made again. What the undo does not write may refer to them still.
 */
export function formerObjectsDeleted(
  undone: Undone,
  { work: { objects }, state, catalog, names }: UndoContext,
): readonly Problem[] {
  const ended = objects.flatMap(({ uid, own }) =>
    endedFormerObjects({ own, later: [] }).flatMap((former) =>
      former.generation === own[0]?.before?.generation ? [] : [{ uid, own, former }],
    ),
  );
  if (ended.length === 0) return [];
  const records = new Map([...state.records.values()].map((record) => [record.uid, record]));
  const standing = new Set([...records.values(), ...state.superseded].map(({ identity }) => identity.id));
  const dependentsAt = dependentsOn(undone, state);
  return ended.flatMap(({ uid, own, former }) => {
    const now = records.get(uid);
    if (standing.has(former.identity.id)) return [];
    const address = names.undone.get(uid) ?? former.address;
    const values = now === undefined ? [] : movedFromFormerObjects({ uid, own, later: [] }, now, catalog);
    const dependents = (dependentsAt.get(address) ?? []).flatMap(({ name, inputs }) =>
      jsonEqual(withPresent(inputs, values), inputs) ? [] : [`\`${name}\``],
    );
    const refer = `${dependents.join(", ")} ${dependents.length === 1 ? "refers" : "refer"} to it still`;
    const advice = dependents.length === 0 ? "" : `; ${refer}, which \`plumb up\` puts right`;
    const detail =
      `the run deleted \`${former.identity.id}\`, which an earlier run had replaced, and the undo does not make ` +
      `it again${advice}`;
    return [problem("former-gone", detail, { address })];
  });
}

/** What leans on each name once the run is undone, and the inputs that it has then. */
function dependentsOn({ going, putBack, dependencies, moved }: Undone, { records }: StackState) {
  const own = new Map(putBack.map((each) => [each.record.uid, each]));
  const dependentsAt = new Map<string, { readonly name: string; readonly inputs: JsonObject }[]>();
  for (const record of records.values()) {
    if (going.has(record.uid)) continue;
    const back = own.get(record.uid);
    const name = back?.address ?? record.address;
    const { inputs } = back === undefined ? record : presentOf(back, moved).record;
    for (const need of dependencies.get(name) ?? []) {
      const others = dependentsAt.get(need);
      if (others === undefined) dependentsAt.set(need, [{ name, inputs }]);
      else others.push({ name, inputs });
    }
  }
  return dependentsAt;
}
