import { type Json, type JsonObject, jsonEqual } from "../../base/json.ts";
import type { Displaced } from "../state/displaced.ts";
import { type Intent, type JournalEntry, type StepResult, stateImported, wasNotThere } from "../state/journal.ts";
import { type ResourceRecord, recordKey } from "../state/record.ts";
import { isMaking } from "../state/stood-before.ts";

/** One change of the current record of an object, or the end of a former object of its resource. */
export interface Transition {
  readonly run: string;
  readonly before: ResourceRecord | null;
  readonly after: ResourceRecord | null;
  /** The call behind it; null where only the records changed. */
  readonly intent: Intent | null;
  /** The object may have stood before the call. */
  readonly hasStood?: true;
  /** The object was gone before: another hand has deleted it. */
  readonly wasGone?: true;
}

/** What became of one object through a run, and through those after it. */
export interface ObjectWork {
  readonly uid: string;
  readonly own: readonly Transition[];
  readonly later: readonly Transition[];
}

/** uids of the current records, by address. */
export type Names = ReadonlyMap<string, string>;

export interface RunWork {
  readonly run: string;
  readonly objects: readonly ObjectWork[];
  /** The last run, other than this one, that has called a platform about an object since, by uid. */
  readonly laterCalls: ReadonlyMap<string, string>;
  readonly before: { readonly names: Names; readonly outputs: JsonObject };
  readonly after: {
    readonly names: Names;
    readonly outputs: JsonObject;
    /** Current records, by uid. */
    readonly records: ReadonlyMap<string, ResourceRecord>;
  };
  /** Runs that have carried out a plan: anything else was an edit of the state. */
  readonly started: ReadonlySet<string>;
  /** Names, in the run, of objects whose records an import has dropped or put in the place of others since. */
  readonly replacedByImport: readonly string[];
  /** Keys of all records that the journal comes to. */
  readonly recordKeys: ReadonlySet<string>;
}

/** What the journal tells of a run: what it did, also what was found out later, and what others have done since. */
export function workOf(run: string, journal: readonly JournalEntry[]): RunWork {
  const walk = new JournalWalk();
  const last = journal.findLastIndex((entry) => entry.run === run);
  let before: RunWork["after"] | undefined;
  let after: RunWork["after"] = { names: new Map(), outputs: {}, records: new Map() };
  let own: JsonObject | undefined;
  const objects = new Map<string, { own: Transition[]; later: Transition[] }>();
  const laterCalls = new Map<string, string>();
  const replacedByImport = new Set<string>();
  for (const [index, entry] of journal.entries()) {
    const isOwn = entry.run === run;
    if (isOwn) before ??= walk.standing();
    if (isOwn && entry.kind === "run-ended" && entry.outputs !== null) own = entry.outputs;
    for (const { uid, transition } of walk.take(entry)) {
      const known = objects.get(uid);
      if (isOwn && known === undefined) objects.set(uid, { own: [transition], later: [] });
      else if (isOwn) known?.own.push(transition);
      else known?.later.push(transition);
      if (known !== undefined && !isOwn && isImport(entry) && !isSameRecord(transition))
        replacedByImport.add(known.own.at(-1)?.after?.address ?? known.own[0]?.before?.address ?? uid);
      const isChange = transition.before !== transition.after && transition.intent !== null;
      if (!isOwn && before !== undefined && isChange) laterCalls.set(uid, transition.run);
    }
    if (index === last) after = walk.standing();
  }
  const former = before ?? after;
  return {
    run,
    objects: [...objects].map(([uid, each]) => ({ uid, ...each })),
    laterCalls,
    before: former,
    after: { ...after, outputs: own ?? former.outputs },
    started: new Set(journal.flatMap((entry) => (entry.kind === "run-started" ? [entry.run] : []))),
    replacedByImport: [...replacedByImport],
    recordKeys: walk.recordKeys(),
  };
}

function isImport(entry: JournalEntry): boolean {
  return entry.kind === "result" && entry.step === "" && entry.detail === stateImported;
}

function isSameRecord({ before, after }: Transition): boolean {
  return jsonEqual(before as unknown as Json, after as unknown as Json);
}

/** Whether a run only noted that an object was gone. */
export function wasGoneBefore({ own }: Pick<ObjectWork, "own">): boolean {
  return own.findLast(({ after }) => after === null)?.wasGone === true;
}

/** A grant of others, with the claim of the physical object that it stands on. */
type GrantAt = Displaced & { readonly claimKey: string };

/** What the calls of a run took away beside their objects. */
export function displacedBy(transitions: readonly Transition[]): readonly GrantAt[] {
  return transitions.flatMap(({ intent }) =>
    (intent?.displaced ?? []).map((each) => ({ ...each, claimKey: intent?.claimKey ?? "" })),
  );
}

/** What the calls of a run brought back beside their objects. */
export function broughtBackBy(transitions: readonly Transition[]): readonly GrantAt[] {
  return transitions.flatMap(({ intent }) =>
    (intent?.restores ?? []).map((each) => ({ ...each, claimKey: intent?.claimKey ?? "" })),
  );
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

/** The records as they were after each entry. */
class JournalWalk {
  readonly #records = new Map<string, Map<number, ResourceRecord>>();
  readonly #intents = new Map<string, Intent>();
  /** Calls that were settled right before, as what the next result tells of may be their doing. */
  #settled: readonly Intent[] = [];
  /** Calls that were to make an object of which no record tells yet, by uid. */
  readonly #makers = new Map<string, Intent>();
  #outputs: JsonObject = {};

  standing(): RunWork["after"] {
    const current = [...this.#records.keys()].flatMap((uid) => this.#current(uid) ?? []);
    return {
      names: new Map(current.map(({ address, uid }) => [address, uid])),
      outputs: this.#outputs,
      records: new Map(current.map((record) => [record.uid, record])),
    };
  }

  recordKeys(): ReadonlySet<string> {
    return new Set([...this.#records.values()].flatMap((each) => [...each.values()].map(recordKey)));
  }

  take(entry: JournalEntry): readonly { readonly uid: string; readonly transition: Transition }[] {
    if (entry.kind === "intent") this.#intents.set(`${entry.run}.${entry.seq}`, entry);
    if (entry.kind === "intent" && isMaking(entry)) this.#makers.set(entry.uid, entry);
    if (entry.kind === "run-ended" && entry.outputs !== null) this.#outputs = entry.outputs;
    const transitions = entry.kind === "result" ? this.#effects(entry) : [];
    const settled = entry.kind === "result" && entry.effects.length === 0 ? this.#callOf(entry) : undefined;
    this.#settled = settled === undefined ? [] : [...this.#settled, settled];
    return transitions;
  }

  #callOf({ run, intentSeq, outcome }: StepResult): Intent | undefined {
    return intentSeq === null || outcome === "failed" ? undefined : this.#intents.get(`${run}.${intentSeq}`);
  }

  /** The call of an earlier run that has made what a run records without a call of its own. */
  #earlierCall(effects: StepResult["effects"]): Intent | undefined {
    return this.#settled.findLast(({ uid, operation, claimKey }) =>
      effects.some(
        (each) =>
          each.kind === "put" && each.record.uid === uid && each.claimKey === claimKey && operation !== "delete",
      ),
    );
  }

  /** Whether it was a call of an earlier run that has deleted what is not there any more. */
  #isDeletedEarlier(uid: string): boolean {
    return this.#settled.some((call) => call.uid === uid && call.operation === "delete");
  }

  /** The call of an earlier run that has made what a change is the first to record; none of what the change has taken over. */
  #makerOf(uid: string, change: Intent | undefined): Intent | undefined {
    const maker = this.#makers.get(uid);
    const isMade = change?.operation === "update" && change.record?.imported === false;
    return isMade && maker?.claimKey === change.claimKey ? maker : undefined;
  }

  #effects(result: StepResult) {
    const { run, effects, hasStood, detail } = result;
    const call = result.intentSeq === null ? this.#earlierCall(effects) : this.#callOf(result);
    const uids = [...new Set(effects.map((effect) => (effect.kind === "put" ? effect.record.uid : effect.uid)))];
    const before = new Map(uids.map((uid) => [uid, this.#current(uid)]));
    const isGone = (uid: string) => detail === wasNotThere && !this.#isDeletedEarlier(uid);
    const makers = new Map(uids.map((uid) => [uid, this.#makerOf(uid, call)]));
    for (const uid of uids) this.#makers.delete(uid);
    for (const effect of effects) {
      const uid = effect.kind === "put" ? effect.record.uid : effect.uid;
      const known = this.#records.get(uid) ?? new Map<number, ResourceRecord>();
      this.#records.set(uid, known);
      if (effect.kind === "put") known.set(effect.record.generation, effect.record);
      else known.delete(effect.generation);
    }
    return uids.flatMap((uid) => {
      const [was, is] = [before.get(uid) ?? null, this.#current(uid)];
      if (was === is && call?.operation !== "delete") return [];
      const intent = (was === null ? makers.get(uid) : undefined) ?? call ?? null;
      const found = { ...(hasStood === true ? { hasStood } : {}), ...(isGone(uid) ? { wasGone: true as const } : {}) };
      return [{ uid, transition: { run, before: was, after: is, intent, ...found } }];
    });
  }

  #current(uid: string): ResourceRecord | null {
    return (
      this.#records
        .get(uid)
        ?.values()
        .find(({ status }) => status === "current") ?? null
    );
  }
}
