import type { JsonObject } from "../../../packages/base/json/json.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { ImportView } from "../../contract/documents/imports.ts";
import type { UsageMistake } from "../arguments.ts";
import type { Invocation } from "../command.ts";
import { isProgram } from "../program/program-file.ts";
import { clean } from "../rendering/text.ts";
import { yamlLines } from "../rendering/yaml-lines.ts";
import type { ProgramLanguage } from "./generator.ts";
import { declarationFile } from "./which-declaration.ts";

/** What `import --write` does with what was imported. */
export type Written =
  /** The file has the entries now; `file` as it is shown. */
  | { readonly kind: "written"; readonly file: string }
  /** A program is not written into: the lines are for a person to add. */
  | { readonly kind: "to add"; readonly file: string; readonly language: ProgramLanguage }
  /** The records are there, the file is as it was. */
  | { readonly kind: "left"; readonly mistake: UsageMistake };

/**
 * Whether what is to be imported under these names could be written into the declaration: asked before anything is
 * imported. Nothing is written.
 */
export async function canWriteImports(
  names: readonly string[],
  invocation: Invocation,
): Promise<Result<undefined, UsageMistake>> {
  const file = await declarationFile(invocation);
  if (isProgram(file)) return ok(undefined);
  const text = await invocation.context.files.read(file);
  const tried = await withEntries(
    file,
    text,
    Object.fromEntries(names.map((name) => [name, { type: "" }])),
    invocation,
  );
  return tried.ok ? ok(undefined) : tried;
}

/**
 * Writes what was imported at the end of `resources`. The records come first: an object of which only the file knew
 * would be taken for one to be made, whereas one that only has a record is protected until it is declared. After a
 * crash in between the same command finishes. The file is replaced as a whole or not at all.
 */
export async function writeImports(views: readonly ImportView[], invocation: Invocation): Promise<Written> {
  const file = await declarationFile(invocation);
  if (isProgram(file)) return { kind: "to add", file: clean(file), language: languageOf(file) };
  const entries = Object.fromEntries(views.map(({ name, declaration }) => [name, declaration]));
  const written = await invocation.context.files.change(file, (text) => withEntries(file, text, entries, invocation));
  if (!written.ok) return { kind: "left", mistake: written.error };
  return { kind: "written", file: clean(file) };
}

async function withEntries(
  file: string,
  text: string | undefined,
  entries: JsonObject,
  { context }: Invocation,
): Promise<Result<string, UsageMistake>> {
  if (text === undefined)
    return err({
      detail: `There is no file ${clean(file)} to write to.`,
      hint: "`plumb init` writes a first one; -f names another.",
    });
  const { withResources } = await context.generator();
  const result = withResources(text, entries, yamlLines);
  if (result.ok) return result;
  return err({
    detail: `${clean(file)} was not written: ${clean(result.error)}.`,
    hint: "Without --write the lines to add are printed.",
  });
}

function languageOf(file: string): ProgramLanguage {
  return file.endsWith(".py") ? "python" : "typescript";
}
