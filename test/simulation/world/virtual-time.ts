import type { SteadyClock } from "../../../packages/base/clock.ts";

/** One thing that will happen. */
interface Event {
  readonly at: number;
  readonly order: number;
  readonly act: () => void;
  /** True once it must not happen any more. */
  readonly isVoid: (() => boolean) | null;
}

/** Does the work, and gives what tells its end to whoever asked for it. */
type OutsideWork = () => Promise<() => void>;

/** More than any honest run needs; a world that goes on longer goes in circles. */
const maxEvents = 200_000;

/**
 * Time that passes only when nothing can run: one event, then all that follows from it, then the next event in the
 * order of its moment. No timer of the machine takes part, so equal worlds have equal histories.
 */
export class VirtualTime {
  #now: number;
  #order = 0;
  #happened = 0;
  readonly #heap: Event[] = [];
  /** Work of the machine's that is yet to be done; null while no time passes. */
  #outside: OutsideWork[] | null = null;

  constructor(start: number) {
    this.#now = start;
  }

  get now(): number {
    return this.#now;
  }

  schedule(delayMs: number, act: () => void, isVoid: (() => boolean) | null = null): void {
    this.#order += 1;
    this.#push({ at: this.#now + Math.max(0, delayMs), order: this.#order, act, isVoid });
  }

  /**
   * Work that takes the machine's own time and timers, as what goes over a socket does. No time passes here until it
   * has ended, and what is asked for in one moment is done one after the other: the world is the same each time.
   */
  outside<T>(work: () => Promise<T>): Promise<T> {
    if (this.#outside === null) return work();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#outside.push(() =>
      work().then(
        (value) => () => resolve(value),
        (cause: unknown) => () => reject(cause),
      ),
    );
    return promise;
  }

  /** Lets everything happen up to a moment; all there is without one. Then the world is quiet. */
  async pass(until = Number.POSITIVE_INFINITY): Promise<void> {
    const { setImmediate, setTimeout } = globalThis;
    const machines = { setImmediate, setTimeout };
    const simulated = {
      // What asks to run soon runs within the same moment.
      setImmediate: (act: () => void) => void soon.then(act),
      // A store in a file pauses by the machine's timers.
      setTimeout: (act: () => void, delayMs = 0) => this.schedule(delayMs, act),
    };
    const waiting: OutsideWork[] = [];
    this.#outside = waiting;
    Object.assign(globalThis, simulated);
    try {
      await new Promise<void>((resolve, reject) => {
        const doOutside = async (work: OutsideWork) => {
          Object.assign(globalThis, machines);
          const tell = await work();
          Object.assign(globalThis, simulated);
          tell();
          settle();
        };
        const step = () => {
          try {
            const work = waiting.shift();
            if (work !== undefined) return void doOutside(work);
            const event = this.#next(until);
            if (event === undefined) return resolve();
            this.#now = event.at;
            event.act();
            settle();
          } catch (cause) {
            reject(cause);
          }
        };
        // A tick that is asked for while promises settle comes when all of them have.
        const tick = () => process.nextTick(step);
        const settle = () => soon.then(tick);
        settle();
      });
    } finally {
      Object.assign(globalThis, machines);
      this.#outside = null;
    }
    if (until !== Number.POSITIVE_INFINITY) this.#now = Math.max(this.#now, until);
  }

  /** The clock of whoever lives in this time, without a process around it. */
  get clock(): SteadyClock {
    return {
      now: () => this.#now,
      elapsed: () => this.#now,
      sleep: (milliseconds) => new Promise((resolve) => this.schedule(milliseconds, resolve)),
    };
  }

  #next(until: number): Event | undefined {
    for (;;) {
      const event = this.#heap[0];
      if (event === undefined || event.at > until) return undefined;
      this.#pop();
      if (event.isVoid?.() === true) continue;
      this.#happened += 1;
      if (this.#happened > maxEvents) throw new Error(`no end after ${maxEvents} events`);
      return event;
    }
  }

  #push(event: Event): void {
    const heap = this.#heap;
    let index = heap.length;
    heap.push(event);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(event, above)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = event;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = index * 2 + 1;
      const left = heap[child];
      if (left === undefined) break;
      const right = heap[child + 1];
      let below = left;
      if (right !== undefined && isBefore(right, left)) {
        child += 1;
        below = right;
      }
      if (!isBefore(below, last)) break;
      heap[index] = below;
      index = child;
    }
    heap[index] = last;
  }
}

/** What follows it runs with the promises that settle; it carries no context along, as `queueMicrotask` does. */
const soon = Promise.resolve();

function isBefore(one: Event, other: Event): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
