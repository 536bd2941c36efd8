import type { Worker } from "node:worker_threads";
import { Fault } from "../../packages/base/fault.ts";
import { problem } from "../../packages/base/problems/problem.ts";
import { Rejection } from "../service/rejection.ts";
import type { CheckFor, CheckJobKind, CheckJobs } from "../service/use-cases/declarations/checker.ts";
import type { FromThread, ToThread } from "./check-messages.ts";

/** What one job may take. */
export interface JobLimits {
  /** Milliseconds of the processor. */
  readonly cpuMs: number;
  /** Bytes. */
  readonly heap: number;
  /** How many values it may have sealed. */
  readonly seals: number;
  /**
   * Milliseconds after which a thread that does not tell how much it has used is taken for one that has used too much.
   */
  readonly silentMs: number;
}

/** How often a thread is looked at while it works, in milliseconds. */
const pollMs = 50;

/** A job as a message; made where its kind is known. */
export type JobMessage = Extract<ToThread, { readonly kind: "job" }>;

/** What came of a job, and how many milliseconds of the processor it took. A thread that was ended takes no other. */
export interface JobEnd {
  readonly found: CheckJobs[CheckJobKind]["found"] | null;
  /** Why there is nothing; null where there is. */
  readonly cause: unknown;
  readonly cpuMs: number;
  readonly isUsable: boolean;
}

/** A job that a thread works at: its own limits, seals and end. */
class RunningJob {
  readonly #worker: Worker;
  readonly #who: CheckFor;
  readonly #limits: JobLimits;
  readonly #signal: AbortSignal | undefined;
  readonly #end = Promise.withResolvers<JobEnd>();
  #before: number | null = null;
  #cpuMs = 0;
  #answeredAt = performance.now();
  #isAsked = false;
  #seals = 0;
  #isOver = false;

  constructor(worker: Worker, who: CheckFor, limits: JobLimits, signal: AbortSignal | undefined) {
    this.#worker = worker;
    this.#who = who;
    this.#limits = limits;
    this.#signal = signal;
  }

  run(message: JobMessage): Promise<JobEnd> {
    const worker = this.#worker;
    const look = setInterval(() => void this.#look(), pollMs);
    worker.on("message", this.#hear);
    worker.on("error", this.#fail);
    worker.on("exit", this.#exit);
    this.#signal?.addEventListener("abort", this.#abandon);
    void this.#look();
    worker.postMessage(message);
    return this.#end.promise.finally(() => {
      clearInterval(look);
      worker.off("message", this.#hear);
      worker.off("error", this.#fail);
      worker.off("exit", this.#exit);
      this.#signal?.removeEventListener("abort", this.#abandon);
    });
  }

  /** Looks how much the thread has used, without waiting for it. */
  async #look(): Promise<void> {
    if (this.#isOver) return;
    if (performance.now() - this.#answeredAt > this.#limits.silentMs) return this.#tooCostly();
    if (this.#isAsked) return;
    this.#isAsked = true;
    try {
      const [cpu, heap] = await Promise.all([this.#worker.cpuUsage(), this.#worker.getHeapStatistics()]);
      this.#answeredAt = performance.now();
      const spent = (cpu.user + cpu.system) / 1000;
      this.#before ??= spent;
      this.#cpuMs = spent - this.#before;
      if (this.#cpuMs > this.#limits.cpuMs || heap.used_heap_size > this.#limits.heap) this.#tooCostly();
    } catch {
      // The thread is about to end, which is heard by other ways.
    } finally {
      this.#isAsked = false;
    }
  }

  readonly #hear = (message: FromThread): void => {
    if (message.kind === "seal") void this.#seal(message);
    else if (message.kind === "found") this.#settle({ found: message.found, cause: null, isUsable: true });
    else this.#settle({ found: null, cause: new Error(message.why), isUsable: true });
  };

  async #seal({ number, value, parts }: Extract<FromThread, { readonly kind: "seal" }>): Promise<void> {
    this.#seals += 1;
    if (this.#seals > this.#limits.seals) return this.#tooCostly();
    try {
      const sealed: ToThread = { kind: "sealed", number, marker: await this.#who.seal(value, parts) };
      if (!this.#isOver) this.#worker.postMessage(sealed);
    } catch (cause) {
      this.#breakOff(cause);
    }
  }

  readonly #fail = (cause: unknown): void => {
    const isMemory = cause instanceof Error && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY";
    if (isMemory) this.#tooCostly();
    else this.#breakOff(cause);
  };

  readonly #exit = (): void => this.#breakOff(new Error("the thread of a check has ended by itself"));

  readonly #abandon = (): void => this.#breakOff(new Fault("cancelled", "who asked has gone"));

  #tooCostly(): void {
    const { cpuMs, heap } = this.#limits;
    const detail =
      `a check may take ${cpuMs / 1000} s of the processor and ${Math.round(heap / 2 ** 20)} MB of memory, ` +
      "and this one took more";
    this.#breakOff(new Rejection("unprocessable", [problem("check-too-costly", detail)]));
  }

  /** Ends the thread with the job. */
  #breakOff(cause: unknown): void {
    if (this.#isOver) return;
    this.#settle({ found: null, cause, isUsable: false });
    void this.#worker.terminate();
  }

  #settle(end: Omit<JobEnd, "cpuMs">): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#end.resolve({ ...end, cpuMs: this.#cpuMs });
  }
}

/**
 * Has a thread do a job within its limits; ends the thread with one that exceeds them, or whose client is gone. Never
 * throws.
 */
export function runJob(
  worker: Worker,
  message: JobMessage,
  who: CheckFor,
  limits: JobLimits,
  signal: AbortSignal | undefined,
): Promise<JobEnd> {
  return new RunningJob(worker, who, limits, signal).run(message);
}
