import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { isSea } from "node:sea";
import { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { invariant } from "../../packages/base/invariant.ts";
import { packageNames, sdkInstallation } from "../../packages/base/package-names.ts";
import { err, ok, type Result } from "../../packages/base/result.ts";
import type { ForeignAccess } from "../files/foreign-access.ts";
import { whyFailed } from "../files/why-failed.ts";
import { foreignAccessToEnvironment, foreignAccessToPackage, foreignAccessToProgram } from "./program-access.ts";
import { type Environment, programEnvironment } from "./program-environment.ts";
import type { ProgramMissing, ProgramProcess } from "./program-process.ts";

interface Command {
  readonly executable: string;
  readonly arguments: readonly string[];
}

interface Surroundings {
  readonly environment: Environment;
  /** Variables that the program gets although they may be secrets. */
  readonly asked: readonly string[];
  /** A folder of this user's alone for code that Node has compiled; null leaves it to the program's own environment. */
  readonly compileCache: string | null;
}

/** Starts the program in a file. Its standard output and error both go to our standard error. */
export function startProgram(
  file: string,
  { environment, asked, compileCache }: Surroundings,
): Result<ProgramProcess, ProgramMissing> {
  const path = resolve(file);
  const foreign = judged(path, () => foreignAccessToProgram(path));
  if (foreign !== null) return err(foreign);
  const command = extname(path) === ".py" ? pythonCommand(path, environment) : nodeCommand(path);
  if (!command.ok) return command;
  const child = spawn(command.value.executable, [...command.value.arguments], {
    cwd: dirname(path),
    env: {
      ...(compileCache === null ? {} : { NODE_COMPILE_CACHE: compileCache }),
      ...programEnvironment(environment, asked),
      PLUMB_PROGRAM_IN: "3",
      PLUMB_PROGRAM_OUT: "4",
    },
    stdio: ["ignore", 2, 2, "pipe", "pipe"],
    // A group of its own: what a terminal sends to ours does not reach it, and it ends together with its children.
    detached: process.platform !== "win32",
  });
  const kill = (): void => killGroup(child);
  process.once("exit", kill);
  child.once("exit", () => process.removeListener("exit", kill));
  const [, , , input, output] = child.stdio;
  invariant(input instanceof Writable && output instanceof Readable, "a program has a pipe each way");
  // A program that ends early leaves a pipe without a reader.
  input.on("error", () => undefined);
  const ended = new Promise<number | null>((resolveEnd, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolveEnd(code));
  });
  // The failure goes to those who wait for the end; there may be none yet.
  ended.catch(() => undefined);
  return ok({
    send: (line) => {
      input.write(`${line}\n`);
    },
    lines: createInterface({ input: output, crlfDelay: Number.POSITIVE_INFINITY }),
    ended,
    kill,
  });
}

/** Ends a program that is still there, and whatever it has started. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (process.platform === "win32") return void child.kill("SIGKILL");
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended this very moment.
  }
}

const nodeOptions: readonly string[] = [
  // Much is made that lives to the end: a large young generation is collected less often.
  "--max-semi-space-size=64",
  // What Node thinks of its own features is not the program's (decision 0110).
  "--disable-warning=ExperimentalWarning",
  "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
];

/** This very Node, or the one on the path where this is the single executable, with the SDK in the program's folder. */
function nodeCommand(path: string): Result<Command, ProgramMissing> {
  try {
    const runner = createRequire(pathToFileURL(path)).resolve(`${packageNames.typescript}/run`);
    const foreign = judged(path, () => foreignAccessToPackage(runner));
    if (foreign !== null) return err(foreign);
    return ok({ executable: isSea() ? "node" : process.execPath, arguments: [...nodeOptions, runner, path] });
  } catch {
    return err({
      detail:
        `The package ${packageNames.typescript}, on which programs in TypeScript are built, is not installed beside ` +
        `${path}.`,
      hint: `${sdkInstallation.typescript}.`,
    });
  }
}

/** The interpreter that is asked for, that of a virtual environment beside the program, or the one on the path. */
function pythonCommand(path: string, environment: Environment): Result<Command, ProgramMissing> {
  const folder = join(dirname(path), ".venv");
  const beside = ["bin/python", "Scripts/python.exe"]
    .map((name) => join(folder, name))
    .find((each) => existsSync(each));
  const asked = environment["PLUMB_PYTHON"];
  const executable = asked ?? beside ?? "python3";
  if (executable === beside && asked === undefined) {
    const foreign = judged(path, () => foreignAccessToEnvironment(folder, beside, packageNames.pythonModule));
    if (foreign !== null) return err(foreign);
  }
  return ok({ executable, arguments: ["-m", `${packageNames.pythonModule}.run`, path] });
}

/** Why a program is not run, since another user's code would run as this user; null where it would not. */
function judged(path: string, judge: () => ForeignAccess | null): ProgramMissing | null {
  try {
    const found = judge();
    if (found === null) return null;
    const { why, wayOut } = found;
    return {
      detail: `${path} is not run, because ${why}, and their code would run as you.`,
      hint: `${wayOut.charAt(0).toUpperCase()}${wayOut.slice(1)}, or keep the program where only you may write.`,
    };
  } catch (cause) {
    return {
      detail: `${path} is not run, because what lies there can't be read: ${whyFailed(cause)}.`,
      hint: readable,
    };
  }
}

const readable = "Give yourself the right to read it and the folders on the way.";
