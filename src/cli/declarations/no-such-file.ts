import { basename, dirname, extname, join } from "node:path";
import { nearestName } from "../../../packages/base/nearest-name.ts";
import type { UsageMistake } from "../arguments.ts";
import type { CliContext } from "../cli-context.ts";
import { defaultFiles } from "../program/program-file.ts";
import { clean } from "../rendering/text.ts";

/** A file that is named is not there: what lies beside it under a name like it may be meant. */
export async function noSuchFile(file: string, { files }: Pick<CliContext, "files">): Promise<UsageMistake> {
  const near = await namedAlike(file, files);
  const detail = `There is no file ${clean(file)}.`;
  return near === undefined ? { detail } : { detail, hint: `Did you mean ${clean(near)}?` };
}

/** The declaration is not there. */
export async function noDeclaration(file: string, { files }: Pick<CliContext, "files">): Promise<UsageMistake> {
  const detail = `There is no file ${clean(file)} here.`;
  const other = defaultFiles.includes(file) && (await files.exists("plumb.yml")) ? "plumb.yml" : undefined;
  if (other !== undefined) return { detail, hint: `${other} is there: \`-f ${other}\` names it.` };
  const near = await namedAlike(file, files);
  const hint = "`plumb init` writes a first one; -f names another.";
  return { detail, hint: near === undefined ? hint : `Did you mean ${clean(near)}?` };
}

async function namedAlike(file: string, files: CliContext["files"]): Promise<string | undefined> {
  const folder = dirname(file);
  const near = nearestName(basename(file), await files.namesIn(folder));
  return near === undefined ? undefined : join(folder, near);
}

const otherTools: Readonly<Record<string, string>> = {
  ".tf": "Terraform",
  ".hcl": "Terraform",
  ".bicep": "Bicep",
};

const otherLanguages: ReadonlySet<string> = new Set([".go", ".cs", ".java", ".rb", ".rs", ".toml", ".xml", ".cue"]);

/** Why a file can't be a declaration, by its name alone; undefined where it may be one. */
export function foreignDeclaration(file: string): UsageMistake | undefined {
  const extension = extname(file).toLowerCase();
  const tool = Object.hasOwn(otherTools, extension) ? otherTools[extension] : undefined;
  const hint = "`plumb init` writes a first declaration; `plumb import --write` adds what exists to it.";
  if (tool !== undefined) return { detail: `${clean(file)} is a file of ${tool}, which plumb does not read.`, hint };
  if (!otherLanguages.has(extension)) return undefined;
  const detail = `${clean(file)} is no declaration: that is a file .yaml, .json, .ts, .js or .py.`;
  return { detail, hint };
}
