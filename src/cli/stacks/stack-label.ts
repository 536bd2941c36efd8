import { wholeName } from "../../contract/stack-name.ts";
import type { Invocation } from "../command.ts";
import type { Settings } from "../settings.ts";

type Named = Pick<Invocation, "settings" | "project">;

/**
 * How the stack of a command is told, in sentences and documents: by its whole name; as it was named where its project
 * is not known.
 */
export async function stackLabel({ settings, project }: Named): Promise<string> {
  const found = await project();
  return found.ok ? wholeName({ project: found.value, stack: settings.stack }) : settings.stack;
}

/** The stack as `-s` named it, for a command that is typed next. */
export function stackTyped({ project, stack }: Pick<Settings, "project" | "stack">): string {
  return project === undefined ? stack : wholeName({ project, stack });
}
