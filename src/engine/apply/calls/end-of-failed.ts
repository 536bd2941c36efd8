import { problem } from "../../../../packages/base/problems/problem.ts";
import type { WriteOutcome } from "../../ports/driver.ts";
import { seekRemains } from "../../recover/seek-remains.ts";
import { mayHaveStood } from "../../state/drift/stood-before.ts";
import type { Intent, RecordEffect } from "../../state/journal.ts";
import { taintedEffects } from "../../state/records/tainted-record.ts";
import type { NotedChange, WritingStep } from "../noted-change.ts";
import type { RunContext } from "../run-context.ts";
import { StepFailed } from "../step-failed.ts";
import { standing } from "./left-behind.ts";

type Failed = Extract<WriteOutcome, { kind: "failed" }>;

/** What a look says of an operation that has ended with an error. */
export type FailedEnd =
  /** A deletion whose object is gone all the same. */
  | { readonly kind: "gone" }
  /**
   * Final: the intent is closed with these effects, and the step fails. `hasStood`: what is there may be what stood all
   * the time.
   */
  | {
      readonly kind: "closed";
      readonly effects: readonly RecordEffect[];
      readonly failure: StepFailed;
      readonly hasStood?: boolean;
    }
  /** Nothing shows what a creation has left; it may show itself yet. */
  | { readonly kind: "unshown"; readonly failure: StepFailed }
  /** The read failed too: intent and operation name stay open, and the next run asks again. */
  | { readonly kind: "open"; readonly failure: StepFailed };

/**
 * Decides by a look what an operation that has ended with an error has left behind. Writes nothing (decision 0048).
 */
export async function endOfFailed(
  step: WritingStep,
  change: NotedChange,
  intent: Intent,
  failed: Failed,
  context: RunContext,
): Promise<FailedEnd> {
  const { driverOf, clock } = context.input;
  const signal = context.signalOf(step);
  const { address } = step;
  const { id } = change.target;
  const fail = (code: "operation-failed" | "already-exists", detail: string) =>
    new StepFailed(problem(code, detail, { address }));
  if (failed.isTaken === true && change.operation === "create") {
    const detail = `\`${id}\` is not what this run made: ${failed.detail}`;
    return { kind: "closed", effects: [], failure: fail("already-exists", detail) };
  }
  const read = () => context.deadline(step).bound(() => driverOf(step.provider).read(change.target, signal));
  const seen = await seekRemains(read, clock, signal);
  if (seen.kind !== "done" && seen.kind !== "absent") {
    const detail = `the operation ended with ${failed.detail}, and \`${id}\` can't be read: ${seen.detail}; run again`;
    return { kind: "open", failure: fail("operation-failed", detail) };
  }
  const there = standing(seen);
  if (change.operation === "delete" && there === null) return { kind: "gone" };
  const former = context.formerRecord(step);
  const definition = context.definition(step.type);
  const effects = there === null ? [] : taintedEffects(intent, there, former, failed.detail, definition, context.now());
  const left = effects.length === 0 ? "" : `; what it left of \`${id}\` is recorded, and the next plan replaces it`;
  const failure = fail("operation-failed", `the operation on \`${id}\` ended with ${failed.detail}${left}`);
  if (there === null && change.operation === "create" && definition.existence === "created")
    return { kind: "unshown", failure };
  const isFormer = former?.identity.claim === change.claim;
  const hasStood = there !== null && isFormer && mayHaveStood(change, former, there.outputs, definition);
  return { kind: "closed", effects, failure, hasStood };
}
