import type { Worker } from "node:worker_threads";
import { Fault } from "../../packages/base/fault.ts";
import { problem } from "../../packages/base/problems/problem.ts";
import { Rejection } from "../service/rejection.ts";
import type { Checker, CheckFor, CheckJobKind, CheckJobs } from "../service/use-cases/declarations/checker.ts";
import { FairQueue, type FairShares } from "./fair-queue.ts";
import { type JobLimits, type JobMessage, runJob } from "./run-job.ts";

export interface PoolOptions {
  /** Starts a thread that serves checks. */
  readonly newThread: () => Worker;
  readonly shares: FairShares;
  readonly limits: JobLimits;
  /** Of a clock that is not set, in milliseconds. */
  readonly now: () => number;
}

/** The limits of a service: 5 s of the processor and 256 MB a job. */
export const serviceLimits: JobLimits = { cpuMs: 5_000, heap: 256 * 2 ** 20, seals: 10_000, silentMs: 15_000 };

/**
 * The shares of a service with so many processors: always two threads, so that one is left beside a job that takes
 * long.
 */
export function serviceShares(processors: number): FairShares {
  return { maxConcurrent: Math.min(4, Math.max(2, processors)), ofOneCaller: 8, ofAll: 64, little: 1_000 };
}

/** How long a thread may have nothing to do before it ends, in milliseconds. */
const idleMs = 30_000;

interface Waiting {
  readonly message: JobMessage;
  readonly who: CheckFor;
  resolve(found: CheckJobs[CheckJobKind]["found"]): void;
  reject(cause: unknown): void;
}

/**
 * Checks texts in threads of their own, in turns that are fair to all callers. Threads are started when they are
 * needed (decision 0046).
 */
export class CheckPool implements Checker {
  readonly #options: PoolOptions;
  readonly #queue: FairQueue<Waiting>;
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  #sweep: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#queue = new FairQueue(options.shares, options.now);
  }

  do<Kind extends CheckJobKind>(
    kind: Kind,
    asked: CheckJobs[Kind]["asked"],
    who: CheckFor,
  ): Promise<CheckJobs[Kind]["found"]> {
    if (this.#isClosed) return Promise.reject(closed());
    return new Promise((resolve, reject) => {
      // A kind and what belongs to it go together; the compiler can't follow that through a message.
      const message = { kind: "job", job: kind, asked } as JobMessage;
      const waiting: Waiting = { message, who, resolve: resolve as Waiting["resolve"], reject };
      const { signal } = who;
      if (signal?.aborted === true) return reject(gone());
      signal?.addEventListener("abort", () => {
        if (this.#queue.remove(who.caller, waiting)) reject(gone());
      });
      const refused = this.#queue.add(who.caller, waiting);
      refused?.reject(tooMany(this.#options.shares));
      this.#begin();
    });
  }

  /** How many jobs are under way, and how many wait. */
  get load(): { readonly running: number; readonly waiting: number } {
    return this.#queue.load;
  }

  /** Ends all threads; what waits or is under way fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#sweep);
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #begin(): void {
    for (let next = this.#queue.next(); next !== null; next = this.#queue.next()) {
      const { caller, item } = next;
      void this.#run(item).then((used) => {
        this.#queue.done(caller, used);
        this.#begin();
      });
    }
  }

  /** Gives how many milliseconds of the processor it took. */
  async #run({ message, who, resolve, reject }: Waiting): Promise<number> {
    if (this.#isClosed) {
      reject(closed());
      return 0;
    }
    const worker = this.#idle.pop() ?? this.#start();
    worker.ref();
    const { found, cause, cpuMs, isUsable } = await runJob(worker, message, who, this.#options.limits, who.signal);
    if (cause !== null) reject(this.#isClosed ? closed() : cause);
    else resolve(found);
    if (isUsable) await this.#rest(worker);
    return cpuMs;
  }

  #start(): Worker {
    const worker = this.#options.newThread();
    this.#all.add(worker);
    // What a job did not hear is no reason for the process to end.
    worker.on("error", () => {});
    worker.once("exit", () => {
      this.#all.delete(worker);
      const index = this.#idle.indexOf(worker);
      if (index >= 0) this.#idle.splice(index, 1);
    });
    return worker;
  }

  /**
   * Keeps a thread for the next job, for a while. One that has grown is ended: what a job left is not counted for the
   * next.
   */
  async #rest(worker: Worker): Promise<void> {
    const grown = await worker.getHeapStatistics().then(
      ({ used_heap_size }) => used_heap_size > this.#options.limits.heap / 4,
      () => true,
    );
    if (grown || this.#isClosed) return void worker.terminate();
    worker.unref();
    this.#idle.push(worker);
    clearTimeout(this.#sweep);
    this.#sweep = setTimeout(() => {
      for (const each of this.#idle.splice(0)) void each.terminate();
    }, idleMs);
    this.#sweep.unref();
  }
}

function tooMany({ ofOneCaller }: FairShares): Rejection {
  const detail = `${ofOneCaller} checks of yours are waiting already, or too many of all callers; ask again`;
  return new Rejection("too many", [problem("too-many-checks", detail)]);
}

function gone(): Fault {
  return new Fault("cancelled", "who asked has gone");
}

function closed(): Fault {
  return new Fault("cancelled", "the service is going away");
}
