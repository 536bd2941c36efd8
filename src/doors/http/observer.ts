import type { RequestIdentity } from "./conventions/request-identity.ts";

/** A request that was answered. */
export interface AnsweredRequest {
  readonly operationId: string;
  readonly status: number;
  /** Until the answer began. */
  readonly ms: number;
  readonly principal: string | null;
  readonly stack: string | null;
  /** What the caller is not told: why a token was refused. */
  readonly why: string | null;
  readonly identity: RequestIdentity;
}

/** What writes the log and the traces. */
export interface Observer {
  answered(request: AnsweredRequest): void;
  /** A defect of our own, with all that is known of it. */
  bug(cause: unknown, identity: RequestIdentity): void;
}
