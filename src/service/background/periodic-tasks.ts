import { pause, type SteadyClock } from "../../../packages/base/clock.ts";
import type { Note } from "./events/background-event.ts";

interface PeriodicTasksInput {
  readonly clock: SteadyClock;
  readonly note: Note;
  /** Ends all of them. */
  readonly signal: AbortSignal;
}

/** What a service does again and again by the clock. Nothing of it is kept: another process begins anew. */
export class PeriodicTasks {
  readonly #input: PeriodicTasksInput;
  readonly #loops: Promise<void>[] = [];

  constructor(input: PeriodicTasksInput) {
    this.#input = input;
  }

  /**
   * Does the work at once and every so many milliseconds, until the signal. A fault is told of, and the work is tried
   * again.
   */
  begin(what: string, milliseconds: number, work: () => Promise<void>): void {
    this.#loops.push(this.#repeat(what, milliseconds, work));
  }

  /** Waits for the work that was under way at the signal. */
  async settled(): Promise<void> {
    await Promise.all(this.#loops);
  }

  async #repeat(what: string, milliseconds: number, work: () => Promise<void>): Promise<void> {
    const { clock, note, signal } = this.#input;
    while (!signal.aborted) {
      const next = clock.elapsed() + milliseconds;
      try {
        await work();
      } catch (cause) {
        note({ kind: "look-failed", what, cause });
      }
      await pause(Math.max(next - clock.elapsed(), 1), clock, signal);
    }
  }
}
