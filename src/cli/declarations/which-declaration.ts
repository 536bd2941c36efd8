import type { Invocation } from "../command.ts";
import { defaultFiles } from "../program/program-file.ts";

/** The file that is named, or the first of the usual ones that is there. */
export async function declarationFile({
  settings,
  context,
}: Pick<Invocation, "settings" | "context">): Promise<string> {
  if (settings.fileGiven) return settings.file;
  for (const file of defaultFiles) if (await context.files.exists(file)) return file;
  return settings.file;
}
