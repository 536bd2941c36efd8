/** For tests: programs in a folder that has the SDK, run as `plumb` runs them. */
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import { startProgram } from "../../src/programs/start-program.ts";
import { once } from "./once.fixture.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The folder of the TypeScript SDK, compiled from its source. */
export function compiledSdk(): Promise<string> {
  return once("compiled-sdk", (place) => {
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    execFileSync(process.execPath, [compiler, "-p", join(root, "sdk/typescript"), "--outDir", place]);
    return place;
  });
}

/** A folder with the TypeScript SDK installed. */
export interface SdkFolder {
  readonly path: string;
  /** Writes a file below it, and gives the whole path. */
  write(name: string, text: string): string;
  remove(): void;
}

export async function sdkFolder(): Promise<SdkFolder> {
  const path = mkdtempSync(join(tmpdir(), "plumb-program-"));
  const home = join(path, "node_modules", "plumbline-sdk");
  mkdirSync(home, { recursive: true });
  copyFileSync(join(root, "sdk/typescript/package.json"), join(home, "package.json"));
  cpSync(await compiledSdk(), join(home, "dist"), { recursive: true });
  mkdirSync(join(path, "node_modules", "@types"));
  symlinkSync(join(root, "node_modules/@types/node"), join(path, "node_modules/@types/node"));
  writeFileSync(join(path, "package.json"), '{ "type": "module" }');
  return {
    path,
    write: (name, text) => {
      writeFileSync(join(path, name), text);
      return join(path, name);
    },
    remove: () => rmSync(path, { recursive: true }),
  };
}

export interface ProgramOutcome {
  /** The last line. */
  readonly last: JsonObject;
  readonly questions: readonly JsonObject[];
  readonly code: number | null;
}

/** Runs a program to its end; `answer` gives the result of each question. */
export async function runOnce(
  file: string,
  options: {
    readonly config?: Readonly<Record<string, string>>;
    readonly answer?: (question: JsonObject) => JsonObject;
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
): Promise<ProgramOutcome> {
  const started = startProgram(file, {
    environment: { ...process.env, ...options.environment },
    asked: [],
    compileCache: null,
  });
  if (!started.ok) throw new Error(started.error.detail);
  const program = started.value;
  const start = { protocol: 1, stack: "dev", project: "made-up", file, config: options.config ?? {} };
  program.send(JSON.stringify(start));
  const questions: JsonObject[] = [];
  let last: JsonObject = {};
  for await (const text of program.lines) {
    const line = JSON.parse(text) as JsonObject;
    if (line["ask"] === undefined) {
      last = line;
      continue;
    }
    questions.push(line);
    program.send(JSON.stringify({ id: line["id"], ...(options.answer?.(line) ?? { result: {} }) } as Json));
  }
  return { last, questions, code: await program.ended };
}
