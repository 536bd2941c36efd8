import {
  ActivityCancellationType,
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  proxyActivities,
  setHandler,
  workflowInfo,
} from "@temporalio/workflow";
import { type Activities, cancelSignal, changedSignal, type RunInput, type Went } from "./run-input.ts";

// Temporal plays this again from its history. A change that gives other commands for an old history breaks the runs
// under way: replay.temporal.ts plays the recorded ones, and `patched` of Temporal's is the way to make such a change.

const { advance } = proxyActivities<Activities>({
  // While there is something to do, one call goes on. Its heartbeats tell that the worker lives.
  startToCloseTimeout: "7 days",
  heartbeatTimeout: "4 seconds",
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: "200ms", backoffCoefficient: 2, maximumInterval: "10s" },
});

/** How long it waits before it asks again after a stack that another holds. */
const heldMs = 500;

/** A history of so many advances begins anew. */
const mostAdvances = 500;

export const changed = defineSignal(changedSignal);
export const cancel = defineSignal(cancelSignal);

/**
 * Takes a run to its end: advances it, waits by timers, and hears of approvals and of requests to end by signals. Gives
 * how the run ended. To cancel or terminate the workflow ends no run: `plumb runs cancel` does.
 */
export function plumbRun(input: RunInput): Promise<string> {
  return CancellationScope.nonCancellable(() => driven(input));
}

async function driven(input: RunInput): Promise<string> {
  let heard = 0;
  let advancing: CancellationScope | undefined;
  setHandler(changed, () => {
    heard += 1;
  });
  setHandler(cancel, () => {
    heard += 1;
    advancing?.cancel();
  });
  for (let advances = 1; ; advances += 1) {
    const before = heard;
    const isNews = () => heard !== before;
    advancing = new CancellationScope();
    const went = await advanced(advancing, input);
    advancing = undefined;
    // One that was resumed meanwhile goes on.
    if (went?.kind === "ended" && !isNews()) return went.status ?? "forgotten";
    if (advances >= mostAdvances || workflowInfo().continueAsNewSuggested) await continueAsNew<typeof plumbRun>(input);
    if (went?.kind === "awaits-approval") await condition(isNews);
    else if (went?.kind === "put-off") await condition(isNews, Math.max(1, went.until - Date.now()));
    else if (went?.kind === "held" || went?.kind === "lost") await condition(isNews, heldMs);
  }
}

/** Undefined where it was asked to end before a worker had it. */
async function advanced(scope: CancellationScope, input: RunInput): Promise<Went | undefined> {
  try {
    return await scope.run(() => advance(input));
  } catch (cause) {
    if (isCancellation(cause)) return undefined;
    throw cause;
  }
}
