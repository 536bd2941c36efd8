import type { CancelledRun } from "../../../contract/documents/runs/runs.ts";
import { type Command, type Invocation, printJson } from "../../command.ts";
import { renderInFlight } from "../../rendering/render-in-flight.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { findRun } from "../../runs/find-run.ts";
import { shortDigest } from "../../runs/whole-plan.ts";
import { writeLines } from "../../terminal.ts";

type StoppingRun = Pick<CancelledRun, "run" | "status" | "inFlight">;

const goingOn: ReadonlySet<string> = new Set(["running", "queued"]);
const pollMs = 300;

export const runsCancel: Command = {
  positionals: [{ name: "RUN", names: "runs" }],
  options: [],
  description:
    "Ends a run, and shows which calls are in flight. A run that a process is carrying out, here or elsewhere, " +
    "begins no more calls; the command waits until those in flight are answered, or until Ctrl-C. " +
    "A run that broke off is settled and ends; the next `plumb up` does what it left undone.",
  examples: [{ line: "plumb runs cancel 3f9a", meaning: "end the run whose id begins so" }],
  run: async (invocation) => {
    const { people, settings, api } = invocation;
    const found = await findRun(invocation, invocation.arguments.positionals[0] ?? "");
    if (found.kind === "failure") return reportFailure(invocation, found.document);
    if (found.kind === "mistake") return reportMistake(invocation, found.mistake);
    const { run } = found.row;
    const path = { stack: settings.stack, run };
    const answer = await api.call("cancelRun", { path });
    if (!answer.ok) return reportFailure(invocation, answer.error);
    let now: StoppingRun = answer.value;
    if (goingOn.has(now.status)) {
      people.write(`Run ${shortDigest(run)} is asked to stop and begins no other call.\n`);
      writeLines(people, renderInFlight(now.inFlight, people));
    }
    while (goingOn.has(now.status)) {
      await invocation.context.sleep(pollMs);
      const seen = await api.call("getRun", { path });
      if (!seen.ok) return reportFailure(invocation, seen.error);
      now = seen.value;
      // Its process died meanwhile: what it left is settled here.
      const settled = now.status === "broken-off" ? await api.call("cancelRun", { path }) : undefined;
      if (settled?.ok === false) return reportFailure(invocation, settled.error);
      if (settled?.ok === true) now = settled.value;
    }
    return sayEnd(invocation, { run, status: now.status, inFlight: now.inFlight });
  },
};

function sayEnd(invocation: Invocation, view: StoppingRun): number {
  const { people, settings } = invocation;
  if (settings.json) printJson(invocation, view);
  else {
    const how = view.status === "cancelled" ? "" : ` (${clean(view.status)})`;
    people.write(`Run ${shortDigest(view.run)} is over${how}.\n`);
    writeLines(people, renderInFlight(view.inFlight, people));
  }
  return exitCodes.done;
}
