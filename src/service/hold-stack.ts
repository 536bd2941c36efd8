import { sleepUntil } from "../base/clock.ts";
import { problem } from "../base/problem.ts";
import type { AppendOutcome } from "../engine/ports/store.ts";
import type { JournalEntry } from "../engine/state/journal.ts";
import type { StackState } from "../engine/state/stack-state.ts";
import type { Deployment } from "./deployment.ts";
import { Rejection } from "./rejection.ts";

/** How long a holder may be silent before another may take its stack over. */
const leaseMs = 30_000;

/** How often a holder looks whether it is asked to stop. */
const cancelPollMs = 400;

/** A stack in one's own hands: nobody else writes to it until the work is done. */
export interface HeldStack {
  readonly stack: string;
  readonly epoch: number;
  readonly state: StackState;
  /** Aborted when somebody asks the holder to stop, or the stack was taken over. */
  readonly cancelled: AbortSignal;
  append(entries: readonly JournalEntry[]): Promise<AppendOutcome>;
}

/** Takes the stack for the length of `work`, prolonging the lease meanwhile. A Rejection says who holds it otherwise. */
export async function holdStack<T>(
  stack: string,
  deployment: Deployment,
  work: (held: HeldStack) => Promise<T>,
): Promise<T> {
  const { store, clock } = deployment;
  const now = clock.now();
  const holder = { ...deployment.holder, since: new Date(now).toISOString() };
  const lease = await store.acquire(stack, holder, now, leaseMs, deployment.isDead);
  if (lease.kind === "busy") {
    const { pid, host, since } = lease.holder;
    throw new Rejection("conflict", [
      problem("stack-busy", `process ${pid} on ${host} holds stack \`${stack}\` since ${since}`),
    ]);
  }
  const { epoch } = lease;
  const [heart, stop] = [new AbortController(), new AbortController()];
  const beating = keepLease(stack, epoch, deployment, heart.signal, stop);
  try {
    const state = await store.readStack(stack);
    return await work({
      stack,
      epoch,
      state,
      cancelled: stop.signal,
      append: (entries) => store.append(stack, epoch, entries),
    });
  } finally {
    heart.abort();
    await beating;
    await store.release(stack, epoch);
  }
}

/** Appends entries that can't meet another's claim, or a Rejection. */
export async function appendOrReject(held: HeldStack, entries: readonly JournalEntry[]): Promise<void> {
  const outcome = await held.append(entries);
  if (outcome.kind === "fenced")
    throw new Rejection("conflict", [problem("stack-busy", "another run took the stack over")]);
  if (outcome.kind === "claimed") {
    const { address, stack } = outcome.claim;
    throw new Rejection("conflict", [
      problem("claimed-twice", `it already belongs to \`${address}\` of stack \`${stack}\``),
    ]);
  }
}

/**
 * Prolongs the lease while the work lasts, and listens for a request to stop. A lease that was lost stops the work as
 * well; what it still tries to write is fenced.
 */
async function keepLease(
  stack: string,
  epoch: number,
  { store, clock }: Deployment,
  signal: AbortSignal,
  stop: AbortController,
): Promise<void> {
  try {
    for (let renewed = clock.now(); ; ) {
      await sleepUntil(clock.now() + cancelPollMs, clock, signal);
      if (signal.aborted) return;
      if (await store.isCancelRequested(stack, epoch)) stop.abort();
      if (clock.now() - renewed < leaseMs / 3) continue;
      renewed = clock.now();
      if (!(await store.renew(stack, epoch, renewed + leaseMs))) stop.abort();
    }
  } catch {
    // A medium that fails tells its reason at the next write; no more work is begun on it.
    stop.abort();
  }
}
