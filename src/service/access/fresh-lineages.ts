import { Fault } from "../../../packages/base/fault.ts";
import type { Store } from "../../engine/ports/store.ts";
import { FreshRead } from "./fresh-read.ts";

/** What is asked of the store: which stack stands under a name. */
export type StackLineages = Pick<Store, "lineages" | "progress">;

/**
 * Which stack stands under each name, in memory: rights hang on a stack's lineage, and one that is made anew under an
 * old name is another. All are read again when they are too old; the one that a request is about is looked at for the
 * request.
 */
export class FreshLineages {
  readonly #stacks: StackLineages;
  #known: ReadonlyMap<string, string> = new Map();
  /** What was looked at by itself, and as how manieth look; null: there is no such stack. */
  readonly #seen = new Map<string, { readonly lineage: string | null; readonly look: number }>();
  #looks = 0;
  readonly #fresh = new FreshRead(() => this.#read());

  constructor(stacks: StackLineages) {
    this.#stacks = stacks;
  }

  /** The lineage under a name as far as it is known; null where there is no such stack. */
  of(stack: string): string | null {
    const seen = this.#seen.get(stack);
    return seen === undefined ? (this.#known.get(stack) ?? null) : seen.lineage;
  }

  /** Settles when no lineage is older than it may be. Throws Faults of the store. */
  async refresh(now: number): Promise<void> {
    await this.#fresh.refresh(now);
  }

  /** The next `refresh` reads, whatever the time. */
  forget(): void {
    this.#fresh.forget();
  }

  /** Looks which stack stands under a name now; a damaged one gives no right. Throws Faults of the store. */
  async look(stack: string): Promise<string | null> {
    this.#looks += 1;
    const look = this.#looks;
    const lineage = await this.#lineageOf(stack);
    if ((this.#seen.get(stack)?.look ?? 0) < look) this.#seen.set(stack, { lineage, look });
    return lineage;
  }

  async #lineageOf(stack: string): Promise<string | null> {
    try {
      const { lineage, serial } = await this.#stacks.progress(stack);
      return serial === 0 ? null : lineage;
    } catch (cause) {
      if (cause instanceof Fault && cause.code === "store-damaged") return null;
      throw cause;
    }
  }

  async #read(): Promise<void> {
    const before = this.#looks;
    this.#known = await this.#stacks.lineages();
    // What was looked at since the reading began is newer than what was read.
    for (const [stack, { look }] of this.#seen) if (look <= before) this.#seen.delete(stack);
  }
}
