import { Counter, Gauge, Histogram } from "prom-client";
import { Fault } from "../../packages/base/fault.ts";
import type { DocumentStore } from "../engine/ports/document-store.ts";
import type { Store } from "../engine/ports/store.ts";
import type { MetricRegistry } from "./metric-registry.ts";

const buckets = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5];

/** What a process asks of its store: how long the answers take, what fails, and the leases of stacks. */
export class StoreMetrics {
  readonly #elapsed: () => number;
  readonly #seconds: Histogram<"call">;
  readonly #failures: Counter<"code">;
  readonly #leases: Counter<"outcome">;
  readonly #held = new Set<string>();

  /** `elapsed`: milliseconds of a clock that is not set. */
  constructor(registry: MetricRegistry, elapsed: () => number) {
    const registers = [registry];
    const held = this.#held;
    this.#elapsed = elapsed;
    this.#seconds = new Histogram({
      name: "plumb_store_seconds",
      help: "Time that the store took to answer, by call.",
      labelNames: ["call"],
      buckets,
      registers,
    });
    this.#failures = new Counter({
      name: "plumb_store_failures",
      help: "Calls that the store failed to answer, by code.",
      labelNames: ["code"],
      registers,
    });
    this.#leases = new Counter({
      name: "plumb_leases",
      help: "Leases of stacks that this process asked for and got (held) or not (busy), and that it lost (lost).",
      labelNames: ["outcome"],
      registers,
    });
    new Gauge({
      name: "plumb_leases_held",
      help: "Stacks that this process holds.",
      registers,
      collect() {
        this.set(held.size);
      },
    });
  }

  /** The same store, measured. */
  ofStore(store: Store): Store {
    const leases: Pick<Store, "acquire" | "renew" | "release" | "renameStack" | "removeStack"> = {
      acquire: async (stack, ...how) => {
        const outcome = await store.acquire(stack, ...how);
        this.#leases.inc({ outcome: outcome.kind });
        if (outcome.kind === "held") this.#held.add(stack);
        return outcome;
      },
      renew: async (stack, ...how) => {
        const isHeld = await store.renew(stack, ...how);
        if (!isHeld && this.#held.delete(stack)) this.#leases.inc({ outcome: "lost" });
        return isHeld;
      },
      release: async (stack, epoch) => {
        this.#held.delete(stack);
        await store.release(stack, epoch);
      },
      renameStack: async (stack, to, epoch) => {
        const isRenamed = await store.renameStack(stack, to, epoch);
        if (isRenamed && this.#held.delete(stack)) this.#held.add(to);
        return isRenamed;
      },
      removeStack: async (stack, epoch) => {
        const isRemoved = await store.removeStack(stack, epoch);
        if (isRemoved) this.#held.delete(stack);
        return isRemoved;
      },
    };
    return this.#timed(store, leases);
  }

  /** The same document store, measured. */
  ofDocumentStore(documentStore: DocumentStore): DocumentStore {
    return this.#timed(documentStore);
  }

  #timed<T extends object>(inner: T, over: Partial<T> = {}): T {
    return new Proxy(inner, {
      get: (target, name) => {
        const owner = Object.hasOwn(over, name) ? over : target;
        const member: unknown = Reflect.get(owner, name, owner);
        if (typeof member !== "function") return member;
        return (...values: readonly unknown[]) => {
          const begun = this.#elapsed();
          const answer: unknown = Reflect.apply(member, owner, values);
          return answer instanceof Promise ? this.#noted(String(name), begun, answer) : answer;
        };
      },
    });
  }

  async #noted(call: string, begun: number, answer: Promise<unknown>): Promise<unknown> {
    try {
      return await answer;
    } catch (cause) {
      this.#failures.inc({ code: cause instanceof Fault ? cause.code : "defect" });
      throw cause;
    } finally {
      this.#seconds.observe({ call }, (this.#elapsed() - begun) / 1000);
    }
  }
}
