// Runs a program for `plumb`: node run.js FILE.
import { pathToFileURL } from "node:url";
import { framesOf } from "./program/call-site.ts";
import { currentProgram } from "./program/program.ts";
import { carryOut } from "./program/program-exports.ts";
import { synthesize } from "./program/render.ts";
import { runTypescriptAsWritten } from "./program/typescript-as-written.ts";
import { ProgramError } from "./program-error.ts";

const [, , file = ""] = process.argv;
process.argv.splice(1, 1);
const program = currentProgram();
/** Undefined until the program's module, and what it exports as its default, has run to its end. */
let outputs: Readonly<Record<string, unknown>> | undefined;
let isRendering = false;
let isOver = false;

process.on("uncaughtException", fail);
process.on("unhandledRejection", fail);
// What the program has begun without waiting for it is part of it.
process.on("beforeExit", () => {
  if (isOver) return;
  // Nothing is left that could go on: whatever is still awaited never comes, and what should follow would be missing.
  if (outputs === undefined || isRendering)
    return fail(new ProgramError("the program waits for a promise that nothing settles any more"));
  isRendering = true;
  // One more turn, so that the process does not end unnoticed while something is awaited.
  setImmediate(() => {});
  synthesize(program, outputs).then(end, fail);
});

runTypescriptAsWritten();
try {
  outputs = await carryOut((await import(pathToFileURL(file).href)) as object);
} catch (error) {
  fail(error);
}

function end(document: object): void {
  isOver = true;
  const { channel } = program;
  if (channel === undefined) {
    process.stderr.write(`The program is sound. \`plumb plan -f ${file}\` shows what it would do.\n`);
  } else channel.end?.(document);
}

function fail(error: unknown): void {
  isOver = true;
  const [type, message] = error instanceof Error ? [error.name, error.message] : ["Error", String(error)];
  if (program.channel === undefined) process.stderr.write(`${error instanceof Error ? error.stack : message}\n`);
  const word = error instanceof ProgramError ? error.word : undefined;
  program.channel?.end?.({ failed: { type, message, word, frames: framesOf(error) } });
  process.exit(program.channel === undefined ? 1 : 0);
}
