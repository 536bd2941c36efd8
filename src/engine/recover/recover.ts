import { invariant } from "../../../packages/base/invariant.ts";
import { isAsWanted } from "../../definitions/schema/comparison/compare-objects.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { idKey } from "../../definitions/schema/identity/same-object.ts";
import type { Observation } from "../ports/driver.ts";
import { areBack } from "../state/drift/overwritten.ts";
import { mayHaveStood, maySeeBefore, mayShowRecorded } from "../state/drift/stood-before.ts";
import { effectsIn } from "../state/effects.ts";
import {
  byAge,
  type Intent,
  type JournalEntry,
  type RecordEffect,
  type RecordSketch,
  type StepResult,
} from "../state/journal.ts";
import { underPresentNames } from "../state/moves.ts";
import { mayLag, mayNotShow } from "../state/records/lagging-reads.ts";
import { madeRecord, makingEffects, recordedInputs } from "../state/records/made-record.ts";
import { claimKey, type ResourceRecord } from "../state/records/record.ts";
import { mayShowBefore } from "../state/records/shows-before.ts";
import { taintedEffects } from "../state/records/tainted-record.ts";
import type { Indeterminate, OpenIntent, StackState } from "../state/stack-state.ts";
import { isStepOfSuperseded } from "../state/step-id.ts";
import { type Decision, decide, type Finding, kindOf } from "./decision.ts";
import { formerShareStands } from "./former-share.ts";
import { givingWay } from "./late-finds.ts";
import { type FailedCall, type Look, type LookInput, lookAtObject } from "./look.ts";
import { wantedBy } from "./open-change.ts";
import { tookInPart } from "./took-in-part.ts";

export interface RecoverInput extends LookInput {
  readonly state: StackState;
}

export interface Recovery {
  /** What is known now; to be appended under the stack's lease. */
  readonly entries: readonly JournalEntry[];
  /** What stays open. */
  readonly indeterminate: readonly Indeterminate[];
  /** What took effect although it was not noted. */
  readonly found: readonly Intent[];
  /** What is closed, since the next plan decides anew, although its object is not shown: it may have taken effect. */
  readonly unshown: readonly Intent[];
  /** What ended with an error of the platform's. */
  readonly failed: readonly FailedCall[];
}

/**
 * Finds out what became of the calls whose end was not noted, by one read each (and one poll where an operation had
 * begun). Writes nothing anywhere: what it found is in the entries. May be repeated, and broken off, at
 * will (decision 0009).
 */
export async function recover(input: RecoverInput): Promise<Recovery> {
  const open = underPresentNames(input.state);
  const settled = await Promise.all([...byObject(open)].map((group) => settle(group, input)));
  const entries = withOneCurrent(settled.flatMap((each) => each.entries));
  const at = new Date(input.clock.now()).toISOString();
  return {
    entries: givingWay(entries, input.state, open).map((entry) => (entry.kind === "result" ? { at, ...entry } : entry)),
    indeterminate: settled.flatMap(({ indeterminate }) => indeterminate),
    found: settled.flatMap(({ found }) => found),
    unshown: settled.flatMap(({ unshown }) => unshown),
    failed: settled.flatMap(({ failed }) => failed),
  };
}

/** Of several objects that were made under one uid the last stands for it; the others wait for their deletion. */
function withOneCurrent(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const latest = new Map<string, number>();
  for (const effect of effectsIn(entries)) {
    if (effect.kind === "put" && effect.record.status === "current")
      latest.set(effect.record.uid, Math.max(latest.get(effect.record.uid) ?? 0, effect.record.generation));
  }
  const ranked = (effect: RecordEffect): RecordEffect => {
    if (effect.kind !== "put" || effect.record.generation >= (latest.get(effect.record.uid) ?? 0)) return effect;
    return { ...effect, record: { ...effect.record, status: "superseded" } };
  };
  return entries.map((entry) => (entry.kind === "result" ? { ...entry, effects: entry.effects.map(ranked) } : entry));
}

/** Open intents about one object of one uid, the latest first. */
function byObject(open: readonly OpenIntent[]): Iterable<readonly OpenIntent[]> {
  const groups = new Map<string, OpenIntent[]>();
  for (const each of open) {
    const key = `${each.intent.uid} ${each.intent.claimKey}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return [...groups.values()].map((group) => group.sort((a, b) => byAge(b.intent, a.intent)));
}

/** An object that open intents are about, and what a look has shown of it. */
interface OpenObject {
  /** The intents, the latest first. */
  readonly group: readonly OpenIntent[];
  readonly look: Look;
  /** When the look was over. */
  readonly at: string;
  readonly state: StackState;
  readonly definition: ResourceDefinition;
  /** The share that the latest intent was to move stands where it stood. */
  readonly isFormerShareThere?: boolean;
}

/** What the look means for one of the intents, and what is done about it. */
interface Verdict {
  readonly open: OpenIntent;
  readonly finding: Finding;
  readonly decision: Decision;
}

const nothing: Recovery = { entries: [], indeterminate: [], found: [], unshown: [], failed: [] };

async function settle(group: readonly OpenIntent[], input: RecoverInput): Promise<Recovery> {
  const object = await openObject(group, input);
  const verdicts = group.map((open): Verdict => {
    const finding = findingFor(open.intent, object);
    return { open, finding, decision: decideOn(open.intent, finding, object) };
  });
  const verdict = decisive(verdicts);
  switch (verdict.decision) {
    case "record":
      return recordMade(verdict, object);
    case "taint":
      return recordHalfMade(verdict, object);
    case "forget":
      return forget(verdict, object);
    case "reissue":
    case "stop":
    case "wait":
      return leaveOpen(verdict.open, reasons[verdict.decision](object.look), verdicts, object);
    case "abandon":
      return abandon(verdict, object);
  }
}

async function openObject(group: readonly OpenIntent[], input: RecoverInput): Promise<OpenObject> {
  const [latest] = group;
  invariant(latest !== undefined, "a group has an intent");
  const { state, catalog, clock } = input;
  const definition = catalog.resources[latest.intent.type];
  invariant(definition !== undefined, `no definition of ${latest.intent.type}`);
  const look = await lookAtObject(group, latest, input);
  const object = { group, look, at: new Date(clock.now()).toISOString(), state, definition };
  const recorded = recordOn(latest.intent, object);
  const isFormerShareThere = await formerShareStands(latest.intent, recorded, look.observation, definition, input);
  return { ...object, isFormerShareThere };
}

/**
 * The verdict on the latest intent that did not come to nothing. What is there otherwise than that one meant may still
 * be what one before it has made.
 */
function decisive(verdicts: readonly Verdict[]): Verdict {
  const firm = verdicts.find(({ decision }) => decision !== "abandon") ?? verdicts[0];
  const made = firm?.decision === "stop" ? verdicts.find(({ decision }) => decision === "record") : undefined;
  const verdict = made ?? firm;
  invariant(verdict !== undefined, "a group has a verdict");
  return verdict;
}

function recordMade({ open, finding }: Verdict, object: OpenObject): Recovery {
  const { group, look, at, state, definition } = object;
  const { intent } = open;
  invariant(look.observation !== null && intent.record !== null, "an object to record");
  const current = currentRecord(intent, state);
  const recorded = recordOn(intent, object);
  const readied = intent.precedes === undefined ? undefined : recorded;
  const record = recordOf({ ...intent, formerly: readied ?? current }, look.observation, definition, at);
  // What a later run has made in its place stands for the uid; this one waits for its deletion.
  const isSucceeded = current !== undefined && current.generation > record.generation;
  const isLate = isSucceeded || readied?.status === "superseded";
  const effects: readonly RecordEffect[] = isLate
    ? [{ kind: "put", record: { ...record, status: "superseded" }, claimKey: intent.claimKey }]
    : makingEffects(record, current, fateOf(current, record, intent.record.former), definition);
  const hasStood = mayHaveStood(intent, recorded, look.observation.outputs, definition);
  // What stands beside it is for the rest of its step.
  const ends = finding !== "beside";
  const entries = closed(group, open, "done", effects, { ends, hasStood });
  return { ...nothing, entries, found: [intent], failed: failedIn(look) };
}

function recordHalfMade({ open }: Verdict, object: OpenObject): Recovery {
  const { group, look, at, state, definition } = object;
  const { intent } = open;
  const { record } = intent;
  invariant(look.observation !== null && look.failed !== undefined, "an object that an operation left half made");
  invariant(record !== null, "what makes an object has a record to make");
  const { detail } = look.failed;
  const current = currentRecord(intent, state);
  const former = fateOf(current, record, record.former);
  const made = { ...intent, record: { ...record, former } };
  const effects = taintedEffects(made, look.observation, current, detail, definition, at);
  // A look that lagged behind may have denied what an earlier creation has left, and is recorded.
  const hasStood = mayHaveStood(intent, recordOn(intent, object), look.observation.outputs, definition);
  return { ...nothing, entries: closed(group, open, "failed", effects, { hasStood }), failed: failedIn(look) };
}

function forget({ open }: Verdict, object: OpenObject): Recovery {
  const entries = closed(object.group, open, "done", [removal(open.intent, object)]);
  return { ...nothing, entries, found: [open.intent] };
}

/** What else may have been begun is kept, since it may show itself yet. */
function leaveOpen(
  decider: OpenIntent,
  why: Indeterminate["why"],
  verdicts: readonly Verdict[],
  { group, look }: OpenObject,
): Recovery {
  const { run, seq, record } = decider.intent;
  const idle = verdicts.flatMap((each) => (each.decision === "abandon" ? [each.open] : []));
  const operationName = decider === group[0] ? look.operationName : undefined;
  const noted: readonly JournalEntry[] =
    operationName === undefined ? [] : [{ kind: "handle", run, intentSeq: seq, url: operationName }];
  // Told by what may have been made, if anything: a removal that goes on must be seen to its end as well.
  const told = record === null ? group.find((each) => each.intent.record !== null && !idle.includes(each)) : undefined;
  const { intent } = told ?? decider;
  return {
    ...nothing,
    entries: [...closed(idle, null, "failed", []), ...noted],
    indeterminate: [
      {
        ...{ intent, operationName: operationName ?? decider.operationName, why, detail: look.detail },
        ...(look.isOperationUnknown === true ? { isOperationUnknown: true } : {}),
      },
    ],
    failed: failedIn(look),
  };
}

function abandon({ open: { intent } }: Verdict, object: OpenObject): Recovery {
  const { group, look, at, definition } = object;
  const free = recordOn(intent, object) === undefined ? [removal(intent, object)] : [];
  const isUnshown = look.finding === "absent";
  const outputs = look.observation?.outputs;
  // A look so soon after a change may show what was there before it, or nothing.
  const mayHaveChanged = (each: Intent) =>
    each === look.failed?.intent ||
    (isUnshown && each.operation === "update" && mayNotShow(each.at, at)) ||
    (outputs !== undefined &&
      (maySeeBefore(each, outputs, at) || tookInPart(each, definition, outputs, recordOn(each, object)?.outputs)));
  // A look so soon after a deletion may show what was there before it.
  const mayHaveDeleted = (each: Intent) =>
    isUnshown || (outputs !== undefined && each !== look.failed?.intent && mayNotShow(each.at, at));
  const entries = closed(group, null, "failed", free, { mayHaveDeleted, mayHaveChanged });
  // Its run has told of an operation that it has seen to fail.
  const isTold = look.failed?.intent.failedWith !== undefined;
  return { ...nothing, entries, unshown: isUnshown ? [intent] : [], failed: isTold ? [] : failedIn(look) };
}

function failedIn({ failed }: Look): readonly FailedCall[] {
  return failed === undefined ? [] : [failed];
}

const reasons: Readonly<Record<"reissue" | "stop" | "wait", (look: Look) => Indeterminate["why"]>> = {
  reissue: () => "not-seen",
  stop: () => "not-provably-ours",
  wait: ({ finding }) => (finding === "pending" ? "pending" : "unreadable"),
};

/** What was found, for one of several intents about the object: each wanted it otherwise. */
function findingFor(intent: Intent, object: OpenObject): Finding {
  const { look, at, definition } = object;
  const { observation, failed } = look;
  if (failed !== undefined && failed.intent === intent) return look.finding;
  // What another call has left half made is not what this one, which has failed as well, was to make.
  if (look.finding === "half-made" && intent.failedWith !== undefined) return "undone";
  // What the operation of one call has come to says nothing of the others.
  const finding = failed === undefined ? look.finding : observation === null ? "absent" : "otherwise";
  if (observation === null) return finding;
  if (intent.operation === "undelete") return "as-wanted";
  if (intent.operation === "delete") return "otherwise";
  const { outputs, displaces } = observation;
  if (!isAsWanted(definition, outputs, wantedBy(intent.operation, intent.request, definition)))
    return finding === "otherwise" &&
      definition.existence === "standing" &&
      mayShowRecorded(intent, recordOn(intent, object), outputs, at)
      ? "as-before"
      : finding;
  if (!areBack(intent.restores, displaces)) return finding;
  if (object.isFormerShareThere === true && intent === object.group[0]?.intent) return finding;
  // What an earlier call made may not be shown yet, and what was wanted is what stood there before that.
  const earlier = object.group.filter((each) => byAge(each.intent, intent) < 0);
  if (earlier.some((each) => maySeeBefore(each.intent, outputs, at))) return "as-before";
  // What was wanted may be what stood there before our last write, shown by a read that lags behind.
  const record = recordOn(intent, object);
  if (record !== undefined && mayShowBefore(record, outputs, at)) return "as-before";
  // What was before us may be shown by a read that lags behind several writes; the next plan writes it once more.
  if (intent.record === null && definition.existence === "standing" && record !== undefined && mayLag(record, at))
    return "as-before";
  // What is put back as it was leaves alone what stands beside it.
  const keepsOthers = intent.record === null || intent.restores !== undefined;
  return displaces.length > 0 && !keepsOthers ? "beside" : "as-wanted";
}

function decideOn(intent: Intent, finding: Finding, object: OpenObject): Decision {
  const { definition } = object;
  const record = recordOn(intent, object);
  // Another share of the same object is not what the record stands for.
  const isRecorded =
    record !== undefined && idKey(definition, record.identity.id) === idKey(definition, intent.identity.id);
  return decide(kindOf(intent, isRecorded, definition.existence), finding);
}

/** What becomes of the present record; one that the run did not know of yet is no former self of what it made. */
function fateOf(
  current: ResourceRecord | undefined,
  { generation }: Pick<ResourceRecord, "generation">,
  former: RecordSketch["former"],
): RecordSketch["former"] {
  return former === "same" && current !== undefined && current.generation < generation ? "superseded" : former;
}

/** The record of the very object that an intent is about. */
function recordOn(intent: Intent, { state, definition }: OpenObject): ResourceRecord | undefined {
  const isIt = (record: ResourceRecord) => record.uid === intent.uid && claimOf(record, definition) === intent.claimKey;
  const current = state.records.get(intent.address);
  const found = [...(current === undefined ? [] : [current]), ...state.superseded].filter(isIt);
  // A current and a superseded object may share a claim; the step tells which of the two was meant.
  return found.find((record) => isStepOfSuperseded(intent.step, record)) ?? found[0];
}

function currentRecord(intent: Intent, { records }: StackState): ResourceRecord | undefined {
  const record = records.get(intent.address);
  return record?.uid === intent.uid ? record : undefined;
}

function recordOf(
  intent: Intent & { readonly formerly: ResourceRecord | undefined },
  seen: Observation,
  definition: ResourceDefinition,
  at: string,
): ResourceRecord {
  invariant(intent.record !== null, "a removal leaves no record");
  const { operation, request } = intent;
  const inputs = recordedInputs(intent, seen, definition);
  // What is undeleted is asked for nothing else.
  const asked = operation === "undelete" ? inputs : request.inputs;
  const making = { ...intent, asked, ...(operation === "update" ? { written: request.fields } : {}) };
  return madeRecord(making, intent.record, inputs, seen, definition, at);
}

function claimOf({ provider, identity }: ResourceRecord, definition: ResourceDefinition): string {
  return claimKey(provider.cloudId, identity.claim, definition.identity.ignoreCase === true);
}

function removal(intent: Intent, object: OpenObject): RecordEffect {
  const { state, definition } = object;
  const { uid } = intent;
  const generation = recordOn(intent, object)?.generation ?? 0;
  const isShared = [...state.records.values(), ...state.superseded].some(
    (other) => other.uid === uid && other.generation !== generation && claimOf(other, definition) === intent.claimKey,
  );
  return { kind: "remove", uid, generation, claimKey: isShared ? null : intent.claimKey };
}

interface ClosedAs {
  readonly ends?: boolean;
  readonly hasStood?: boolean;
  /** Whether a deletion may have taken its object away: no read shows it, or the one that does may lag behind. */
  readonly mayHaveDeleted?: (intent: Intent) => boolean;
  /** Whether an update may have changed its object, though nothing is recorded of that. */
  readonly mayHaveChanged?: (intent: Intent) => boolean;
}

/** Closes intents; the deciding one gets its result, the others get none. */
function closed(
  group: readonly OpenIntent[],
  decider: OpenIntent | null,
  outcome: "done" | "failed",
  effects: readonly RecordEffect[],
  { ends = true, hasStood = false, mayHaveDeleted = () => false, mayHaveChanged = () => false }: ClosedAs = {},
): readonly StepResult[] {
  return group.map((each, index) => {
    const isDecider = decider === null ? index === 0 : each === decider;
    const { run, step, seq, operation, precedes } = each.intent;
    return {
      kind: "result",
      run,
      step,
      intentSeq: seq,
      outcome: isDecider ? outcome : "failed",
      detail: "found by a read after the run broke off",
      effects: isDecider ? effects : [],
      // An undelete may be followed by an update of the same step, and what goes before a deletion is.
      ...(isDecider && outcome === "done" && ends && operation !== "undelete" && precedes === undefined
        ? { ends: true as const }
        : {}),
      ...(isDecider && hasStood ? { hasStood: true as const } : {}),
      ...(operation === "delete" && mayHaveDeleted(each.intent) ? { mayHaveDeleted: true as const } : {}),
      ...(operation === "update" && mayHaveChanged(each.intent) ? { mayHaveChanged: true as const } : {}),
    };
  });
}
