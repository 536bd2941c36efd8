// Runs a program for `plumb`: node run.js FILE.
import { pathToFileURL } from "node:url";
import { framesOf } from "./call-site.ts";
import { isOutput } from "./output.ts";
import { currentProgram } from "./program.ts";
import { ProgramError } from "./program-error.ts";
import { synthesize } from "./render.ts";

const [, , file = ""] = process.argv;
process.argv.splice(1, 1);
const program = currentProgram();
/** Undefined until the program's module has run to its end. */
let exported: object | undefined;
let isRendering = false;
let isOver = false;

process.on("uncaughtException", fail);
process.on("unhandledRejection", fail);
// What the program has begun without waiting for it is part of it.
process.on("beforeExit", () => {
  if (isOver) return;
  // Nothing is left that could go on: whatever is still awaited never comes, and what should follow would be missing.
  if (exported === undefined || isRendering)
    return fail(new ProgramError("the program waits for a promise that nothing settles any more"));
  isRendering = true;
  // One more turn, so that the process does not end unnoticed while something is awaited.
  setImmediate(() => {});
  synthesize(program, outputsOf(exported)).then(end, fail);
});

try {
  exported = (await import(pathToFileURL(file).href)) as object;
} catch (error) {
  fail(error);
}

/** The module's exports, but for code: classes and functions. */
function outputsOf(module: object): Readonly<Record<string, unknown>> {
  const named = Object.entries(module).filter(([name, value]) => name !== "default" && typeof value !== "function");
  return Object.fromEntries(named.filter(([, value]) => isOutput(value) || isData(value)));
}

/** Resources, components and the like may be exported for other modules: they are no outputs. */
function isData(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value !== undefined;
  if (Array.isArray(value)) return value.every((item) => isOutput(item) || isData(item));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Object.values(value).every((item) => isOutput(item) || isData(item) || item === undefined);
}

function end(document: object): void {
  isOver = true;
  const { channel } = program;
  if (channel === undefined) {
    process.stderr.write(`The program is sound. \`plumb plan -f ${file}\` shows what it would do.\n`);
  } else channel.end(document);
}

function fail(error: unknown): void {
  isOver = true;
  const [type, message] = error instanceof Error ? [error.name, error.message] : ["Error", String(error)];
  if (program.channel === undefined) process.stderr.write(`${error instanceof Error ? error.stack : message}\n`);
  program.channel?.end({ failed: { type, message, frames: framesOf(error) } });
  process.exit(program.channel === undefined ? 1 : 0);
}
