import type { Problem } from "../../../packages/base/problems/problem.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { UsageMistake } from "../arguments.ts";
import { type Invocation, printJson } from "../command.ts";
import { renderDocument, renderProblems, type Sources } from "../rendering/render-problems.ts";
import { type Terminal, withCommands, writeLines } from "../terminal.ts";
import { exitCodeOfDocument, exitCodes } from "./exit-code.ts";
import { documentOfMistake } from "./failure-document.ts";

/** Says why a request failed, as the command's JSON document too, and gives the exit code. */
export function reportFailure(
  invocation: Pick<Invocation, "settings" | "diagnostics" | "context">,
  document: ProblemDocument,
  sources: Sources = new Map(),
): number {
  if (invocation.settings.json) printJson(invocation, document);
  writeFailure(invocation.diagnostics, document, sources);
  return exitCodeOfDocument(document);
}

/** The part of `reportFailure` that people read. */
export function writeFailure(target: Terminal, document: ProblemDocument, sources: Sources): void {
  if (document.problems.length > 0) writeLines(target, renderProblems(document.problems, sources, target));
  else writeLines(target, renderDocument(document, target));
}

/** Says what is wrong with the command line or with what it names; gives the exit code. */
export function reportMistake(
  invocation: Pick<Invocation, "settings" | "diagnostics" | "context">,
  mistake: UsageMistake,
): number {
  if (mistake.failure !== undefined) return reportFailure(invocation, mistake.failure);
  if (invocation.settings.json) printJson(invocation, documentOfMistake(mistake));
  writeMistake(invocation.diagnostics, mistake);
  return exitCodes.mistake;
}

export function writeMistake(target: Terminal, mistake: UsageMistake): void {
  const said =
    mistake.problems === undefined
      ? [`${target.paint("red", "error:")} ${withCommands(target, mistake.detail)}`]
      : renderProblems(mistake.problems, mistake.sources ?? new Map(), target);
  const hint =
    mistake.hint === undefined ? [] : [`  ${target.paint("cyan", "hint:")} ${withCommands(target, mistake.hint)}`];
  writeLines(target, [...said, ...hint]);
}

/** Writes problems to stderr, the texts they point into at hand. */
export function writeProblems(invocation: Invocation, problems: readonly Problem[], sources: Sources): void {
  writeLines(invocation.diagnostics, renderProblems(problems, sources, invocation.diagnostics));
}
