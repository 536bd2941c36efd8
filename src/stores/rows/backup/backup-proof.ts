import type { WrappedKeys } from "../../../engine/ports/secrets.ts";
import type { StoreCounts } from "../../../engine/ports/store-doctor.ts";
import { type Cell, rowSum, tallied } from "../checksum.ts";
import { readEntry, readKeys } from "../stored-documents.ts";
import { type BackupRow, type BackupTable, hasSum } from "./backup-rows.ts";

/** What a backup comes to, once all of its rows are known. */
export interface ProvedBackup {
  readonly counts: StoreCounts;
  /** What opens only with the key file; null where nothing was ever sealed. */
  readonly keys: WrappedKeys | null;
  /** What is not as it was written, one sentence part each. */
  readonly damage: readonly string[];
}

/** Tables whose rows make up the tally of their stack's state. */
const stateTables: ReadonlySet<BackupTable> = new Set(["record", "intent", "outputs", "context"]);

/** Looks at the rows of a store as they come, and tells whether they are all there and as they were written. */
export class BackupProof {
  readonly #counts = new Map<BackupTable, number>();
  readonly #damage = new Set<string>();
  readonly #states = new Map<string, number>();
  readonly #claims = new Map<string, number>();
  /** How many documents of a collection were seen, and their tally. */
  readonly #documents = new Map<string, { readonly count: number; readonly tally: number }>();
  /** The last place of a log, and the checksum there. */
  readonly #logs = new Map<string, { readonly place: number; readonly sum: number }>();
  /** What the heads say that the rows come to. */
  readonly #due: (() => string | null)[] = [];
  #stacks = 0;
  #heads = 0;
  #register: number | null = null;
  #keys: WrappedKeys | null = null;

  take(row: BackupRow): void {
    const { table, cells } = row;
    this.#counts.set(table, (this.#counts.get(table) ?? 0) + 1);
    const sum = Number(cells.at(-1));
    if (hasSum(table) && rowSum(table, ...cells.slice(0, -1)) !== sum) {
      this.#damage.add(`a row of the table \`${table}\` disagrees with its checksum`);
      return;
    }
    const name = String(cells[0]);
    if (stateTables.has(table)) this.#states.set(name, tallied(this.#states.get(name) ?? 0, sum, 0));
    this.#takeOf(table, name, cells, sum);
  }

  #takeOf(table: BackupTable, name: string, cells: readonly Cell[], sum: number): void {
    switch (table) {
      case "stack":
        return this.#takeStack(name, cells);
      case "claim": {
        const stack = String(cells[1]);
        this.#claims.set(stack, tallied(this.#claims.get(stack) ?? 0, sum, 0));
        return;
      }
      case "journal":
        if (readEntry(cells[4] as Uint8Array) === undefined)
          this.#damage.add(`an entry of the journal of stack \`${name}\` can't be read`);
        return;
      case "sealing_keys":
        this.#keys = readKeys(name) ?? null;
        if (this.#keys === null) this.#damage.add("the keys of sealed values can't be read");
        return;
      case "register":
        this.#register = Number(cells[1]);
        return;
      case "collection":
      case "log":
        return this.#takeHead(table, name, cells, sum);
      case "document": {
        const { count, tally } = this.#documents.get(name) ?? { count: 0, tally: 0 };
        this.#documents.set(name, { count: count + 1, tally: tallied(tally, sum, 0) });
        return;
      }
      case "log_entry":
        return this.#takeLogEntry(name, cells, sum);
    }
  }

  #takeStack(name: string, [, , serial, , stateSum, claimSum]: readonly Cell[]): void {
    if (Number(serial) > 0) this.#stacks += 1;
    this.#due.push(() => {
      const isWhole = (this.#states.get(name) ?? 0) === stateSum && (this.#claims.get(name) ?? 0) === claimSum;
      return isWhole ? null : `stack \`${name}\`: records, intents, outputs or claims are missing, old or too many`;
    });
  }

  #takeHead(table: "collection" | "log", name: string, cells: readonly Cell[], sum: number): void {
    this.#heads = tallied(this.#heads, sum, 0);
    this.#due.push(() => {
      const [, , size, end] = cells;
      const seen = table === "log" ? this.#logs.get(name) : this.#documents.get(name);
      const [count, last] =
        seen === undefined ? [0, 0] : "tally" in seen ? [seen.count, seen.tally] : [seen.place, seen.sum];
      return count === size && last === end ? null : `\`${name}\`: documents or entries are missing, old or too many`;
    });
  }

  #takeLogEntry(log: string, [, place, prior]: readonly Cell[], sum: number): void {
    const before = this.#logs.get(log) ?? { place: 0, sum: 0 };
    if (place !== before.place + 1 || prior !== before.sum)
      this.#damage.add(`the log \`${log}\`: what came before entry ${String(place)} is missing`);
    this.#logs.set(log, { place: Number(place), sum });
  }

  /** What all the rows that were taken come to. */
  end(): ProvedBackup {
    const count = (table: BackupTable) => this.#counts.get(table) ?? 0;
    const damage = [...this.#damage, ...this.#due.flatMap((due) => due() ?? [])];
    if ((this.#register ?? 0) !== this.#heads) damage.push("heads of collections or logs are missing, old or too many");
    if (count("sealed") > 0 && count("sealing_keys") === 0) damage.push("the keys of sealed values are missing");
    const counts = {
      stacks: this.#stacks,
      records: count("record"),
      openIntents: count("intent"),
      claims: count("claim"),
      journalEntries: count("journal"),
      plans: count("plan"),
      sealedValues: count("sealed"),
    };
    return { counts, keys: this.#keys, damage };
  }
}
