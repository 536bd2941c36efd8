import type { Lease, LeaseHolder } from "../../../engine/ports/store.ts";
import type { Deployment } from "../deployment.ts";

/**
 * How long a holder may be silent before another may take its stack over. It may be stuck for almost three seconds, and
 * whoever can't tell that it is dead follows it within about five (decision 0135).
 */
export const leaseMs = 4_000;
/** How often a holder renews its lease. */
export const renewEveryMs = leaseMs / 8;

/** How often the leases of runs that others carry out are looked at, whoever drives runs (decision 0135). */
export const watchEveryMs = 400;

/** What a look at leases needs of a deployment. */
export type LeaseObserver = Pick<Deployment, "store" | "clock" | "isDead" | "liveness">;

/**
 * The lease of a stack, for whoever looks at it again and again: null once it is free, its holder is known to be gone,
 * or was not renewed for a whole length before the eyes of this process. Looks of all who ask in one process count for
 * each (decision 0039).
 */
export async function heldLease(stack: string, observer: LeaseObserver): Promise<Lease | null> {
  const lease = await observer.store.lease(stack);
  if (lease === null) observer.liveness.forget(stack);
  return lease === null || isLeft(stack, lease, observer) ? null : lease;
}

/** Notes a look at a lease: true once its holder is known to be gone, or is silent. */
export function isLeft(stack: string, lease: Lease, observer: LeaseObserver): boolean {
  return observer.isDead(lease.holder) || isSilent(stack, lease, observer);
}

/**
 * The lease of a stack as far as a single look tells: also null where it should have been renewed by the clocks of
 * holder and observer, one of which may be wrong. Good for what is told, and for who may as well ask again; no stack
 * is taken by it.
 */
export async function liveLease(stack: string, observer: LeaseObserver): Promise<Lease | null> {
  const lease = await heldLease(stack, observer);
  return lease !== null && looksAlive(lease, observer) ? lease : null;
}

/** Notes a look at a lease: true once it was not renewed for a whole length before the eyes of this process. */
export function isSilent(stack: string, lease: Lease, { liveness, clock }: LeaseObserver): boolean {
  const version = `${lease.epoch} ${lease.until}`;
  return liveness.observe(stack, version, clock.elapsed()) >= Math.max(leaseMs, lease.lengthMs);
}

/**
 * Whether the lease was renewed of late, by the clocks of holder and observer. A moment that can't be is no sign of it.
 */
export function looksAlive({ until, lengthMs }: Lease, { clock }: LeaseObserver): boolean {
  const left = until - clock.now();
  return left > 0 && left <= lengthMs;
}

/** Whether a process holds a stack, by its lease. */
export function isHeldBy(lease: Lease | null, { host, pid }: Pick<LeaseHolder, "host" | "pid">): lease is Lease {
  return lease?.holder.host === host && lease.holder.pid === pid;
}
