import type { Change, Driver, WriteOutcome } from "../../src/engine/ports/driver.ts";
import type { Deployment } from "../../src/service/use-cases/deployment.ts";
import { Trace } from "../simulation/trace.ts";
import { type Member, World } from "../simulation/world/world.ts";

/** What befalls a run at one of its calls. */
export interface Fate {
  /** Which of its writes, from 1. */
  readonly at: number;
  readonly kind: /** Ctrl-C: calls in flight are waited for, none is begun. */
    | "cancelled"
    /** kill -9, or a second Ctrl-C: before the call is sent, while it is on its way, or before its answer comes. */
    | "killed-before"
    | "killed-on-the-way"
    | "killed-after";
}

/** What a command came to; `hangs` where it neither ended nor died. */
export type Ending<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "thrown"; readonly cause: unknown }
  | { readonly kind: "died" | "hangs" };

/** A store, platforms without faults, and commands that may be killed with a call of theirs on its way. */
export class EditWorld {
  readonly world: World;
  readonly trace: Trace;
  /** Calls that a killed run has sent and that have not arrived yet. */
  #onTheWay: (() => Promise<unknown>)[] = [];
  readonly #courier: Member;

  constructor(seed: number, keepsTrace: boolean) {
    this.trace = new Trace(keepsTrace);
    const scenario = {
      seed,
      actors: [{ isNeighbour: true }],
      operationMs: seed % 2 === 0 ? 0 : 5_000,
      blueprints: [],
      operations: [],
      networkFaults: [],
      storeFaults: [],
    };
    this.world = new World(scenario, this.trace);
    this.#courier = this.world.start(0);
  }

  /** One command in a process of its own. */
  async command<T>(work: (deployment: Deployment, signal: AbortSignal) => Promise<T>, fate?: Fate): Promise<Ending<T>> {
    const member = this.world.start(0);
    const stop = new AbortController();
    let writes = 0;
    const write = async (change: Change, driver: Driver, courier: Driver): Promise<WriteOutcome> => {
      writes += 1;
      if (writes !== fate?.at) return driver.write(change);
      this.world.note(`${fate.kind} at ${change.operation} ${change.target.id}`);
      if (fate.kind === "cancelled") {
        stop.abort();
        return driver.write(change);
      }
      if (fate.kind === "killed-on-the-way") this.#onTheWay.push(() => courier.write(change));
      if (fate.kind === "killed-after") await courier.write(change);
      member.process.kill();
      return new Promise(() => {});
    };
    const deployment: Deployment = {
      ...member.deployment,
      driverOf: (provider, at) => {
        const driver = member.deployment.driverOf(provider, at);
        const courier = this.#courier.deployment.driverOf(provider, at);
        return { ...driver, write: (change) => write(change, driver, courier) };
      },
    };
    const held: { ending: Ending<T> } = { ending: { kind: "hangs" } };
    const over = work(deployment, stop.signal).then(
      (value) => {
        held.ending = { kind: "done", value };
      },
      (cause: unknown) => {
        held.ending = { kind: "thrown", cause };
      },
    );
    void over;
    await this.world.time.pass();
    const { ending } = held;
    const isDead = !member.process.isAlive;
    member.process.kill();
    return ending.kind === "hangs" && isDead ? { kind: "died" } : ending;
  }

  /** What is on its way arrives. */
  async arrive(): Promise<void> {
    const calls = this.#onTheWay;
    this.#onTheWay = [];
    for (const call of calls) void call().catch(() => {});
    await this.world.time.pass();
  }
}
