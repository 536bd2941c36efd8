import type { RunEvent } from "../../../contract/documents/runs/run-events.ts";
import type { Rejection } from "../../rejection.ts";
import type { Deployment } from "../deployment.ts";
import { type AdvanceRequest, advanceOnce } from "./advance-once.ts";
import { EventQueue } from "./event-queue.fixture.ts";
import { Tally } from "./run-tally.ts";
import { whyOver } from "./runs-of-stack.ts";

type Asked = "stack" | "plan" | "parallel" | "retryForMs" | "allowEmpty" | "countsRestAlone";
type RunRequest = Pick<AdvanceRequest, Asked> & {
  /** Drawn when it is left out. */
  readonly run?: string;
};

/**
 * Carries out a kept plan and tells what happens as it happens; the last event is the summary, a refused one where
 * another holds the stack. When `leaving` aborts, the events end without a summary.
 */
export function runPlan(
  request: RunRequest,
  deployment: Deployment,
  cancelled: AbortSignal,
  leaving?: AbortSignal,
): AsyncIterable<RunEvent> {
  const queue = new EventQueue<RunEvent>();
  const { run = deployment.ids.unique() } = request;
  const stops = leaving === undefined ? { cancelled } : { cancelled, leaving };
  const emit = (event: RunEvent) => queue.push(event);
  advanceOnce(deployment, { ...request, run, patienceMs: Number.POSITIVE_INFINITY, emit, ...stops }).then(
    (advanced) => {
      if (advanced.kind === "held") emit(refused(run, advanced.problems));
      else if (advanced.kind !== "put-off") emit(advanced.summary);
      queue.end();
    },
    (cause: unknown) => queue.fail(cause),
  );
  return queue;
}

/** Goes on with a run that broke off; one that is over is refused. */
export async function* resumeRun(
  request: Omit<RunRequest, "plan" | "run"> & { readonly run: string },
  deployment: Deployment,
  cancelled: AbortSignal,
  leaving?: AbortSignal,
): AsyncGenerator<RunEvent, void, void> {
  const { run, stack } = request;
  const refusal = whyOver(run, await deployment.store.readJournal(stack), stack);
  if (refusal !== null) yield refused(run, [refusal]);
  else yield* runPlan({ ...request, plan: "", countsRestAlone: true }, deployment, cancelled, leaving);
}

function refused(run: string, problems: Rejection["problems"]): RunEvent {
  return new Tally(run, () => ({ at: null, durationMs: 0 })).summary("refused", {}, problems);
}
