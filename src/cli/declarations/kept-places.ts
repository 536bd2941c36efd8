import { basename, dirname, join } from "node:path";
import type { OptionSpec, ParsedArguments, UsageMistake } from "../arguments.ts";
import type { CliContext } from "../cli-context.ts";
import { defaultFiles } from "../program/program-file.ts";
import { clean } from "../rendering/text.ts";
import type { Settings } from "../settings.ts";

/**
 * Why what an option names is not written to: it is a declaration, the config of a stack, or lies in a state
 * directory. Links are followed. Undefined where it may be written; what else lies there is replaced, as with the
 * output of other tools. Asked before a command does anything (decision 0105).
 */
export async function keptPlace(
  options: readonly OptionSpec[],
  given: ParsedArguments,
  settings: Pick<Settings, "file" | "fileGiven">,
  context: CliContext,
): Promise<UsageMistake | undefined> {
  for (const { name, writes } of options) {
    const path = writes === undefined ? undefined : given.values.get(name)?.[0];
    const what = path === undefined ? undefined : await whatIsKept(path, settings, context);
    if (path === undefined || what === undefined) continue;
    const detail = `--${name} names ${clean(path)}, ${what}; nothing was written.`;
    return { detail, hint: `Name another ${writes === "folder" ? "folder" : "file"}.` };
  }
  return undefined;
}

async function whatIsKept(
  path: string,
  settings: Pick<Settings, "file" | "fileGiven">,
  context: CliContext,
): Promise<string | undefined> {
  if (await context.isStateFile(path)) return "which is in a state directory, where only plumb writes";
  const place = await context.files.realPath(path);
  for (const file of new Set([...(settings.fileGiven ? [settings.file] : []), ...defaultFiles])) {
    const declaration = await context.files.realPath(file);
    if (place === declaration && (await context.files.exists(file))) return "which is the declaration";
    if (dirname(place) === (await context.files.realPath(dirname(file))) && stackFile.test(basename(place)))
      return "where the config of a stack is kept";
  }
  // Of another project, which this command does not read.
  if (!(await context.files.exists(place))) return undefined;
  if (stackFile.test(basename(place))) return "where the config of a stack is kept";
  return anyDeclaration.test(basename(place)) ? "which is a declaration" : undefined;
}

const anyDeclaration = /^plumb[.](?:ya?ml|json|ts|js|py)$/;

/** The name of a stack's file, whichever stack it is. */
const stackFile = /^plumb[.].+[.]yaml$/;

/**
 * Why the files of a package are not written into a folder: another package lies there, or files of the same names
 * that are no package's of ours.
 */
export async function otherPackage(
  folder: string,
  files: Readonly<Record<string, string>>,
  context: CliContext,
): Promise<UsageMistake | undefined> {
  const there: string[] = [];
  for (const path of Object.keys(files)) {
    const text = (await context.files.exists(join(folder, path))) ? await context.files.read(join(folder, path)) : null;
    if (text === null || text === undefined) continue;
    const name = packageName(files[path] ?? "");
    if (manifests.has(path) && packageName(text) === name) return undefined;
    there.push(path);
  }
  const [first] = there;
  if (first === undefined) return undefined;
  const detail = `${clean(join(folder, first))} is there, and no package that this command wrote; nothing was written.`;
  return { detail, hint: "Name another folder." };
}

const manifests: ReadonlySet<string> = new Set(["package.json", "pyproject.toml"]);

function packageName(manifest: string): string | undefined {
  return /^\s*"?name"?\s*[:=]\s*"([^"]*)"/m.exec(manifest)?.[1];
}
