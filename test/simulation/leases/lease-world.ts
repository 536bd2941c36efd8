import type { SteadyClock } from "../../../packages/base/clock.ts";
import { hostAsHolder } from "../../../src/composition/machine/this-host.ts";
import { catalog } from "../../../src/definitions/resources/catalog.ts";
import type { LeaseHolder, Store } from "../../../src/engine/ports/store.ts";
import { localOwner } from "../../../src/service/access/local-owner.ts";
import { Rejection } from "../../../src/service/rejection.ts";
import { leaseMs } from "../../../src/service/use-cases/lease/held-lease.ts";
import { holdStack } from "../../../src/service/use-cases/lease/hold-stack.ts";
import { LivenessTracker } from "../../../src/service/use-cases/lease/liveness-tracker.ts";
import { MemoryStore } from "../../memory-store/memory-store.ts";
import type { Violation } from "../judges/journal-judge.ts";
import { Random } from "../random.ts";
import { SimulatedProcess } from "../world/process.ts";
import { VirtualTime } from "../world/virtual-time.ts";
import { LeaseJudge } from "./lease-judge.ts";
import type { LeaseActor, LeaseEvent, LeaseMachine, LeaseSchedule } from "./lease-schedule.ts";

const stack = "dev";
const endMs = 90_000;
const start = Date.UTC(2026, 0, 1);
const ids = { unique: () => "lineage", suffix: () => "x" };

/** One machine as it goes. */
class Machine {
  readonly #time: VirtualTime;
  readonly given: LeaseMachine;
  /** What was set, beside how far it was off at first. */
  setMs = 0;
  /** Time that was slept away uncounted. */
  #sleptMs = 0;
  #awakeAt = 0;

  constructor(given: LeaseMachine, time: VirtualTime) {
    this.given = given;
    this.#time = time;
  }

  now(): number {
    return this.#time.now + this.given.offMs + this.setMs;
  }

  sleep(ms: number): void {
    const until = Math.max(this.#awakeAt, this.#time.now + ms);
    if (!this.given.countsSleep) this.#sleptMs += until - Math.max(this.#awakeAt, this.#time.now);
    this.#awakeAt = until;
  }

  elapsed(): number {
    return (this.#time.now - start - this.#sleptMs) * (1 + this.given.ratePpm / 1e6);
  }
}

/** One process that takes a stack, and what hinders it. */
export class LeaseProcess {
  readonly name: string;
  readonly machine: Machine;
  readonly host: string;
  readonly pid: number;
  readonly process: SimulatedProcess;
  readonly liveness = new LivenessTracker();
  /** Its machine slept, and its steady time does not know. */
  hasLostTime = false;
  /** Each call to the store takes so long just now. */
  slowMs = 0;
  #hinderedUntil = 0;
  readonly #time: VirtualTime;

  constructor(actor: Pick<LeaseActor, "machine" | "container" | "pid">, machine: Machine, time: VirtualTime) {
    this.name = `process ${actor.pid} of container ${actor.container} on machine ${actor.machine}`;
    this.machine = machine;
    this.pid = actor.pid;
    this.#time = time;
    this.process = new SimulatedProcess(actor.pid, time, () => machine.now());
    this.host = hostAsHolder({
      name: () => machine.given.name,
      bootId: () => `machine ${actor.machine}`,
      pidNamespace: () => `container ${actor.container}`,
      addresses: () => "",
    });
  }

  get isAlive(): boolean {
    return this.process.isAlive;
  }

  get clock(): SteadyClock {
    const { machine, process } = this;
    return { now: () => machine.now(), elapsed: () => machine.elapsed(), sleep: process.clock.sleep };
  }

  halt(ms: number): void {
    this.process.halt(ms);
    this.#hinderedUntil = Math.max(this.#hinderedUntil, this.#time.now + ms);
  }

  slow(ms: number): void {
    this.slowMs = ms;
    // Two calls may be slow that were begun before it is over.
    this.#hinderedUntil = Math.max(this.#hinderedUntil, this.#time.now + 3 * ms);
    this.#time.schedule(ms, () => {
      this.slowMs = 0;
    });
  }

  /** Whether it was kept from beating at any time since. */
  wasHindered(since: number): boolean {
    return this.#hinderedUntil >= since;
  }
}

/** Plays a schedule to its end; nothing else decides what happens. */
export async function playLeases(schedule: LeaseSchedule): Promise<readonly Violation[]> {
  return new LeaseWorld(schedule).play();
}

class LeaseWorld {
  readonly #schedule: LeaseSchedule;
  readonly #time = new VirtualTime(start);
  readonly #judge = new LeaseJudge();
  readonly #random: Random;
  readonly #memory = new MemoryStore(ids);
  readonly #machines: readonly Machine[];
  readonly #processes: LeaseProcess[];

  constructor(schedule: LeaseSchedule) {
    this.#schedule = schedule;
    this.#random = new Random(schedule.seed, "lease world");
    this.#machines = schedule.machines.map((machine) => new Machine(machine, this.#time));
    this.#processes = schedule.actors.map((actor) => this.#start(actor));
  }

  async play(): Promise<readonly Violation[]> {
    for (const [index, { tries }] of this.#schedule.actors.entries()) {
      let busy: Promise<void> = Promise.resolve();
      for (const { atMs, workMs } of tries) {
        this.#time.schedule(atMs, () => {
          busy = busy.then(() => this.#hold(this.#processes[index], workMs));
        });
      }
    }
    for (const event of this.#schedule.events) this.#time.schedule(event.atMs, () => this.#befall(event));
    await this.#time.pass(start + endMs);
    await this.#expectFree();
    return this.#judge.violations;
  }

  #start(actor: Pick<LeaseActor, "machine" | "container" | "pid">): LeaseProcess {
    const machine = this.#machines[actor.machine];
    if (machine === undefined) throw new Error("no such machine");
    return new LeaseProcess(actor, machine, this.#time);
  }

  #befall(event: LeaseEvent): void {
    const machine = "machine" in event ? this.#machines[event.machine] : undefined;
    const process = "actor" in event ? this.#processes[event.actor] : undefined;
    if (event.kind === "clock-set" && machine !== undefined) machine.setMs += event.byMs;
    if (event.kind === "dies") process?.process.kill();
    if (event.kind === "halts") process?.halt(event.ms);
    if (event.kind === "slow") process?.slow(event.ms);
    if (event.kind !== "sleeps" || machine === undefined) return;
    for (const each of this.#processes.filter((one) => one.machine === machine)) {
      each.halt(event.ms);
      if (!machine.given.countsSleep) each.hasLostTime = true;
    }
    machine.sleep(event.ms);
  }

  /** A process takes the stack if it can, and works as long as it takes it for its own. */
  async #hold(actor: LeaseProcess | undefined, workMs: number): Promise<void> {
    if (actor === undefined || !actor.isAlive) return;
    const { clock } = actor;
    try {
      await holdStack(stack, this.#taker(actor), async (held) => {
        const stop = held.stoppedBy(new AbortController().signal);
        for (const until = this.#time.now + workMs; this.#time.now < until; ) {
          await clock.sleep(this.#random.between(100, 900));
          if (stop.aborted) return;
          this.#judge.believes(actor, held.epoch);
        }
      });
    } catch (cause) {
      if (!(cause instanceof Rejection)) throw cause;
    }
  }

  #taker(actor: LeaseProcess): Parameters<typeof holdStack>[1] {
    return {
      ...{ ids, catalog, authority: localOwner },
      store: this.#storeOf(actor),
      clock: actor.clock,
      holder: { host: actor.host, pid: actor.pid },
      isDead: (holder) => this.#isDead(holder, actor),
      liveness: actor.liveness,
    };
  }

  /** As `isDeadOn` does: by the table of processes of one's own container. */
  #isDead(holder: LeaseHolder, by: LeaseProcess): boolean {
    if (holder.host !== by.host) return false;
    const isThere = this.#processes.some(
      (each) => each.machine === by.machine && each.host === by.host && each.pid === holder.pid && each.isAlive,
    );
    if (isThere) return false;
    for (const each of this.#processes)
      if (each.pid === holder.pid && each.host === holder.host) this.#judge.saidDead(each);
    return true;
  }

  /** The store as a process reaches it: each call takes a while, and is judged when it takes effect. */
  #storeOf(actor: LeaseProcess): Store {
    const memory = this.#memory;
    const through = <T>(work: () => Promise<T>) => this.#through(actor, work);
    const judged: Partial<Store> = {
      acquire: (...given) =>
        through(async () => {
          const before = JSON.stringify(await memory.lease(stack));
          const outcome = await memory.acquire(...given);
          if (outcome.kind === "held") this.#judge.taken(actor, outcome.epoch, this.#time.now);
          else this.#judge.changedWhileBusy(before, JSON.stringify(await memory.lease(stack)));
          return outcome;
        }),
      renew: (name, epoch, until) =>
        through(async () => {
          const isHeld = await memory.renew(name, epoch, until);
          if (isHeld) this.#judge.beat(actor, epoch, this.#time.now);
          return isHeld;
        }),
      release: (name, epoch) =>
        through(async () => {
          await memory.release(name, epoch);
          this.#judge.gaveBack(epoch);
        }),
      lease: (name) => through(() => memory.lease(name)),
      isCancelRequested: (name, epoch) => through(() => memory.isCancelRequested(name, epoch)),
      readStack: (name) => through(() => memory.readStack(name)),
    };
    return new Proxy<Store>(memory, { get: (_, name: keyof Store) => judged[name] ?? memory[name] });
  }

  #through<T>({ process, slowMs }: LeaseProcess, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (!process.leaves()) return;
      const act = () =>
        process.whenAwake(() => {
          work().then(
            (value) => process.hears(() => resolve(value)),
            (cause: unknown) => process.hears(() => reject(cause)),
          );
        });
      this.#time.schedule(slowMs + this.#random.below(20), act, process.isGone);
    });
  }

  /** When all are gone, whoever comes has the stack in time, whatever the clocks say. */
  async #expectFree(): Promise<void> {
    for (const { process } of this.#processes) process.kill();
    const last = this.#start({ machine: 0, container: 9, pid: 1 });
    this.#processes.push(last);
    const begun = this.#time.now;
    let had: number | null = null;
    const ask = async (): Promise<void> => {
      for (; had === null && this.#time.now - begun < 10 * leaseMs; await last.clock.sleep(500)) {
        await holdStack(stack, this.#taker(last), async () => {
          had = this.#time.now - begun;
        }).catch((cause: unknown) => {
          if (!(cause instanceof Rejection)) throw cause;
        });
      }
    };
    const asking = ask();
    await this.#time.pass();
    await asking;
    if (had === null || had > 2 * leaseMs + 2_000) this.#judge.stuck(had ?? this.#time.now - begun);
  }
}
