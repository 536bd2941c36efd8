/** What goes on in the background, for logs and metrics. Nothing that is secret is in it but, maybe, in a `cause`. */
export type Happening =
  | { readonly kind: "run-begun" | "run-left" | "run-lost"; readonly stack: string; readonly run: string }
  /** Another process had it before. */
  | { readonly kind: "run-taken-over"; readonly stack: string; readonly run: string; readonly attempt: number }
  | { readonly kind: "run-ended"; readonly stack: string; readonly run: string; readonly status: string }
  | { readonly kind: "run-failed"; readonly stack: string; readonly run: string; readonly cause: unknown }
  /** A look for work failed; the next comes soon. */
  | { readonly kind: "look-failed"; readonly what: string; readonly cause: unknown }
  | { readonly kind: "drift-checked"; readonly stack: string; readonly drifted: number }
  | { readonly kind: "webhook-sent" | "webhook-given-up"; readonly stack: string; readonly webhook: string }
  | { readonly kind: "webhook-failed"; readonly stack: string; readonly webhook: string; readonly why: string };

export type Note = (happening: Happening) => void;
