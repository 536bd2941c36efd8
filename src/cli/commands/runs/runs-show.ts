import { timeInWords } from "../../../../packages/base/time-in-words.ts";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import type { RunStepRow } from "../../../contract/documents/runs/runs.ts";
import type { StateEditRow } from "../../../contract/documents/state.ts";
import { type Command, type Invocation, printJson } from "../../command.ts";
import { localTime } from "../../rendering/local-time.ts";
import { inNaturalOrder } from "../../rendering/plan/natural-order.ts";
import { renderInFlight } from "../../rendering/render-in-flight.ts";
import { renderProblems } from "../../rendering/render-problems.ts";
import { renderRecap } from "../../rendering/render-recap.ts";
import { clean, counted, inARow } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { declaredPlaces } from "../../runs/declared-places.ts";
import { findRunOrEdit } from "../../runs/find-run.ts";
import { fullOption } from "../../runs/full-option.ts";
import { type Consent, type ShownRun, type ShownSteps, showRun, starterOf } from "../../runs/run-rows.ts";
import { editAsRun } from "../../runs/runs-and-edits.ts";
import { shortDigest, wholePlan } from "../../runs/whole-plan.ts";
import { writePlan } from "../../runs/write-plan.ts";
import { stackLabel } from "../../stacks/stack-label.ts";
import { type Terminal, withCommands, writeLines, writeTable } from "../../terminal.ts";

export const runsShow: Command = {
  positionals: [{ name: "RUN", names: "runs", optional: true }],
  options: [fullOption],
  description:
    "Shows one run, or one edit of the state; the newest run where none is named: its plan, how it ended, for whom " +
    "a service carried it out and who approved it, and each call that it made, with its result. A call that was " +
    "sent and has no recorded result is in flight: its object may exist, and the next plan finds out. " +
    "`--full` shows its plan as well, with every value that changes.",
  examples: [
    { line: "plumb runs show", meaning: "the newest run" },
    { line: "plumb runs show 3f9a", meaning: "the run whose id begins so" },
    { line: "plumb runs show 3f9a --json", meaning: "one JSON document" },
  ],
  run: async (invocation) => {
    const { people, settings } = invocation;
    const found = await findRunOrEdit(invocation, invocation.arguments.positionals[0]);
    if (found.kind === "failure") return reportFailure(invocation, found.document);
    if (found.kind === "mistake") return reportMistake(invocation, found.mistake);
    if (found.kind === "edit") return showEdit(invocation, found.row);
    const answer = await showRun(invocation.api, settings.stack, found.row.run);
    if (!answer.ok) return reportFailure(invocation, answer.error);
    const run = answer.value;
    if (settings.json) printJson(invocation, run);
    else {
      const took =
        run.endedAt === null ? "" : ` after ${timeInWords(Date.parse(run.endedAt) - Date.parse(run.startedAt))}`;
      const plan = run.plan === "" ? "no plan: `plumb doctor --repair` recovered the state" : `plan ${clean(run.plan)}`;
      const starter = starterOf(run);
      const who = starter === null ? "" : ` by ${clean(starter)}`;
      people.write(`Run ${clean(run.run)}\n  ${run.kind === undefined ? "" : `${run.kind}, `}${plan}\n`);
      people.write(`  begun ${localTime(run.startedAt)}${who}, ${clean(run.status)}${took}\n`);
      writeLines(people, consentLines(run, people));
      const { problems = [] } = run;
      const isFailed = run.status === "failed";
      // The failures of steps are told below the steps.
      const told = problems.filter(({ address }) => !isFailed || address === undefined);
      if (told.length > 0) writeLines(people, ["", ...renderProblems(told, new Map(), people)]);
      const rows = run.steps.map((row) =>
        [
          row.name,
          row.operation ?? "-",
          cameTo(row),
          row.at === null ? "-" : localTime(row.at),
          noteOf(row),
          row.id ?? "-",
        ].map(clean),
      );
      if (rows.length > 0) people.write("\n");
      if (rows.length > 0) writeTable(people, [["NAME", "CALL", "RESULT", "AT", "NOTE", "ID"], ...rows]);
      if (isFailed)
        writeLines(
          people,
          renderRecap(problems, await declaredPlaces(invocation, await stackLabel(invocation)), people),
        );
      if (run.inFlight.length > 0) writeLines(people, ["", ...renderInFlight(run.inFlight, people)]);
      if (run.plan !== "" && invocation.arguments.flags.has(fullOption.name)) {
        const plan = await wholePlan(invocation.api, { stack: settings.stack, digest: run.plan });
        if (!plan.ok) return reportFailure(invocation, plan.error);
        writeLines(people, ["", ...restLines(run, plan.value)]);
        writePlan(invocation, plan.value, { label: shortDigest(run.plan) }, [], new Map());
      } else if (run.plan !== "" && run.steps.some(mayHaveChanged))
        people.write(
          withCommands(people, `\nWhich values it changed: \`plumb runs show ${shortDigest(run.run)} --full\`.\n`),
        );
      if (run.status === "broken off")
        people.write(
          withCommands(
            people,
            `\nGo on with \`plumb up\`, or with this run's own plan: \`plumb runs resume ${shortDigest(run.run)}\`.\n`,
          ),
        );
    }
    return exitCodes.done;
  },
};

/**
 * The result of a call. One that a later call has settled is not in flight any more, and it is unknown whether it
 * happened.
 */
function cameTo({ outcome, endedAt }: RunStepRow): string {
  if (outcome !== "open") return outcome;
  return endedAt === undefined ? "in flight" : "not known";
}

/** Whether a call may have changed something: what was only taken over or noted had none. */
function mayHaveChanged({ operation, outcome }: RunStepRow): boolean {
  return operation !== null && outcome !== "failed";
}

/** What is to be said of a call besides: what came of it, and how often it was made. */
function noteOf({ detail, attempts, waitedMs = 0, superseded, removed }: RunStepRow): string {
  const old =
    superseded === true ? "the old object" : removed === undefined ? "" : `the old object ${removed} is deleted`;
  const tries = attempts === undefined ? "" : `made ${attempts} times, with ${timeInWords(waitedMs)} of waiting`;
  return [old, detail, tries].filter((part) => part !== "").join("; ") || "-";
}

/** What a run that has not done all of its plan, which is shown whole, has left of it. */
function restLines({ status, steps }: ShownRun & ShownSteps, plan: PlanView): readonly string[] {
  if (status === "done") return [];
  const keyOf = ({ name, superseded = false }: Pick<RunStepRow, "name" | "superseded">) => `${superseded} ${name}`;
  const done = new Set(steps.filter(({ outcome }) => outcome === "done").map(keyOf));
  const planned = plan.steps.filter(({ action }) => action !== "same" && action !== "read");
  const left = planned.filter((step) => !done.has(keyOf(step))).map(({ name }) => name);
  if (left.length === 0) return [];
  const names = inARow(left.toSorted(inNaturalOrder).map(clean), mostNamed);
  return [`Not done of this plan: ${left.length} of ${counted(planned.length, "step")}, ${names}.`, ""];
}

/** So many of the resources are named that a run has not come to. */
const mostNamed = 10;

/** Who has confirmed a run, how many are still to do so, and how they see what they confirm. */
function consentLines(run: Consent & ShownRun, people: Terminal): readonly string[] {
  const { approvals = [], approvalsNeeded = 0, status, plan } = run;
  const answers = approvals.map(({ verdict, name, at, comment }) => {
    const words = comment === null || comment === "" ? "" : `: ${clean(comment)}`;
    return `  ${verdict} by ${clean(name)} at ${localTime(at)}${words}`;
  });
  const missing = approvalsNeeded - approvals.filter(({ verdict }) => verdict === "approved").length;
  if (status !== "awaiting approval" || missing <= 0) return answers;
  const shownBy = withCommands(people, `\`plumb plan --show ${shortDigest(plan)}\``);
  return [...answers, `  waits for ${counted(missing, "approval")} more, by others; its plan: ${shownBy}`];
}

/** An edit called no platform: it has no steps, and ends at once. */
function showEdit({ people, settings, context }: Invocation, row: StateEditRow): number {
  if (settings.json) printJson({ context }, { ...editAsRun(row), steps: [], inFlight: [] });
  else {
    const when = row.at === null ? "" : `made ${localTime(row.at)}, `;
    people.write(
      `Edit ${clean(row.edit)}\n  ${when}${counted(row.changes, "record")} changed\n  ${clean(row.detail)}\n`,
    );
  }
  return exitCodes.done;
}
