import { unreachable } from "../../base/invariant.ts";
import { problem } from "../../base/problem.ts";
import { compareValues } from "../../definitions/schema/compare-values.ts";
import { echoIdentity } from "../../definitions/schema/echo.ts";
import { fieldOf } from "../../definitions/schema/walk-value.ts";
import { engineFlags, type RemovalStep, type WriteStep } from "../plan/plan.ts";
import type { Change, Observation, WriteOutcome } from "../ports/driver.ts";
import type { Refusal } from "../ports/outcome.ts";
import type { RecordEffect, StepResult } from "../state/journal.ts";
import type { RunContext } from "./run-context.ts";
import { StepFailed } from "./step-failed.ts";

type WritingStep = WriteStep | RemovalStep;

/** A change with the claim of the object that it is about. */
export type ClaimedChange = Change & { readonly claim: string };

/** What one change came to: the object as it is now, null when it is gone. */
export interface Sent {
  readonly observation: Observation | null;
  /** Closes the change's intent; to be journalled together with its effects on the records. */
  close(effects: readonly RecordEffect[]): Promise<void>;
}

/** How often a change is sent anew after a conflict or an unknown outcome that a read has settled. */
const maxAttempts = 3;

/**
 * Carries one change to the platform: intent durable, one call, handle durable, operation awaited, conflicts and unknown
 * outcomes settled by reading. A crash leaves the intent open, and what became of it is found by a read.
 */
export async function sendChange(step: WritingStep, first: ClaimedChange, context: RunContext): Promise<Sent> {
  let change = first;
  for (let attempt = 1; ; attempt += 1) {
    const seq = await journalIntent(step, change, attempt, context);
    const outcome = await call(step, change, seq, context);
    const sent = (observation: Observation | null): Sent => ({
      observation,
      close: (effects) =>
        closeIntent(
          step,
          seq,
          "done",
          "",
          effects,
          context,
          context.settledIntents(step.uid, claimOf(step, change, context)),
        ),
    });
    if (outcome.kind === "done") {
      return sent(
        change.operation === "delete" ? null : (outcome.observation ?? (await readBack(step, change, context))),
      );
    }
    if (outcome.kind === "absent" && change.operation === "delete") return sent(null);
    const settled = await settle(step, change, outcome, context);
    if (settled.kind === "done") return sent(settled.observation);
    if (settled.kind === "again" && attempt < maxAttempts) {
      await closeIntent(step, seq, "failed", outcome.detail, [], context);
      change = settled.change;
      continue;
    }
    const failure = settled.kind === "failed" ? settled.failure : refused(step, outcome);
    // An outcome that nobody knows stays open, so that the next run looks again.
    if (outcome.kind !== "unknown") {
      const released = context.releaseOf(step, claimOf(step, change, context));
      await closeIntent(step, seq, "failed", failure.problem.detail, released, context);
    }
    throw failure;
  }
}

function claimOf(step: WritingStep, change: ClaimedChange, context: RunContext): string {
  return context.claimKeyOf(step.type, step.provider.cloudId, change.claim);
}

async function journalIntent(
  step: WritingStep,
  change: ClaimedChange,
  attempt: number,
  context: RunContext,
): Promise<number> {
  const { input } = context;
  const seq = context.nextSeq();
  const identity = { id: change.target.id, claim: change.claim, variables: change.target.variables };
  await context.journal(
    [
      {
        kind: "intent",
        format: 1,
        run: input.run,
        seq,
        step: step.id,
        uid: step.uid,
        address: step.address,
        type: step.type,
        attempt,
        epoch: input.epoch,
        identity,
        claimKey: claimOf(step, change, context),
        provider: step.provider,
        apiVersion: step.apiVersion,
        operation: change.operation,
        request: { inputs: change.inputs, fields: change.fields },
        before: change.prior === null ? null : { outputs: change.prior.outputs, version: change.prior.version },
        condition: change.condition,
        idempotencyKey: input.ids.unique(),
        flags: engineFlags,
      },
    ],
    (detail) => new StepFailed(problem("claimed-twice", detail, { address: step.address })),
  );
  return seq;
}

function closeIntent(
  step: WritingStep,
  seq: number,
  outcome: "done" | "failed",
  detail: string,
  effects: readonly RecordEffect[],
  context: RunContext,
  settled: readonly StepResult[] = [],
): Promise<void> {
  return context.journal(
    [...settled, { kind: "result", run: context.input.run, step: step.id, intentSeq: seq, outcome, detail, effects }],
    (taken) => new StepFailed(problem("claimed-twice", taken, { address: step.address })),
  );
}

/** One call, and the operation it may have begun, followed to its end. */
async function call(
  step: WritingStep,
  change: Change,
  seq: number,
  context: RunContext,
): Promise<Exclude<WriteOutcome, { kind: "pending" }>> {
  const { input } = context;
  const driver = input.driverOf(step.provider);
  const deadline = context.deadline(step);
  let outcome = await deadline.bound(() => driver.write(change));
  if (outcome.kind !== "pending") return outcome;
  const { handle } = outcome;
  await context.journal([{ kind: "handle", run: input.run, intentSeq: seq, url: handle }], (detail) => {
    throw new Error(detail);
  });
  input.emit({ kind: "waiting", step, detail: "the platform is at work" });
  while (outcome.kind === "pending") {
    await deadline.sleep(outcome.pollAfterMs);
    outcome = await deadline.bound(() => driver.poll(change, handle));
  }
  return outcome;
}

/** The object as the platform shows it after a write; reads may lag behind, so a few are granted. */
async function readBack(step: WritingStep, change: Change, context: RunContext): Promise<Observation> {
  const { input } = context;
  const deadline = context.deadline(step);
  for (let wait = 50; ; wait *= 2) {
    const seen = await deadline.bound(() => input.driverOf(step.provider).read(change.target));
    if (seen.kind === "done" && !seen.observation.deleted) return seen.observation;
    if (seen.kind !== "absent" && seen.kind !== "done") throw refused(step, seen);
    if (wait > 10_000)
      throw new StepFailed(
        problem("not-found", `\`${change.target.id}\` was written and can't be read back`, { address: step.address }),
      );
    await deadline.sleep(wait);
  }
}

type Settled =
  | { readonly kind: "done"; readonly observation: Observation | null }
  | { readonly kind: "again"; readonly change: ClaimedChange }
  | { readonly kind: "failed"; readonly failure: StepFailed };

/** What a refused or unanswered change came to, found by reading where only a read can tell. */
async function settle(
  step: WritingStep,
  change: ClaimedChange,
  outcome: Refusal,
  context: RunContext,
): Promise<Settled> {
  const mayHaveHappened = outcome.kind === "unknown";
  const isStale = outcome.kind === "conflict" && outcome.reason === "stale-version";
  if (!mayHaveHappened && !isStale) return { kind: "failed", failure: refused(step, outcome) };
  const definition = context.definition(step.type);
  if (isStale && Object.keys(change.inputs).some((name) => fieldOf(definition.inputs, name)?.precondition === true)) {
    return {
      kind: "failed",
      failure: new StepFailed(
        problem(
          "precondition-failed",
          `the concurrency tag that was given is no longer the object's: ${outcome.detail}`,
          {
            address: step.address,
          },
        ),
      ),
    };
  }
  const seen = await context.deadline(step).bound(() => context.input.driverOf(step.provider).read(change.target));
  if (seen.kind !== "done" && seen.kind !== "absent") return { kind: "failed", failure: refused(step, outcome) };
  const observation = seen.kind === "done" && !seen.observation.deleted ? seen.observation : null;
  if (change.operation === "delete") {
    if (observation === null) return { kind: "done", observation: null };
  } else if (observation !== null && mayHaveHappened && isAsWanted(change, observation)) {
    return { kind: "done", observation };
  }
  const version = seen.kind === "done" ? seen.observation.version : seen.version;
  const before = change.prior?.outputs ?? null;
  const now = observation?.outputs ?? null;
  const unmoved =
    before === null
      ? now === null
      : now !== null &&
        compareValues(definition.inputs, echoIdentity(definition, now, before), inputsOf(before)).length === 0;
  if (unmoved) {
    const prior = observation ?? null;
    return { kind: "again", change: { ...change, prior, condition: change.condition === null ? null : version } };
  }
  return {
    kind: "failed",
    failure: new StepFailed(
      problem("stale-plan", `\`${change.target.id}\` was changed by somebody else since the plan; plan again`, {
        address: step.address,
      }),
    ),
  };

  function isAsWanted(wanted: Change, found: Observation): boolean {
    return (
      compareValues(definition.inputs, echoIdentity(definition, found.outputs, wanted.inputs), wanted.inputs).length ===
        0 && found.displaces.length === 0
    );
  }
  function inputsOf(outputs: Observation["outputs"]): Observation["outputs"] {
    return Object.fromEntries(
      Object.entries(outputs).filter(([name]) => fieldOf(definition.inputs, name) !== undefined),
    );
  }
}

/** A platform's refusal as the failure of a step. */
export function refused(step: { readonly address: string }, refusal: Refusal): StepFailed {
  const place = { address: step.address };
  switch (refusal.kind) {
    case "absent":
      return new StepFailed(problem("not-found", refusal.detail, place));
    case "conflict":
      return new StepFailed(
        problem(
          refusal.reason === "exists"
            ? "already-exists"
            : refusal.reason === "stale-version"
              ? "stale-plan"
              : "refused-by-platform",
          refusal.detail,
          place,
        ),
      );
    case "denied":
      return new StepFailed(problem("denied", refusal.detail, place));
    case "invalid":
      return new StepFailed(problem("refused-by-platform", refusal.detail, place));
    case "throttled":
    case "unavailable":
      return new StepFailed(problem("platform-unavailable", refusal.detail, place));
    case "unknown":
      return new StepFailed(problem("outcome-unknown", refusal.detail, place));
    default:
      return unreachable(refusal);
  }
}
