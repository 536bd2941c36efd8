import { setImmediate as nextTurn } from "node:timers/promises";
import type { SteadyClock } from "../../../packages/base/clock.ts";
import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { exchangeOver } from "../../../packages/base/exchange/exchange-over.fixture.ts";
import type { Caller } from "../access/caller.ts";
import { localOwner } from "../access/local-owner.ts";
import { type TestDeployment, testDeployment } from "../use-cases/deployment.fixture.ts";
import type { Deployment } from "../use-cases/deployment.ts";
import type { NumberedEvent } from "./dispatcher.ts";
import type { BackgroundEvent } from "./events/background-event.ts";
import { RunDispatcher, type RunDispatcherOptions } from "./run-dispatcher.ts";

interface Sleeper {
  readonly until: number;
  wake(): void;
}

/** Turns of the event loop in which what is not waiting for time comes to rest. */
const turns = 12;

/** A world in which time passes only when the test says so, and processes over it. */
export class ServiceWorld {
  readonly base: TestDeployment = testDeployment();
  readonly clock: SteadyClock;
  readonly happenings: BackgroundEvent[] = [];
  /** Processes that are gone. */
  readonly dead = new Set<number>();
  #sleepers = new Set<Sleeper>();

  constructor() {
    const now = () => this.base.clock.now();
    this.clock = {
      now,
      elapsed: () => this.base.clock.elapsed(),
      sleep: (milliseconds, signal) =>
        new Promise((resolve, reject) => {
          if (signal?.aborted === true) return reject(signal.reason);
          const leave = () => {
            this.#sleepers.delete(sleeper);
            signal?.removeEventListener("abort", giveUp);
          };
          const giveUp = () => {
            leave();
            reject(signal?.reason);
          };
          const sleeper: Sleeper = {
            until: now() + milliseconds,
            wake: () => {
              leave();
              resolve();
            },
          };
          this.#sleepers.add(sleeper);
          signal?.addEventListener("abort", giveUp, { once: true });
        }),
    };
  }

  /** The world as the process of that number sees it. */
  deployment(pid: number, more: Partial<Deployment> = {}): Deployment {
    const isDead: Deployment["isDead"] = (holder) => this.dead.has(holder.pid);
    return { ...this.base.as(pid, isDead), clock: this.clock, ...more };
  }

  dispatcher(pid: number, options: Partial<RunDispatcherOptions> = {}): RunDispatcher {
    return new RunDispatcher({
      deployment: this.deployment(pid),
      serves: true,
      random: () => 0.5,
      note: (event) => this.happenings.push(event),
      ...options,
    });
  }

  /** Lets so many milliseconds go by. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.clock.now() + milliseconds;
    for (;;) {
      for (let turn = 0; turn < turns; turn += 1) await nextTurn();
      const next = Math.min(end, ...[...this.#sleepers].map(({ until }) => until));
      if (next > this.clock.now()) this.base.advance(next - this.clock.now());
      const due = [...this.#sleepers].filter(({ until }) => until <= this.clock.now());
      for (const sleeper of due) sleeper.wake();
      if (due.length === 0 && this.clock.now() >= end) return;
    }
  }

  /** Lets time go by until something holds; gives how much did. */
  async until(holds: () => boolean | Promise<boolean>, mostMs = 120_000): Promise<number> {
    const begun = this.clock.now();
    while (!(await holds())) {
      if (this.clock.now() - begun > mostMs) throw new Error(`not within ${mostMs} ms: ${holds}`);
      await this.pass(50);
    }
    return this.clock.now() - begun;
  }

  /** What a promise comes to, letting time go by meanwhile. */
  async settled<T>(promise: Promise<T>): Promise<T> {
    let isOver = false;
    const over = promise.finally(() => {
      isOver = true;
    });
    over.catch(() => {});
    await this.until(() => isOver);
    return over;
  }

  /** All events of a run after one. */
  eventsOf(dispatcher: RunDispatcher, run: string, after = 0, stack = "dev"): Promise<readonly NumberedEvent[]> {
    return this.settled(Array.fromAsync(dispatcher.events(stack, run, after, new AbortController().signal)));
  }
}

/** Somebody with a name. */
export function person(name: string, more: Partial<Caller> = {}): Caller {
  return { ...localOwner.caller, principal: `user:issuer|${name}`, name, ...more };
}

/** Receivers of webhooks: what they were sent, and how they answer. */
export function receiver(answer: () => Response): { readonly exchange: Exchange; readonly got: Request[] } {
  const got: Request[] = [];
  return {
    got,
    exchange: exchangeOver(async (request) => {
      got.push(request.clone());
      return answer();
    }),
  };
}

/** Drivers whose writes wait until they are let through. */
export class Gate {
  /** Names of the objects whose writes have come to the gate. */
  readonly arrived: string[] = [];
  readonly #opened = Promise.withResolvers<void>();

  open(): void {
    this.#opened.resolve();
  }

  around(deployment: Deployment): Deployment {
    return {
      ...deployment,
      driverOf: (provider, at) => {
        const driver = deployment.driverOf(provider, at);
        return {
          ...driver,
          write: async (change, signal) => {
            this.arrived.push(change.target.id.split("/").at(-1) ?? "");
            await this.#opened.promise;
            return driver.write(change, signal);
          },
        };
      },
    };
  }
}
