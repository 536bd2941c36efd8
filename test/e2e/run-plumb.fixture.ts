import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bundle, bundleIsStale } from "../../scripts/stale-bundle.mjs";

/** What a process did. */
export interface Run {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export const sources = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
/** What tests run: the bundle, which starts with a quarter of the work, or the sources where they are newer. */
export const plumbProgram = bundleIsStale() ? sources : bundle;

/** A command that has begun. */
export interface Started {
  readonly pid: number;
  /** Resolves as soon as its output holds the text. */
  readonly says: (text: string) => Promise<void>;
  /** What it has written to stdout so far. */
  readonly output: () => string;
  readonly kill: () => void;
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<Run>;
}

/** Runs the real command as a process of its own; `program` is another one than that of all tests. */
export async function runPlumb(argv: readonly string[], cwd: string, program = plumbProgram): Promise<Run> {
  return startPlumb(argv, cwd, {}, program).ended;
}

/** Begins the real command, for what happens while it runs; `within` is a command that runs the one that follows it. */
export function startPlumb(
  argv: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
  program = plumbProgram,
  within: readonly string[] = [],
): Started {
  const { promise: ended, resolve, reject } = Promise.withResolvers<Run>();
  const [first = process.execPath, ...rest] = [...within, process.execPath, program, ...argv];
  const child = spawn(first, rest, {
    cwd,
    env: { ...surroundings(), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  const listeners = new Set<() => void>();
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8");
    child[name].on("data", (chunk: string) => {
      output[name] += chunk;
      for (const listener of listeners) listener();
    });
  }
  child.once("error", reject);
  child.once("close", (exitCode) => resolve({ exitCode, ...output }));
  return {
    pid: child.pid ?? 0,
    kill: () => child.kill("SIGKILL"),
    signal: (signal) => child.kill(signal),
    ended,
    output: () => output.stdout,
    says: async (text) => {
      const heard = new Promise<void>((tell) => {
        const listener = () => {
          if (output.stdout.includes(text) || output.stderr.includes(text)) tell();
        };
        listeners.add(listener);
        listener();
      });
      const early = ended.then((run) => {
        throw new Error(`ended without saying ${JSON.stringify(text)}: ${JSON.stringify(run)}`);
      });
      await Promise.race([heard, early]);
    },
  };
}

/** The environment without anything that would change what the command does. */
export function surroundings(): NodeJS.ProcessEnv {
  const foreign = /^(PLUMB|GOOGLE|GCLOUD|CLOUDSDK|ARM|AZURE|DATABRICKS|NODE_OPTIONS|VITEST|FORCE_COLOR)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
