import { type Json, jsonEqual } from "../../../../packages/base/json/json.ts";
import { pointerSegments } from "../../../../packages/base/json/pointer.ts";
import type { InParts } from "../../../../packages/base/turns.ts";
import type { Catalog } from "../../../definitions/schema/definition.ts";
import { touches } from "../../../definitions/schema/option-path.ts";
import { overlap } from "../../../definitions/schema/place-values.ts";
import { escapeRecorded } from "../../../definitions/schema/value.ts";
import type { Dependencies } from "../../graph/order.ts";
import type { ResourceRecord } from "../../state/records/record.ts";
import type { StackState } from "../../state/stack-state.ts";
import { namesBelow } from "../declare-inverse.ts";
import { type GivenValue, givenValues, readAnew } from "../former/given-values.ts";
import type { PutBack, UndoContext } from "../verdict.ts";
import { leavesOf } from "./leaves.ts";
import type { HalfReplaced, LeftReferring } from "./undo-scope.ts";

/** What becomes of the records once the run is undone. */
interface Undone {
  readonly going: ReadonlySet<string>;
  readonly putBack: readonly PutBack[];
  readonly halfReplaced: readonly HalfReplaced[];
  /** What each leans on, by names as they are then. */
  readonly dependencies: Dependencies;
}

/**
 * Fields that the undo does not write, and that hold a value which the platform gave to an object that the undo may
 * make anew, or the id of one that goes since another takes its place. What a declaration leaves to others is not among
 * them. What counts as such a value is what the undo plans as a reference elsewhere. In parts.
 */
export function* leftReferring(
  { going, putBack, halfReplaced, dependencies }: Undone,
  { state, catalog }: UndoContext,
): InParts<readonly LeftReferring[]> {
  const given = givenAnew(putBack, state, catalog);
  if (given.size === 0) return [];
  const own = new Map(putBack.map((each) => [each.record.uid, each]));
  const takenBack = new Map(halfReplaced.map(({ made, former }) => [made.uid, former]));
  const left: LeftReferring[] = [];
  for (const current of state.records.values()) {
    yield;
    const back = own.get(current.uid);
    // What is made anew itself is written whole.
    if (going.has(current.uid) || (back !== undefined && given.has(back.address))) continue;
    const { address, record, options } = back ?? stays(takenBack.get(current.uid) ?? current);
    const { ignoreChanges = [] } = options;
    const written = back?.inverse.paths ?? [];
    const leaves = leavesOf(record.inputs, "").filter(
      ({ path, value }) =>
        !written.some((each) => overlap(each, path)) &&
        !ignoreChanges.some((each) => touches(each, pointerSegments(path), value, undefined)),
    );
    for (const on of namesBelow(dependencies.get(address) ?? [], dependencies)) {
      const values = given.get(on) ?? [];
      const paths = leaves.filter(({ value }) => holds(value, values)).map(({ path }) => path);
      if (paths.length > 0) left.push({ on, address, paths });
    }
  }
  return left;
}

function stays<T extends { readonly address: string; readonly options: PutBack["options"] }>(record: T) {
  return { address: record.address, record, options: record.options };
}

/**
 * What the platform gave to each object that may be made anew, and the id of what goes for it, by the name that it has
 * again.
 */
function givenAnew(
  putBack: readonly PutBack[],
  { records }: StackState,
  { resources }: Catalog,
): ReadonlyMap<string, readonly GivenValue[]> {
  const present = new Map([...records.values()].map((record) => [record.uid, record]));
  return new Map(
    putBack.flatMap(({ address, record, replaced, mayBeAnew }) => {
      const former = replaced ?? mayBeAnew;
      const definition = former === undefined ? undefined : resources[former.type];
      if (former === undefined || definition === undefined) return [];
      const going = present.get(record.uid);
      const ids = going === undefined || going.identity.id === former.identity.id ? [] : [idOf(address, going)];
      return [[address, [...givenValues(address, former, definition), ...ids]] as const];
    }),
  );
}

/**
 * The id of an object that another one takes the place of: an older text may refer to it, from before it stood there
 * the last time.
 */
function idOf(address: string, { identity }: ResourceRecord): GivenValue {
  return { text: identity.id, expression: `resources[${JSON.stringify(address)}]["id"]` };
}

function holds(value: Json, given: readonly GivenValue[]): boolean {
  return given.length > 0 && !jsonEqual(readAnew({ value }, given), escapeRecorded({ value }) as Json);
}
