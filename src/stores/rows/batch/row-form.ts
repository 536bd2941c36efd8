import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { Intent } from "../../../engine/state/journal.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import type { Claim } from "../../../engine/state/snapshot.ts";
import type { StackContext } from "../../../engine/state/stack-context.ts";
import type { EntryPart } from "../entry-parts.ts";
import type { Bodies, BodyRow, ClaimRow, IntentRow } from "./known-rows.ts";

/** How a store writes down what a batch comes to. It may throw what is wrong with one caller's entries. */
export interface RowForm<B extends Bodies> {
  record(key: string, record: ResourceRecord): BodyRow<B["record"]>;
  intent(key: string, intent: Intent): IntentRow<B["intent"]>;
  /**
   * The row of an intent that becomes known with the operation it started. Throws RowDamage where the row is not as it
   * was written: a new checksum heals no damage.
   */
  withHandle(key: string, row: IntentRow<B["intent"]>, url: string): IntentRow<B["intent"]>;
  outputs(outputs: JsonObject): BodyRow<B["outputs"]>;
  context(context: StackContext): BodyRow<B["context"]>;
  claim(claim: Claim): ClaimRow;
  /** The claim in a row that stands. Throws RowDamage where the row is not as it was written. */
  claimIn(row: ClaimRow): Claim;
  readonly journal: JournalRows;
}

/** The rows that come to a journal. Changes in parts. */
export interface JournalRows {
  /** Adds an entry, or a part of one. */
  add(part: EntryPart, serial: number): void;
  /** Ends a part: it stays. */
  keep(): void;
  /** Ends a part: it was nothing. */
  takeBack(): void;
}
