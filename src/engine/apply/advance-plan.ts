import { elapsedSince, sleepUntil } from "../../../packages/base/clock.ts";
import { invariant } from "../../../packages/base/invariant.ts";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import { inTurns } from "../../../packages/base/turns.ts";
import { contentDigest } from "../../definitions/schema/whole-value.ts";
import { type Visit, walk } from "../graph/walk.ts";
import type { MoveStep, Plan, Step } from "../plan/plan.ts";
import {
  type Intent,
  type JournalEntry,
  optionsChanged,
  type RecordEffect,
  type StepResult,
} from "../state/journal.ts";
import { withMoves } from "../state/moves.ts";
import { withOutputs } from "../state/records/readied.ts";
import { asDeclared, type ResourceRecord } from "../state/records/record.ts";
import { sameOptions } from "../state/records/same-options.ts";
import { writtenProblem } from "../state/records/written-problem.ts";
import { sameContext } from "../state/stack-context.ts";
import type { OpenIntent, StackState } from "../state/stack-state.ts";
import { finalOutputs } from "./final-outputs.ts";
import { type ApplyEvent, type ApplyInput, RunContext, type Waits } from "./run-context.ts";
import { StepCalledOff, StepFailed } from "./step-failed.ts";
import { StepWaits } from "./step-waits.ts";
import { withEarlierCall } from "./steps/half-done.ts";
import { performRead } from "./steps/perform-read.ts";
import { performRecord } from "./steps/perform-record.ts";
import { performRemoval } from "./steps/perform-removal.ts";
import { performWrite } from "./steps/perform-write.ts";

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
  /** Nothing can be done before the first of these moments; nobody needs to stand by. */
  | { readonly kind: "waiting"; readonly waits: Waits };

/**
 * Carries out a plan exactly, as far as it goes now: every step after those it needs, each write journalled before and
 * after its call. A failed step stops what needs it and nothing else. May be called again with the state and the progress
 * that the journal tells, by whoever holds the stack: steps that have ended are not repeated, operations that go on are
 * followed. A crash leaves durable intents for what was in flight (decision 0010).
 */
export async function advancePlan(given: ApplyInput): Promise<Advance> {
  const { plan, run, clock, signal, leaving, progress, history } = given;
  const halt = AbortSignal.any([signal, leaving]);
  const isFirst = progress.plan === null;
  const input = isFirst ? { ...given, state: withMoves(given.state, plan.moves ?? []) } : given;
  const context = new RunContext(input);
  const steps = new Map(plan.steps.map((step) => [step.id, step]));
  const problems: Problem[] = [...progress.results.values()].flatMap((result) => result.problem ?? []);
  const waits = new Map<string, number>();
  if (isFirst) {
    await context.journal([
      { kind: "run-started", run, plan: plan.digest, at: context.now() },
      ...notedContext(given.state, plan, run),
      ...refreshedRecords(given.state, plan, context),
    ]);
  }

  const fail = (kind: "failed" | "skipped" | "in-flight", step: Step, reason: Problem) => {
    problems.push(reason);
    context.tell(step, { kind, problem: reason });
    return "failed" as const;
  };
  const end = async (step: Step, cause: StepFailed) => {
    const failure = withEarlierCall(step, cause, context);
    if (failure instanceof StepCalledOff) return fail("skipped", step, failure.problem);
    await noteFailure(step, failure.problem, context);
    return fail("failed", step, failure.problem);
  };
  const visit = async (step: Step): Promise<Visit> => {
    const { address } = step;
    const ended = progress.results.get(step.id);
    if (ended !== undefined) return ended.outcome;
    const isResumed = context.waitingIntent(step.id) !== undefined;
    if (isResumed) context.tellWork(step);
    else if (!signal.aborted && !leaving.aborted) {
      history.begins(step.id, clock.now());
      context.tell(step, { kind: "started" });
    }
    let until = input.waits.get(step.id) ?? 0;
    for (;;) {
      if (until - clock.now() > input.patienceMs && !signal.aborted) {
        waits.set(step.id, until);
        return "waiting";
      }
      await sleepUntil(until, clock, halt);
      // Whether the stack is still ours is found out by this look alone.
      const isCancelled = signal.aborted;
      if (leaving.aborted) {
        waits.set(step.id, until);
        return "waiting";
      }
      if (isCancelled) {
        const sent = context.waitingIntent(step.id);
        if (sent !== undefined) return fail("in-flight", step, stillInFlight(sent.intent));
        return end(step, new StepCalledOff(problem("not-reached", "the run was cancelled", { address })));
      }
      try {
        // A call in flight is followed to its end whoever may do what by now.
        const denied = context.waitingIntent(step.id) === undefined ? await input.mayStep(step) : null;
        if (denied !== null) throw new StepFailed(denied);
        const done = await perform(step, context);
        context.tell(step, { kind: "done", durationMs: elapsedSince(context.begunAt(step), clock), ...done });
        return "done";
      } catch (cause) {
        if (cause instanceof StepWaits) {
          until = cause.until;
          continue;
        }
        if (!(cause instanceof StepFailed)) throw cause;
        return end(step, cause);
      }
    }
  };
  await walk(
    new Map(plan.steps.map((step) => [step.id, step.needs])),
    input.parallel,
    (id) => {
      const step = steps.get(id);
      invariant(step !== undefined, `no step ${id}`);
      return visit(step);
    },
    (id, because) => {
      const step = steps.get(id);
      invariant(step !== undefined, `no step ${id}`);
      const detail = `it needs ${toldNeed(steps.get(because) ?? step, step)}, which did not succeed`;
      fail("skipped", step, problem("not-reached", detail, { address: step.address }));
    },
  ).catch(async (cause: unknown) => {
    // A run that its store has failed has calls under way all the same.
    await context.whenQuiet();
    throw cause;
  });
  if (waits.size > 0 && (!signal.aborted || leaving.aborted)) return { kind: "waiting", waits };

  // Whoever comes next must find the platforms as the run's own calls leave it.
  await context.whenQuiet();
  const {
    outputs,
    outputSources,
    leftOutputs,
    problems: failures,
  } = await inTurns(finalOutputs(plan, context, problems), input.turns);
  problems.push(...failures);
  const isBroken = problems.length > 0 || waits.size > 0;
  const status = !isBroken ? "done" : signal.aborted ? "cancelled" : "failed";
  const told = { outputs, outputSources, ...(leftOutputs.length === 0 ? {} : { leftOutputs }) };
  await context.journal([{ kind: "run-ended", run, at: context.now(), status, ...told }]);
  return { kind: "ended", result: { status, outputs, problems, inFlight: context.inFlight }, lastSeq: context.lastSeq };
}

type Done = Extract<ApplyEvent, { kind: "done" }>;

/** A step that another one needs, as people know it: by its name, or by what it does where that is the other's name too. */
function toldNeed(step: Step, other: Step): string {
  const isNamed = step.kind !== "removal" || step.id === step.address;
  if (isNamed && step.address !== other.address) return `\`${step.address}\``;
  return `the ${deedOf(step)} of \`${step.kind === "read" ? step.address : (step.identity?.id ?? step.address)}\``;
}

function deedOf(step: Step): string {
  if (step.kind === "removal") return step.how === "restore" ? "restoring" : "deletion";
  if (step.kind === "read") return "read";
  if (step.kind === "write" && step.action !== "update") return step.action === "import" ? "import" : "creation";
  return "change";
}

/** A run that is cancelled does not wait for what a platform has confirmed and not ended. */
function stillInFlight({ address, identity }: Intent): Problem {
  const detail = `the platform is still at work on \`${identity.id}\`; the next plan finds out what became of it`;
  return problem("in-flight", detail, { address });
}

/** The project and config that the stack has from now on, where they are others than before. */
function notedContext(before: StackState, { bindings: { context } }: Plan, run: string): readonly JournalEntry[] {
  return context === undefined || sameContext(context, before.context) ? [] : [{ kind: "context", run, context }];
}

/** A failure is the end of its step in this run, whoever carries the run on. */
function noteFailure(step: Step, reason: Problem, context: RunContext): Promise<void> {
  const { run } = context.input;
  return context.journal(
    [
      {
        kind: "result",
        run,
        step: step.id,
        intentSeq: null,
        outcome: "failed",
        detail: reason.detail,
        effects: [],
        ends: true,
        problem: reason,
      },
    ],
    step,
  );
}

async function perform(step: Step, context: RunContext): Promise<Pick<Done, "id" | "wasAbsent" | "warning">> {
  switch (step.kind) {
    case "write": {
      const { id, found } = await performWrite(step, context);
      const record = context.records.at(step.address);
      const warning = record === undefined ? undefined : writtenProblem(record, found);
      return { id, ...(warning === undefined ? {} : { warning }) };
    }
    case "removal": {
      return { id: step.identity.id, ...(await performRemoval(step, context)) };
    }
    case "read":
      return { id: await performRead(step, context) };
    case "move":
      return { id: await noteMove(step, context) };
    case "record":
      return { id: await performRecord(step, context) };
  }
}

/** The records have moved before the first step; what is left is to say so in the journal. */
async function noteMove(step: MoveStep, context: RunContext): Promise<string> {
  const [run, detail] = [context.input.run, `moved from ${step.movedFrom}`];
  await context.journal(
    [{ kind: "result", run, step: step.id, intentSeq: null, outcome: "done", detail, effects: [], ends: true }],
    step,
  );
  return step.identity.id;
}

/**
 * Records that follow a move, and those of unchanged objects whose dependencies or equivalent spellings changed: one entry. Those
 * whose options changed have one of their own.
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
    const hasOtherOptions = !sameOptions(options, record.options);
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
  return [{ kind: "remove", uid, generation, claimKey: context.claimLeftBy(before, former) }, put];
}

function putRecord(record: ResourceRecord, context: RunContext): RecordEffect {
  const claim = context.claimKeyOf(record.type, record.provider.cloudId, record.identity.claim);
  return { kind: "put", record, claimKey: claim };
}
