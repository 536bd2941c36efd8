import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { ProgramError } from "../program-error.ts";

/** A file of the installed plumb: of the project's own where it has one, else of the one on the `PATH`. */
export function fileOfPlumb(name: string): string {
  const folders = [...binariesAbove(process.cwd()), ...(process.env["PATH"] ?? "").split(delimiter)];
  const command = folders.map((folder) => join(folder, "plumb")).find((path) => existsSync(path));
  if (command === undefined)
    throw new ProgramError(
      "this runs on plumb, which is neither in node_modules nor on the PATH: install it into the project",
      "plumb-missing",
    );
  const file = join(dirname(realpathSync(command)), name);
  if (existsSync(file)) return file;
  throw new ProgramError(
    `the plumb at ${command} is too old for this SDK: install the version of the SDK`,
    "plumb-missing",
  );
}

function binariesAbove(folder: string): readonly string[] {
  const above = dirname(folder);
  return [join(folder, "node_modules", ".bin"), ...(above === folder ? [] : binariesAbove(above))];
}
