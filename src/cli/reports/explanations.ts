import type { FaultCode } from "../../../packages/base/fault.ts";
import { type ProblemCode, problemCodes } from "../../../packages/base/problems/problem-codes.ts";
import { refusals } from "../../contract/refusals.ts";
import { exitCodeOfStatus, exitCodes } from "./exit-code.ts";
import { givenFaults } from "./failure-document.ts";

/** What a code means and how to get out. */
interface CodeExplanation {
  readonly code: string;
  /** The kind in words, with the exit code. */
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
  "file-unreadable": [
    "a file can't be read",
    "A file that was named is not there as a file, may not be read by this user, or is no text in UTF-8. " +
      "A file is read whole or not at all, and a pipe only where it was handed over, as `/dev/stdin` is.",
  ],
  "store-failed": ["the state can't be read or written", "Check the state directory: its disk, its rights, its files."],
  "store-busy": [
    "the state is in use",
    "Another process is writing to the state directory; try again when it is done.",
  ],
  "store-damaged": [
    "the state is not what was written",
    "A part of it is lost or altered, so that nothing is done on its word. " +
      "`plumb doctor` tells what is damaged and what can be recovered, `plumb doctor --repair` recovers it and " +
      "keeps the damaged file.",
  ],
  "format-too-new": [
    "the state was written by a newer version",
    "Use the version of plumb that wrote it, or a later one.",
  ],
  "format-too-old": [
    "the state, or a saved plan, was written by a version from before 0.1.0",
    "Its form is not read any more. Export each stack with the version of plumb that wrote it " +
      "(`plumb state export`), and import it with this one (`plumb state import`) into a new state directory. " +
      "No export carries secrets: objects of a stack that has some come over by `plumb import`. " +
      "A plan is made again.",
  ],
  "secrets-unreadable": [
    "sealed values can't be opened",
    "Put back the key file `secret.key` that belongs to the state directory. " +
      "No other key opens what was sealed under it.",
  ],
  "invalid-environment": [
    "the environment can't be used as given",
    "A variable names something that is not there, or is not yours alone, such as a profile of a vendor's own " +
      "tools. Correct it, or unset the variable.",
  ],
  "local-cloud-failed": [
    "the local cloud failed",
    "Check the state directory, which holds the local cloud's file too.",
  ],
  "service-not-listening": [
    "the service can't listen",
    "The address or its certificate can't be used: the port is taken, the address is not this machine's, " +
      "it is reached from other machines and no certificate was given, or the certificate and its key don't go " +
      "together. Nothing was served.",
  ],
  cancelled: ["the command was cancelled", "What was done so far is recorded; the next run goes on from there."],
};

const kinds = {
  mistake: "a mistake in what was given (exit 2)",
  refused: "refused: understood, and not carried out (exit 4)",
  failure: "a network, a disk or a platform failed (exit 1)",
  advice: "advice: never stops anything",
} as const;

/** What is told on this side of the API, and of defects. */
const ownCodes: Readonly<Record<string, readonly [kind: keyof typeof kinds, summary: string, explanation: string]>> = {
  "server-unreachable": [
    "failure",
    "the server can't be reached",
    "Check the address that --server names, and whether the service runs there: `plumb serve` starts one. " +
      "A certificate of an authority of your own is trusted with NODE_EXTRA_CA_CERTS=FILE.",
  ],
  "run-interrupted": [
    "failure",
    "the run's events broke off",
    "The connection ended before the run did. What the run did is recorded: `plumb runs show` tells how far it is, " +
      "and the next run goes on from there.",
  ],
  "unexpected-answer": [
    "failure",
    "the answer can't be understood",
    "What answers at the address is no Plumbline, or something on the way answers in its place. Check --server.",
  ],
  usage: [
    "mistake",
    "the command can't be carried out as given",
    "A command, an option or a value of the command line is wrong. `plumb help` lists the commands, " +
      "`plumb COMMAND --help` the options of one.",
  ],
  "local-cloud": [
    "failure",
    "the local cloud refused",
    "The local cloud answered a command about itself with an error: its own words are shown.",
  ],
  "token-lost": [
    "failure",
    "a token was made, and could not be shown",
    "Revoke it with `plumb token revoke`, and make another one.",
  ],
  bug: [
    "failure",
    "a defect of Plumbline",
    "Plumbline met a state that its own code rules out. What was carried out so far is recorded: " +
      "the next plan goes on from there. `plumb report` packs what was recorded of a run, for a bug report.",
  ],
};

function kindOfRefusal(status: number): string {
  const code = exitCodeOfStatus(status);
  if (code === exitCodes.refused) return kinds.refused;
  return code === exitCodes.mistake ? kinds.mistake : kinds.failure;
}

function kindOfFault(code: string): string {
  if (code === "cancelled") return "cancelled (exit 130)";
  return [...givenFaults].some((each) => each === code) ? kinds.mistake : kinds.failure;
}

/** Every code that a problem or a fault can carry. */
export function codeExplanations(): readonly CodeExplanation[] {
  return [
    ...Object.keys(problemCodes).map((code) => {
      const { kind, severity, summary, explanation } = problemCodes[code as ProblemCode];
      return { code, kind: kinds[kind], severity, summary, explanation };
    }),
    ...Object.entries(ownCodes).map(([code, [kind, summary, explanation]]) => ({
      ...{ code, kind: kinds[kind], severity: "error", summary, explanation },
    })),
    ...Object.entries(refusals)
      .filter(([code]) => !Object.hasOwn(problemCodes, code))
      .map(([code, { status, title, explanation }]) => ({
        ...{ code, kind: kindOfRefusal(status), severity: "error", summary: title, explanation },
      })),
    ...Object.entries(faults).map(([code, [summary, explanation]]) => ({
      code,
      kind: kindOfFault(code),
      severity: "error",
      summary,
      explanation,
    })),
  ];
}
