import type { Deployment } from "../use-cases/deployment.ts";
import { watchEveryMs } from "../use-cases/lease/held-lease.ts";
import type { KeptRun } from "./kept-runs/run-repository.ts";
import type { PeriodicTasks } from "./periodic-tasks.ts";
import type { DriverMeans, RunDriver } from "./run-driver.ts";
import { TakeUp } from "./take-up.ts";

interface OwnDriverInput extends DriverMeans {
  readonly deployment: Deployment;
  /** How many runs this process carries out at once; more are queued. 0: others carry them out. */
  readonly maxConcurrentRuns: number;
  /** A run was broken off. */
  readonly brokenOff: (kept: KeptRun, cause: unknown) => Promise<void>;
}

/** How often a process looks for runs that no process carries out. */
const pollMs = 1_000;

interface Work {
  readonly cancel: AbortController;
  readonly done: Promise<void>;
}

/** Workers of our own: a process carries runs out itself, from beginning to end, and takes up what others left. */
export class OwnDriver implements RunDriver {
  readonly #input: OwnDriverInput;
  readonly #working = new Map<string, Work>();
  readonly #leaving = new AbortController();
  readonly #takeUp: TakeUp;

  constructor(input: OwnDriverInput) {
    this.#input = input;
    this.#takeUp = new TakeUp({ ...input, workers: this });
  }

  get underWay(): number {
    return this.#working.size;
  }

  get hasRoom(): boolean {
    return !this.#leaving.signal.aborted && this.#working.size < this.#input.maxConcurrentRuns;
  }

  carries(run: string): boolean {
    return this.#working.has(run);
  }

  changed(kept: KeptRun): void {
    if (kept.cancelAsked) this.#working.get(kept.document.run)?.cancel.abort();
    else if (kept.document.status === "queued" && this.hasRoom) this.begin(kept);
  }

  serve(tasks: PeriodicTasks): void {
    tasks.begin("runs", pollMs, () => this.#takeUp.look());
    tasks.begin("leases", watchEveryMs, () => this.#takeUp.watchOthers());
  }

  /** Takes a run up, unless somebody else was faster; it goes on in the background. */
  begin(kept: KeptRun): void {
    const { run } = kept.document;
    if (this.#leaving.signal.aborted || this.#working.has(run)) return;
    const cancel = new AbortController();
    const done = this.#carry(kept, cancel.signal).then((isOver) => {
      this.#working.delete(run);
      // Those who wait get the place before who asks just now; where the store fails, the next look tries again.
      if (isOver) this.#takeUp.fill();
    });
    this.#working.set(run, { cancel, done });
  }

  async drain(): Promise<void> {
    this.#leaving.abort();
    await Promise.all([...this.#working.values()].map(({ done }) => done));
  }

  /** False where it was broken off. */
  async #carry(kept: KeptRun, cancelled: AbortSignal): Promise<boolean> {
    const { take, brokenOff, note } = this.#input;
    const { stack, run } = kept.document;
    try {
      // It stands by in the meantime: with a process of its own, a run keeps its stack from beginning to end.
      await take(kept, { patienceMs: Number.POSITIVE_INFINITY, cancelled, leaving: this.#leaving.signal });
      return true;
    } catch (cause) {
      note({ kind: "run-failed", stack, run, cause });
      await brokenOff(kept, cause).catch((also: unknown) => note({ kind: "run-failed", stack, run, cause: also }));
      return false;
    }
  }
}
