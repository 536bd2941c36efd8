import { isJsonObject, ownMember } from "../../../packages/base/json/json.ts";
import { declaredConfig } from "../../config-file/declared-config.ts";
import type { Invocation } from "../command.ts";
import { isProgram } from "../program/program-file.ts";
import { clean } from "../rendering/text.ts";
import { withCommands, writeLines } from "../terminal.ts";
import type { FoundStackFile } from "./stack-config.ts";

/**
 * Keys whose values stand in the clear in a stack's file although the declaration marks them as secret. None of a
 * program, which is not run for it.
 */
export async function unsealedKeys(
  { context }: Invocation,
  declarationFile: string,
  { values }: FoundStackFile,
): Promise<ReadonlySet<string>> {
  const text = isProgram(declarationFile) ? undefined : await context.files.read(declarationFile);
  const declared = declaredConfig(text ?? "");
  const isSecret = (key: string) => {
    const field = ownMember(declared, key);
    return isJsonObject(field) && field["secret"] === true;
  };
  return new Set([...values].flatMap(([key, { kind }]) => (kind === "plain" && isSecret(key) ? [key] : [])));
}

/** Says which secrets of a stack's file are not sealed, and how each is. */
export function reportUnsealed({ diagnostics }: Invocation, path: string, keys: Iterable<string>): void {
  const told = [...keys].map((key) => {
    const way = withCommands(diagnostics, `\`plumb config set ${clean(key)} --secret\``);
    return `${clean(key)} is secret and stands in the clear in ${clean(path)}: ${way} asks for its value and seals it.`;
  });
  writeLines(diagnostics, told);
}
