import type { Clock } from "../base/clock.ts";
import type { RunEnded } from "../engine/state/journal.ts";
import type { StackOutputs } from "../engine/state/stack-outputs.ts";

/** Ends an edit of the records that changes the outputs of the stack, too. */
export function editEnded(run: string, outputs: StackOutputs, clock: Clock): RunEnded {
  return { kind: "run-ended", run, at: new Date(clock.now()).toISOString(), status: "done", ...outputs };
}
