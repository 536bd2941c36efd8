import type { DeclarationSummary, DeclarationText } from "../../../contract/documents/declarations.ts";
import type { KeptOptions } from "../../../engine/check/kept-options.ts";
import type { Deployment } from "../deployment.ts";
import { lookAtText } from "./look-at-text.ts";

/** The project and the config keys of a text, as far as it can be read; nothing of it is checked. */
export async function describeDeclaration(
  { text, file }: DeclarationText,
  deployment: Deployment,
): Promise<DeclarationSummary> {
  const { project, config } = await lookAtText("describe", { text, file }, deployment);
  return { project, config };
}

/** What a declaration keeps from being destroyed, whatever else is to be said of it. */
export async function keptBy(
  text: DeclarationText | null,
  deployment: Deployment,
): Promise<ReadonlyMap<string, KeptOptions>> {
  if (text === null) return new Map();
  return (await lookAtText("describe", { text: text.text, file: text.file }, deployment)).kept;
}
