import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { ProgramError } from "../program-error.ts";

/** The path of the installed plumb: of the project's own where it has one, else of the one on the `PATH`. */
export function commandOfPlumb(): string {
  const folders = [...binariesAbove(process.cwd()), ...(process.env["PATH"] ?? "").split(delimiter)];
  const command = folders.map((folder) => join(folder, "plumb")).find((path) => existsSync(path));
  if (command !== undefined) return command;
  throw new ProgramError(
    "this runs on plumb, which is neither in node_modules nor on the PATH: install it into the project",
    "plumb-missing",
  );
}

function binariesAbove(folder: string): readonly string[] {
  const above = dirname(folder);
  return [join(folder, "node_modules", ".bin"), ...(above === folder ? [] : binariesAbove(above))];
}
