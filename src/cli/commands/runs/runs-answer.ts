import type { RunDocument } from "../../../contract/documents/runs/runs.ts";
import type { Command } from "../../command.ts";
import { optionValue, printJson } from "../../command.ts";
import { clean, counted } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { findRun } from "../../runs/find-run.ts";
import { shortDigest } from "../../runs/whole-plan.ts";

const operations = { approve: "approveRun", reject: "rejectRun" } as const;

/** The two answers to a run that waits for approval. */
export const runsApprove = answering(
  "approve",
  "Approves a run that waits for it. A stack's settings say how many people must approve; " +
    "the one who started the run does not count. With the last approval the run begins.",
);

export const runsReject = answering(
  "reject",
  "Rejects a run that waits for approval: it never begins. Its caller can plan again.",
);

function answering(verb: "approve" | "reject", description: string): Command {
  return {
    positionals: [{ name: "RUN", names: "runs" }],
    options: [{ name: "comment", value: "TEXT", summary: "why; shown with the run" }],
    description,
    examples: [
      { line: `plumb runs ${verb} 3f9a --server https://plumb.acme.example`, meaning: "the run whose id begins so" },
    ],
    run: async (invocation) => {
      const { people, settings, api } = invocation;
      const found = await findRun(invocation, invocation.arguments.positionals[0] ?? "");
      if (found.kind === "failure") return reportFailure(invocation, found.document);
      if (found.kind === "mistake") return reportMistake(invocation, found.mistake);
      const { run } = found.row;
      const comment = optionValue(invocation, "comment");
      const body = comment === undefined ? {} : { comment };
      const answer = await api.call(operations[verb], { path: { stack: settings.stack, run }, body });
      if (!answer.ok) return reportFailure(invocation, answer.error);
      if (settings.json) printJson(invocation, answer.value);
      else people.write(`Run ${shortDigest(clean(run))} ${howItStands(answer.value)}.\n`);
      return exitCodes.done;
    },
  };
}

function howItStands({ status, approvalsNeeded, approvals }: RunDocument): string {
  if (status !== "awaiting-approval") return status === "rejected" ? "is rejected" : "has all approvals that it needs";
  const given = approvals.filter(({ verdict }) => verdict === "approved").length;
  return `waits for ${counted(approvalsNeeded - given, "more approval")}`;
}
