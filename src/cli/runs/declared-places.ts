import { Fault } from "../../../packages/base/fault.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import type { Invocation } from "../command.ts";
import { declarationFile } from "../declarations/which-declaration.ts";
import { isProgram } from "../program/program-file.ts";
import { lastProgramIn } from "../program/program-registry.ts";

/**
 * Tells where a resource of a stack, `PROJECT/STACK`, is declared here, as `file:line`. A program tells it of what it
 * has just declared. Undefined where no file of that project is here, or it does not say.
 */
export async function declaredPlaces(
  invocation: Invocation,
  stack: string,
): Promise<(address: string) => string | undefined> {
  const file = await declarationFile(invocation);
  if (isProgram(file)) {
    const program = lastProgramIn(file);
    return (address) => {
      const span = program?.source.spanOf(pointer("/resources", address));
      return span === undefined ? undefined : `${span.file}:${span.line}`;
    };
  }
  const text = await textOf(file, invocation);
  const { declaredLines } = await import("../../config-file/declared-lines.ts");
  const declared = text === undefined ? null : declaredLines(text, file);
  if (declared === null || !stack.startsWith(`${declared.project}/`)) return () => undefined;
  return (address) => {
    const line = declared.lines.get(address);
    return line === undefined ? undefined : `${file}:${line}`;
  };
}

/** A file that can't be read says nothing: the run has ended, and its end is what is to be told. */
async function textOf(file: string, { context }: Invocation): Promise<string | undefined> {
  try {
    return await context.files.read(file);
  } catch (cause) {
    if (cause instanceof Fault) return undefined;
    throw cause;
  }
}
