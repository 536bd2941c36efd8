import { dirname, join } from "node:path";
import { ok, type Result } from "../../../packages/base/result.ts";
import { configFileName } from "../../config-file/config-file.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { Invocation } from "../command.ts";
import { declarationFile } from "../declarations/which-declaration.ts";
import { knownStack } from "./known-stack.ts";

/** Holds a command that only reads the stack's config to its name: the file that keeps it is proof enough of one. */
export async function namedStack(invocation: Invocation): Promise<Result<undefined, ProblemDocument>> {
  const { settings, context } = invocation;
  if (!settings.stackGiven) return ok(undefined);
  const path = join(dirname(await declarationFile(invocation)), configFileName(settings.stack));
  return (await context.files.exists(path)) ? ok(undefined) : knownStack(invocation);
}
