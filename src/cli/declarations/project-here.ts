import { resolve } from "node:path";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { DeclarationText } from "../../contract/documents/declarations.ts";
import type { UsageMistake } from "../arguments.ts";
import type { Invocation } from "../command.ts";
import type { ApiClient } from "../connection/api-client.ts";
import { folderProject } from "../program/folder-project.ts";
import { isProgram } from "../program/program-file.ts";
import { clean } from "../rendering/text.ts";
import { foreignDeclaration } from "./no-such-file.ts";
import { programsProject, projectInSight } from "./project-in-sight.ts";
import { declarationFile } from "./which-declaration.ts";

type Place = Pick<Invocation, "settings" | "context">;

/**
 * The project in which a stack is named without one: `-s PROJECT/STACK` says it, or else the declaration that lies
 * here. A mistake where neither does. No program is run for it.
 */
export async function projectHere(
  { settings, context }: Place,
  api: Pick<ApiClient, "call">,
): Promise<Result<string, UsageMistake>> {
  if (settings.project !== undefined) return ok(settings.project);
  const file = await declarationFile({ settings, context });
  const foreign = foreignDeclaration(file);
  if (foreign !== undefined) return err(foreign);
  const text = await context.files.read(file);
  if (text === undefined) return err(unnamed(settings.stack, `There is no file ${clean(file)} here to tell it.`));
  if (isProgram(file)) {
    const project = programsProject(text, folderProject(resolve(file)));
    if (project !== undefined) return ok(project);
    return err(
      unnamed(settings.stack, `${clean(file)} has no \`project(NAME)\` with the name written out that tells it.`),
    );
  }
  const project = projectInSight(text);
  return project === undefined ? await describedProject({ file, text, config: {} }, settings.stack, api) : ok(project);
}

/** The project by a reading of the whole text; all that is wrong with the text where it names none that can be. */
async function describedProject(
  declaration: DeclarationText,
  stack: string,
  api: Pick<ApiClient, "call">,
): Promise<Result<string, UsageMistake>> {
  const summary = await api.call("describeDeclaration", { body: declaration });
  if (summary.ok && summary.value.project !== "") return ok(summary.value.project);
  if (!summary.ok && summary.error.status !== 422) return err({ detail: summary.error.detail, failure: summary.error });
  const file = clean(declaration.file);
  const mistake = unnamed(stack, `${file} has no \`name\` that tells it; \`plumb check\` shows what is wrong with it.`);
  const checked = await api.call("checkDeclaration", { body: declaration });
  const problems = (checked.ok ? checked.value : checked.error).problems.filter(({ severity }) => severity === "error");
  if (problems.length === 0) return err(mistake);
  return err({ ...mistake, problems, sources: new Map([[declaration.file, declaration.text.replace(/^\ufeff/, "")]]) });
}

function unnamed(stack: string, why: string): UsageMistake {
  return {
    detail: `The project of stack ${clean(stack)} is not known. ${why}`,
    hint: `Name the stack with its project: \`-s PROJECT/${clean(stack)}\`; \`plumb stack list\` lists the stacks.`,
  };
}
