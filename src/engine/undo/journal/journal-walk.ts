import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { deletionKey } from "../../state/drift/doubtful-deletions.ts";
import { isAsAsked, isRecordedNow } from "../../state/drift/recorded-now.ts";
import { isMaking } from "../../state/drift/stood-before.ts";
import {
  type Intent,
  type JournalEntry,
  onlyRestored,
  type RecordEffect,
  refreshed,
  refreshedGone,
  type StepResult,
  stoodAlready,
  wasAsWanted,
  wasNotThere,
} from "../../state/journal.ts";
import { type ResourceRecord, recordKey } from "../../state/records/record.ts";
import { endedOutputs, noOutputs, type StackOutputs, standingOutputs } from "../../state/stack-outputs.ts";
import type { Standing, Transition } from "./transition.ts";

function foundNothing(detail: string): boolean {
  return detail === wasNotThere || detail === onlyRestored;
}

/** Whether a result tells that an object was found to be gone, by a deletion or by a look alone. */
function foundGone(detail: string): boolean {
  return [wasNotThere, refreshed, refreshedGone].includes(detail);
}

/** Of each object the removal that comes first, by uid. */
function firstRemovals(effects: readonly RecordEffect[]) {
  const removals = new Map<string, Extract<RecordEffect, { kind: "remove" }>>();
  for (const effect of effects)
    if (effect.kind === "remove" && !removals.has(effect.uid)) removals.set(effect.uid, effect);
  return removals;
}

function leavesHalfMade(effect: RecordEffect): boolean {
  return effect.kind === "put" && effect.record.tainted !== undefined;
}

/**
 * Whether a record tells of a look at its object that the one before did not know; another name alone tells of none.
 */
function isSeenAnew({ observed }: ResourceRecord, former: ResourceRecord | undefined): boolean {
  return observed.at !== former?.observed.at;
}

/**
 * What earlier calls have done of a change that another one has completed, each as a change of its own run
 * (decision 0104). A field is of the last call that has asked for it.
 */
function halvesOf(
  unrecorded: readonly Intent[],
  { operation, request }: Intent,
  was: ResourceRecord,
  is: ResourceRecord,
) {
  if (operation !== "update" || was.generation !== is.generation) return [];
  const known = new Set(request.fields);
  const parts = unrecorded.toReversed().map((intent) => {
    const names = intent.request.fields.filter(
      (name) => !known.has(name) && isAsAsked(is, name, intent) && !isAsAsked(was, name, intent),
    );
    for (const name of names) known.add(name);
    return { intent, names };
  });
  let before = was;
  return parts.toReversed().flatMap(({ intent, names }) => {
    if (names.length === 0) return [];
    const half = { run: intent.run, before, after: withFields(before, names, is), intent };
    before = half.after;
    return [half];
  });
}

/** A record with some fields as another one has them. */
function withFields(record: ResourceRecord, names: readonly string[], from: ResourceRecord): ResourceRecord {
  const pick = (values: JsonObject) =>
    Object.fromEntries(names.flatMap((name) => (Object.hasOwn(values, name) ? [[name, values[name] ?? null]] : [])));
  return {
    ...record,
    inputs: { ...record.inputs, ...pick(from.inputs) },
    outputs: { ...record.outputs, ...pick(from.outputs) },
  };
}

/** The records as they were after each entry. */
export class JournalWalk {
  readonly #records = new Map<string, Map<number, ResourceRecord>>();
  readonly #intents = new Map<string, Intent>();
  /** Those that have no result yet. */
  readonly #open = new Map<string, Intent>();
  /** Calls that were settled right before, as what the next result tells of may be their doing. */
  #settled: readonly Intent[] = [];
  /**
   * Deletions that may have taken effect though their run broke off: what a later call does not find, they have
   * deleted. None of an object that was made again or seen since.
   */
  readonly #unseenDeletions = new Map<string, Intent>();
  /** The same of all deletions whose object is recorded still, however they were answered. */
  readonly #deletions = new Set<string>();
  /** Calls that were to make an object of which no record tells yet, by uid. */
  readonly #makers = new Map<string, Intent>();
  /** Updates that may have taken effect all the same, and of which no record tells yet, by uid. */
  readonly #unrecorded = new Map<string, readonly Intent[]>();
  #outputs: StackOutputs = noOutputs;

  /** What is recorded. As everywhere, an output stands only while the objects are recorded that it was made from. */
  standing(outputs = this.#outputs): Standing {
    const keys = this.recordKeys();
    const current = [...this.#records.keys()].flatMap((uid) => this.#current(uid) ?? []);
    return {
      names: new Map(current.map(({ address, uid }) => [address, uid])),
      ...standingOutputs(outputs, { has: (key) => keys.has(key), isEmpty: false }),
      records: new Map(current.map((record) => [record.uid, record])),
    };
  }

  /** The outputs that the last run to end has told. */
  get outputs(): StackOutputs {
    return this.#outputs;
  }

  recordKeys(): ReadonlySet<string> {
    return new Set([...this.#records.values()].flatMap((each) => [...each.values()].map(recordKey)));
  }

  take(entry: JournalEntry): readonly { readonly uid: string; readonly transition: Transition }[] {
    if (entry.kind === "intent") this.#begin(entry);
    if (entry.kind === "result") this.#open.delete(`${entry.run}.${entry.intentSeq}`);
    if (entry.kind === "intent" && isMaking(entry)) this.#makers.set(entry.uid, entry);
    if (entry.kind === "run-ended") this.#outputs = endedOutputs(entry) ?? this.#outputs;
    const transitions = entry.kind === "result" ? [...this.#effects(entry), ...this.#unseen(entry)] : [];
    const settled = entry.kind === "result" && entry.effects.length === 0 ? this.#callOf(entry) : undefined;
    this.#settled = settled === undefined ? [] : [...this.#settled, settled];
    return transitions;
  }

  #begin(intent: Intent): void {
    const name = `${intent.run}.${intent.seq}`;
    this.#intents.set(name, intent);
    this.#open.set(name, intent);
  }

  /**
   * A call that may have taken effect though nothing is recorded of it, as a change of what is recorded to nothing
   * else. A deletion may have, whatever the platform has answered, as long as its object is recorded; not where its
   * plan did not see the object any more, and an earlier deletion may have taken it away.
   */
  #unseen({ run, intentSeq, mayHaveDeleted, mayHaveChanged }: StepResult) {
    const intent = this.#intents.get(`${run}.${intentSeq}`);
    if (intent === undefined) return [];
    const { uid } = intent;
    if (mayHaveDeleted === true) this.#noteUnseenDeletion(intent);
    if (mayHaveChanged === true) this.#unrecorded.set(uid, [...(this.#unrecorded.get(uid) ?? []), intent]);
    const record = this.#current(uid);
    const isDeletedEarlier = intent.unseen !== undefined && this.#deletions.has(deletionKey(intent));
    if (intent.operation === "delete") this.#deletions.add(deletionKey(intent));
    if (record === null || isDeletedEarlier) return [];
    const transition = { run, before: record, after: record, intent, isUnseen: true as const };
    if (record.identity.id !== intent.identity.id)
      return this.#isOfFormerObject(intent)
        ? [
            {
              uid,
              transition: { ...transition, isOfFormerObject: mayHaveDeleted === true ? "unheard" : "refused" } as const,
            },
          ]
        : [];
    const mayHave = mayHaveDeleted === true || mayHaveChanged === true || intent.operation === "delete";
    return mayHave ? [{ uid, transition }] : [];
  }

  /** Whether a call was to delete a former object that is recorded. */
  #isOfFormerObject({ uid, operation, identity }: Intent): boolean {
    const records = [...(this.#records.get(uid)?.values() ?? [])];
    return operation === "delete" && records.some((each) => each.identity.id === identity.id);
  }

  /** The call behind a result; none behind what a failed one did to the records, unless it left an object half made. */
  #callOf({ run, intentSeq, outcome, effects }: StepResult): Intent | undefined {
    const isOfCall = outcome !== "failed" || effects.some(leavesHalfMade);
    return isOfCall ? this.#intents.get(`${run}.${intentSeq}`) : undefined;
  }

  /**
   * A creation with what stood there before the earliest one that may have made its object, and was settled by it or is
   * by the same look.
   */
  #sinceFirst(call: Intent | undefined): Intent | undefined {
    if (call?.operation !== "create") return call;
    const { uid, claimKey, identity } = call;
    const first = [...this.#settled, ...this.#open.values()].find(
      (each) =>
        each.operation === "create" &&
        each.uid === uid &&
        each.claimKey === claimKey &&
        each.identity.id === identity.id,
    );
    return first === undefined ? call : { ...call, before: first.before };
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

  /** What an earlier deletion may have taken away is that one's, where the plan of a later one did not see it. */
  #noteUnseenDeletion(intent: Intent): void {
    const key = deletionKey(intent);
    if (intent.unseen === undefined || !this.#unseenDeletions.has(key)) this.#unseenDeletions.set(key, intent);
  }

  /**
   * The earlier call of ours that has deleted what a deletion did not find any more, or a look alone, which tells the
   * claim that goes.
   */
  #earlierDeletion(uid: string, claimKey: string | null | undefined): Intent | undefined {
    const unseen = typeof claimKey === "string" ? this.#unseenDeletions.get(deletionKey({ uid, claimKey })) : undefined;
    return unseen ?? this.#settled.find((each) => each.uid === uid && each.operation === "delete");
  }

  /**
   * The call of an earlier run that has made what a change is the first to record; none of what the change has taken
   * over.
   */
  #makerOf(uid: string, change: Intent | undefined): Intent | undefined {
    const maker = this.#makers.get(uid);
    const isMade = change?.operation === "update" && change.record?.imported === false;
    return isMade && maker?.claimKey === change.claimKey ? maker : undefined;
  }

  #effects(result: StepResult) {
    const { run, effects, hasStood, detail } = result;
    const noted = this.#sinceFirst(this.#callOf(result));
    // An update that was noted and not sent has changed nothing.
    const isOwn = result.intentSeq !== null && !(detail === wasAsWanted && noted?.operation === "update");
    const call = isOwn ? noted : this.#earlierCall(effects);
    const uids = [...new Set(effects.map((effect) => (effect.kind === "put" ? effect.record.uid : effect.uid)))];
    const before = new Map(uids.map((uid) => [uid, this.#current(uid)]));
    const removals = firstRemovals(effects);
    const goneOf = (uid: string) => {
      const gone = removals.get(uid)?.generation;
      if (call?.isFormerGone === true && call.uid === uid) return gone;
      if (!foundNothing(detail)) return undefined;
      const earlier = this.#earlierDeletion(uid, call?.claimKey);
      return earlier !== undefined && (earlier.run === run || detail !== wasNotThere) ? undefined : gone;
    };
    const deletionOf = (uid: string) =>
      foundGone(detail) ? this.#earlierDeletion(uid, call?.claimKey ?? removals.get(uid)?.claimKey) : undefined;
    const makers = new Map(uids.map((uid) => [uid, this.#makerOf(uid, call)]));
    for (const uid of uids) this.#makers.delete(uid);
    const formerObjects = this.#endedBy(effects);
    for (const effect of effects) {
      const uid = effect.kind === "put" ? effect.record.uid : effect.uid;
      const known = this.#records.get(uid) ?? new Map<number, ResourceRecord>();
      this.#records.set(uid, known);
      if (effect.kind === "put" && isSeenAnew(effect.record, known.get(effect.record.generation)))
        for (const deletions of [this.#unseenDeletions, this.#deletions])
          deletions.delete(deletionKey({ uid, claimKey: effect.claimKey }));
      if (effect.kind === "put") known.set(effect.record.generation, effect.record);
      else known.delete(effect.generation);
    }
    return uids.flatMap((uid) => {
      const [was, is] = [before.get(uid) ?? null, this.#current(uid)];
      const gone = goneOf(uid);
      if (was === is && call?.operation !== "delete" && gone === undefined && !formerObjects.has(uid)) return [];
      const unrecorded = this.#unrecorded.get(uid) ?? [];
      const change = call === undefined ? unrecorded.findLast((each) => isRecordedNow(each, was, is)) : undefined;
      const last = change ?? call;
      const halves = last === undefined || was === null || is === null ? [] : halvesOf(unrecorded, last, was, is);
      const deletion = is === null ? deletionOf(uid) : undefined;
      const isOfEarlierRun = deletion !== undefined && deletion.run !== run;
      const deleted = isOfEarlierRun ? [{ run: deletion.run, before: was, after: null, intent: deletion }] : [];
      const earlier = [...halves, ...deleted].map((transition) => ({ uid, transition }));
      const own = { before: halves.at(-1)?.after ?? was, after: is };
      if (last !== undefined) this.#unrecorded.delete(uid);
      if (change !== undefined) return [...earlier, { uid, transition: { run: change.run, ...own, intent: change } }];
      const intent = (was === null ? makers.get(uid) : undefined) ?? call ?? null;
      const ended = formerObjects.get(uid);
      const found = {
        ...(ended === undefined ? {} : { ended }),
        ...(hasStood === true || detail === stoodAlready ? { hasStood: true as const } : {}),
        ...(gone === undefined ? {} : { gone }),
      };
      return [...earlier, { uid, transition: { run, ...own, intent, ...found } }];
    });
  }

  /** The records of former objects that go with these effects, by uid. */
  #endedBy(effects: StepResult["effects"]): ReadonlyMap<string, ResourceRecord> {
    const ended = new Map<string, ResourceRecord>();
    for (const effect of effects) {
      if (effect.kind !== "remove" || ended.has(effect.uid)) continue;
      const record = this.#records.get(effect.uid)?.get(effect.generation);
      if (record?.status === "superseded") ended.set(effect.uid, record);
    }
    return ended;
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
