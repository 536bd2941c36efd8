import { type Command, printJson } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { shortDigest } from "../plan-view.ts";
import { clean, duration } from "../rendering/text.ts";
import { reportFailure } from "../report.ts";
import { listRuns } from "../run-rows.ts";
import { writeTable } from "../terminal.ts";

export const runsList: Command = {
  positionals: [],
  options: [],
  description:
    "Lists the stack's runs, the newest first: when each began, how long it took, how it ended, how many steps changed something, and the plan it carried out. A run that broke off is settled by the next `plumb plan` or `plumb up`.",
  examples: [
    { line: "plumb runs list", meaning: "stack dev" },
    { line: "plumb runs list -s prod --json", meaning: "a JSON list" },
  ],
  run: async (invocation) => {
    const { people, settings } = invocation;
    const answer = await listRuns(invocation.api, settings.stack);
    if (!answer.ok) return reportFailure(invocation, answer.error);
    const runs = answer.value;
    if (settings.json) printJson(invocation, runs);
    else if (runs.length === 0) people.write(`Stack ${settings.stack} has no runs.\n`);
    else {
      const rows = runs.map((row) => [
        shortDigest(clean(row.run)),
        clean(row.startedAt),
        row.endedAt === null ? "-" : duration(Date.parse(row.endedAt) - Date.parse(row.startedAt)),
        clean(row.status),
        String(row.changes),
        shortDigest(row.plan),
      ]);
      writeTable(people, [["RUN", "STARTED", "TOOK", "STATUS", "CHANGES", "PLAN"], ...rows]);
    }
    return exitCodes.done;
  },
};
