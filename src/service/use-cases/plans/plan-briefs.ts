import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import type { Summary } from "../../../contract/documents/plans/steps.ts";
import type { PlanRow } from "../../../engine/ports/store.ts";
import { QueuePerCaller } from "../lists/queue-per-caller.ts";

/** What a list says of a plan besides its row, and which history of the stack it is of. */
export interface PlanBrief {
  readonly kind: PlanView["kind"];
  readonly summary: Summary;
  readonly lineage: string;
}

/** More plans than the lists that people look at have. */
const most = 10_000;

/**
 * What lists say of plans. A plan never changes, so each is read once, and one after another for all callers: a plan
 * may be as large as a whole stack, and many lists that are asked for at once must not hold many of them.
 */
export class PlanBriefs {
  readonly #known = new Map<string, PlanBrief>();
  readonly #reads = new QueuePerCaller();

  /**
   * `read` is called where the plan of that row was not read before. The signal ends the wait; nothing is read for it
   * then.
   */
  async of(
    stack: string,
    row: PlanRow,
    read: () => Promise<PlanBrief | null>,
    signal?: AbortSignal,
  ): Promise<PlanBrief | null> {
    // The row's own words are in the key: one that was altered is read, and its checksum tells.
    const key = [stack, row.digest, row.kind, row.createdAt].join(" ");
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const reading = async () => {
      const brief = this.#known.get(key) ?? (await read());
      if (brief !== null) this.#note(key, brief);
      return brief;
    };
    return this.#reads.do("", reading, signal);
  }

  #note(key: string, brief: PlanBrief): void {
    const [oldest] = this.#known.size < most ? [] : this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(key, brief);
  }
}
