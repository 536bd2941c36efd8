import type { JsonObject } from "../../../packages/base/json/json.ts";
import { samePlain } from "../../../packages/base/json/plain.ts";
import type { Problem } from "../../../packages/base/problems/problem.ts";
import { inTurns } from "../../../packages/base/turns.ts";
import { contentDigest } from "../../definitions/schema/content-digest.ts";
import type { Plan } from "../plan/plan.ts";
import { type JournalEntry, optionsChanged, type RecordEffect, type StepResult } from "../state/journal.ts";
import { withMoves } from "../state/moves.ts";
import { withOutputs } from "../state/records/readied.ts";
import { asDeclared, type ResourceRecord } from "../state/records/record.ts";
import type { OpenIntent, StackState } from "../state/stack-state.ts";
import { finalOutputs } from "./final-outputs.ts";
import { type ApplyInput, RunContext, type Waits } from "./run-context.ts";
import { StepWalk } from "./step-walk.ts";

export interface ApplyResult {
  readonly status: "done" | "failed" | "cancelled";
  /** Values of the stack's outputs, over what is done. */
  readonly outputs: JsonObject;
  readonly problems: readonly Problem[];
  /** Calls whose end is not known: what they are about may exist. */
  readonly inFlight: readonly OpenIntent[];
}

/** The result of an advance. */
export type Advance =
  /** `lastSeq`: number of the run's last intent. */
  | { readonly kind: "ended"; readonly result: ApplyResult; readonly lastSeq: number }
  /** Nothing can be done before the first of these moments; no process needs to stand by. */
  | { readonly kind: "waiting"; readonly waits: Waits };

/**
 * Carries out a plan exactly, as far as it goes now: every step after those it needs, each write journalled before and
 * after its call. A failed step stops what needs it and nothing else. May be called again with the state and the
 * progress that the journal tells, by whoever holds the stack: steps that have ended are not repeated, operations that
 * go on are followed. A crash leaves durable intents for what was in flight (decision 0010).
 */
export async function advancePlan(given: ApplyInput): Promise<Advance> {
  const { plan, run, signal, leaving, progress } = given;
  const isFirst = progress.plan === null;
  const context = new RunContext(isFirst ? { ...given, state: withMoves(given.state, plan.moves ?? []) } : given);
  // It looks first whether the lease has lapsed: then nothing is noted.
  const steps = new StepWalk(context);
  if (isFirst) {
    await context.journal([
      {
        ...{ kind: "run-started", run, plan: plan.digest, planKind: plan.kind, at: context.now() },
        ...(given.state.restored !== undefined && readsEverything(plan, given.state) ? { endsRestored: true } : {}),
      },
      ...notedContext(given.state, plan, run),
      ...refreshedRecords(given.state, plan, context),
    ]);
  }
  await steps.walk();
  const { waits } = steps;
  if (waits.size > 0 && (!signal.aborted || leaving.aborted)) return { kind: "waiting", waits };
  // Whoever comes next must find the platforms as the run's own calls leave it.
  await context.whenQuiet();
  const result = await endRun(steps, context);
  return { kind: "ended", result, lastSeq: context.lastSeq };
}

/** Notes what the run has come to. */
async function endRun(steps: StepWalk, context: RunContext): Promise<ApplyResult> {
  const { problems: failed, waits } = steps;
  const { plan, run, signal, leaving, turns } = context.input;
  const ended = await inTurns(finalOutputs(plan, context, steps), turns);
  const { outputs, outputSources, leftOutputs } = ended;
  const problems = [...failed, ...ended.problems];
  const isBroken = problems.length > 0 || waits.size > 0;
  // The loss of the stack stops a run as a request to end does. Where that has left nothing, all has ended by itself.
  const status = !isBroken ? "done" : signal.aborted && !leaving.aborted ? "cancelled" : "failed";
  const told = { outputs, outputSources, ...(leftOutputs.length === 0 ? {} : { leftOutputs }) };
  await context.journal([{ kind: "run-ended", run, at: context.now(), status, ...told }]);
  return { status, outputs, problems, inFlight: context.open.inFlight };
}

/** Whether the plan was made by a look at all that the stack manages. */
function readsEverything(plan: Plan, { records }: StackState): boolean {
  const { kind, left = [], notObserved = [], outside = 0, steps, unchanged } = plan;
  if (kind === "apply" || kind === "destroy") return left.length + notObserved.length + outside === 0;
  if (kind !== "refresh") return false;
  const named = new Set([...steps, ...unchanged].map(({ address }) => address));
  return [...records.keys()].every((address) => named.has(address));
}

/** The project and config that the stack has from now on, where they are others than before. */
function notedContext(before: StackState, { bindings: { context } }: Plan, run: string): readonly JournalEntry[] {
  return context === undefined || samePlain(context, before.context) ? [] : [{ kind: "context", run, context }];
}

/**
 * Records that follow a move, and those of unchanged objects whose dependencies or equivalent spellings changed: one
 * entry. Those whose options changed have one of their own.
 */
function refreshedRecords(before: StackState, plan: Plan, context: RunContext): readonly StepResult[] {
  const { state } = context.input;
  const moved = state === before ? [] : movedRecords(before, state);
  const updated = plan.recordUpdates.flatMap((update) => {
    const record = state.records.get(update.address);
    if (record === undefined) return [];
    const { options, dependsOn, inputs, outputs, version, apiVersion, provider, identity } = update;
    const reach = { apiVersion: apiVersion ?? record.apiVersion, provider: provider ?? record.provider };
    const { unmet } = record.observed;
    const kept = unmet === undefined ? {} : { unmet };
    const observed = { version, digest: contentDigest(outputs), at: context.now(), ...kept };
    const { run } = context.input;
    const updated = {
      ...withOutputs(record, outputs),
      ...reach,
      identity: identity ?? record.identity,
      options,
      dependsOn,
      inputs,
      observed,
      ...asDeclared(record),
      lastRun: run,
    };
    const hasOtherOptions = !samePlain(options, record.options);
    return [{ hasOtherOptions, effects: updatingEffects(record, updated, context) }];
  });
  const effectsOf = (hasOtherOptions: boolean) =>
    updated.flatMap((each) => (each.hasOtherOptions === hasOtherOptions ? each.effects : []));
  return [
    ...recordResult(
      "records brought up to date",
      [...moved.map((record) => putRecord(record, context)), ...effectsOf(false)],
      context,
    ),
    ...recordResult(optionsChanged, effectsOf(true), context),
  ];
}

/** An entry that only changes records; none where there is nothing to change. */
function recordResult(detail: string, effects: readonly RecordEffect[], context: RunContext): readonly StepResult[] {
  const { run } = context.input;
  return effects.length === 0
    ? []
    : [{ kind: "result", run, step: "", intentSeq: null, outcome: "done", detail, effects }];
}

function movedRecords(before: StackState, after: StackState): readonly ResourceRecord[] {
  const untouched = new Set([...before.records.values(), ...before.superseded]);
  return [...after.records.values(), ...after.superseded].filter((record) => !untouched.has(record));
}

/** Of an object that the platform has renamed, the claim of the former name goes. */
function updatingEffects(before: ResourceRecord, now: ResourceRecord, context: RunContext): readonly RecordEffect[] {
  const put = putRecord(now, context);
  const former = context.claimKeyOf(before.type, before.provider.cloudId, before.identity.claim);
  if (put.kind === "put" && put.claimKey === former) return [put];
  const { uid, generation } = before;
  return [{ kind: "remove", uid, generation, claimKey: context.claims.leftBy(before, former) }, put];
}

function putRecord(record: ResourceRecord, context: RunContext): RecordEffect {
  const claim = context.claimKeyOf(record.type, record.provider.cloudId, record.identity.claim);
  return { kind: "put", record, claimKey: claim };
}
