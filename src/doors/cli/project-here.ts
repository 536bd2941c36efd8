import { resolve } from "node:path";
import { err, ok, type Result } from "../../base/result.ts";
import type { ApiClient } from "./api-client.ts";
import type { UsageMistake } from "./arguments.ts";
import type { Invocation } from "./command.ts";
import { declarationFile } from "./declaration-file.ts";
import { folderProject } from "./program/folder-project.ts";
import { isProgram } from "./program/program-file.ts";
import { programsProject, projectInSight } from "./project-in-sight.ts";
import { clean } from "./rendering/text.ts";

type Place = Pick<Invocation, "settings" | "world">;

/**
 * The project in which a stack is named without one: `-s PROJECT/STACK` says it, or else the declaration that lies here. A mistake where
 * neither does. No program is run for it.
 */
export async function projectHere(
  { settings, world }: Place,
  api: Pick<ApiClient, "call">,
): Promise<Result<string, UsageMistake>> {
  if (settings.project !== undefined) return ok(settings.project);
  const file = await declarationFile({ settings, world });
  const text = await world.files.read(file);
  if (text === undefined) return err(unnamed(settings.stack, `There is no file ${clean(file)} here to tell it.`));
  const project = isProgram(file)
    ? programsProject(text, folderProject(resolve(file)))
    : (projectInSight(text) ?? (await describedProject(file, text, api)));
  if (project !== undefined) return ok(project);
  const told = isProgram(file) ? "`project(NAME)` with the name written out" : "`name`";
  return err(unnamed(settings.stack, `${clean(file)} has no ${told} that tells it.`));
}

async function describedProject(file: string, text: string, api: Pick<ApiClient, "call">): Promise<string | undefined> {
  const summary = await api.call("describeDeclaration", { body: { file, text, config: {} } });
  return summary.ok && summary.value.project !== "" ? summary.value.project : undefined;
}

function unnamed(stack: string, why: string): UsageMistake {
  return {
    detail: `The project of stack ${clean(stack)} is not known. ${why}`,
    hint: `Name the stack with its project: \`-s PROJECT/${clean(stack)}\`; \`plumb stack list\` lists the stacks.`,
  };
}
