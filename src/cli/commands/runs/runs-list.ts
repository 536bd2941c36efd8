import { timeInWords } from "../../../../packages/base/time-in-words.ts";
import { type Command, printJson } from "../../command.ts";
import { localTime } from "../../rendering/local-time.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure } from "../../reports/report.ts";
import { listRuns, starterOf } from "../../runs/run-rows.ts";
import { editAsRun, listEdits, newestFirst, type RunOrEdit } from "../../runs/runs-and-edits.ts";
import { shortDigest } from "../../runs/whole-plan.ts";
import { stackLabel } from "../../stacks/stack-label.ts";
import { writeTable } from "../../terminal.ts";

export const runsList: Command = {
  positionals: [],
  options: [],
  description:
    "Lists the stack's runs, the newest first: what each was for, when it began and by whom, how long it took, " +
    "how it ended, " +
    "how many steps changed something, and the plan it carried out. Edits of the state are in the list too " +
    "(`import`, `refresh`, `state mv`, `state rm`, `state import`, repairs), with the time at which each was made: " +
    "`plumb undo` takes their ids as well. A run that broke off is settled by the next `plumb plan` or " +
    "`plumb up`.",
  examples: [
    { line: "plumb runs list", meaning: "stack dev" },
    { line: "plumb runs list -s prod --json", meaning: "a JSON list" },
  ],
  run: async (invocation) => {
    const { people, settings } = invocation;
    const [runs, edits] = [
      await listRuns(invocation.api, settings.stack),
      await listEdits(invocation.api, settings.stack),
    ];
    if (!runs.ok) return reportFailure(invocation, runs.error);
    if (!edits.ok) return reportFailure(invocation, edits.error);
    const all = newestFirst(runs.value, edits.value);
    if (settings.json) printJson(invocation, all.map(asJson));
    else if (all.length === 0) people.write(`Stack ${await stackLabel(invocation)} has no runs.\n`);
    else writeTable(people, tableOf(all));
    return exitCodes.done;
  },
};

/** On one's own machine all runs are one's own, and the column of who began them goes. */
function tableOf(all: readonly RunOrEdit[]): readonly (readonly string[])[] {
  const rows = [["RUN", "KIND", "STARTED", "BY", "TOOK", "STATUS", "CHANGES", "PLAN OR EDIT"], ...all.map(cellsOf)];
  const isOwn = all.every((each) => each.kind === "edit" || starterOf(each.row) === null);
  return isOwn ? rows.map((row) => row.toSpliced(3, 1)) : rows;
}

function cellsOf({ kind, id, row }: RunOrEdit): readonly string[] {
  if (kind === "edit") {
    const at = row.at === null ? "-" : localTime(row.at);
    return [shortDigest(clean(id)), "edit", at, "-", "-", "edited", String(row.changes), clean(row.detail)];
  }
  return [
    shortDigest(clean(id)),
    row.kind ?? "-",
    localTime(row.startedAt),
    clean(starterOf(row) ?? "-"),
    row.endedAt === null ? "-" : timeInWords(Date.parse(row.endedAt) - Date.parse(row.startedAt)),
    clean(row.status),
    String(row.changes),
    shortDigest(row.plan),
  ];
}

function asJson({ kind, row }: RunOrEdit) {
  return kind === "run" ? row : editAsRun(row);
}
