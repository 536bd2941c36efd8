import { err, ok, type Result } from "../../base/result.ts";
import type { DeclarationText, ProblemDocument } from "../api/documents.ts";
import type { UsageMistake } from "./arguments.ts";
import type { Invocation } from "./command.ts";
import { exitCodes } from "./exit-code.ts";
import type { Sources } from "./rendering/render-problems.ts";
import { reportFailure, reportMistake } from "./report.ts";

/** The declaration of the stack; a mistake when the file is not there. */
export async function readDeclaration(invocation: Invocation): Promise<Result<DeclarationText, UsageMistake>> {
  const { file, config } = invocation.settings;
  const text = await invocation.world.files.read(file);
  if (text !== undefined) return ok({ file, text, config });
  return err({ detail: `There is no file ${file} here.`, hint: "`plumb init` writes a first one; -f names another." });
}

/** The declaration for a command that also works without one: undefined when the default file is not there. */
export async function readOptionalDeclaration(
  invocation: Invocation,
): Promise<Result<DeclarationText | undefined, UsageMistake>> {
  const declaration = await readDeclaration(invocation);
  return declaration.ok || invocation.settings.fileGiven ? declaration : ok(undefined);
}

/** The texts that problems may point into; columns do not count a byte order mark. */
export function sourcesOf(declaration: DeclarationText | undefined): Sources {
  return new Map(declaration === undefined ? [] : [[declaration.file, declaration.text.replace(/^\ufeff/, "")]]);
}

/** Members for a request body: the declaration when there is one, and the provider named by `--provider`. */
function requestContext(invocation: Invocation, declaration: DeclarationText | undefined): object {
  const { provider } = invocation.settings;
  return { ...(declaration === undefined ? {} : { declaration }), ...(provider === undefined ? {} : { provider }) };
}

/** Reads the declaration if there is one, asks the API, and shows the answer or why there is none. */
export async function askWithDeclaration<T>(
  invocation: Invocation,
  ask: (context: object) => Promise<Result<T, ProblemDocument>>,
  show: (answer: T) => void,
): Promise<number> {
  const declaration = await readOptionalDeclaration(invocation);
  if (!declaration.ok) return reportMistake(invocation, declaration.error);
  const answer = await ask(requestContext(invocation, declaration.value));
  if (!answer.ok) return reportFailure(invocation, answer.error, sourcesOf(declaration.value));
  show(answer.value);
  return exitCodes.done;
}
