import type { AppendOutcome, LeaseHolder, LeaseOutcome, Store } from "../../src/engine/ports/store.ts";
import { holder } from "./journal-samples.ts";

export const now = Date.UTC(2026, 0, 1);
export const ttlMs = 30_000;
export const alive = () => false;
export const dead = () => true;

export async function take(store: Store, stack = "dev"): Promise<number> {
  return epochOf(await store.acquire(stack, holder, now, ttlMs, alive));
}

/** Takes a stack over from a holder that was found silent. */
export async function takeFrom(store: Store, stack: string, by: LeaseHolder): Promise<number> {
  return epochOf(await store.acquire(stack, by, now, ttlMs, alive, await store.lease(stack)));
}

function epochOf(lease: LeaseOutcome): number {
  if (lease.kind !== "held") throw new Error(JSON.stringify(lease));
  return lease.epoch;
}

export async function untilOf(store: Store): Promise<number> {
  return (await store.lease("dev"))?.until ?? Number.NaN;
}

export async function serialAfter(outcome: Promise<AppendOutcome>): Promise<number> {
  const done = await outcome;
  if (done.kind !== "done") throw new Error(JSON.stringify(done));
  return done.serial;
}
