import { problem } from "../base/problem.ts";
import type { AppendOutcome } from "../engine/ports/store.ts";
import type { JournalEntry } from "../engine/state/journal.ts";
import type { StackState } from "../engine/state/stack-state.ts";
import type { Deployment } from "./deployment.ts";
import { Rejection } from "./rejection.ts";

/** How long a holder may be silent before another may take its stack over. */
const leaseMs = 30_000;

/** A stack in one's own hands: nobody else writes to it until the work is done. */
export interface HeldStack {
  readonly epoch: number;
  readonly state: StackState;
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
  const heart = new AbortController();
  const beating = keepLease(stack, epoch, deployment, heart.signal);
  try {
    const state = await store.readStack(stack);
    return await work({ epoch, state, append: (entries) => store.append(stack, epoch, entries) });
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

/** Prolongs the lease while the work lasts. A lost lease shows itself at the next write, which is fenced. */
async function keepLease(
  stack: string,
  epoch: number,
  { store, clock }: Deployment,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await clock.sleep(leaseMs / 3, signal);
    } catch {
      return;
    }
    await store.renew(stack, epoch, clock.now() + leaseMs);
  }
}
