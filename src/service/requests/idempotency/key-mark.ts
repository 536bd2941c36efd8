import { documentCodec } from "../../../../packages/base/json/plain.ts";
import type { LeaseHolder } from "../../../engine/ports/store.ts";
import { FailedOperation } from "../../use-cases/operations/failed-operation.ts";
import { problemDocumentOf } from "../answers/problem-document.ts";
import type { KeptAnswer } from "./kept-answer.ts";

/** What stands under a key before its answer does (decision 0047). */
export interface Mark {
  /** Digest of the body. */
  readonly body: string;
  /** Drawn before anything is done: a repetition of the request finds by it what was done already. */
  readonly effect: string;
  /**
   * False while only the first attempt has been at work, and nothing is known to have begun: what is refused then is
   * forgotten. From then on the key stands for its effect, whatever the answer. Absent in marks of earlier versions:
   * not known.
   */
  readonly begun?: boolean;
  /**
   * Of the stack that the request is about: a request about one that was made anew under its name is another. Empty:
   * there was none yet, and the request may make it. Absent: it is about none, or the mark is of an earlier version.
   */
  readonly lineage?: string;
  /** Who carries the request out. */
  readonly holder: LeaseHolder;
  /** Over: it failed, and may be carried out again. Earlier versions take any moment that has passed for that. */
  readonly until: number;
}

/** A mark, and the answer once there is one. */
export type AnsweredMark = Mark & { readonly answer: KeptAnswer | null };

/** Where marks are kept. */
export const keyCollection = "idempotency-keys";

export const markCodec = documentCodec<AnsweredMark>();

/** Whether something may have begun: by an attempt before this one, by this one, or not known. */
export function hasBegun({ begun }: Mark, cause: unknown): boolean {
  return begun !== false || cause instanceof FailedOperation || problemDocumentOf(cause).status >= 500;
}
