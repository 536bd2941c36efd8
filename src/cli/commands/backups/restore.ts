import { type Command, printJson } from "../../command.ts";
import { clean, wrap } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportMistake } from "../../reports/report.ts";
import { withCommands, writeLines } from "../../terminal.ts";
import { contentsOf } from "./backup-contents.ts";
import { refuseServer } from "./refuse-server.ts";

export const restore: Command = {
  positionals: [{ name: "FILE" }],
  options: [
    {
      name: "replace",
      summary: "put it in the place of what is stored; of a state directory the old database is kept",
    },
  ],
  description:
    "Puts a backup into an empty store: the state directory, or the database that PLUMB_STORE names, " +
    "whichever kind the backup is of. After a crash there is the old store or the new one. " +
    "Whoever held a stack holds it no more, and no saved plan fits. Each stack is marked as restored: " +
    "its plans read every object and name what was made since the backup, until a run of `plumb up` or " +
    "`plumb refresh` ends well. Stop services before: a state directory that is in use is refused, " +
    "and those of a database go on with what was restored. Roles and tokens are as they were at the backup.",
  examples: [
    { line: "plumb restore plumb.backup", meaning: "into a new state directory" },
    { line: "plumb restore plumb.backup --replace", meaning: "in the place of what is stored" },
  ],
  run: async (invocation) => {
    const { context, people, settings } = invocation;
    const refused = refuseServer(invocation, "restore");
    if (refused !== null) return refused;
    const file = invocation.arguments.positionals[0] ?? "";
    const care = await context.storeCare();
    const report = await care.restore(file, invocation.arguments.flags.has("replace"));
    if (report === "not-empty")
      return reportMistake(invocation, {
        detail: "The store is not empty, and nothing was restored.",
        hint: "Add --replace to put the backup in its place.",
      });
    if (settings.json) printJson(invocation, report);
    else {
      const next = "Run `plumb plan` for each stack: it reads every object and names what was made since the backup.";
      writeLines(people, [
        `Restored ${clean(file)} into ${clean(report.into)}.`,
        ...contentsOf(report, people),
        ...(report.keptAs === null ? [] : [`What was there before is kept as ${clean(report.keptAs)}.`]),
        ...wrap(withCommands(people, next), people.width),
      ]);
    }
    return exitCodes.done;
  },
};
