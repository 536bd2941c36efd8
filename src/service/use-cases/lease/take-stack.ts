import type { Lease } from "../../../engine/ports/store.ts";
import { Rejection } from "../../rejection.ts";
import type { Deployment } from "../deployment.ts";
import { heldBy, stackBusy } from "./busy-stack.ts";
import { isSilent, type LeaseObserver, leaseMs, looksAlive } from "./held-lease.ts";

/** How often a lease is looked at that seems to have been left. */
const pollMs = 400;

/** What taking a stack needs of a deployment. */
export type LeaseTaker = LeaseObserver & Pick<Deployment, "holder" | "notice">;

/** A stack that was taken. */
export interface Taken {
  readonly epoch: number;
  /** By the steady clock, not later than the beginning of the lease. */
  readonly at: number;
}

/**
 * Takes a stack. Where the holder's lease looks alive, or is renewed while it is watched, a Rejection says who holds
 * it. One that should have been renewed long since is watched for a whole length first: that takes some seconds, of
 * which the user is told.
 */
export async function takeStack(stack: string, taker: LeaseTaker): Promise<Taken> {
  const { store, clock, isDead } = taker;
  for (let silent: Lease | null = null; ; ) {
    const at = clock.elapsed();
    const now = clock.now();
    const holder = { ...taker.holder, since: new Date(now).toISOString() };
    const outcome = await store.acquire(stack, holder, now, leaseMs, isDead, silent);
    if (outcome.kind === "held") return { epoch: outcome.epoch, at };
    // It was renewed after all, or another was quicker.
    if (silent !== null) throw busy(stack, outcome.lease);
    silent = await watchedToTheEnd(stack, outcome.lease, taker);
  }
}

/**
 * The lease once it was silent for a whole length, null when it was given back meanwhile; a Rejection when it lives.
 */
async function watchedToTheEnd(stack: string, found: Lease, taker: LeaseTaker): Promise<Lease | null> {
  const { store, clock, isDead, notice } = taker;
  if (isSilent(stack, found, taker)) return found;
  if (looksAlive(found, taker)) throw busy(stack, found);
  notice?.(
    `${heldBy(stack, found.holder)} and seems to be gone; ` +
      `it is watched for up to ${leaseMs / 1000} s before it is taken over`,
  );
  for (;;) {
    await clock.sleep(pollMs);
    const lease = await store.lease(stack);
    if (lease === null || isDead(lease.holder)) return null;
    if (lease.epoch !== found.epoch || lease.until !== found.until) throw busy(stack, lease);
    if (isSilent(stack, lease, taker)) return lease;
  }
}

function busy(stack: string, { holder }: Lease): Rejection {
  return new Rejection("conflict", [stackBusy(stack, holder)]);
}
