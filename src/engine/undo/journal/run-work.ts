import { jsonEqual } from "../../../../packages/base/json/json.ts";
import { jsonOf } from "../../../../packages/base/json/plain.ts";
import type { InParts } from "../../../../packages/base/turns.ts";
import type { Overwritten } from "../../state/drift/overwritten.ts";
import { type JournalEntry, stateImported } from "../../state/journal.ts";
import type { ResourceRecord } from "../../state/records/record.ts";
import { endedOutputs, noOutputs, type StackOutputs } from "../../state/stack-outputs.ts";
import { JournalWalk } from "./journal-walk.ts";
import type { Standing, Transition } from "./transition.ts";

/** What became of one object through a run, and through those after it. */
export interface ObjectWork {
  readonly uid: string;
  readonly own: readonly Transition[];
  readonly later: readonly Transition[];
}

export interface RunWork {
  readonly run: string;
  readonly objects: readonly ObjectWork[];
  /** The last run, other than this one, that has called a platform about an object since, by uid. */
  readonly laterCalls: ReadonlyMap<string, string>;
  /** Grants of others that later runs have brought back, and not overwritten again since: see `grantKey`. */
  readonly grantsBack: ReadonlySet<string>;
  readonly before: Standing;
  readonly after: Standing;
  /** Runs that have carried out a plan: anything else was an edit of the state. */
  readonly started: ReadonlySet<string>;
  /** Runs and edits that the journal tells of: what was pruned can't be undone first. */
  readonly told: ReadonlySet<string>;
  /** Names, in the run, of objects whose records an import has dropped or put in the place of others since. */
  readonly replacedByImport: readonly string[];
  /** Keys of all records that the journal comes to. */
  readonly recordKeys: ReadonlySet<string>;
}

/**
 * What the journal tells of a run: what it did, also what was found out later, and what others have done since. In
 * parts.
 */
export function* workOf(run: string, journal: readonly JournalEntry[]): InParts<RunWork> {
  const walk = new JournalWalk();
  const last = journal.findLastIndex((entry) => entry.run === run);
  let before: Standing | undefined;
  let after: Standing = { names: new Map(), ...noOutputs, records: new Map() };
  // A run that never ended has left those that it began with.
  let own: StackOutputs = noOutputs;
  const objects = new Map<string, { own: Transition[]; later: Transition[] }>();
  const laterCalls = new Map<string, string>();
  const grantsBack = new Set<string>();
  const replacedByImport = new Set<string>();
  for (const [index, entry] of journal.entries()) {
    const isOwn = entry.run === run;
    if (isOwn && before === undefined) [before, own] = [walk.standing(), walk.outputs];
    if (isOwn && entry.kind === "run-ended") own = endedOutputs(entry) ?? own;
    yield;
    for (const { uid, transition } of walk.take(entry)) {
      yield;
      // What another run has found and recorded may be the doing of a call of this one.
      const isDone = transition.run === run;
      const known = objects.get(uid);
      if (isDone && known === undefined) objects.set(uid, { own: [transition], later: [] });
      else if (isDone) known?.own.push(transition);
      else known?.later.push(transition);
      if (known !== undefined && !isDone && isImport(entry) && !isSameRecord(transition))
        replacedByImport.add(known.own.at(-1)?.after?.address ?? known.own[0]?.before?.address ?? uid);
      const isChange = transition.before !== transition.after && transition.intent !== null;
      if (!isDone && before !== undefined && isChange) {
        laterCalls.set(uid, transition.run);
        for (const grant of broughtBackBy([transition])) grantsBack.add(grantKey(grant));
        for (const grant of overwrittenBy([transition])) grantsBack.delete(grantKey(grant));
      }
    }
    if (index === last) after = walk.standing(own);
  }
  const former = before ?? after;
  return {
    run,
    objects: [...objects].map(([uid, each]) => ({ uid, ...each })),
    laterCalls,
    grantsBack,
    before: former,
    after,
    started: new Set(journal.flatMap((entry) => (entry.kind === "run-started" ? [entry.run] : []))),
    told: new Set(journal.map((entry) => entry.run)),
    replacedByImport: [...replacedByImport],
    recordKeys: walk.recordKeys(),
  };
}

function isImport(entry: JournalEntry): boolean {
  return entry.kind === "result" && entry.step === "" && entry.detail === stateImported;
}

function isSameRecord({ before, after }: Transition): boolean {
  return before === null || after === null ? before === after : jsonEqual(jsonOf(before), jsonOf(after));
}

/** Whether a change has ended the object, and not a former one of a resource that has none any more. */
export function isEnd({ before, after }: Transition): boolean {
  return before !== null && after === null;
}

/** Whether a run only noted that an object was gone. */
export function wasGoneBefore({ own }: Pick<ObjectWork, "own">): boolean {
  return own.findLast(isEnd)?.gone !== undefined;
}

/** The object in whose place a run has put another one, where the run only noted that it was gone. */
export function goneFormerObject({ own }: Pick<ObjectWork, "own">): ResourceRecord | undefined {
  const [before, after] = [own[0]?.before ?? null, own.at(-1)?.after ?? null];
  if (before === null || after === null || before.generation >= after.generation) return undefined;
  return own.some(({ gone }) => gone === before.generation) ? before : undefined;
}

/**
 * The object that a run, itself an undo, was to delete and only noted to be gone; the one that stood there before it is
 * in its place again.
 */
export function goneAhead({ own }: Pick<ObjectWork, "own">): ResourceRecord | undefined {
  const [before, after] = [own[0]?.before ?? null, own.at(-1)?.after ?? null];
  if (before === null || after === null || before.generation <= after.generation) return undefined;
  return own.some(({ gone }) => gone === before.generation) ? before : undefined;
}

/** A grant of others, with the claim of the physical object that it stands on. */
type GrantAt = Overwritten & { readonly claimKey: string };

/** Tells a grant, at the physical object that it stands on, from others. */
export function grantKey({ claimKey, words }: Pick<GrantAt, "claimKey" | "words">): string {
  return JSON.stringify([claimKey, words]);
}

/** What the calls of a run took away beside their objects. */
export function overwrittenBy(transitions: readonly Transition[]): readonly GrantAt[] {
  return noted(transitions.filter(isWritten), "displaced");
}

/** What the calls of a run brought back beside their objects. */
export function broughtBackBy(transitions: readonly Transition[]): readonly GrantAt[] {
  return noted(transitions.filter(isWritten), "restores");
}

/** What was noted before the calls of a run, whether or not they found anything to do. */
export function noted(transitions: readonly Transition[], as: "displaced" | "restores"): readonly GrantAt[] {
  return transitions.flatMap(({ intent }) =>
    (intent?.[as] ?? []).map((each) => ({ ...each, claimKey: intent?.claimKey ?? "" })),
  );
}

/** What a call was to do beside its object it has not done where that stood already. */
function isWritten({ hasStood }: Transition): boolean {
  return hasStood !== true;
}

/** The same changes, with one whose former object went first and the making of the new one as a single change. */
export function joined(transitions: readonly Transition[]): readonly Transition[] {
  const changes: Transition[] = [];
  for (const each of transitions) {
    const last = changes.at(-1);
    if (each.before === null && each.after !== null && last?.after === null && last.run === each.run)
      changes[changes.length - 1] = { ...each, before: last.before };
    else changes.push(each);
  }
  return changes;
}

/** The name of an object in its run. */
export function nameOf({ own }: Pick<ObjectWork, "own">): string | undefined {
  return own.at(-1)?.after?.address ?? own[0]?.before?.address;
}
