import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import { type InParts, mappedInParts } from "../../../packages/base/turns.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import type { CheckedDeclaration, NameWithEarlier } from "../check/checked-declaration.ts";
import type { JournalEntry } from "../state/journal.ts";
import { recordKey } from "../state/records/record.ts";
import type { StackState } from "../state/stack-state.ts";
import { declarationOf, namesBelow, withRenewed } from "./declare-inverse.ts";
import { movedFromFormerObjects } from "./former/ended-former-objects.ts";
import type { NamesThen } from "./former/former-options.ts";
import { formerOutputs, type OutputsDeclared } from "./former/former-outputs.ts";
import { type MovedValue, movedValues } from "./former/given-values.ts";
import { inverseOfObject } from "./inverse-of-object.ts";
import { laterDependents } from "./journal/dependents.ts";
import { leftReferring } from "./journal/left-referring.ts";
import {
  broughtBackBy,
  goneFormerObject,
  grantKey,
  nameOf,
  overwrittenBy,
  type RunWork,
  wasGoneBefore,
  workOf,
} from "./journal/run-work.ts";
import type { GrantBeside, HalfReplaced, UndoScope } from "./journal/undo-scope.ts";
import { unrecordedChanges } from "./journal/unrecorded-changes.ts";
import { isDeletedUnseen, isSeen } from "./journal/unseen-work.ts";
import { type Ends, endsOf } from "./undo-ends.ts";
import { problemsOf } from "./undo-problems.ts";
import type { PutBack, UndoContext } from "./verdict.ts";

/** What undoes a run: what is to be declared of the objects that it touched, and what the plan of it is about. */
export interface InverseOfRun {
  readonly checked: CheckedDeclaration;
  readonly scope: UndoScope;
}

export interface UndoneRun {
  readonly run: string;
  readonly journal: readonly JournalEntry[];
  readonly state: StackState;
  readonly catalog: Catalog;
  /** It has changed what is believed, and no object. */
  readonly isRefresh: boolean;
  /** Grants of others that the run's plan said would go, by uid. */
  readonly toldAsLost: ReadonlyMap<string, readonly string[]>;
  readonly outputsDeclared: OutputsDeclared;
}

/**
 * The inverse of what a run did, as far as it still stands. The problems of the scope tell what stands in the way: a
 * plan that is made all the same is only to be looked at. Pure, and in parts (decision 0037).
 */
export function* inverseOfRun(undone: UndoneRun): InParts<InverseOfRun> {
  const { run, journal, state, catalog, isRefresh, outputsDeclared } = undone;
  const told = yield* workOf(run, journal);
  const work = isRefresh ? { ...told, objects: [] } : told;
  const names = namesOf(work, state);
  const context: UndoContext = { work, state, catalog, names };
  yield;
  const ends = endsOf(yield* mappedInParts(work.objects, (object) => inverseOfObject(object, context)), context);
  const { putBack, halfReplaced, dependencies, order } = ends;
  yield;
  const movedAt = yield* movedIn(putBack, halfReplaced, context);
  const moved = (names: readonly string[]) =>
    movedAt.size === 0 ? [] : namesBelow(names, dependencies).flatMap((name) => movedAt.get(name) ?? []);
  const problems = [...(isRefresh ? [onlyRecorded(run)] : []), ...problemsOf(undone, ends, moved, context)];
  yield;
  const referring = yield* leftReferring(ends, context);
  const halfMade = new Set(halfReplaced.map(({ made }) => recordKey(made)));
  const goes = { names, going: ends.going, anew: anewBy(ends), halfMade };
  const outputs = formerOutputs(told, state, [...movedAt.values()].flat(), outputsDeclared, goes);
  const values = Object.fromEntries([...outputs].map(([name, { value }]) => [name, value]));
  const inOrder = order.ok ? order.value : [...dependencies.keys()];
  const checked = declarationOf(inOrder, dependencies, putBack, values, moved, catalog);
  yield;
  const inverses = new Map(putBack.map((each) => [each.address, withRenewed(each, checked, catalog)]));
  return {
    checked,
    scope: { run, inverses, ...touchedBy(ends, context), leftReferring: referring, outputs, problems },
  };
}

/** Uids of what an undo makes anew or takes back. */
function anewBy({ putBack, halfReplaced }: Ends): ReadonlySet<string> {
  const made = putBack.filter(({ replaced, inverse }) => replaced !== undefined || inverse.lost !== null);
  return new Set([...made.map(({ record }) => record.uid), ...halfReplaced.map(({ former }) => former.uid)]);
}

function onlyRecorded(run: string): Problem {
  const detail =
    `\`${run}\` is a refresh: it changed only what is recorded, so the undo changes no object; ` +
    "`plumb up` makes the platform as it is declared";
  return problem("only-recorded", detail);
}

type Touched = Omit<UndoScope, "run" | "inverses" | "leftReferring" | "outputs" | "problems">;

/** What the plan of the undo is about. */
function touchedBy(ends: Ends, context: UndoContext): Touched {
  const { removals, going, halfReplaced, putBack, leftStanding, needs } = ends;
  const { work, state } = context;
  const uids = new Set([
    ...going,
    ...putBack.map(({ record }) => record.uid),
    ...halfReplaced.map(({ made }) => made.uid),
    ...leftStanding.map(({ uid }) => uid),
  ]);
  return {
    removals,
    halfReplaced,
    leftStanding,
    displaced: grantsBy(overwrittenBy, work).filter((grant) => !work.grantsBack.has(grantKey(grant))),
    broughtBack: grantsBy(broughtBackBy, work),
    uids,
    besides: besidesOf(state, uids, halfReplaced),
    known: new Map(
      putBack.flatMap(({ address, inverse }) => (inverse.lost === null ? [] : [[address, inverse.lost.uid]])),
    ),
    dependents: laterDependents(needs, uids, context),
    unrecorded: unrecordedChanges(ends, context),
  };
}

/**
 * What platforms have given to objects since the run began, by the names of the objects once it is undone; not of what
 * is made anew. Of a half-done replacement the former object stands then. In parts.
 */
function* movedIn(
  putBack: readonly PutBack[],
  halfReplaced: readonly HalfReplaced[],
  { work, state, catalog, names }: UndoContext,
): InParts<ReadonlyMap<string, readonly MovedValue[]>> {
  const anew = new Set(putBack.flatMap(({ record, replaced }) => (replaced === undefined ? [] : [record.uid])));
  const moved = new Map<string, readonly MovedValue[]>();
  const works = new Map(work.objects.map((each) => [each.uid, each]));
  const takenBack = new Map(halfReplaced.map((each) => [each.made.uid, each.former]));
  for (const current of state.records.values()) {
    yield;
    const now = takenBack.get(current.uid) ?? current;
    const former = work.before.records.get(now.uid);
    const definition = catalog.resources[now.type];
    const address = names.undone.get(now.uid);
    if (definition === undefined || address === undefined || anew.has(now.uid)) continue;
    const own = works.get(now.uid);
    const values = [
      ...(former?.type === now.type ? movedValues(former, now, definition) : []),
      ...(own === undefined ? [] : movedFromFormerObjects(own, now, catalog)),
    ];
    if (values.length > 0) moved.set(address, values);
  }
  return moved;
}

/** Names before, after and now, and once the run is undone. */
function namesOf(work: RunWork, { records }: StackState): NamesThen {
  const now = new Map([...records.values()].map(({ address, uid }) => [address, uid]));
  const undone = new Map([...records.values()].map(({ address, uid }) => [uid, address]));
  for (const { uid, own, later } of work.objects) {
    // What no read has shown at first may have been found later, under the name that it had by then.
    const first = own.find(isSeen) ?? own[0];
    const [before, after] = [first?.before ?? null, own.at(-1)?.after ?? null];
    if (wasGoneBefore({ own })) continue;
    if (before === null || goneFormerObject({ own }) !== undefined) undone.delete(uid);
    else if (after === null || (!undone.has(uid) && isDeletedUnseen({ own, later })))
      undone.set(uid, undone.get(uid) ?? before.address);
    else if (before.address !== after.address && undone.get(uid) === after.address) undone.set(uid, before.address);
  }
  return { before: work.before.names, after: work.after.names, now, undone };
}

/** Names of what the undo neither declares nor ends. */
function besidesOf(
  { records }: StackState,
  uids: ReadonlySet<string>,
  halfReplaced: readonly HalfReplaced[],
): readonly NameWithEarlier[] {
  const formerObjects = new Map(halfReplaced.map(({ made, former }) => [made.uid, former.address]));
  return [...records.values()].flatMap(({ uid, address }): readonly NameWithEarlier[] => {
    if (!uids.has(uid)) return [{ address, aliases: [] }];
    const former = formerObjects.get(uid);
    return former === undefined || former === address ? [] : [{ address: former, aliases: [address] }];
  });
}

/** Grants of others that the run took away or brought back, as it has noted them. */
function grantsBy(by: typeof overwrittenBy, { objects }: RunWork): readonly GrantBeside[] {
  return objects.flatMap(({ own }) => by(own).map((grant) => ({ ...grant, address: nameOf({ own }) ?? "" })));
}
