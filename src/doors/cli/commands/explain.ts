import type { FaultCode } from "../../../base/fault.ts";
import { nearestName } from "../../../base/nearest-name.ts";
import { type ProblemCode, problemCodes } from "../../../base/problem-codes.ts";
import { type Command, printJson } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { alignColumns, wrap } from "../rendering/text.ts";
import { reportMistake } from "../report.ts";
import { writeLines } from "../terminal.ts";

interface Explanation {
  readonly code: string;
  readonly kind: string;
  readonly severity: string;
  readonly summary: string;
  readonly explanation: string;
}

const faults: Readonly<Record<FaultCode, readonly [summary: string, explanation: string]>> = {
  "cloud-unreachable": [
    "the cloud gave no answer",
    "Check the network and the provider's base address, then run again.",
  ],
  "cloud-refused": [
    "the cloud answered with an error",
    "The platform's own reason is shown; run again once it is mended.",
  ],
  "store-failed": ["the state can't be read or written", "Check the state directory: its disk, its rights, its files."],
  "store-busy": [
    "the state is in use",
    "Another process is writing to the state directory; try again when it is done.",
  ],
  "format-too-new": [
    "the state was written by a newer version",
    "Use the version of plumb that wrote it, or a later one.",
  ],
  "local-cloud-failed": [
    "the local cloud failed",
    "Check the state directory, which holds the local cloud's file too.",
  ],
  cancelled: ["the command was cancelled", "What was done so far is recorded; the next run goes on from there."],
};

const kinds = {
  mistake: "a mistake in what was given (exit 2)",
  refused: "refused: understood, and not carried out (exit 4)",
  failure: "the world failed (exit 1)",
  advice: "advice: never stops anything",
} as const;

export const explain: Command = {
  positionals: [{ name: "CODE", optional: true }],
  options: [],
  description:
    "Explains a problem's code, the word in brackets after `error` or `warning`. Without a code it lists them all.",
  examples: [{ line: "plumb explain stale-plan", meaning: "what it means and how to get out" }],
  run: async (invocation) => {
    const { people, settings } = invocation;
    const all = explanations();
    const [code] = invocation.arguments.positionals;
    if (code === undefined) {
      if (settings.json) printJson(invocation, all);
      else writeLines(people, alignColumns(all.map((each) => [each.code, each.summary])));
      return exitCodes.done;
    }
    const found = all.find((each) => each.code === code);
    if (found === undefined) {
      const near = nearestName(
        code,
        all.map((each) => each.code),
      );
      const hint = near === undefined ? "`plumb explain` lists the codes." : `Did you mean ${near}?`;
      return reportMistake(invocation, { detail: `There is no code ${JSON.stringify(code)}.`, hint });
    }
    if (settings.json) printJson(invocation, found);
    else {
      writeLines(people, [
        `${people.paint("bold", found.code)}: ${found.summary}`,
        `  ${people.paint("dim", found.kind)}`,
        ...wrap(found.explanation, people.width - 2).map((line) => `  ${line}`),
      ]);
    }
    return exitCodes.done;
  },
};

function explanations(): readonly Explanation[] {
  return [
    ...Object.keys(problemCodes).map((code) => {
      const { kind, severity, summary, explanation } = problemCodes[code as ProblemCode];
      return { code, kind: kinds[kind], severity, summary, explanation };
    }),
    ...Object.entries(faults).map(([code, [summary, explanation]]) => {
      return {
        code,
        kind: code === "cancelled" ? "cancelled (exit 130)" : kinds.failure,
        severity: "error",
        summary,
        explanation,
      };
    }),
  ];
}
