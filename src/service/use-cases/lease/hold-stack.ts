import { problem } from "../../../../packages/base/problems/problem.ts";
import type { AppendOutcome } from "../../../engine/ports/store.ts";
import type { JournalEntry } from "../../../engine/state/journal.ts";
import { mendingEntry } from "../../../engine/state/records/one-current.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import { claimantOf } from "../../../engine/state/snapshot.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import { Rejection } from "../../rejection.ts";
import type { Deployment } from "../deployment.ts";
import { claimKeyOf } from "../objects/claim-key-of.ts";
import { claimForCaller, withVisibleClaim } from "../secrets/visible-claims.ts";
import { refuseTransferred } from "../transfers/refuse-transferred.ts";
import { leaseMs } from "./held-lease.ts";
import { Hold, keepRenewing } from "./hold.ts";
import { type LeaseTaker, takeStack } from "./take-stack.ts";

/** What holding a stack needs of a deployment. */
type Holder = LeaseTaker & Pick<Deployment, "ids" | "catalog" | "authority">;

/** A stack in one's own hands: no other process writes to it until the work is done. */
export interface HeldStack {
  readonly stack: string;
  readonly epoch: number;
  readonly state: StackState;
  /** Records that had another one's name, as older versions left them, until the stack was taken. */
  readonly mended: readonly ResourceRecord[];
  /**
   * Aborted when the signal is, when somebody asks the holder to stop, or when the stack is not the holder's any more.
   */
  stoppedBy(signal: AbortSignal): AbortSignal;
  /** Aborted when the stack is not the holder's any more. Only a look at the other signal finds it out in time. */
  readonly lost: AbortSignal;
  append(entries: readonly JournalEntry[]): Promise<AppendOutcome>;
}

/**
 * Takes the stack for the length of `work`, and renews its lease meanwhile. A Rejection says who holds it otherwise,
 * or that it is on its way to another store (decision 0123).
 */
export function holdStack<T>(stack: string, holder: Holder, work: (held: HeldStack) => Promise<T>): Promise<T> {
  return holdTransferred(stack, holder, async (held) => {
    refuseTransferred(stack, held.state);
    return work(held);
  });
}

/** The same wherever the stack is on its way to: for the move itself, and for what concerns no object. */
export async function holdTransferred<T>(
  stack: string,
  holder: Holder,
  work: (held: HeldStack) => Promise<T>,
): Promise<T> {
  const { store, clock } = holder;
  const taken = await takeStack(stack, holder);
  const { epoch } = taken;
  const ending = new AbortController();
  const hold = new Hold(taken.at + leaseMs, clock, store);
  const renewing = keepRenewing(stack, taken, holder, ending.signal, hold);
  try {
    const whole = await wholeState(stack, epoch, holder);
    return await work({
      stack,
      epoch,
      ...whole,
      stoppedBy: (signal) => hold.stoppedBy(signal),
      lost: hold.lost,
      append: async (entries) =>
        withVisibleClaim(await store.append(stack, epoch, entries), stack, holder.authority, claimForCaller),
    });
  } finally {
    hold.end();
    ending.abort(over);
    await renewing;
    await store.release(stack, epoch);
  }
}

/**
 * What is believed of a stack; where older versions left two objects under one name, one is written as superseded
 * first.
 */
async function wholeState(
  stack: string,
  epoch: number,
  { store, ids, catalog, clock }: Holder,
): Promise<Pick<HeldStack, "state" | "mended">> {
  const state = await store.readStack(stack);
  if (state.doubled === undefined) return { state, mended: [] };
  const keyOf = (record: ResourceRecord) => claimKeyOf(record, catalog);
  const mending = mendingEntry(ids.unique(), state.doubled, keyOf, new Date(clock.now()).toISOString());
  // A holder that is fenced here is fenced in all that follows.
  await store.append(stack, epoch, [mending]);
  return { state: await store.readStack(stack), mended: state.doubled };
}

/** Appends entries that can't meet another's claim, or a Rejection. */
export async function appendOrReject(held: HeldStack, entries: readonly JournalEntry[]): Promise<void> {
  const outcome = await held.append(entries);
  if (outcome.kind === "fenced")
    throw new Rejection("conflict", [problem("stack-busy", "another run took the stack over")]);
  if (outcome.kind === "claimed") {
    throw new Rejection("conflict", [problem("claimed-twice", `it already belongs to ${claimantOf(outcome.claim)}`)]);
  }
}

/** Why the renewals stop. It is not told, so it carries no stack of calls. */
const over = "over";
