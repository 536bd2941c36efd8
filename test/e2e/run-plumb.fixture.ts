import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** What a process did. */
export interface Run {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const sources = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

/** Runs the real command as a process of its own; `program` is the sources' entry unless a bundle is named. */
export async function runPlumb(argv: readonly string[], cwd: string, program = sources): Promise<Run> {
  const { promise, resolve, reject } = Promise.withResolvers<Run>();
  const child = spawn(process.execPath, [program, ...argv], {
    cwd,
    env: surroundings(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8");
    child[name].on("data", (chunk: string) => {
      output[name] += chunk;
    });
  }
  child.once("error", reject);
  child.once("close", (exitCode) => resolve({ exitCode, ...output }));
  return await promise;
}

/** The environment without anything that would change what the command does. */
function surroundings(): NodeJS.ProcessEnv {
  const foreign = /^(PLUMB|GOOGLE|GCLOUD|CLOUDSDK|ARM|AZURE|DATABRICKS|NODE_OPTIONS|VITEST|FORCE_COLOR)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
