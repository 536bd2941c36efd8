import type { CallIdentity } from "./admission/call-identity.ts";

/** A call that was answered. */
export interface AnsweredCall {
  readonly operationId: string;
  readonly status: number;
  /** Until the answer began. */
  readonly ms: number;
  readonly principal: string | null;
  readonly stack: string | null;
  /** What the caller is not told: why a token was refused. */
  readonly why: string | null;
  readonly identity: CallIdentity;
}

/** What writes the log and the traces. */
export interface Observer {
  answered(call: AnsweredCall): void;
  /** A defect of our own, with all that is known of it. */
  bug(cause: unknown, identity: CallIdentity): void;
  /** What became of a call could not be added to the audit log, where its record stays open. */
  unrecorded(cause: unknown, identity: CallIdentity): void;
}
