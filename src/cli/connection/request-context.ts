import type { DeclarationText } from "../../contract/documents/declarations.ts";

/** What a request is made through. */
export interface RequestContext {
  readonly declaration?: DeclarationText;
  readonly provider?: string;
}
