/** What goes on in the background, for logs and metrics. Nothing that is secret is in it but, maybe, in a `cause`. */
export type BackgroundEvent =
  | { readonly kind: "run-begun" | "run-left" | "run-lost"; readonly stack: string; readonly run: string }
  /** Another process had it before. */
  | { readonly kind: "run-taken-over"; readonly stack: string; readonly run: string; readonly attempt: number }
  | (RunEnd & { readonly kind: "run-ended" })
  | { readonly kind: "run-failed"; readonly stack: string; readonly run: string; readonly cause: unknown }
  /** A look for work failed; the next comes soon. */
  | { readonly kind: "look-failed"; readonly what: string; readonly cause: unknown }
  | { readonly kind: "drift-checked"; readonly stack: string; readonly drifted: number }
  /** A run that is half done has kept the stack from its check for a whole interval. */
  | { readonly kind: "drift-held-up"; readonly stack: string; readonly run: string; readonly status: string }
  /** A process that starts: its audit key did not sign the store's newest checkpoint. Both are ids of keys. */
  | {
      readonly kind: "audit-key-differs";
      readonly key: string;
      /** Other keys that signed the log. */
      readonly signedBy: readonly string[];
      /** In words. */
      readonly meaning: string;
    }
  /** A process that starts: its key file does not open what is sealed in the store. */
  | { readonly kind: "secrets-unreadable"; readonly cause: unknown }
  | (Delivery & { readonly kind: "webhook-sent" })
  | (Delivery & { readonly kind: "webhook-failed" | "webhook-given-up"; readonly why: string });

/** How a run ended; where it failed or was refused, by which problem first, as its events tell it. */
interface RunEnd {
  readonly stack: string;
  readonly run: string;
  readonly status: string;
  readonly code?: string;
  readonly detail?: string;
}

/** One attempt to tell a webhook something. */
export interface Delivery {
  readonly stack: string;
  readonly webhook: string;
  /** Id of the message, which receivers see too. */
  readonly messageId: string;
  /** What is told: `run.ended`. */
  readonly event: string;
  /** Where to: scheme, host and port. The rest of the address may be secret. Null where the webhook is gone. */
  readonly target: string | null;
  /** 1 for the first; 0 where none was made. */
  readonly attempt: number;
  /** Of the answer; null where none came. */
  readonly status: number | null;
  /** Null: there is none. */
  readonly nextAttemptAt: string | null;
}

export type Note = (event: BackgroundEvent) => void;
