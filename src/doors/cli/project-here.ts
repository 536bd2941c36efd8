import type { DeclarationSummary } from "../api/declaration-documents.ts";
import type { DeclarationText } from "../api/documents.ts";
import type { Invocation } from "./command.ts";
import { readOptionalDeclaration } from "./declaration-file.ts";

/**
 * The declaration that lies here, for a command that works without one: undefined where there is none, or where it can't be
 * read. What is wrong with it is for other commands to tell.
 */
export async function declarationHere(invocation: Invocation): Promise<DeclarationText | undefined> {
  const declaration = await readOptionalDeclaration(invocation);
  return declaration.ok ? declaration.value : undefined;
}

/** `?project=...` for the project of the declaration that lies here, so that another project's stack is refused. */
export async function projectQuery(invocation: Invocation): Promise<string> {
  const declaration = await declarationHere(invocation);
  if (declaration === undefined) return "";
  const summary = await invocation.api.post<DeclarationSummary>("/v1/declarations:describe", declaration);
  return summary.ok && summary.value.project !== "" ? `?project=${encodeURIComponent(summary.value.project)}` : "";
}
