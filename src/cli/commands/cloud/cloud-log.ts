import { type Command, optionValue, printJson } from "../../command.ts";
import { askLocalCloud } from "../../connection/ask-local-cloud.ts";
import { localTime } from "../../rendering/local-time.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { wholeNumber } from "../../settings.ts";
import { writeTable } from "../../terminal.ts";

interface WriteEntry {
  readonly seq: number;
  readonly at: string | number;
  readonly vendor: string;
  readonly action: string;
  readonly object: string;
  readonly method: string;
  readonly path: string;
  readonly caller: string | null;
}

export const cloudLog: Command = {
  positionals: [],
  options: [{ name: "after", value: "N", summary: "only writes after this number" }],
  description: "Lists the writes that the local cloud carried out, in order, and who asked for each.",
  examples: [
    { line: "plumb cloud log", meaning: "all writes" },
    { line: "plumb cloud log --after 12 --json", meaning: "the later ones as JSON" },
  ],
  run: async (invocation) => {
    const after = wholeNumber(optionValue(invocation, "after"), "--after", 0, Number.MAX_SAFE_INTEGER);
    if (!after.ok) return reportMistake(invocation, after.error);
    const answer = await askLocalCloud<{ readonly writes: readonly WriteEntry[] }>(
      invocation,
      "GET",
      `/_local/log?after=${after.value ?? 0}`,
    );
    if (!answer.ok) return reportFailure(invocation, answer.error);
    const { writes } = answer.value;
    if (invocation.settings.json) printJson(invocation, answer.value);
    else if (writes.length === 0) invocation.people.write("The local cloud saw no writes.\n");
    else {
      const rows = writes.map((write) =>
        [
          String(write.seq),
          localTime(timeText(write.at)),
          write.vendor,
          write.action,
          write.caller ?? "-",
          write.object,
        ].map(clean),
      );
      writeTable(invocation.people, [["SEQ", "AT", "VENDOR", "ACTION", "CALLER", "OBJECT"], ...rows]);
    }
    return exitCodes.done;
  },
};

/** The cloud's own clock: milliseconds since the epoch, or its text. */
function timeText(at: string | number): string {
  return typeof at === "number" ? new Date(at).toISOString() : at;
}
