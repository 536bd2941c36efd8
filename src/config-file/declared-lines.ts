import { pointer } from "../../packages/base/json/pointer.ts";
import { readDeclaration } from "../engine/declare/read-declaration.ts";

/**
 * The project of a declaration's text, and the line, from 1, on which each resource and look-up is declared; null where
 * the text can't be read.
 */
export function declaredLines(
  text: string,
  file: string,
): { readonly project: string; readonly lines: ReadonlyMap<string, number> } | null {
  const { declaration, spans } = readDeclaration(text, { file });
  if (declaration === null) return null;
  const lines = new Map<string, number>();
  for (const section of ["resources", "lookups"] as const)
    for (const address of Object.keys(declaration[section])) {
      const span = spans.of(pointer("", section, address), "key");
      if (span !== undefined) lines.set(address, span.line);
    }
  return { project: declaration.name, lines };
}
