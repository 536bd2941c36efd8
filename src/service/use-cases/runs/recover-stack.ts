import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { SettledCall } from "../../../contract/documents/in-flight-calls.ts";
import type { FailedCall } from "../../../engine/recover/look.ts";
import { recover } from "../../../engine/recover/recover.ts";
import type { Intent } from "../../../engine/state/journal.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import type { Indeterminate, StackState } from "../../../engine/state/stack-state.ts";
import { Rejection } from "../../rejection.ts";
import type { Deployment } from "../deployment.ts";
import { appendOrReject, type HeldStack, holdStack } from "../lease/hold-stack.ts";
import { atStack } from "../stacks/at-stack.ts";
import { otherCloud, refuseOtherCloud } from "../stacks/known-clouds.ts";
import { refuseTransferred } from "../transfers/refuse-transferred.ts";
import { settledCalls } from "./in-flight.ts";

/** What is believed of a stack once all is known that reading can tell. */
export interface Recovered {
  readonly state: StackState;
  /** Calls of broken-off runs whose end is still not known. */
  readonly indeterminate: readonly Indeterminate[];
  /** Advice on what was found to have taken effect. */
  readonly advice: readonly Problem[];
  /** All calls whose end was not known before, and what is known of them now. */
  readonly inFlight: readonly SettledCall[];
  /** Another run was at work and had calls in flight, so that nothing could be settled. */
  readonly duringRun?: true;
}

/**
 * Settles what broken-off runs left open: reads the platforms, writes to the state only. Costs nothing where nothing
 * was left open. While a run holds the stack, what it has in flight is its own affair and nothing is done.
 */
export async function recoverStack(stack: string, deployment: Deployment, signal?: AbortSignal): Promise<Recovered> {
  await deployment.movesFinished();
  const state = await deployment.store.readStack(stack);
  refuseTransferred(stack, state);
  await refuseOtherCloud(stack, state, deployment);
  if (state.openIntents.length === 0 && state.doubled === undefined)
    return { state, indeterminate: [], advice: [], inFlight: [] };
  try {
    return await holdStack(stack, deployment, (held) => recoverHeld(held, deployment, signal));
  } catch (cause) {
    if (!(cause instanceof Rejection) || cause.reason !== "conflict") throw cause;
    const detail = "another run is at work on it";
    const indeterminate = state.openIntents.map((open) => ({ ...open, why: "pending" as const, detail }));
    return {
      state,
      indeterminate,
      advice: [],
      inFlight: settledCalls(state, { found: [], indeterminate, unshown: [] }),
      duringRun: true,
    };
  }
}

/** The same for a stack in one's own hands. */
export async function recoverHeld(held: HeldStack, deployment: Deployment, signal?: AbortSignal): Promise<Recovered> {
  const { catalog, clock, store } = deployment;
  const { state, stack, mended } = held;
  const told = mended.map(mendedName);
  if (state.openIntents.length === 0) return { state, indeterminate: [], advice: told, inFlight: [] };
  const elsewhere = await otherCloud(stack, state, deployment);
  if (elsewhere !== null) {
    // Another cloud can't tell what became of them.
    const indeterminate = state.openIntents.map((open) => ({ ...open, why: "unreadable" as const, detail: elsewhere }));
    return {
      state,
      indeterminate,
      advice: told,
      inFlight: settledCalls(state, { found: [], indeterminate, unshown: [] }),
    };
  }
  const { drivers } = atStack(stack, deployment, state.lineage);
  const recovery = await recover({
    ...{ state, catalog, driverOf: drivers, clock },
    ...(signal === undefined ? {} : { signal }),
  });
  const { entries, indeterminate, found, failed } = recovery;
  const inFlight = settledCalls(state, recovery);
  if (entries.length === 0) return { state, indeterminate, advice: told, inFlight };
  await appendOrReject(held, entries);
  return {
    state: await store.readStack(stack),
    indeterminate,
    advice: [...told, ...found.map(adviceOn), ...failed.map(adviceOnFailed)],
    inFlight,
  };
}

function mendedName({ address, type, identity }: ResourceRecord): Problem {
  const detail =
    `two objects were recorded as \`${address}\`, and of them ${type} \`${identity.id}\` waits for its deletion ` +
    "from now on; the other has the name";
  return problem("doubled-name-mended", detail, { address });
}

function adviceOn({ operation, record, identity, address, run, precedes }: Intent): Problem {
  const stays = precedes === undefined ? "is there" : "is as it must be before its deletion";
  const became = operation === "delete" ? "is gone" : record === null ? "is as it was before" : stays;
  const detail = `\`${identity.id}\` ${became}, as run ${run} meant it, which did not learn the result of its call`;
  return problem("recovered", detail, { address });
}

function adviceOnFailed({ intent: { identity, address, run, operation }, detail }: FailedCall): Problem {
  const deed = operation === "delete" ? "deletion" : operation === "update" ? "change" : "creation";
  return problem("failed-since", `the ${deed} of \`${identity.id}\` that run ${run} began ended with ${detail}`, {
    address,
  });
}
