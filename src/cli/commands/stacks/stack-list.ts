import type { StackRow } from "../../../contract/documents/stacks.ts";
import { type Command, type Invocation, printJson } from "../../command.ts";
import { localTime } from "../../rendering/local-time.ts";
import { alignColumns, clean, wrap } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure } from "../../reports/report.ts";
import { withCommands, writeLines } from "../../terminal.ts";

export const stackList: Command = {
  positionals: [],
  options: [],
  description:
    "Lists the stacks of the state directory or server, of all projects, and how many objects each manages. " +
    "A stack that was restored from a backup is told to be, until a run of all of it ends well. " +
    "One that moves to another store, or has gone there, is told with that store.",
  examples: [
    { line: "plumb stack list", meaning: "all stacks" },
    { line: "plumb stack list --json", meaning: "a JSON list" },
  ],
  run: async (invocation) => {
    const { people, diagnostics, settings } = invocation;
    const answer = await invocation.api.list("listStacks", {});
    if (!answer.ok) return reportFailure(invocation, answer.error);
    const stacks = answer.value;
    if (settings.json) printJson(invocation, stacks);
    else if (stacks.length === 0) writeLines(people, wrap(withCommands(people, noStacks(settings)), people.width));
    else {
      const isAny = stacks.some(({ restored }) => restored !== undefined);
      const isMoving = stacks.some(({ transfer }) => transfer !== undefined);
      const rows = stacks.map((row) => [
        clean(row.stack),
        ...(row.problems.length > 0 ? ["?", "?"] : [String(row.resources), String(row.serial)]),
        ...(isAny ? [row.restored === undefined ? "-" : localTime(row.restored.madeAt)] : []),
        ...(isMoving ? [row.transfer === undefined ? "-" : wayOf(row.transfer)] : []),
      ]);
      const heading = [
        "STACK",
        "OBJECTS",
        "SERIAL",
        ...(isAny ? ["RESTORED FROM THE BACKUP OF"] : []),
        ...(isMoving ? ["MOVE"] : []),
      ];
      writeLines(people, alignColumns([heading, ...rows]));
      for (const { detail } of stacks.flatMap(({ problems }) => problems)) diagnostics.write(`${clean(detail)}\n`);
    }
    return stacks.some(({ problems }) => problems.length > 0) ? exitCodes.failed : exitCodes.done;
  },
};

function wayOf({ phase, place }: NonNullable<StackRow["transfer"]>): string {
  const ways = { leaving: "leaves for", moved: "has moved to", arriving: "arrives from" };
  return `${ways[phase]} ${clean(place)}`;
}

/** A server shows only those on which the caller holds a role. */
function noStacks({ server }: Invocation["settings"]): string {
  return server === undefined
    ? "There are no stacks; `plumb up` makes one."
    : "There are no stacks, or you hold no role on any: `plumb whoami` shows yours. `plumb up` makes one.";
}
