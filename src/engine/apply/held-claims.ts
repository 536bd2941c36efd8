import { type ResourceRecord, recordKey } from "../state/records/record.ts";

/** What names a record. */
type Named = Pick<ResourceRecord, "uid" | "generation">;

/** The claims that records hold now, as a run has left them so far; those of intents alone are not among them. */
export class HeldClaims {
  /** The records under each claim. */
  readonly #holders = new Map<string, readonly string[]>();
  /** The claim of each record. */
  readonly #claimOf = new Map<string, string>();

  hold(key: string, record: Named): void {
    const holder = recordKey(record);
    this.#claimOf.set(holder, key);
    const holders = this.#holders.get(key) ?? [];
    if (!holders.includes(holder)) this.#holders.set(key, [...holders, holder]);
  }

  leave(record: Named): void {
    const key = this.#claimOf.get(recordKey(record));
    if (key === undefined) return;
    const left = this.#othersThan(record, key);
    if (left.length > 0) this.#holders.set(key, left);
    else this.#holders.delete(key);
  }

  isHeld(key: string): boolean {
    return this.#holders.has(key);
  }

  /**
   * The claims that go with a record of an object that is called `key` now: its own is another one where the platform
   * has renamed it since.
   */
  goingWith(record: Named, key: string): readonly string[] {
    const own = this.#claimOf.get(recordKey(record));
    return own === undefined || own === key ? [key] : [own, key];
  }

  /** The claim that goes with a record; null where another record of the uid goes on under it. */
  leftBy(record: Named, key: string): string | null {
    return this.#othersThan(record, key).length === 0 ? key : null;
  }

  /** The records under a claim but for one. */
  #othersThan(record: Named, key: string): readonly string[] {
    return this.#holders.get(key)?.filter((holder) => holder !== recordKey(record)) ?? [];
  }
}
