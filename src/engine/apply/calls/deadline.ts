import { type SteadyClock, Stopwatch } from "../../../../packages/base/clock.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import type { Step } from "../../plan/plan.ts";
import { StepFailed } from "../step-failed.ts";

/**
 * How long a step may wait for the platform (`customTimeouts`), counted from its start however the clock is set. What
 * it was waiting for is given up, not undone: the step fails, its intent stays open, and the next run reads what became
 * of it. `giveUp` is told of the call.
 */
export class Deadline {
  readonly #step: Step;
  readonly #clock: SteadyClock;
  readonly #allowedMs: number | undefined;
  readonly #begun: Stopwatch;
  readonly #giveUp: (call: Promise<unknown>) => void;

  /** `since`: when the step began, if that was in an earlier process. */
  constructor(
    step: Step,
    clock: SteadyClock,
    since = clock.now(),
    giveUp: (call: Promise<unknown>) => void = () => {},
  ) {
    this.#giveUp = giveUp;
    this.#step = step;
    this.#clock = clock;
    this.#allowedMs = "timeoutMs" in step ? step.timeoutMs : undefined;
    this.#begun = new Stopwatch(clock, since);
  }

  /** The moment so many milliseconds from now, or the deadline if that comes first. */
  in(milliseconds: number): number {
    return this.#clock.now() + Math.min(milliseconds, this.#left());
  }

  /** What the work comes to, unless the time is up before. */
  async bound<T>(work: () => Promise<T>): Promise<T> {
    if (this.#allowedMs === undefined) return work();
    const left = this.#left();
    const alarm = new AbortController();
    const done = work();
    const late = this.#clock.sleep(left, alarm.signal).then(() => {
      this.#giveUp(done);
      throw this.#timedOut();
    });
    // Whichever loses is not listened to any more.
    for (const each of [late, done]) each.catch(() => {});
    try {
      return await Promise.race([done, late]);
    } finally {
      alarm.abort();
    }
  }

  /** Sleeps so long, or fails at the deadline if that comes first. */
  async sleep(milliseconds: number): Promise<void> {
    const left = this.#left();
    await this.#clock.sleep(Math.min(milliseconds, left));
    if (milliseconds >= left) throw this.#timedOut();
  }

  /** Milliseconds left; fails when there are none. */
  #left(): number {
    const left = (this.#allowedMs ?? Number.POSITIVE_INFINITY) - this.#begun.ms;
    if (left <= 0) throw this.#timedOut();
    return left;
  }

  #timedOut(): StepFailed {
    const allowed = (this.#allowedMs ?? 0) / 1000;
    return new StepFailed(
      problem(
        "timed-out",
        `it was given up after ${allowed} s, as \`customTimeouts\` says; run again to see what became of it`,
        {
          address: this.#step.address,
        },
      ),
    );
  }
}
