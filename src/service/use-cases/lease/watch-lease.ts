import type { Lease, LeaseHolder } from "../../../engine/ports/store.ts";
import type { Deployment } from "../../deployment.ts";

/**
 * How long a holder may be silent before another may take its stack over. It may be stuck for almost three seconds, and
 * whoever can't tell that it is dead follows it within about five (decision 0135).
 */
export const leaseMs = 4_000;
/** How often a holder renews its lease. */
export const beatMs = leaseMs / 8;

/** Who looks at leases, as far as that takes. */
export type Onlooker = Pick<Deployment, "store" | "clock" | "isDead" | "silence">;

/**
 * The lease of a stack, for whoever looks at it again and again: null once it is free, its holder is known to be gone,
 * or has not beaten for a whole length before the eyes of this process. Looks of all who ask in one process count for
 * each (decision 0039).
 */
export async function watchLease(stack: string, onlooker: Onlooker): Promise<Lease | null> {
  const lease = await onlooker.store.lease(stack);
  if (lease === null) onlooker.silence.forget(stack);
  return lease === null || isLeft(stack, lease, onlooker) ? null : lease;
}

/** Notes a look at a lease: true once its holder is known to be gone, or is silent. */
export function isLeft(stack: string, lease: Lease, onlooker: Onlooker): boolean {
  return onlooker.isDead(lease.holder) || isSilent(stack, lease, onlooker);
}

/**
 * The lease of a stack as far as a single look tells: also null where it should have beaten by the clocks of holder and
 * onlooker, one of which may be wrong. Good for what is told, and for who may as well ask again; no stack is taken by
 * it.
 */
export async function glimpseLease(stack: string, onlooker: Onlooker): Promise<Lease | null> {
  const lease = await watchLease(stack, onlooker);
  return lease !== null && looksAlive(lease, onlooker) ? lease : null;
}

/** Notes a look at a lease: true once it has not beaten for a whole length before the eyes of this process. */
export function isSilent(stack: string, lease: Lease, { silence, clock }: Onlooker): boolean {
  const sign = `${lease.epoch} ${lease.until}`;
  return silence.look(stack, sign, clock.elapsed()) >= Math.max(leaseMs, lease.lengthMs);
}

/**
 * Whether the lease has beaten of late, by the clocks of holder and onlooker. A moment that can't be is no sign of it.
 */
export function looksAlive({ until, lengthMs }: Lease, { clock }: Onlooker): boolean {
  const left = until - clock.now();
  return left > 0 && left <= lengthMs;
}

/** Whether a process holds a stack, by its lease. */
export function isHeldBy(lease: Lease | null, { host, pid }: Pick<LeaseHolder, "host" | "pid">): lease is Lease {
  return lease?.holder.host === host && lease.holder.pid === pid;
}
