import { join } from "node:path";
import { Fault } from "../../../packages/base/fault.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { DeclarationText } from "../../contract/documents/declarations.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { UsageMistake } from "../arguments.ts";
import type { Invocation } from "../command.ts";
import type { RequestContext } from "../connection/request-context.ts";
import { configOf, variableOf } from "../program/program-config.ts";
import { isProgram } from "../program/program-file.ts";
import { filesOf, programOf } from "../program/program-registry.ts";
import type { Sources } from "../rendering/render-problems.ts";
import { exitCodes } from "../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../reports/report.ts";
import { foreignDeclaration, noDeclaration } from "./no-such-file.ts";
import { withSealedOpen, withStackConfig } from "./stack-config.ts";
import { declarationFile } from "./which-declaration.ts";

/**
 * The declaration of the stack; a mistake when the file is not there. A program is run. What it makes of recorded
 * values holds "to plan" only once that plan leaves them as they are; "to read" the records are good enough.
 */
export async function readDeclaration(
  invocation: Invocation,
  purpose: "to read" | "to plan" = "to read",
): Promise<Result<DeclarationText, UsageMistake>> {
  const { context } = invocation;
  const file = await declarationFile(invocation);
  const foreign = foreignDeclaration(file);
  if (foreign !== undefined) return err(foreign);
  const isRun = isProgram(file) && (await context.files.exists(file));
  // What can't be read is told before what lies beside it is looked at.
  const text = isRun ? undefined : await textOf(file, context);
  const configured = await withStackConfig(invocation, file);
  if (!configured.ok) return configured;
  if (isRun) {
    const { programDeclaration } = await import("../program/program-declaration.ts");
    const open = await withSealedOpen(configured.value);
    return open.ok ? await programDeclaration(file, purpose === "to plan", open.value) : open;
  }
  if (text !== undefined) {
    const { configAt, configTexts, sealed } = configured.value.settings;
    const { config, configFrom } = await withVariables(text, configured.value);
    const hasSealed = Object.keys(sealed).length > 0;
    const from = Object.keys(config).length === 0 && !hasSealed ? {} : { configFrom };
    const given = { config, ...(hasSealed ? { sealed } : {}), ...from };
    const declaration = { file, text, ...given, ...(configTexts.size === 0 ? {} : { configAt }) };
    beside.set(declaration, configTexts);
    return ok(declaration);
  }
  return err(await noDeclaration(file, context));
}

/** The config with what our environment gives for declared keys: a service elsewhere has another environment. */
async function withVariables(
  text: string,
  { settings: { config, configFrom }, context: { environment } }: Invocation,
): Promise<Pick<Invocation["settings"], "config" | "configFrom">> {
  if (!Object.keys(environment).some((name) => name.startsWith(variableOf("")))) return { config, configFrom };
  const { declaredConfig } = await import("../../config-file/declared-config.ts");
  const all = configOf({ config: declaredConfig(text) }, config, environment);
  const added = Object.keys(all).filter((key) => !Object.hasOwn(config, key));
  const from = Object.fromEntries(added.map((key) => [key, "environment" as const]));
  return { config: all, configFrom: { ...from, ...configFrom } };
}

/** The text of a declaration; a folder in its place is told with the option that names a file in it. */
async function textOf(file: string, { files }: Invocation["context"]): Promise<string | undefined> {
  try {
    return await files.read(file);
  } catch (cause) {
    const isFolder = cause instanceof Fault && (await files.namesIn(file)).length > 0;
    if (!isFolder) throw cause;
    throw new Fault(cause.code, `${cause.message}, as in \`-f ${join(file, "plumb.yaml")}\``, { cause });
  }
}

/** All files that the declaration was last read from. */
export async function declarationFiles(invocation: Invocation): Promise<readonly string[]> {
  const file = await declarationFile(invocation);
  return [...new Set([file, ...filesOf(file)])];
}

/** The declaration for a command that also works without one: undefined when the default file is not there. */
export async function readOptionalDeclaration(
  invocation: Invocation,
): Promise<Result<DeclarationText | undefined, UsageMistake>> {
  const isThere = await invocation.context.files.exists(await declarationFile(invocation));
  return isThere || invocation.settings.fileGiven ? await readDeclaration(invocation) : ok(undefined);
}

/** The texts that were read beside a declaration. */
const beside = new WeakMap<DeclarationText, Sources>();

/** The texts that problems may point into; columns do not count a byte order mark. */
export function sourcesOf(declaration: DeclarationText | undefined): Sources {
  if (declaration === undefined) return new Map();
  return (
    programOf(declaration)?.source.sources ??
    new Map([[declaration.file, declaration.text.replace(/^\ufeff/, "")], ...(beside.get(declaration) ?? [])])
  );
}

/** Members for a request body: the declaration when there is one, and the provider named by `--provider`. */
function requestContext(invocation: Invocation, declaration: DeclarationText | undefined): RequestContext {
  const { provider } = invocation.settings;
  return { ...(declaration === undefined ? {} : { declaration }), ...(provider === undefined ? {} : { provider }) };
}

/**
 * Reads the declaration if there is one, asks the API, and shows the answer or why there is none. `besides` are other
 * texts that problems point into.
 */
export async function askWithDeclaration<T>(
  invocation: Invocation,
  ask: (context: RequestContext) => Promise<Result<T, ProblemDocument>>,
  show: (answer: T) => unknown,
  besides: Sources = new Map(),
): Promise<number> {
  const declaration = await readOptionalDeclaration(invocation);
  if (!declaration.ok) return reportMistake(invocation, declaration.error);
  const answer = await ask(requestContext(invocation, declaration.value));
  if (!answer.ok) {
    return reportFailure(invocation, answer.error, new Map([...sourcesOf(declaration.value), ...besides]));
  }
  await show(answer.value);
  return exitCodes.done;
}
