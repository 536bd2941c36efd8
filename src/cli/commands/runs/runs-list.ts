import { timeInWords } from "../../../../packages/base/time-in-words.ts";
import { type Command, printJson } from "../../command.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure } from "../../reports/report.ts";
import { listRuns } from "../../runs/run-rows.ts";
import { shortDigest } from "../../runs/whole-plan.ts";
import { stackSaid } from "../../stacks/stack-said.ts";
import { editAsRun, listEdits, newestFirst, type Undoable } from "../../stacks/undoable.ts";
import { writeTable } from "../../terminal.ts";

export const runsList: Command = {
  positionals: [],
  options: [],
  description:
    "Lists the stack's runs, the newest first: when each began, how long it took, how it ended, " +
    "how many steps changed something, and the plan it carried out. Edits of the state are in the list too " +
    "(`state mv`, `state rm`, `state import`, repairs), with the time at which each was made: " +
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
    else if (all.length === 0) people.write(`Stack ${await stackSaid(invocation)} has no runs.\n`);
    else writeTable(people, [["RUN", "STARTED", "TOOK", "STATUS", "CHANGES", "PLAN OR EDIT"], ...all.map(cellsOf)]);
    return exitCodes.done;
  },
};

function cellsOf({ kind, id, row }: Undoable): readonly string[] {
  if (kind === "edit") {
    const at = row.at === null ? "-" : clean(row.at);
    return [shortDigest(clean(id)), at, "-", "edited", String(row.changes), clean(row.detail)];
  }
  return [
    shortDigest(clean(id)),
    clean(row.startedAt),
    row.endedAt === null ? "-" : timeInWords(Date.parse(row.endedAt) - Date.parse(row.startedAt)),
    clean(row.status),
    String(row.changes),
    shortDigest(row.plan),
  ];
}

function asJson({ kind, row }: Undoable) {
  return kind === "run" ? row : editAsRun(row);
}
