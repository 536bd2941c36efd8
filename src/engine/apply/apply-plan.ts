import { digest } from "../../base/digest.ts";
import { invariant } from "../../base/invariant.ts";
import { isJsonObject, type JsonObject } from "../../base/json.ts";
import { type Problem, problem } from "../../base/problem.ts";
import { walk } from "../graph/walk.ts";
import type { MoveStep, Plan, Step } from "../plan/plan.ts";
import type { RecordEffect } from "../state/journal.ts";
import { withMoves } from "../state/moves.ts";
import type { ResourceRecord } from "../state/record.ts";
import type { StackState } from "../state/stack-state.ts";
import { performRead } from "./perform-read.ts";
import { performRemoval } from "./perform-removal.ts";
import { performWrite } from "./perform-write.ts";
import { type ApplyInput, RunContext } from "./run-context.ts";
import { StepFailed } from "./step-failed.ts";

export interface ApplyResult {
  readonly status: "done" | "failed" | "cancelled";
  /** Values of the stack's outputs; those of a failed part keep their former values. */
  readonly outputs: JsonObject;
  readonly problems: readonly Problem[];
}

/**
 * Carries out a plan exactly: every step after those it needs, each write journalled before and after its call. A failed
 * step stops what needs it and nothing else. A crash leaves durable intents for what was in flight; the next plan reads on.
 */
export async function applyPlan(given: ApplyInput): Promise<ApplyResult> {
  const { plan, run, clock, signal, emit } = given;
  const input = { ...given, state: withMoves(given.state, plan.moves ?? []) };
  const context = new RunContext(input);
  const steps = new Map(plan.steps.map((step) => [step.id, step]));
  const problems: Problem[] = [];
  await context.journal(
    [
      { kind: "run-started", run, plan: plan.digest, at: context.now() },
      ...refreshedRecords(given.state, plan, context),
    ],
    (detail) => new StepFailed(problem("claimed-twice", detail)),
  );

  const skip = (id: string, because: string) => {
    const step = steps.get(id);
    if (step === undefined) return;
    const reason = problem("not-reached", `it needs \`${because}\`, which did not succeed`, { address: step.address });
    problems.push(reason);
    emit({ kind: "skipped", step, problem: reason });
  };
  await walk(
    new Map(plan.steps.map((step) => [step.id, step.needs])),
    input.parallel,
    async (id) => {
      const step = steps.get(id);
      invariant(step !== undefined, `no step ${id}`);
      if (signal.aborted) {
        const reason = problem("not-reached", "the run was cancelled", { address: step.address });
        problems.push(reason);
        emit({ kind: "skipped", step, problem: reason });
        return "failed";
      }
      const begun = clock.now();
      emit({ kind: "started", step });
      try {
        const done = await perform(step, context);
        emit({ kind: "done", step, id: done, durationMs: clock.now() - begun });
        return "done";
      } catch (cause) {
        if (!(cause instanceof StepFailed)) throw cause;
        problems.push(cause.problem);
        emit({ kind: "failed", step, problem: cause.problem });
        return "failed";
      }
    },
    skip,
  );

  const outputs = finalOutputs(plan, context, problems);
  const status = signal.aborted && problems.length > 0 ? "cancelled" : problems.length > 0 ? "failed" : "done";
  await context.journal(
    [{ kind: "run-ended", run, at: context.now(), status, outputs }],
    (detail) => new StepFailed(problem("claimed-twice", detail)),
  );
  return { status, outputs, problems };
}

function perform(step: Step, context: RunContext): Promise<string | null> {
  switch (step.kind) {
    case "write":
      return performWrite(step, context);
    case "removal":
      return performRemoval(step, context).then(() => step.identity.id);
    case "read":
      return performRead(step, context);
    case "move":
      return noteMove(step, context);
  }
}

/** The records have moved before the first step; what is left is to say so in the journal. */
async function noteMove(step: MoveStep, context: RunContext): Promise<string> {
  const [run, detail] = [context.input.run, `moved from ${step.movedFrom}`];
  await context.journal(
    [{ kind: "result", run, step: step.id, intentSeq: null, outcome: "done", detail, effects: [] }],
    (taken) => new StepFailed(problem("claimed-twice", taken, { address: step.address })),
  );
  return step.identity.id;
}

/**
 * Records that follow a move, and those of unchanged objects whose options, dependencies or equivalent spellings changed: one
 * entry.
 */
function refreshedRecords(before: StackState, plan: Plan, context: RunContext) {
  const { state } = context.input;
  const moved = state === before ? [] : movedRecords(before, state);
  const updated = plan.recordUpdates.flatMap((update): RecordEffect[] => {
    const record = context.input.state.records.get(update.address);
    if (record === undefined) return [];
    const { options, dependsOn, inputs, outputs, version } = update;
    const observed = { version, digest: digest(outputs), at: context.now() };
    return [
      putRecord({ ...record, options, dependsOn, inputs, outputs, observed, lastRun: context.input.run }, context),
    ];
  });
  const effects = [...moved.map((record) => putRecord(record, context)), ...updated];
  if (effects.length === 0) return [];
  return [
    {
      kind: "result" as const,
      run: context.input.run,
      step: "",
      intentSeq: null,
      outcome: "done" as const,
      detail: "records brought up to date",
      effects,
    },
  ];
}

function movedRecords(before: StackState, after: StackState): readonly ResourceRecord[] {
  const untouched = new Set([...before.records.values(), ...before.superseded]);
  return [...after.records.values(), ...after.superseded].filter((record) => !untouched.has(record));
}

function putRecord(record: ResourceRecord, context: RunContext): RecordEffect {
  const claim = context.claimKeyOf(record.type, record.provider.cloudId, record.identity.claim);
  return { kind: "put", record, claimKey: claim };
}

/** Outputs whose parts are known; one that waits for a failed step keeps its former value. */
function finalOutputs(plan: Plan, context: RunContext, problems: Problem[]): JsonObject {
  const { language, state } = context.input;
  const entries = Object.entries(plan.outputs).flatMap(([name, value]): [string, JsonObject[string]][] => {
    const resolved = language.resolve(value, context.bindings);
    const [error] = resolved.errors;
    if (error !== undefined && resolved.waiting.length === 0)
      problems.push(problem("expression-failed", error.detail, { pointer: `/outputs/${name}` }));
    if (error === undefined && resolved.waiting.length === 0) return [[name, resolved.value]];
    const former = state.outputs[name];
    return former === undefined ? [] : [[name, former]];
  });
  const outputs = Object.fromEntries(entries);
  return isJsonObject(outputs) ? outputs : {};
}
