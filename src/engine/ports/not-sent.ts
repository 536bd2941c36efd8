import { provenUnsent } from "../../../packages/base/exchange/exchange-failed.ts";
import { wordsOfFailure } from "../../../packages/base/exchange/words-of-failure.ts";
import { type Refusal, unclearAnswer } from "./outcome.ts";

/**
 * Thrown by a fetch that sends nothing: no byte of the request has left, and `refusal` is what the driver reports. For
 * what is decided before any call: an address that is not allowed, credentials that can't be had.
 */
export class NotSent extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.detail);
    this.refusal = refusal;
  }
}

/** What a call comes to that got no answer, by what its exchange has thrown. `reads`: it changes nothing. */
export function refusalOfFailure(cause: unknown, reads: boolean): Refusal {
  if (cause instanceof NotSent) return cause.refusal;
  return unclearAnswer(`no answer: ${wordsOfFailure(cause)}`, reads || provenUnsent(cause));
}
