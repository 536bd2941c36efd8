import { dirname, join } from "node:path";
import { configFileName } from "../../config-file/config-file.ts";
import { type StackPath, wholeName } from "../../contract/stack-name.ts";
import type { Invocation } from "../command.ts";
import { clean } from "../rendering/text.ts";
import { projectHere } from "./project-here.ts";
import { declarationFile } from "./which-declaration.ts";

/** The file beside the declaration here that keeps the config of a stack; undefined where there is none. */
export async function configOf(
  { settings, context, api }: Invocation,
  { project, stack }: StackPath,
): Promise<string | undefined> {
  const file = join(dirname(await declarationFile({ settings, context })), configFileName(stack));
  if (!(await context.files.exists(file))) return undefined;
  const here = await projectHere({ settings: { ...settings, project: undefined }, context }, api);
  return here.ok && here.value === project ? file : undefined;
}

/**
 * What is to be done with the file that keeps the config of a stack which has another name now, in a sentence;
 * undefined where no such file lies beside the declaration here. The file is the user's own, and is left where it is.
 */
export async function configLeftBehind(
  invocation: Invocation,
  from: StackPath,
  to: StackPath,
): Promise<string | undefined> {
  const before = await configOf(invocation, from);
  if (before === undefined) return undefined;
  const next = join(dirname(before), configFileName(to.stack));
  const [left, wanted, name] = [clean(before), clean(next), clean(wholeName(to))];
  if (to.project !== from.project) {
    const place = `beside the declaration of project ${clean(to.project)}`;
    return (
      `${left} keeps the config of the stack, and stays here: move it to ${clean(configFileName(to.stack))} ` +
      `${place}, or ${name} is planned without it.`
    );
  }
  if (before === next) return undefined;
  if (!(await invocation.context.files.exists(next)))
    return `${left} keeps the config of the stack: rename it to ${wanted}, or ${name} is planned without it.`;
  return (
    `${left} has kept the config of the stack, and ${name} takes that of ${wanted} from now on: ` +
    `take over into it what is still to hold, and remove ${left}.`
  );
}
