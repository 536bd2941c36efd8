import { type Command, optionValue, printJson } from "../../command.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportMistake } from "../../reports/report.ts";
import { writeLines } from "../../terminal.ts";
import { contentsOf } from "./backup-contents.ts";
import { refuseServer } from "./refuse-server.ts";

export const backup: Command = {
  positionals: [],
  options: [{ name: "out", value: "FILE", writes: "file", summary: "write the backup there, where nothing is yet" }],
  description:
    "Writes all that is stored (records, journals, runs, plans, roles, tokens) into one file, as of one moment, " +
    "while others go on: of the state directory, or of the database that PLUMB_STORE names. " +
    "The file is its owner's only, written whole or not at all, and checksummed. Secrets in it are sealed, " +
    "and the key is not in it: keep the key file too, in another place. A damaged store gives no backup. " +
    "The store is read itself, so this runs where it is, and whoever may read it may back it up.",
  examples: [
    { line: "plumb backup --out plumb.backup", meaning: "back the state directory up" },
    { line: "plumb doctor plumb.backup", meaning: "look whether a backup is whole" },
  ],
  run: async (invocation) => {
    const { context, people, settings } = invocation;
    const refused = refuseServer(invocation, "backup");
    if (refused !== null) return refused;
    const out = optionValue(invocation, "out");
    if (out === undefined)
      return reportMistake(invocation, { detail: "plumb backup needs a file.", hint: "Add `--out FILE`." });
    const care = await context.storeCare();
    const report = await care.backup(out);
    if (report === null) return reportMistake(invocation, { detail: "Nothing is stored here, so there is no backup." });
    if (settings.json) printJson(invocation, report);
    else writeLines(people, [`Wrote ${clean(out)} (${report.bytes} bytes).`, ...contentsOf(report, people)]);
    return exitCodes.done;
  },
};
