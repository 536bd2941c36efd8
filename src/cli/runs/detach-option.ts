import type { RunDocument } from "../../contract/documents/runs/runs.ts";
import type { OptionSpec, UsageMistake } from "../arguments.ts";
import type { Invocation } from "../command.ts";
import { clean } from "../rendering/text.ts";
import { exitCodes } from "../reports/exit-code.ts";
import { withCommands } from "../terminal.ts";
import { printLine } from "./run-lines.ts";
import { shortDigest } from "./whole-plan.ts";
import { withinOption } from "./within-option.ts";

export const detachOption: OptionSpec = {
  name: "detach",
  summary: "start the run at the server, tell its id, and do not wait for it",
};

export function isDetached({ arguments: { flags } }: Invocation): boolean {
  return flags.has(detachOption.name);
}

/** Why a run can't be left; undefined where it can, or is not to be. */
export function detachRefused(invocation: Invocation): UsageMistake | undefined {
  if (!isDetached(invocation)) return undefined;
  if (invocation.settings.server === undefined)
    return {
      detail: "Without a server a run ends with its command.",
      hint: "Leave --detach out, or name --server URL.",
    };
  return invocation.arguments.values.has(withinOption.name)
    ? { detail: "--within needs the command to watch the run, which --detach does not." }
    : undefined;
}

/** Tells of a run that goes on at the server, and how it is followed; gives the exit code. */
export function reportDetached(invocation: Invocation, { run, stack, status }: RunDocument): number {
  const { people } = invocation;
  printLine(invocation, { event: "detached", run, stack, status });
  const short = shortDigest(clean(run));
  const ways = `\`plumb runs show ${short}\` shows how it stands, \`plumb runs cancel ${short}\` ends it.`;
  people.write(`Run ${clean(run)} is left to the server: ${withCommands(people, ways)}\n`);
  return exitCodes.done;
}
