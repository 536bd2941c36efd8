import { type Command, optionValue, printJson } from "../command.ts";
import { clean, counted } from "../rendering/text.ts";
import { exitCodes } from "../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../reports/report.ts";
import { findRun } from "../runs/find-run.ts";
import { shortDigest } from "../runs/whole-plan.ts";
import { writeLines } from "../terminal.ts";

export const report: Command = {
  positionals: [{ name: "RUN", names: "runs" }],
  options: [
    { name: "output", value: "FILE", writes: "file", summary: "write there instead of plumb-report-RUN.jsonl.gz" },
  ],
  description:
    "Packs what PLUMB_RECORD has recorded of a run into one file for a bug report: " +
    "what the vendors were asked and answered, the run's journal, versions, and the types and field names that " +
    "it wrote. Names and values are pseudonyms, secrets are left out. Nothing is sent: " +
    "read the file before you do.",
  examples: [{ line: "plumb report 3f9a", meaning: "pack what PLUMB_RECORD has recorded of the run" }],
  run: async (invocation) => {
    const { people, settings, context } = invocation;
    const folder = context.environment["PLUMB_RECORD"] ?? "";
    if (folder === "")
      return reportMistake(invocation, {
        detail: "PLUMB_RECORD names no folder, so no recording is known.",
        hint: "Set it to the folder that the run was recorded in.",
      });
    const found = await findRun(invocation, invocation.arguments.positionals[0] ?? "");
    if (found.kind === "failure") return reportFailure(invocation, found.document);
    if (found.kind === "mistake") return reportMistake(invocation, found.mistake);
    const { run } = found.row;
    const output = optionValue(invocation, "output") ?? `plumb-report-${shortDigest(run)}.jsonl.gz`;
    const packed = await context.packReport({ folder, run, output, version: context.version });
    if (packed === null)
      return reportMistake(invocation, {
        detail: `${clean(folder)} has no recording of run ${shortDigest(run)}.`,
        hint: "A run is recorded only if PLUMB_RECORD was set while it went on, on the machine that carried it out.",
      });
    if (settings.json) printJson(invocation, packed);
    else {
      const types = packed.resources.map(({ type, fields }) => `    ${clean(type)}: ${clean(fields.join(", "))}`);
      writeLines(people, [
        `Wrote ${clean(output)} (${packed.bytes} bytes). It holds, as JSON lines:`,
        `  ${counted(packed.exchanges, "exchange")} with the vendors`,
        `  ${counted(packed.entries, "line")} of the journal`,
        "  the versions of plumb and Node, and the platform",
        ...(types.length === 0 ? [] : ["  the types that were written, with the names of their fields:", ...types]),
        "Names and values are pseudonyms and secrets are left out, but read it before you send it:",
        `  gzip -dc ${clean(output)}`,
      ]);
    }
    return exitCodes.done;
  },
};
