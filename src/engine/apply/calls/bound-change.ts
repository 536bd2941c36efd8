import { isAsWanted, isUnmoved } from "../../../definitions/schema/comparison/compare-objects.ts";
import { secretPlaces } from "../../../definitions/schema/secret-values.ts";
import type { Change, Observation, ReadOutcome, Target } from "../../ports/driver.ts";
import { calledOff, type Refusal } from "../../ports/outcome.ts";
import { wantedBy } from "../../recover/open-change.ts";
import type { Intent } from "../../state/journal.ts";
import { mayShowBefore } from "../../state/records/shows-before.ts";
import type { NotedChange, WritingStep } from "../noted-change.ts";
import type { RunContext } from "../run-context.ts";
import { claimKeyOf } from "./claim-key-of-step.ts";

/** A change that may be sent, or why it must not be. */
export type BoundChange =
  | { readonly kind: "send"; readonly change: NotedChange }
  /** `seen`: what the look showed, where the object is not as the change says that it was. */
  | { readonly kind: "keep"; readonly outcome: Refusal; readonly seen?: ReadOutcome };

/**
 * Binds a change to what the plan saw. Where the platform refuses a change of an object that has moved, the call itself
 * does; elsewhere the object is read directly before the call, however young the plan. `mayBeMade`: it was sent before,
 * and may have taken effect. Writes nothing (decision 0030).
 */
export async function boundChange(
  step: WritingStep,
  change: NotedChange,
  mayBeMade: boolean,
  context: RunContext,
): Promise<BoundChange> {
  const { driverOf } = context.input;
  const signal = context.signalOf(step);
  const driver = driverOf(step.provider);
  if (change.isJustSeen === true || driver.isConditional?.(change) === true) return { kind: "send", change };
  // What of it is secret is told as it was to the plan, so that both looks compare.
  const secret = [...new Set([...(change.target.secret ?? []), ...secretPlaces(change.prior?.outputs)])];
  const target = secret.length === 0 ? change.target : { ...change.target, secret };
  const seen = await context.deadline(step).bound(() => driver.read(asFreshAs(target, change), signal));
  if (signal.aborted) return { kind: "keep", outcome: calledOff };
  if (seen.kind === "unknown") return { kind: "keep", outcome: { ...seen, kind: "unavailable", retryAfterMs: null } };
  if (seen.kind !== "done" && seen.kind !== "absent") return { kind: "keep", outcome: seen };
  if (isAsSeen(step, change, seen, mayBeMade, context)) return { kind: "send", change: underVersion(change, seen) };
  // What a share would overwrite has come since the plan, whether or not the share itself stands: then the plan is
  // stale.
  const isMet = change.operation === "create" && unplanned(change, seen).length === 0;
  return {
    kind: "keep",
    outcome: {
      kind: "conflict",
      reason: isMet ? "exists" : "stale-version",
      detail: isMet ? `${target.id} exists already` : `${target.id} has changed since the plan`,
      version: seen.kind === "done" ? seen.observation.version : seen.version,
      isUnsent: true,
    },
    seen,
  };
}

type Seen = Extract<ReadOutcome, { kind: "done" | "absent" }>;

function isAsSeen(
  step: WritingStep,
  change: NotedChange,
  seen: Seen,
  mayBeMade: boolean,
  context: RunContext,
): boolean {
  const { prior } = change;
  const observation = seen.kind === "done" && !seen.observation.deleted ? seen.observation : null;
  // A read that lags behind can't be told from an end; the call tells.
  if (isForDeletion(change) && observation === null) return true;
  const definition = context.definition(step.type);
  const isStill = isUnmoved(definition, prior?.outputs ?? null, observation?.outputs ?? null);
  // What a call of ours has left whose end was not noted is no stranger's hand: the plan was made with it open.
  const isOurs = ({ operation, request, record }: Pick<Intent, "operation" | "request" | "record">) =>
    observation !== null &&
    record !== null &&
    isAsWanted(definition, observation.outputs, wantedBy(operation, request, definition));
  const isOwnEarlier = () => mayBeMade && isOurs({ ...change, request: change });
  if (
    !isStill &&
    !isLastWrite(step, change, observation, context) &&
    !isOwnEarlier() &&
    !context.open.intents(step.uid, claimKeyOf(step, change, context)).some(isOurs)
  )
    return false;
  return unplanned(change, seen).length === 0;
}

/**
 * Whether the look of the plan showed what was before our last write, and this one shows that write: the plan writes
 * over either (decision 0144).
 */
function isLastWrite(
  step: WritingStep,
  { prior }: NotedChange,
  observation: Observation | null,
  context: RunContext,
): boolean {
  const former = context.formerRecord(step);
  if (step.kind !== "write" || context.input.plan.kind === "undo") return false;
  if (former === undefined || prior === null || !mayShowBefore(former, prior.outputs, context.now())) return false;
  return isUnmoved(context.definition(step.type), former.outputs, observation?.outputs ?? null);
}

/**
 * Whether a call deletes its object, or is the first of a step that does: the end that both are for is that it is not
 * there.
 */
function isForDeletion({ operation, precedes }: NotedChange): boolean {
  return operation === "delete" || precedes === "delete";
}

/** What a write would take away beside its object although its plan has not shown it (decision 0034). */
export function unplanned({ operation, displaces: shown, keepsOthers }: NotedChange, seen: Seen): readonly string[] {
  if (operation === "delete" || keepsOthers === true) return [];
  const { displaces } = seen.kind === "done" ? seen.observation : seen;
  return displaces.filter((each) => !shown.includes(each));
}

/** What was just looked at is written under the version that it was seen in. */
function underVersion(change: NotedChange, seen: Seen): NotedChange {
  const version = seen.kind === "done" ? seen.observation.version : seen.version;
  return version !== null && change.condition === null ? { ...change, condition: version } : change;
}

/** A look at what a plan has seen is no older than that. */
function asFreshAs(target: Target, { prior }: Pick<Change, "prior">): Target {
  const version = prior?.version ?? null;
  return version === null ? target : { ...target, atLeast: version };
}
