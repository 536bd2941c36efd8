import type { Client } from "@temporalio/client";
import type { SteadyClock } from "../packages/base/clock.ts";
import { isMachine } from "../src/service/access/caller.ts";
import type { KeptRun } from "../src/service/background/kept-runs/run-repository.ts";
import type { PeriodicTasks } from "../src/service/background/periodic-tasks.ts";
import type { DriverMeans, RunDriver } from "../src/service/background/run-driver.ts";
import { shareOf } from "../src/service/stack-name.ts";
import { watchEveryMs } from "../src/service/use-cases/lease/held-lease.ts";
import { cancelSignal, changedSignal, type RunInput, workflowName } from "./run-input.ts";
import { attributesOf } from "./search-attributes.ts";

/** How often a process looks whether Temporal has all open runs. */
const pollMs = 1_000;

/** So many stacks are watched: it costs little, however many there are. */
const mostWatched = 50;

/** So often an open run is named to Temporal again, which may have lost what it knew. */
const againMs = 60_000;

/** So long the process that was asked for a run has to name it to Temporal, before others do so. */
const graceMs = 5_000;

interface TemporalDriverInput extends Pick<DriverMeans, "repository" | "watch" | "note"> {
  readonly client: Client;
  readonly taskQueue: string;
  readonly clock: Pick<SteadyClock, "elapsed">;
  /** The runs that this process carries out; each ends when it is called. */
  readonly carried: ReadonlyMap<string, () => void>;
  /** Begins to carry runs out in this process; nothing where others do. */
  readonly beginWork: () => void;
  /** Gives runs back once their calls in flight have ended, takes no more, and leaves Temporal. */
  readonly endWork: () => Promise<void>;
}

interface Handed {
  /** What callers had changed of the run by then. */
  readonly mark: string;
  /** When it is named again, by the steady clock. */
  readonly againAt: number;
}

/**
 * Hands runs to Temporal, a workflow each, and tells it what callers change of them. The documents stay the truth: what
 * could not be told is told by the next look, and a workflow that is gone is begun anew (decision 0124).
 */
export class TemporalDriver implements RunDriver {
  readonly hasRoom = false;
  readonly #input: TemporalDriverInput;
  readonly #handed = new Map<string, Handed>();
  /** Stacks whose runs others carry out, as the last look found them. */
  #others: readonly string[] = [];

  constructor(input: TemporalDriverInput) {
    this.#input = input;
  }

  get underWay(): number {
    return this.#input.carried.size;
  }

  carries(run: string): boolean {
    return this.#input.carried.has(run);
  }

  changed(kept: KeptRun): void {
    // Temporal tells a worker with the answer to one of its signs of life, most of which are held back.
    if (kept.cancelAsked) this.#input.carried.get(kept.document.run)?.();
    void this.#hand(kept);
  }

  serve(tasks: PeriodicTasks): void {
    this.#input.beginWork();
    tasks.begin("runs", pollMs, () => this.#look());
    tasks.begin("leases", watchEveryMs, () => this.#watchOthers());
  }

  drain(): Promise<void> {
    return this.#input.endWork();
  }

  async #look(): Promise<void> {
    const open = await this.#input.repository.open();
    const runs = new Set(open.map(({ document }) => document.run));
    for (const run of this.#handed.keys()) if (!runs.has(run)) this.#handed.delete(run);
    const now = this.#input.clock.elapsed();
    for (const kept of open) {
      const { run } = kept.document;
      const [handed, mark] = [this.#handed.get(run), markOf(kept)];
      const nextMs = kept.holder === null ? graceMs : againMs;
      if (handed === undefined && isAsAskedFor(kept)) this.#handed.set(run, { mark, againAt: now + nextMs });
      else if (handed?.mark !== mark || handed.againAt <= now) await this.#hand(kept);
    }
    const others = open.filter(({ document, holder }) => holder !== null && !this.carries(document.run));
    this.#others = others.slice(0, mostWatched).map(({ document }) => document.stack);
  }

  /** When Temporal gives a run to this process, it knows for how long the one before has been silent. */
  async #watchOthers(): Promise<void> {
    for (const stack of this.#others) await this.#input.watch(stack);
  }

  /**
   * Begins the run's workflow where there is none; signals it where a caller has changed the run since. A signal too
   * many costs an advance.
   */
  async #hand(kept: KeptRun): Promise<void> {
    const { client, taskQueue, clock, note } = this.#input;
    const { stack, run } = kept.document;
    const input: RunInput = { stack, run };
    const options = {
      taskQueue,
      workflowId: `plumb/${stack}/${run}`,
      workflowIdConflictPolicy: "USE_EXISTING",
      args: [input],
      typedSearchAttributes: attributesOf(kept),
      // Of what waits for a worker, people's runs come first, and projects share alike (decision 0118).
      priority: { priorityKey: isMachine(kept.document.caller) ? 4 : 3, fairnessKey: shareOf(stack) },
    } as const;
    const mark = markOf(kept);
    const handed = this.#handed.get(run);
    // At once: a look that comes before the answer does not tell it a second time.
    this.#handed.set(run, { mark, againAt: clock.elapsed() + againMs });
    try {
      const isKnown = handed === undefined ? isAsAskedFor(kept) : handed.mark === mark;
      if (isKnown) await client.workflow.start(workflowName, options);
      else {
        const signal = kept.cancelAsked ? cancelSignal : changedSignal;
        await client.workflow.signalWithStart(workflowName, { ...options, signal });
      }
    } catch (cause) {
      // Told again by the next look, and as a change where it is one.
      if (handed === undefined) this.#handed.delete(run);
      else this.#handed.set(run, { ...handed, againAt: clock.elapsed() });
      note({ kind: "look-failed", what: `run ${run}, which is for Temporal`, cause });
    }
  }
}

/** Whether no caller has changed it since it was asked for. */
function isAsAskedFor({ document: { approvals }, cancelAsked, resumedBy }: KeptRun): boolean {
  return approvals.length === 0 && !cancelAsked && resumedBy === null;
}

/** Changes with what callers change of a run, and with nothing that drivers do. */
function markOf({ document: { status, approvals }, cancelAsked, resumedBy }: KeptRun): string {
  const phase = status === "queued" || status === "running" ? "open" : status;
  return [phase, approvals.length, resumedBy, cancelAsked].join(" ");
}
