import type { SteadyClock } from "../../../packages/base/clock.ts";
import type { Breaking } from "../scenario.ts";
import type { VirtualTime } from "./virtual-time.ts";

export interface Fate {
  /** Dies at its n-th step over a port. */
  readonly crashAt: number | null;
  /** Stands still from its n-th step over a port on. */
  readonly pause: { readonly at: number; readonly ms: number } | null;
  readonly breaksAt?: Breaking | undefined;
  /** Sends the process the signal to stop. */
  readonly stop?: () => void;
}

/**
 * One process of ours, as far as the world can touch it: at its ports. A dead one hears nothing any more, so whatever
 * it waited for never comes; a halted one hears it when it goes on.
 */
export class SimulatedProcess {
  readonly pid: number;
  /** Resolves when the process dies. */
  readonly death: Promise<void>;
  readonly #time: VirtualTime;
  readonly #now: () => number;
  #die: () => void = () => {};
  #fate: Fate = { crashAt: null, pause: null };
  #isAlive = true;
  #steps = 0;
  #sent = { write: 0, delete: 0 };
  #haltedUntil = 0;
  #wasHalted = false;
  /** What stops those that sleep from listening to their signals any longer. */
  readonly #deafen = new Set<() => void>();

  constructor(pid: number, time: VirtualTime, now: () => number) {
    this.pid = pid;
    this.#time = time;
    this.#now = now;
    this.death = new Promise((resolve) => {
      this.#die = resolve;
    });
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** For how long reads do not show what the call has changed that is not answered. */
  get hiddenMs(): number {
    return this.#fate.breaksAt?.hiddenMs ?? 0;
  }

  /** How long the call is under way that outlives the process. */
  get underWayMs(): number {
    return this.#fate.breaksAt?.underWayMs ?? 0;
  }

  /** It stood still since the fate was decided. */
  get wasHalted(): boolean {
    return this.#wasHalted;
  }

  /** What is to befall it from now on; its steps are counted anew. */
  decide(fate: Fate): void {
    this.#fate = fate;
    this.#steps = 0;
    this.#sent = { write: 0, delete: 0 };
    this.#wasHalted = false;
  }

  /** It stands still from now on for so long. */
  halt(ms: number): void {
    this.#wasHalted = true;
    this.#haltedUntil = Math.max(this.#haltedUntil, this.#time.now + ms);
  }

  /** The machine it ran on goes away. */
  kill(): void {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    for (const deafen of this.#deafen) deafen();
    this.#deafen.clear();
    this.#die();
  }

  /** True unless the process dies on its way out through a port. */
  leaves(): boolean {
    this.#step();
    return this.#isAlive;
  }

  /** To be told of each call before it leaves; how it is to go wrong on the platform, if it is. */
  sends(method: string): Exclude<Breaking["how"], "dies" | "stopped"> | undefined {
    if (method === "GET") return undefined;
    this.#sent.write += 1;
    if (method === "DELETE") this.#sent.delete += 1;
    const { breaksAt, stop } = this.#fate;
    const isCounted = breaksAt?.at === "write" || method === "DELETE";
    if (breaksAt === undefined || !isCounted || this.#sent[breaksAt.at] !== breaksAt.number) return undefined;
    const { how } = breaksAt;
    if (how === "dies") this.kill();
    if (how === "stopped") stop?.();
    return how === "dies" || how === "stopped" ? undefined : how;
  }

  /** Lets the process hear of something, now or when it can. */
  hears(act: () => void): void {
    if (!this.#isAlive) return;
    this.#step();
    this.whenAwake(act);
  }

  /** Does something that takes a running process, though it is no step of its own. */
  whenAwake(act: () => void): void {
    if (!this.#isAlive) return;
    if (this.#haltedUntil <= this.#time.now) return act();
    this.#time.schedule(this.#haltedUntil - this.#time.now, () => this.whenAwake(act), this.isGone);
  }

  readonly isGone = (): boolean => !this.#isAlive;

  /** The machine's clock, and sleep that ends only in a living process. */
  readonly clock: SteadyClock = {
    now: () => this.#now(),
    elapsed: () => this.#time.now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason);
        let isOver = false;
        const end = () => {
          isOver = true;
          deafen();
          this.#deafen.delete(deafen);
        };
        const wake = () => {
          end();
          resolve();
        };
        const abort = () => {
          end();
          reject(signal?.reason);
        };
        const deafen = () => signal?.removeEventListener("abort", abort);
        this.#time.schedule(
          milliseconds,
          () => this.hears(wake),
          () => isOver || !this.#isAlive,
        );
        signal?.addEventListener("abort", abort);
        if (signal !== undefined) this.#deafen.add(deafen);
      }),
  };

  #step(): void {
    this.#steps += 1;
    const { crashAt, pause } = this.#fate;
    if (this.#steps === crashAt) this.kill();
    if (this.#steps === pause?.at) this.halt(pause.ms);
  }
}
