import { jsonEqual } from "../../../packages/base/json/json.ts";
import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import { type InParts, mappedInParts } from "../../../packages/base/turns.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import type { CheckedDeclaration, NameWithFormer } from "../check/checked-declaration.ts";
import { type Dependencies, dependencyOrder } from "../graph/order.ts";
import type { JournalEntry } from "../state/journal.ts";
import { type ResourceRecord, recordKey } from "../state/records/record.ts";
import type { StackState } from "../state/stack-state.ts";
import { declarationOf, namesBelow, withRenewed } from "./declare-inverse.ts";
import { formersDeleted, formersForgotten, movedFromFormers } from "./former/ended-formers.ts";
import { type NamesThen, nameThen } from "./former/former-options.ts";
import { formerOutputs, type OutputsDeclared } from "./former/former-outputs.ts";
import { type MovedValue, movedValues } from "./former/given-values.ts";
import { putBackAsText } from "./former/put-back-as-text.ts";
import { inverseOfObject } from "./inverse-of-object.ts";
import { deletedUnderLeaners, laterLeaners } from "./journal/leaners.ts";
import { leftReferring } from "./journal/left-referring.ts";
import { leftStanding } from "./journal/left-standing.ts";
import {
  broughtBackBy,
  goneFormer,
  grantKey,
  noted,
  type ObjectWork,
  overwrittenBy,
  type RunWork,
  wasGoneBefore,
  workOf,
} from "./journal/run-work.ts";
import type { GrantBeside, HalfReplaced, UndoneObject, UndoScope } from "./journal/undo-scope.ts";
import { doer } from "./refusal.ts";
import type { PutBack, UndoContext, Verdict } from "./verdict.ts";

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
 * The inverse of what a run did, as far as it still stands. The problems of the scope tell what stands in the way: a plan that is
 * made all the same is only to be looked at. Pure, and in parts (decision 0037).
 */
export function* inverseOfRun(undone: UndoneRun): InParts<InverseOfRun> {
  const { run, journal, state, catalog, isRefresh, outputsDeclared } = undone;
  const told = yield* workOf(run, journal);
  const work = isRefresh ? { ...told, objects: [] } : told;
  const names = namesOf(work, state);
  const context: UndoContext = { work, state, catalog, names };
  yield;
  const ends = endsOf(yield* mappedInParts(work.objects, (object) => inverseOfObject(object, context)), context);
  const { putBack, halfReplaced, going, dependencies, order } = ends;
  yield;
  const movedAt = yield* movedIn(putBack, halfReplaced, context);
  const moved = (names: readonly string[]) =>
    movedAt.size === 0 ? [] : namesBelow(names, dependencies).flatMap((name) => movedAt.get(name) ?? []);
  const problems = problemsOf(undone, ends, moved, context);
  yield;
  const referring = yield* leftReferring(ends, context);
  const outputs = formerOutputs(told, state, [...movedAt.values()].flat(), outputsDeclared, { names, going });
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

/** What becomes of the objects of a run once it is undone. */
interface Ends {
  readonly refused: readonly Problem[];
  readonly removals: readonly UndoneObject[];
  /** The uids of these. */
  readonly going: ReadonlySet<string>;
  readonly halfReplaced: readonly HalfReplaced[];
  /** What is to be under its name again. */
  readonly named: readonly NamedObject[];
  /** What is put back, its name being free. */
  readonly putBack: readonly PutBack[];
  readonly leftStanding: readonly ResourceRecord[];
  /** What each object leans on then, by its name. */
  readonly dependencies: Dependencies;
  /** Its names in their order, or a cycle. */
  readonly order: ReturnType<typeof dependencyOrder>;
  /** What each leans on, and what it goes with. */
  readonly leaning: Dependencies;
}

function endsOf(verdicts: readonly Verdict[], context: UndoContext): Ends {
  const { work, state } = context;
  const removals = verdicts.flatMap((each) => (each.kind === "remove" ? [each.object] : []));
  const halfReplaced = verdicts.flatMap((each) => (each.kind === "half-replaced" ? [each.object] : []));
  const wanted = verdicts.flatMap((each) => (each.kind === "put-back" ? [each.object] : []));
  const going = new Set(removals.map(({ record }) => record.uid));
  const putBack = wanted.filter((each) => holderOf(each, going, state) === undefined);
  const halves = halfReplaced.map(({ former }) => ({ address: former.address, record: former }));
  const dependencies = dependenciesAfter([...putBack, ...halves], going, context);
  return {
    refused: verdicts.flatMap((each) => (each.kind === "refused" ? [each.problem] : [])),
    removals,
    going,
    halfReplaced,
    named: [...wanted, ...halves],
    putBack,
    leftStanding: leftStanding(work.objects, state),
    dependencies,
    order: dependencyOrder(dependencies),
    leaning: withHolders(dependencies, going, putBack, context),
  };
}

/** What stands in the way of the undo, and what it can't bring back. */
function problemsOf(
  { run, toldAsLost }: UndoneRun,
  ends: Ends,
  moved: (names: readonly string[]) => readonly MovedValue[],
  context: UndoContext,
): readonly Problem[] {
  const { work, state, catalog } = context;
  const { refused, removals, going, named, putBack, leaning } = ends;
  return [
    ...openCalls(run, state),
    ...gaps(work, state),
    ...refused,
    ...takenNames(named, going, context),
    ...turned(ends, context),
    ...deletedUnderLeaners(removals, leaning, context),
    ...unnotedGrants(work, toldAsLost),
    ...putBackAsText(putBack, catalog),
    ...goneFormers(work, going),
    ...goneBefore(work, state),
    ...recordsThatStay(work, state),
    ...formersDeleted({ ...ends, moved }, context),
    ...formersForgotten(ends, context),
  ];
}

type Touched = Omit<UndoScope, "run" | "inverses" | "leftReferring" | "outputs" | "problems">;

/** What the plan of the undo is about. */
function touchedBy(
  { removals, going, halfReplaced, putBack, leftStanding, leaning }: Ends,
  context: UndoContext,
): Touched {
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
    leaners: laterLeaners(leaning, uids, context),
  };
}

/**
 * What platforms have given to objects since the run began, by the names of the objects once it is undone; not of what is made anew. Of a
 * half-done replacement the former object stands then. In parts.
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
      ...(own === undefined ? [] : movedFromFormers(own, now, catalog)),
    ];
    if (values.length > 0) moved.set(address, values);
  }
  return moved;
}

/** Names before, after and now, and once the run is undone. */
function namesOf(work: RunWork, { records }: StackState): NamesThen {
  const now = new Map([...records.values()].map(({ address, uid }) => [address, uid]));
  const undone = new Map([...records.values()].map(({ address, uid }) => [uid, address]));
  for (const { uid, own } of work.objects) {
    const [before, after] = [own[0]?.before ?? null, own.at(-1)?.after ?? null];
    if (wasGoneBefore({ own })) continue;
    if (before === null || goneFormer({ own }) !== undefined) undone.delete(uid);
    else if (after === null) undone.set(uid, undone.get(uid) ?? before.address);
    else if (before.address !== after.address && undone.get(uid) === after.address) undone.set(uid, before.address);
  }
  return { before: work.before.names, after: work.after.names, now, undone };
}

/** What each object leans on once the run is undone, by its name then. */
function dependenciesAfter(
  putBack: readonly Pick<PutBack, "address" | "record">[],
  going: ReadonlySet<string>,
  { state, names }: UndoContext,
): ReadonlyMap<string, readonly string[]> {
  const own = new Map(putBack.map((each) => [each.record.uid, each]));
  const others = [...state.records.values()].filter(({ uid }) => !going.has(uid) && !own.has(uid));
  return new Map([
    ...others.map(({ address, dependsOn }): [string, readonly string[]] => [
      address,
      dependsOn.map((name) => nameThen(name, "now", names) ?? name),
    ]),
    ...putBack.map(({ address, record }): [string, readonly string[]] => [address, record.dependsOn]),
  ]);
}

/** The same with what each object goes with (`deletedWith`): where that is deleted, the platform takes the object along. */
function withHolders(
  dependencies: ReadonlyMap<string, readonly string[]>,
  going: ReadonlySet<string>,
  putBack: readonly PutBack[],
  { state, names }: UndoContext,
): ReadonlyMap<string, readonly string[]> {
  const own = new Set(putBack.map(({ record }) => record.uid));
  const holders = new Map([
    ...[...state.records.values()].flatMap(({ address, uid, options: { deletedWith } }): [string, string][] =>
      deletedWith === undefined || going.has(uid) || own.has(uid)
        ? []
        : [[address, nameThen(deletedWith, "now", names) ?? deletedWith]],
    ),
    ...putBack.flatMap(({ address, options: { deletedWith } }): [string, string][] =>
      deletedWith === undefined ? [] : [[address, deletedWith]],
    ),
  ]);
  return new Map(
    [...dependencies].map(([address, on]) => {
      const holder = holders.get(address);
      return [address, holder === undefined || on.includes(holder) ? on : [...on, holder]];
    }),
  );
}

/** Names of what the undo neither declares nor ends. */
function besidesOf(
  { records }: StackState,
  uids: ReadonlySet<string>,
  halfReplaced: readonly HalfReplaced[],
): readonly NameWithFormer[] {
  const formers = new Map(halfReplaced.map(({ made, former }) => [made.uid, former.address]));
  return [...records.values()].flatMap(({ uid, address }): readonly NameWithFormer[] => {
    if (!uids.has(uid)) return [{ address, aliases: [] }];
    const former = formers.get(uid);
    return former === undefined || former === address ? [] : [{ address: former, aliases: [address] }];
  });
}

/** A run whose calls may still take effect has not done all that there will be to undo. */
function openCalls(run: string, { openIntents }: StackState): readonly Problem[] {
  const open = openIntents.filter(({ intent }) => intent.run === run);
  if (open.length === 0) return [];
  const objects = open.map(({ intent }) => `\`${intent.identity.id}\``).join(", ");
  const detail = `what became of the calls that run ${run} made about ${objects} is not known yet; run \`plumb up\` first, which finds out`;
  return [problem("run-open", detail)];
}

/** A journal that does not come to what is recorded, or whose records were replaced since, can't tell what is left of a run. */
function gaps({ recordKeys, replacedByImport, run }: RunWork, { records, superseded }: StackState): readonly Problem[] {
  if (replacedByImport.length > 0) {
    const objects = replacedByImport.map((name) => `\`${name}\``).join(", ");
    const detail = `\`plumb state import\` has replaced since what is recorded of ${objects}, so that what is left of run ${run} can't be told; change the declaration and run \`plumb up\``;
    return [problem("journal-incomplete", detail)];
  }
  const recorded = [...records.values(), ...superseded].map(recordKey);
  if (recorded.length === recordKeys.size && recorded.every((key) => recordKeys.has(key))) return [];
  return [
    problem(
      "journal-incomplete",
      `the journal does not lead to what is recorded, so that what run ${run} did can't be told; change the declaration and run \`plumb up\``,
    ),
  ];
}

type NamedObject = Pick<PutBack, "address" | "record" | "movedFrom">;

/** The record of the object that has the name which another is to have again, and that keeps it. */
function holderOf(
  { address, record, movedFrom }: NamedObject,
  going: ReadonlySet<string>,
  { records }: StackState,
): ResourceRecord | undefined {
  const holder = records.get(address);
  if (holder === undefined || holder.uid === record.uid) return undefined;
  // A plan can put another type in a name's place, and no more.
  return going.has(holder.uid) && holder.type !== record.type && movedFrom === undefined ? undefined : holder;
}

/** Names that others have taken since. */
function takenNames(
  putBack: readonly NamedObject[],
  going: ReadonlySet<string>,
  { state, work }: UndoContext,
): readonly Problem[] {
  return putBack.flatMap((object) => {
    const holder = holderOf(object, going, state);
    if (holder === undefined) return [];
    const { address } = object;
    const by = doer(holder.lastRun, work);
    const detail = `the name \`${address}\` belongs to \`${holder.identity.id}\` by now, which ${by} has made or changed; rename or remove it first`;
    return [problem("stands-on-it", detail, { address })];
  });
}

/** Objects that would need one another in a circle. */
function turned({ order, putBack }: Ends, { work, state }: UndoContext): readonly Problem[] {
  const cycle = order.ok ? [] : order.error;
  const own = new Set(putBack.map(({ address }) => address));
  if (!cycle.some((address) => own.has(address))) return [];
  const runs = cycle.flatMap((address) => work.laterCalls.get(state.records.get(address)?.uid ?? "") ?? []);
  const by = runs[0] === undefined ? "" : `, since ${doer(runs[0], work)} has turned a dependency`;
  const path = cycle.map((address) => `\`${address}\``).join(" -> ");
  const detail = `the undo would have objects need one another in a circle (${path})${by}`;
  return [problem("stands-on-it", detail, cycle[0] === undefined ? {} : { address: cycle[0] })];
}

/** Grants of others that the run took away or brought back, as it has noted them. */
function grantsBy(by: typeof overwrittenBy, { objects }: RunWork): readonly GrantBeside[] {
  return objects.flatMap(({ own }) => by(own).map((grant) => ({ ...grant, address: nameOf({ own }) ?? "" })));
}

/** The name of an object in its run. */
function nameOf({ own }: Pick<ObjectWork, "own">): string | undefined {
  return own.at(-1)?.after?.address ?? own[0]?.before?.address;
}

/** Grants that the run has overwritten and that can't come back, since an older version has not noted them. */
function unnotedGrants({ objects }: RunWork, toldAsLost: ReadonlyMap<string, readonly string[]>): readonly Problem[] {
  return objects.flatMap(({ uid, own }) => {
    const address = nameOf({ own });
    if (address === undefined) return [];
    const known = noted(own, "displaced").map(({ words }) => words);
    const unnoted = (toldAsLost.get(uid) ?? []).filter((grant) => !known.includes(grant));
    return unnoted.map((grant) => {
      const detail = `the run overwrote ${grant}, which does not come back: an older version has not noted what it was`;
      return problem("not-brought-back", detail, { address });
    });
  });
}

/** Objects in whose place the run has put what goes, and that it found gone: they are not made again. */
function goneFormers({ objects }: RunWork, going: ReadonlySet<string>): readonly Problem[] {
  return objects.flatMap(({ uid, own }) => {
    const former = going.has(uid) ? goneFormer({ own }) : undefined;
    if (former === undefined) return [];
    const { address, identity } = former;
    const detail = `\`${identity.id}\` was gone when the run put another object in its place, so the undo does not make it again; \`plumb up\` makes it where \`${address}\` is declared so`;
    return [problem("gone-before", detail, { address })];
  });
}

/** Records that an edit of the state has put in the place of others of the same objects: only a look at the platform may change them. */
function recordsThatStay({ objects, started, run }: RunWork, { records }: StackState): readonly Problem[] {
  if (started.has(run)) return [];
  const present = new Map([...records.values()].map((record) => [record.uid, record]));
  return objects.flatMap(({ uid, own }) => {
    const [before, after, now] = [own[0]?.before ?? null, own.at(-1)?.after ?? null, present.get(uid)];
    if (before === null || after === null || now === undefined || isSameContent(before, after)) return [];
    const detail = `the edit of the state has put another record of \`${now.identity.id}\` in the place of the former one, and the undo leaves it so; \`plumb refresh\` records what stands`;
    return [problem("record-stays", detail, { address: now.address })];
  });
}

function isSameContent(one: ResourceRecord, other: ResourceRecord): boolean {
  return jsonEqual(one.inputs, other.inputs) && jsonEqual(one.outputs, other.outputs);
}

/** Objects that the run was to delete and found gone, and that nothing stands for by now: they are not made again. */
function goneBefore({ objects }: RunWork, { records }: StackState): readonly Problem[] {
  const standing = new Set([...records.values()].flatMap(({ uid, address }) => [uid, address]));
  return objects.flatMap(({ uid, own }) => {
    const former = own[0]?.before ?? null;
    if (former === null || !wasGoneBefore({ own })) return [];
    const { address, identity } = former;
    if (standing.has(uid) || standing.has(address)) return [];
    const detail = `\`${identity.id}\` was gone when the run was to delete it, so the undo does not make it again; \`plumb up\` makes it where \`${address}\` is declared so`;
    return [problem("gone-before", detail, { address })];
  });
}
