import type { Deployment } from "../use-cases/deployment.ts";
import { isLeft, leaseMs } from "../use-cases/lease/held-lease.ts";
import { LivenessTracker } from "../use-cases/lease/liveness-tracker.ts";
import type { Note } from "./events/background-event.ts";
import { type EndMeans, reportEndAgain } from "./events/report-end.ts";
import { isOpen, type KeptRun } from "./kept-runs/run-repository.ts";
import type { RunDriver } from "./run-driver.ts";
import { byAge, isUnheld, isWaiting, turnsOf } from "./turns-of-runs.ts";

/** So many leases of others are watched between two looks, those that were silent for longest first. */
const mostWatched = 20;

interface TakeUpInput extends EndMeans {
  readonly deployment: Deployment;
  readonly workers: RunDriver & { begin(kept: KeptRun): void };
  readonly note: Note;
}

/**
 * Looks for runs that no process is at, and takes them up: those that have begun first, so that no stack stays half
 * changed, then those that wait for their turn. A holder is given up when its process is known to be gone,
 * or when its stack's lease has passed. Where it gave the stack back and is silent, it may be about to say how the run
 * ended; so it is given up only when the next look finds the same.
 */
export class TakeUp {
  readonly #input: TakeUpInput;
  /** What the last look found silent, and in which attempt. */
  #silent: ReadonlyMap<string, number> = new Map();
  /** For how long it has been the same process that is to carry a run out. */
  readonly #held = new LivenessTracker();
  /** Those that others carry out, as the last look found them. */
  #others: readonly KeptRun[] = [];
  /** Those that may begin as soon as there is room, as the last look found them. */
  #turns: readonly KeptRun[] = [];

  constructor(input: TakeUpInput) {
    this.#input = input;
  }

  async look(): Promise<void> {
    const { deployment, repository, workers, note } = this.#input;
    const silent = new Map<string, number>();
    const others: KeptRun[] = [];
    const open = await repository.open();
    this.#held.retain(new Set(open.map(({ document }) => document.run)));
    for (const kept of open.toSorted(byAge)) {
      const { run, status } = kept.document;
      if (workers.carries(run)) {
        if (kept.cancelAsked) workers.changed(kept);
        continue;
      }
      if (status === "awaiting-approval" || isWaiting(kept) || (isOpen(kept) && !workers.hasRoom)) continue;
      try {
        const sign = await this.#livenessOf(kept);
        if (sign === "alive") others.push(kept);
        if (sign === "silent") silent.set(run, kept.attempt);
        if (sign === "gone" || (sign === "silent" && this.#silent.get(run) === kept.attempt)) await this.#take(kept);
      } catch (cause) {
        // What fails about one run is no reason to leave the others alone.
        note({ kind: "look-failed", what: `run ${run}`, cause });
      }
    }
    this.#silent = silent;
    const silentMs = ({ document }: KeptRun) => deployment.liveness.seenMs(document.stack);
    this.#others = others.toSorted((a, b) => silentMs(b) - silentMs(a)).slice(0, mostWatched);
    this.#turns = turnsOf(open, deployment.clock.now());
    this.fill();
  }

  /** Begins runs whose turn it is while there is room. One that another process has begun since is passed over. */
  fill(): void {
    while (this.#input.workers.hasRoom) {
      const [next, ...rest] = this.#turns;
      if (next === undefined) return;
      this.#turns = rest;
      this.#input.workers.begin(next);
    }
  }

  /** Looks at nothing but leases of runs that others carry out: one that has passed is followed without delay. */
  async watchOthers(): Promise<void> {
    for (const kept of this.#others) {
      if (!this.#input.workers.hasRoom || (await this.#livenessOf(kept)) !== "gone") continue;
      this.#others = this.#others.filter((each) => each !== kept);
      await this.#take(kept);
    }
  }

  async #take(kept: KeptRun): Promise<void> {
    if (isOpen(kept)) this.#input.workers.begin(kept);
    else await reportEndAgain(kept, this.#input);
  }

  /** What is to be seen of whoever carries a run out. */
  async #livenessOf(kept: KeptRun): Promise<"alive" | "silent" | "gone"> {
    const { document, holder, attempt } = kept;
    const { deployment } = this.#input;
    const { clock, isDead, store } = deployment;
    const heldMs = this.#held.observe(document.run, `${attempt} ${holder?.since}`, clock.elapsed());
    const isGone = isUnheld(kept) || (holder !== null && isDead(holder));
    if (document.endedAt !== null) return isGone ? "gone" : "silent";
    const lease = await store.lease(document.stack);
    const isHeld = lease !== null && !isLeft(document.stack, lease, deployment);
    // It is about to take the stack, or has just given it back.
    if (isHeld || (holder !== null && !isGone && heldMs <= leaseMs)) return "alive";
    return isGone || lease !== null ? "gone" : "silent";
  }
}
