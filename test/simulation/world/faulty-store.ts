import { Fault } from "../../../packages/base/fault.ts";
import type { AppendOutcome, LeaseOutcome, Store } from "../../../src/engine/ports/store.ts";
import type { JournalEntry } from "../../../src/engine/state/journal.ts";
import { Random } from "../random.ts";
import type { StoreFault } from "../scenario.ts";
import type { KeptStore } from "./kept-store.ts";
import type { SimulatedProcess } from "./process.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** What the store did for somebody, for the judge. */
export type StoreDeed =
  | { readonly kind: "held"; readonly stack: string; readonly epoch: number; readonly pid: number }
  | {
      readonly kind: "wrote";
      readonly stack: string;
      readonly epoch: number;
      readonly pid: number;
      readonly serial: number;
      readonly atMs: number;
    };

interface StoreParts {
  readonly seed: number;
  readonly time: VirtualTime;
  readonly kept: KeptStore;
  readonly faults: readonly StoreFault[];
  readonly note: (line: string) => void;
}

/** One store as all processes reach it: each call takes a moment, and appends fail as the scenario says. */
export class FaultyStore {
  readonly deeds: StoreDeed[] = [];
  #struck = 0;
  #appends = 0;
  #faults: ReadonlyMap<number, StoreFault>;
  readonly #parts: StoreParts;
  readonly #random: Random;

  constructor(parts: StoreParts) {
    this.#parts = parts;
    this.#random = new Random(parts.seed, "store");
    this.#faults = new Map(parts.faults.map((fault) => [fault.append, fault]));
  }

  /** How many faults have struck, in it and beneath it. */
  get struck(): number {
    return this.#struck + this.#parts.kept.struck;
  }

  calm(): void {
    this.#parts.kept.calm();
    this.#faults = new Map();
  }

  storeOf(process: SimulatedProcess): Store {
    const store = this.#parts.kept.storeOf(process.pid);
    type Method = (...given: readonly unknown[]) => Promise<unknown>;
    // In a map: what an object of no fixed shape is given lives on until the next full collection, and the world with
    // it.
    const methods = new Map<keyof Store, unknown>([
      [
        "acquire",
        (...given: Parameters<Store["acquire"]>) =>
          this.#through(process, () => this.#acquire(store, process.pid, given)),
      ],
      [
        "append",
        (...given: Parameters<Store["append"]>) =>
          this.#through(process, () => this.#append(store, process.pid, given)),
      ],
    ]);
    return new Proxy<Store>(store, {
      get: (_, name: keyof Store) => {
        const known = methods.get(name);
        if (known !== undefined) return known;
        if (name === "isLockedOut") return store.isLockedOut;
        const method = store[name] as Method;
        const made: Method = (...given) => this.#through(process, () => method(...given));
        methods.set(name, made);
        return made;
      },
    });
  }

  async #acquire(store: Store, pid: number, given: Parameters<Store["acquire"]>): Promise<LeaseOutcome> {
    const [stack] = given;
    const lease = await store.acquire(...given);
    this.#parts.note(`${pid} acquire ${lease.kind}`);
    if (lease.kind === "held") this.deeds.push({ kind: "held", stack, epoch: lease.epoch, pid });
    return lease;
  }

  async #append(store: Store, pid: number, given: Parameters<Store["append"]>): Promise<AppendOutcome> {
    const [, , entries] = given;
    this.#appends += 1;
    const fault = this.#faults.get(this.#appends);
    if (fault !== undefined) this.#struck += 1;
    if (fault?.kind === "fails") throw new Fault("store-failed", "no space left");
    const outcome = await this.#written(store, pid, given);
    this.#parts.note(`${pid} append ${entries.map(summaryOf).join(", ")} ${outcome.kind}`);
    if (outcome.kind === "done") this.#noteWritten(pid, given, outcome.serial);
    if (fault?.kind === "unheard") throw new Fault("store-failed", "the disk did not answer");
    return outcome;
  }

  /** What comes of an append; one that fails may be durable all the same. */
  async #written(store: Store, pid: number, given: Parameters<Store["append"]>): Promise<AppendOutcome> {
    const [stack] = given;
    const { judged } = this.#parts.kept;
    const before = (await judged.progress(stack)).serial;
    try {
      return await store.append(...given);
    } catch (cause) {
      const after = (await judged.progress(stack)).serial;
      this.#parts.note(`${pid} append ${after > before ? "unheard" : "failed"}`);
      if (after > before) this.#noteWritten(pid, given, after);
      throw cause;
    }
  }

  #noteWritten(pid: number, [stack, epoch]: Parameters<Store["append"]>, serial: number): void {
    this.deeds.push({ kind: "wrote", stack, epoch, pid, serial, atMs: this.#parts.time.now });
  }

  #through<T>(process: SimulatedProcess, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (!process.leaves()) return;
      this.#parts.time.schedule(
        this.#random.below(3),
        () =>
          process.whenAwake(() => {
            work().then(
              (value) => process.hears(() => resolve(value)),
              (cause: unknown) => process.hears(() => reject(cause)),
            );
          }),
        process.isGone,
      );
    });
  }
}

function summaryOf(entry: JournalEntry): string {
  switch (entry.kind) {
    case "intent":
      return `intent ${entry.seq} ${entry.operation} ${entry.step}`;
    case "result": {
      const effects = entry.effects.map((effect) =>
        effect.kind === "put" ? `+${effect.record.address}.${effect.record.generation}` : `-${effect.generation}`,
      );
      return `result ${entry.intentSeq ?? ""} ${entry.outcome} ${entry.step} ${effects.join(" ")}`;
    }
    default:
      return entry.kind;
  }
}
