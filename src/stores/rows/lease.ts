import type { Lease, LeaseHolder } from "../../engine/ports/store.ts";

/** What decides whether a stack that is held may be taken. No clock does. */
export interface TakeOverConditions {
  readonly isDead: (holder: LeaseHolder) => boolean;
  /** The lease that was watched for a whole length without a renewal. */
  readonly silent: Lease | null;
}

/**
 * Whether the stack of a lease may be taken: it has no holder, its holder is gone, or was not renewed since it was
 * found silent.
 */
export function isFree(current: Lease | null, { isDead, silent }: TakeOverConditions): boolean {
  if (current === null || isDead(current.holder)) return true;
  return silent !== null && silent.epoch === current.epoch && silent.until === current.until;
}

/**
 * What a lease has for its moment after another renewal. It always moves, and never back: a holder whose clock was set
 * back adds half a length at each renewal, of which there are several in a length, so that earlier versions, which go
 * by it, see it live.
 */
export function movedOn(before: number, until: number, lengthMs: number): number {
  return until > before ? until : before + Math.max(1, Math.floor(lengthMs / 2));
}
