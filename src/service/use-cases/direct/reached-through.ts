import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { Deployment } from "../deployment.ts";
import { namedProvider, providerText } from "./locate-object.ts";

/** Where a provider comes from: by name out of a declaration, or out of those that are kept where there is none. */
export interface ReachedThrough {
  readonly declaration: DeclarationText | null;
  readonly provider: string | null;
}

/** The same with a declaration that has the provider; a Rejection when none of that name is kept. */
export async function reachedThrough(asked: ReachedThrough, deployment: Deployment): Promise<ReachedThrough> {
  if (asked.declaration !== null || asked.provider === null) return asked;
  const declaration = providerText(await namedProvider(asked.provider, deployment));
  return { declaration, provider: asked.provider };
}
