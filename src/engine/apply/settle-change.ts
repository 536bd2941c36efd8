import { problem } from "../../base/problem.ts";
import { isAsWanted, isUnmoved } from "../../definitions/schema/compare-objects.ts";
import { fieldOf } from "../../definitions/schema/walk-value.ts";
import type { Observation, ReadOutcome } from "../ports/driver.ts";
import type { Refusal } from "../ports/outcome.ts";
import { wantedBy } from "../recover/open-change.ts";
import { movedText } from "../state/moved-text.ts";
import { mayShowBefore } from "../state/record.ts";
import { notProvablyOurs } from "../state/unproven.ts";
import { displacesAsPlanned } from "./bound-change.ts";
import { claimKeyOf } from "./claim-key-of.ts";
import type { NotedChange, WritingStep } from "./noted-change.ts";
import { refused } from "./refused.ts";
import type { RunContext } from "./run-context.ts";
import { StepFailed } from "./step-failed.ts";

/** What became of a change that was refused or not answered. */
export type Settled =
  | { readonly kind: "done"; readonly observation: Observation | null }
  | { readonly kind: "again"; readonly change: NotedChange }
  /** `staysOpen`: whether it took effect can't be told, although the platform has answered. */
  | { readonly kind: "failed"; readonly failure: StepFailed; readonly staysOpen?: true };

/**
 * What a refused or unanswered change came to, found by reading where only a read can tell. `unsent`: what a look has shown
 * after which the change was not sent. Writes nothing.
 */
export async function settleChange(
  step: WritingStep,
  change: NotedChange,
  outcome: Refusal,
  context: RunContext,
  mayBeMade = false,
  unsent?: ReadOutcome,
): Promise<Settled> {
  // A creation meets what it made itself when an earlier attempt took effect, or the network delivered it twice.
  const isMaking = change.operation === "create" || change.operation === "undelete";
  const isMet = outcome.kind === "conflict" && outcome.reason === "exists" && isMaking;
  const isReissued = mayBeMade || context.isReissued(step.uid, claimKeyOf(step, change, context));
  const isStale = outcome.kind === "conflict" && outcome.reason === "stale-version";
  if (outcome.kind !== "unknown" && !isMet && !isStale) return { kind: "failed", failure: refused(step, outcome) };
  const definition = context.definition(step.type);
  if (isStale && Object.keys(change.inputs).some((name) => fieldOf(definition.inputs, name)?.precondition === true)) {
    return {
      kind: "failed",
      failure: new StepFailed(
        problem(
          "precondition-failed",
          `the concurrency tag that was given is no longer the object's: ${outcome.detail}`,
          { address: step.address },
        ),
      ),
      staysOpen: true,
    };
  }
  const { driverOf, signal } = context.input;
  const seen =
    unsent ?? (await context.deadline(step).bound(() => driverOf(step.provider).read(change.target, signal)));
  if (seen.kind !== "done" && seen.kind !== "absent")
    return { kind: "failed", failure: refused(step, outcome), staysOpen: true };
  const observation = seen.kind === "done" && !seen.observation.deleted ? seen.observation : null;
  if (change.operation === "delete") {
    // A read that lags behind can't be told from an end; the same call again tells.
    if (observation === null) return { kind: "again", change };
  } else if (observation !== null && isMade(observation)) {
    // What is wanted may have stood there before, shown by a read that lags behind. A share is written under the version of
    // its object, so the same call again tells: it is refused where it was taken already.
    const former = context.formerRecord(step);
    const isProvable = outcome.kind === "unknown" && definition.existence === "part" && change.condition !== null;
    if (isProvable || (former !== undefined && mayShowBefore(former, observation.outputs, context.now())))
      return { kind: "again", change };
    return { kind: "done", observation };
  }
  if (isMet && observation === null) {
    // It stands and is not shown: an operation goes on, or the read lags behind. A soft-deleted one only keeps its name from
    // a creation, and shows a read that lags behind to an undelete.
    const failure = refused(step, outcome);
    const isReserved = seen.kind === "done" && change.operation === "create";
    return isReserved ? { kind: "failed", failure } : { kind: "failed", failure, staysOpen: true };
  }
  if (isMet && !isReissued) return { kind: "failed", failure: refused(step, outcome) };
  const isAsPlanned = displacesAsPlanned(step, change, seen);
  if (isAsPlanned && isUnmoved(definition, change.prior?.outputs ?? null, observation?.outputs ?? null)) {
    const version = seen.kind === "done" ? seen.observation.version : seen.version;
    const condition = change.condition === null ? null : version;
    const { isJustSeen: _, ...later } = change;
    return { kind: "again", change: { ...later, prior: observation, condition } };
  }
  // A look that lags behind shows what stood there before our last write; the next one may not.
  const former = context.formerRecord(step);
  const mayLag =
    observation !== null && former !== undefined && mayShowBefore(former, observation.outputs, context.now());
  if (unsent !== undefined && mayLag) return { kind: "again", change };
  const { id } = change.target;
  const before = change.prior?.outputs;
  const moved = before === undefined || observation === null ? "" : movedText(definition, before, observation.outputs);
  const what = moved === "" ? "" : `: ${moved}`;
  const failure = isMet
    ? notProvablyOurs(step.address, step.type, id)
    : problem("stale-plan", `\`${id}\` was changed by somebody else since the plan${what}; plan again`, {
        address: step.address,
      });
  // Even a version may have been outrun by this very call, delivered twice, which a read that lags behind does not show.
  return { kind: "failed", failure: new StepFailed(failure), staysOpen: true };

  function isMade({ outputs, displaces }: Observation): boolean {
    const isAlone = change.alongside !== undefined || displaces.length === 0;
    return isAlone && isAsWanted(definition, outputs, wantedBy(change.operation, change, definition));
  }
}
