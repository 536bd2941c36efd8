import type { Problem } from "../../base/problem.ts";
import type { DeclarationText } from "./documents.ts";

/** Who kept a version of a stack's declaration, and when. */
export interface DeclarationRow {
  /** 1 for the first of the stack; each further one has the next number. */
  readonly version: number;
  /** Its entity tag, without the quotes. */
  readonly etag: string;
  /** As the user typed it. */
  readonly file: string;
  readonly at: string;
  /** The caller's principal, and the name that people know it by. */
  readonly by: string;
  readonly byName: string;
}

/**
 * The declaration that the service keeps for a stack. Configuration values that it declares secret stand as
 * `{$secret: {id, fingerprint}}`, or `{$secret: {}}` for callers who may not reveal them; sent back as they are, they stay what they
 * were.
 */
export interface DeclarationView extends DeclarationRow, DeclarationText {
  readonly stack: string;
  /** Advice from its check. */
  readonly problems: readonly Problem[];
}

/** What a declaration says of itself. */
export interface DeclarationSummary {
  /** Empty where the text names none. */
  readonly project: string;
  readonly config: Readonly<Record<string, { readonly type: string; readonly secret: boolean }>>;
}
