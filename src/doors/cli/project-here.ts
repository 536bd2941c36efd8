import { err, ok, type Result } from "../../base/result.ts";
import type { DeclarationText } from "../../contract/documents/declarations.ts";
import type { UsageMistake } from "./arguments.ts";
import type { Invocation } from "./command.ts";
import { declarationFile, readDeclaration } from "./declaration-file.ts";
import { isProgram } from "./program/program-file.ts";
import { clean } from "./rendering/text.ts";

/** A query that names a project. */
interface ProjectQuery {
  readonly project?: string;
}

/**
 * The project of the declaration that lies here, for a query, so that another project's stack is refused; empty where there is
 * no declaration. A mistake where there is one that can't tell its project: the stack may be another's.
 */
export async function projectQuery(invocation: Invocation): Promise<Result<ProjectQuery, UsageMistake>> {
  const declaration = await declarationHere(invocation);
  if (!declaration.ok) return err(untold(declaration.error));
  if (declaration.value === undefined) return ok({});
  const project = await toldProject(invocation, declaration.value);
  return project.ok ? ok({ project: project.value }) : project;
}

/** The project that a declaration names; a mistake where it names none. */
export async function toldProject(
  { api }: Invocation,
  declaration: DeclarationText,
): Promise<Result<string, UsageMistake>> {
  const summary = await api.call("describeDeclaration", { body: declaration });
  if (!summary.ok) return err({ detail: summary.error.detail, failure: summary.error });
  if (summary.value.project !== "") return ok(summary.value.project);
  const detail = `${clean(declaration.file)} does not tell its project, its \`name\`; \`plumb check\` shows what is wrong with it.`;
  return err(untold({ detail }));
}

/** Refuses where the stack is another project's than the declaration's that lies here. A stack that is not there passes. */
export async function ownStack(invocation: Invocation): Promise<Result<undefined, UsageMistake>> {
  const query = await projectQuery(invocation);
  if (!query.ok) return query;
  if (query.value.project === undefined) return ok(undefined);
  const { stack } = invocation.settings;
  const answer = await invocation.api.call("getStack", { path: { stack }, query: query.value });
  if (answer.ok || answer.error.code === "stack-not-found") return ok(undefined);
  return err({ detail: answer.error.detail, failure: answer.error });
}

/** What is wrong with a declaration that can't tell its project, with the way on. */
export function untold(mistake: UsageMistake): UsageMistake {
  const way =
    "Without the declaration's project the stack may be another one's, so nothing was done. Mend it, or name a file with -f that says only `name: PROJECT`.";
  return { ...mistake, hint: mistake.hint === undefined ? way : `${mistake.hint} ${way}` };
}

/** The declaration as far as its project needs it: the text of a file, what a program gives. */
async function declarationHere(invocation: Invocation): Promise<Result<DeclarationText | undefined, UsageMistake>> {
  const { settings, world } = invocation;
  const file = await declarationFile(invocation);
  const isThere = await world.files.exists(file);
  if (!isThere && !settings.fileGiven) return ok(undefined);
  if (isProgram(file) || !isThere) return await readDeclaration(invocation);
  return ok({ file, text: (await world.files.read(file)) ?? "", config: {} });
}
