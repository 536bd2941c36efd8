import { effectKey } from "../state/effects.ts";
import type { RecordEffect } from "../state/journal.ts";
import { type ResourceRecord, recordKey } from "../state/records/record.ts";
import type { StackState } from "../state/stack-state.ts";

/** The records of a stack as a run has left them so far. */
export class RecordsNow {
  readonly #before: Pick<StackState, "records" | "superseded">;
  readonly #put = new Map<string, ResourceRecord>();
  readonly #current = new Map<string, string>();
  readonly #removed = new Set<string>();
  #known: ReadonlySet<string> | undefined;

  constructor(before: Pick<StackState, "records" | "superseded">) {
    this.#before = before;
  }

  /** To be told of every effect that is durable, in their order. */
  note(effects: readonly RecordEffect[]): void {
    for (const effect of effects) {
      const key = effectKey(effect);
      if (effect.kind === "put") {
        this.#put.set(key, effect.record);
        this.#removed.delete(key);
        if (effect.record.status === "current") this.#current.set(effect.record.address, key);
      } else {
        this.#put.delete(key);
        this.#removed.add(key);
      }
    }
  }

  /** The current record of an address. */
  at(address: string): ResourceRecord | undefined {
    const put = this.#put.get(this.#current.get(address) ?? "");
    if (put?.status === "current" && put.address === address) return put;
    const before = this.#before.records.get(address);
    if (before === undefined) return undefined;
    const key = recordKey(before);
    return this.#put.has(key) || this.#removed.has(key) ? undefined : before;
  }

  /** A record by what names it, current or superseded. */
  of(named: Pick<ResourceRecord, "uid" | "generation">): ResourceRecord | undefined {
    const key = recordKey(named);
    if (!this.has(key)) return undefined;
    const { records, superseded } = this.#before;
    const isIt = (record: ResourceRecord) => recordKey(record) === key;
    return this.#put.get(key) ?? records.values().find(isIt) ?? superseded.find(isIt);
  }

  /** The first current record for which something holds. */
  find(holds: (record: ResourceRecord) => boolean): ResourceRecord | undefined {
    const put = this.#put.values().find((record) => record.status === "current" && holds(record));
    return put ?? this.#before.records.values().find((record) => holds(record) && this.at(record.address) === record);
  }

  /** Whether a record is still there, current or superseded. */
  has(key: string): boolean {
    return this.#put.has(key) || (!this.#removed.has(key) && this.#keysBefore().has(key));
  }

  get isEmpty(): boolean {
    return this.#put.size === 0 && [...this.#keysBefore()].every((key) => this.#removed.has(key));
  }

  #keysBefore(): ReadonlySet<string> {
    const { records, superseded } = this.#before;
    this.#known ??= new Set([...records.values(), ...superseded].map(recordKey));
    return this.#known;
  }
}
