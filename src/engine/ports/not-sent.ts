import type { Refusal } from "./outcome.ts";

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
