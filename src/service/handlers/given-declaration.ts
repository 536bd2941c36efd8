import type { DeclarationText, GivenDeclaration } from "../../contract/documents/declarations.ts";

/** A declaration as it was sent; `config` may be left out. */
export function withConfig(given: GivenDeclaration): DeclarationText {
  return { ...given, config: given.config ?? {} };
}

/** One that may be left out as a whole. */
export function textOf(given: GivenDeclaration | undefined): DeclarationText | null {
  return given === undefined ? null : withConfig(given);
}
