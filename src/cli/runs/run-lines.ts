import type { PlanView } from "../../contract/documents/plans/plan.ts";
import { noSteps } from "../../contract/documents/plans/steps.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { RunEvent, RunSummary } from "../../contract/documents/runs/run-events.ts";
import type { UsageMistake } from "../arguments.ts";
import type { Invocation } from "../command.ts";
import { jsonText } from "../rendering/json-text.ts";
import type { Sources } from "../rendering/render-problems.ts";
import { exitCodeOfDocument, exitCodes } from "../reports/exit-code.ts";
import { documentOfMistake } from "../reports/failure-document.ts";
import { writeFailure, writeMistake } from "../reports/report.ts";

/** Prints one line of the JSON that `up`, `destroy` and `undo` give, under `--json`. */
export function printLine(invocation: Invocation, event: object): void {
  if (invocation.settings.json) invocation.context.stdout.write(`${jsonText(event, 0)}\n`);
}

/** The summary of a run that was not begun: nothing done, `run` empty. */
export function unbegunSummary(
  status: RunSummary["status"],
  parts: Partial<Pick<RunSummary, "same" | "outputs" | "problems">>,
): RunSummary {
  const rest = { failed: 0, skipped: 0, inFlight: [], durationMs: 0, outputs: {}, problems: [] };
  return { event: "summary", run: "", status, ...noSteps, ...rest, ...parts };
}

/** Adds one event to the counts of a run whose own summary may never come. */
export function countEvent(soFar: RunSummary, event: RunEvent): RunSummary {
  if (event.event === "started") return { ...soFar, run: event.run };
  if (event.event !== "step") return soFar;
  if (event.phase === "done" && (event.wasAbsent === true || event.wasAsWanted === true)) return soFar;
  if (event.phase === "done" && event.putBack === true) {
    const retain = soFar.retain + (event.action === "retain" ? 1 : 0);
    return { ...soFar, update: soFar.update + 1, retain };
  }
  if (event.phase === "done") {
    const action = event.keepsOld === true ? "create" : event.action;
    return { ...soFar, [action]: soFar[action] + 1 };
  }
  if (event.phase === "failed") return { ...soFar, failed: soFar.failed + 1 };
  return event.phase === "skipped" ? { ...soFar, skipped: soFar.skipped + 1 } : soFar;
}

/** Ends a run that a failure kept from beginning or cut short: the failure as one line, then what was done so far. */
export function reportRunFailure(
  invocation: Invocation,
  document: ProblemDocument,
  sources: Sources,
  soFar: RunSummary = unbegunSummary("failed", {}),
): number {
  const exitCode = exitCodeOfDocument(document);
  const status = exitCode === exitCodes.failed ? "failed" : exitCode === exitCodes.cancelled ? "cancelled" : "refused";
  printLine(invocation, { event: "error", ...document });
  printLine(invocation, { ...soFar, status, problems: document.problems });
  writeFailure(invocation.diagnostics, document, sources);
  return exitCode;
}

/** The same for a mistake in the command line or in what it names. */
export function reportRunMistake(invocation: Invocation, mistake: UsageMistake): number {
  if (mistake.failure !== undefined) return reportRunFailure(invocation, mistake.failure, new Map());
  printLine(invocation, { event: "error", ...documentOfMistake(mistake) });
  printLine(invocation, unbegunSummary("refused", {}));
  writeMistake(invocation.diagnostics, mistake);
  return exitCodes.mistake;
}

/** The summary of a plan with nothing to do. */
export function emptySummary(plan: PlanView, outputs: RunSummary["outputs"]): RunSummary {
  return unbegunSummary("done", { same: plan.summary.same, outputs });
}
