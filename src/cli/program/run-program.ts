import { resolve } from "node:path";
import { longestTimerMs } from "../../../packages/base/clock.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import { packageNames, sdkInstallation } from "../../../packages/base/package-names.ts";
import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { UsageMistake } from "../arguments.ts";
import type { Invocation } from "../command.ts";
import { cancelledFault } from "../connection/api-client.ts";
import { answerQuestion } from "./answer-question.ts";
import { folderProject } from "./folder-project.ts";
import { textOf } from "./program-config.ts";
import { explainedFailure } from "./program-hint.ts";
import { type ProgramLine, type ProgramResult, programLine } from "./program-lines.ts";
import { ProgramSource } from "./program-source.ts";

const defaultTimeoutSeconds = 300;

/** Runs a program once; what it did wrong is a mistake at its own line. */
export async function runProgram(
  file: string,
  doubted: ReadonlySet<string>,
  invocation: Invocation,
): Promise<Result<ProgramResult, UsageMistake>> {
  const { context, settings } = invocation;
  const started = await context.startProgram(file, settings.programEnvironment);
  if (!started.ok) return err(started.error);
  const program = started.value;
  const given = Number(context.environment["PLUMB_PROGRAM_TIMEOUT"] ?? defaultTimeoutSeconds);
  const seconds = given > 0 ? given : defaultTimeoutSeconds;
  const overtime = AbortSignal.timeout(Math.min(Math.ceil(seconds * 1000), longestTimerMs));
  const stop = AbortSignal.any([context.signal, overtime]);
  const kill = (): void => program.kill();
  stop.addEventListener("abort", kill, { once: true });
  const { stack } = settings;
  // A program reads each value from its text, as it reads the environment.
  const config = Object.fromEntries(Object.entries(settings.config).map(([key, value]) => [key, textOf(value)]));
  const path = resolve(file);
  program.send(
    JSON.stringify({ protocol: 1, stack, project: settings.project ?? folderProject(path), file: path, config }),
  );
  let failure: unknown;
  let last: Exclude<ProgramLine, { readonly kind: "question" }> | undefined;
  try {
    for await (const text of program.lines) {
      const line = programLine(text);
      if (line?.kind !== "question") {
        last = line;
        break;
      }
      answerQuestion(line.question, doubted, invocation).then(
        (answer) => program.send(JSON.stringify(answer)),
        // Without its answer the program would wait for ever.
        (cause: unknown) => {
          failure ??= cause;
          program.kill();
        },
      );
    }
    const code = await program.ended;
    if (failure !== undefined) throw failure;
    if (last?.kind === "result") return ok(last.result);
    if (context.signal.aborted) throw cancelledFault();
    if (last?.kind === "failed") return err(await failed(last, invocation));
    return err(
      overtime.aborted
        ? { detail: `${file} did not end within ${seconds} seconds.`, hint: "PLUMB_PROGRAM_TIMEOUT gives it more." }
        : {
            detail: `${file} ended ${code === null ? "by a signal" : `with code ${code}`} before it was done.`,
            ...(file.endsWith(".py") ? { hint: missingPackage } : {}),
          },
    );
  } catch (cause) {
    program.kill();
    if (!(cause instanceof Error) || !("code" in cause) || cause.code !== "ENOENT") throw cause;
    const hint = file.endsWith(".py")
      ? "PLUMB_PYTHON names one."
      : "Programs in TypeScript need Node 22.18 or newer: put its `node` on the PATH.";
    return err({ detail: `${file} can't be run: its interpreter is not installed.`, hint });
  } finally {
    stop.removeEventListener("abort", kill);
  }
}

const missingPackage = `If it found no \`${packageNames.pythonModule}\`: ${sdkInstallation.python}.`;

async function failed(
  { type, message, word, frames }: Extract<ProgramLine, { readonly kind: "failed" }>,
  { context }: Invocation,
): Promise<UsageMistake> {
  const [frame] = frames;
  const { detail, hint } = await explainedFailure(type, message, frame?.file, context.files);
  const text = frame === undefined ? undefined : await context.files.read(frame.file);
  const spans = {
    files: frame === undefined ? [] : [frame.file],
    at: frame === undefined ? {} : { "/program": [0, frame.line, frame.column ?? 1] as const },
  };
  const source = new ProgramSource(spans, [text]);
  const place = word === undefined ? "/program" : pointer("/program", "arguments", word);
  const found: Problem = source.locate(problem("program-failed", detail, { pointer: place, hint }));
  const { pointer: _, ...rest } = found;
  return { detail, problems: [rest], sources: source.sources };
}
