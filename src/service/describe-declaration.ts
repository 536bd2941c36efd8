import type { DeclarationSummary } from "../doors/api/declaration-documents.ts";
import type { DeclarationText } from "../doors/api/documents.ts";
import { readDeclaration } from "../engine/declare/read-declaration.ts";

/** The project and the config keys of a text, as far as it can be read; nothing of it is checked. */
export function describeDeclaration({ text, file }: DeclarationText): DeclarationSummary {
  const { declaration } = readDeclaration(text, { file });
  const keys = Object.entries(declaration?.config ?? {});
  return {
    project: declaration?.name ?? "",
    config: Object.fromEntries(keys.map(([key, { type, secret = false }]) => [key, { type, secret }])),
  };
}
