import { Fault } from "../../../packages/base/fault.ts";
import type { AppendOutcome, LeaseOutcome, Store } from "../../../src/engine/ports/store.ts";
import type { JournalEntry } from "../../../src/engine/state/journal.ts";
import type { MemoryStore } from "../../../src/stores/memory/memory-store.ts";
import { Random } from "../random.ts";
import type { StoreFault } from "../scenario.ts";
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
  readonly memory: MemoryStore;
  readonly faults: readonly StoreFault[];
  readonly note: (line: string) => void;
}

/** One store as all processes reach it: each call takes a moment, and appends fail as the scenario says. */
export class FaultyStore {
  readonly deeds: StoreDeed[] = [];
  struck = 0;
  #appends = 0;
  #faults: ReadonlyMap<number, StoreFault>;
  readonly #parts: StoreParts;
  readonly #random: Random;

  constructor(parts: StoreParts) {
    this.#parts = parts;
    this.#random = new Random(parts.seed, "store");
    this.#faults = new Map(parts.faults.map((fault) => [fault.append, fault]));
  }

  calm(): void {
    this.#faults = new Map();
  }

  storeOf(process: SimulatedProcess): Store {
    const { memory } = this.#parts;
    type Method = (...given: readonly unknown[]) => Promise<unknown>;
    // In a map: what an object of no fixed shape is given lives on until the next full collection, and the world with
    // it.
    const methods = new Map<keyof Store, unknown>([
      [
        "acquire",
        (...given: Parameters<Store["acquire"]>) => this.#through(process, () => this.#acquire(process.pid, given)),
      ],
      [
        "append",
        (...given: Parameters<Store["append"]>) => this.#through(process, () => this.#append(process.pid, given)),
      ],
    ]);
    return new Proxy<Store>(memory, {
      get: (_, name: keyof Store) => {
        const known = methods.get(name);
        if (known !== undefined) return known;
        if (name === "isLockedOut") return memory.isLockedOut;
        const method = memory[name] as Method;
        const made: Method = (...given) => this.#through(process, () => method(...given));
        methods.set(name, made);
        return made;
      },
    });
  }

  async #acquire(pid: number, given: Parameters<Store["acquire"]>): Promise<LeaseOutcome> {
    const [stack] = given;
    const lease = await this.#parts.memory.acquire(...given);
    this.#parts.note(`${pid} acquire ${lease.kind}`);
    if (lease.kind === "held") this.deeds.push({ kind: "held", stack, epoch: lease.epoch, pid });
    return lease;
  }

  async #append(pid: number, given: Parameters<Store["append"]>): Promise<AppendOutcome> {
    const [stack, epoch, entries] = given;
    this.#appends += 1;
    const fault = this.#faults.get(this.#appends);
    if (fault !== undefined) this.struck += 1;
    if (fault?.kind === "fails") throw new Fault("store-failed", "no space left");
    const outcome = await this.#parts.memory.append(stack, epoch, entries);
    const atMs = this.#parts.time.now;
    this.#parts.note(`${pid} append ${entries.map(summaryOf).join(", ")} ${outcome.kind}`);
    if (outcome.kind === "done") this.deeds.push({ kind: "wrote", stack, epoch, pid, serial: outcome.serial, atMs });
    if (fault?.kind === "unheard") throw new Fault("store-failed", "the disk did not answer");
    return outcome;
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
