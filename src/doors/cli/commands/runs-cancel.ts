import type { CancelView } from "../../api/documents.ts";
import { type Command, printJson } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { findRun } from "../find-run.ts";
import { shortDigest } from "../plan-view.ts";
import { reportFailure, reportMistake } from "../report.ts";
import { runPath } from "../stack-path.ts";

export const runsCancel: Command = {
  positionals: [{ name: "RUN" }],
  options: [],
  description:
    "Ends a run. One that a living process carries out, here or elsewhere, finishes the calls in flight and begins no other. One that broke off is settled and is over; what it left undone is for the next `plumb up`.",
  examples: [{ line: "plumb runs cancel 3f9a", meaning: "end the run whose id begins so" }],
  run: async (invocation) => {
    const { people, settings } = invocation;
    const found = await findRun(invocation, invocation.arguments.positionals[0] ?? "");
    if (found.kind === "failure") return reportFailure(invocation, found.document);
    if (found.kind === "mistake") return reportMistake(invocation, found.mistake);
    const { run } = found.row;
    const answer = await invocation.api.post<{ readonly status: string }>(
      runPath(settings.stack, run, "cancel"),
      undefined,
    );
    if (!answer.ok) return reportFailure(invocation, answer.error);
    const view: CancelView = { run, status: answer.value.status === "cancelled" ? "cancelled" : "asked" };
    if (settings.json) printJson(invocation, view);
    else if (view.status === "cancelled") people.write(`Run ${shortDigest(run)} is over.\n`);
    else people.write(`Run ${shortDigest(run)} is asked to stop; it finishes the calls in flight.\n`);
    return exitCodes.done;
  },
};
