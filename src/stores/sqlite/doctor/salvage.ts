import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { SealedRow } from "../../../engine/ports/secrets.ts";
import type { StoredPlan } from "../../../engine/ports/store.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import type { Claim } from "../../../engine/state/snapshot.ts";
import type { StackContext } from "../../../engine/state/stack-context.ts";
import type { OpenIntent } from "../../../engine/state/stack-state.ts";
import { wholeClaim } from "../../rows/batch/text-rows.ts";
import { rowSum, tallied } from "../../rows/checksum.ts";
import { type JournalRow, journalRowOf } from "../../rows/journal-chain.ts";
import { bytesIn } from "../../rows/packed-text.ts";
import { readContext, readEntry, readIntent, readKeys, readObject, readRecord } from "../../rows/stored-documents.ts";
import type { Row } from "../connection/statements.ts";
import { isRegisterTable, SalvagedDocuments } from "../documents/salvaged-documents.ts";
import { wholeSealed } from "../documents/sealed-table.ts";
import { columnsInPages } from "../migrations/migrate.ts";
import { sumOf } from "../rows/journal-rows.ts";
import { claimRowOf } from "../rows/known-rows.ts";
import type { CellRow } from "../rows/page-cells.ts";
import { wholePlan } from "../rows/plan-table.ts";
import { wholeRange } from "../rows/run-ranges.ts";
import { headOf, type SqliteHead } from "../rows/stack-head.ts";
import { type StoreRow, storeRowOf } from "../rows/store-row.ts";

/** What was found of one stack's state. */
export interface SalvagedState {
  readonly records: Map<string, ResourceRecord>;
  readonly intents: Map<string, OpenIntent>;
  outputs: JsonObject | null;
  context: StackContext | null;
  /** Of all its rows; the head tells whether that is all there were. */
  tally: number;
}

interface SalvagedPlan {
  readonly stack: string;
  readonly plan: StoredPlan;
  /** Its document as the row has it. */
  readonly packed: Uint8Array;
}

/** Rows that agree with their checksums and can be read, from wherever they were found. */
export class Salvage {
  storeRow: StoreRow | null = null;
  readonly heads = new Map<string, SqliteHead>();
  /** By place and checksum: of two rows at one place, only one hangs together with the others. */
  readonly journal = new Map<string, JournalRow>();
  /** As the tables give them. */
  readonly states = new Map<string, SalvagedState>();
  /** As the newest pages hold them, leftovers included. */
  readonly statesInPages = new Map<string, SalvagedState>();
  /** Stacks of which the pages know more than the tables. */
  readonly overtaken = new Set<string>();
  readonly claims = new Map<string, Claim>();
  /** Claim keys by stack and uid, as the newest pages hold them, leftovers included. */
  readonly claimKeysInPages = new Map<string, string>();
  readonly claimTallies = new Map<string, number>();
  readonly planTallies = new Map<string, number>();
  readonly runTallies = new Map<string, number>();
  readonly plans = new Map<string, SalvagedPlan>();
  readonly sealed = new Map<string, SealedRow>();
  /** Text of the wrapped keys. */
  keys: string | null = null;
  readonly register = new SalvagedDocuments();
  readonly #rejected = new Map<string, string>();
  #columns: ReturnType<typeof columnsInPages> | undefined;

  /** Takes a row as a table gives it. False when it disagrees with its checksum or can't be read. */
  take(table: string, row: Row): boolean {
    if (isRegisterTable(table)) return this.register.inTables.take(table, row);
    switch (table) {
      case "store":
        return this.#takeStore(row);
      case "stack":
        return this.#takeHead(row);
      case "journal":
        return this.#takeJournal(row);
      case "record":
      case "intent":
      case "outputs":
      case "context":
        return this.#takeState(table, row, this.states);
      case "claim":
        return this.#takeClaim(row);
      default:
        return this.#takeAside(table, row);
    }
  }

  /**
   * Takes a row that was found in a page. Of a newest page all of it; of an older one what can't be confused with what
   * has been replaced or removed since: what only ever comes, and the newest of what counts up.
   */
  takeCells(cells: CellRow, isNewest: boolean): void {
    this.#columns ??= columnsInPages();
    for (const [table, columns] of this.#columns) {
      // Ranges of runs follow from the journal.
      if (cells.length !== columns.length || table === "run") continue;
      const row = Object.fromEntries(columns.map((column, index) => [column, cells[index]]));
      if (isRegisterTable(table)) this.register.takeFromPage(table, row, isNewest);
      else if (table === "claim") {
        if (isNewest) this.#takeClaimKey(row);
      } else if (!isStateTable(table)) this.take(table, row);
      else if (isNewest) this.#takeState(table, row, this.statesInPages);
    }
  }

  /** Notes a row of a table that disagrees with its checksum. */
  reject(table: string, row: Row): void {
    if (table === "plan")
      this.#rejected.set(nameOfPlan(row), `Plan ${String(row["digest"])} of stack \`${String(row["stack"])}\`.`);
    if (table === "sealed")
      this.#rejected.set(String(row["id"]), `Sealed value ${String(row["id"])}: what reads it fails.`);
  }

  /** Notes that a part of a table can't be read. */
  rejectRest(table: string): void {
    if (table !== "plan" && table !== "sealed") return;
    const what = table === "plan" ? "Saved plans" : "Sealed values";
    this.#rejected.set(table, `${what} on pages that can't be read, if there were any beyond those kept.`);
  }

  /** Rejected rows that were found nowhere else and follow from nothing else, one sentence each. */
  lost(): readonly string[] {
    return [...this.#rejected].flatMap(([name, what]) => (this.plans.has(name) || this.sealed.has(name) ? [] : [what]));
  }

  #takeStore(row: Row): boolean {
    const read = storeRowOf(row);
    if (read === "damaged") return false;
    if (this.storeRow === null || read.commits > this.storeRow.commits) this.storeRow = read;
    return true;
  }

  #takeHead(row: Row): boolean {
    const head = headOf(row);
    if (head === "damaged") return false;
    const known = this.heads.get(head.name);
    const isNewer =
      known === undefined || head.epoch > known.epoch || (head.epoch === known.epoch && head.serial > known.serial);
    if (isNewer && known !== undefined) this.overtaken.add(head.name);
    if (isNewer) this.heads.set(head.name, head);
    return true;
  }

  #takeJournal(row: Row): boolean {
    const read = journalRowOf(row);
    if (sumOf(read) !== read.sum || readEntry(read.entry) === undefined) return false;
    this.journal.set(`${read.seq} ${read.sum}`, read);
    return true;
  }

  #takeState(table: StateTable, row: Row, states: Map<string, SalvagedState>): boolean {
    const stack = String(row["stack"]);
    const key = String(row["key"]);
    const body = String(row["body"]);
    const handle = row["handle"] === null ? null : String(row["handle"]);
    const sum =
      table === "record"
        ? rowSum(table, stack, key, body)
        : table === "intent"
          ? rowSum(table, stack, key, body, handle)
          : rowSum(table, stack, body);
    if (sum !== row["sum"]) return false;
    const state = stateIn(states, stack);
    if (!keepState(state, table, { key, body, handle })) return false;
    state.tally = tallied(state.tally, sum, 0);
    return true;
  }

  #takeClaimKey(row: Row): void {
    const claim = wholeClaim(claimRowOf(row));
    if (claim !== undefined) this.claimKeysInPages.set(`${claim.stack} ${claim.uid}`, claim.claimKey);
  }

  #takeClaim(row: Row): boolean {
    const claim = wholeClaim(claimRowOf(row));
    if (claim === undefined) return false;
    this.claims.set(claim.claimKey, claim);
    count(this.claimTallies, claim.stack, row);
    return true;
  }

  #takeAside(table: string, row: Row): boolean {
    if (table === "run") {
      const range = wholeRange(row);
      if (range !== undefined) count(this.runTallies, range.stack, row);
      return range !== undefined;
    }
    if (table === "plan") {
      const plan = wholePlan(row);
      const stack = String(row["stack"]);
      if (plan !== undefined) {
        this.plans.set(nameOfPlan(row), { stack, plan, packed: bytesIn(row["document"]) });
        count(this.planTallies, stack, row);
      }
      return plan !== undefined;
    }
    if (table === "sealed") {
      const read = wholeSealed(row);
      if (read !== undefined) this.sealed.set(read.id, read);
      return read !== undefined;
    }
    const body = String(row["body"]);
    if (rowSum("sealing_keys", body) !== row["sum"] || readKeys(body) === undefined) return false;
    if (this.keys === null || versionOf(body) > versionOf(this.keys)) this.keys = body;
    return true;
  }
}

type StateTable = "record" | "intent" | "outputs" | "context";

function isStateTable(table: string): table is StateTable {
  return table === "record" || table === "intent" || table === "outputs" || table === "context";
}

/** A stack's state of which nothing was found. */
export function noState(): SalvagedState {
  return { records: new Map(), intents: new Map(), outputs: null, context: null, tally: 0 };
}

function stateIn(states: Map<string, SalvagedState>, stack: string): SalvagedState {
  const known = states.get(stack);
  if (known !== undefined) return known;
  const made = noState();
  states.set(stack, made);
  return made;
}

/** Keeps what a row says; false when it can't be read. */
function keepState(
  state: SalvagedState,
  table: StateTable,
  { key, body, handle }: { readonly key: string; readonly body: string; readonly handle: string | null },
): boolean {
  if (table === "record") {
    const record = readRecord(body);
    if (record !== undefined) state.records.set(key, record);
    return record !== undefined;
  }
  if (table === "intent") {
    const intent = readIntent(body);
    if (intent !== undefined) state.intents.set(key, { intent, operationName: handle });
    return intent !== undefined;
  }
  if (table === "context") {
    const context = readContext(body);
    if (context !== undefined) state.context = context;
    return context !== undefined;
  }
  const outputs = readObject(body);
  if (outputs !== undefined) state.outputs = outputs;
  return outputs !== undefined;
}

function count(tallies: Map<string, number>, stack: string, row: Row): void {
  tallies.set(stack, tallied(tallies.get(stack) ?? 0, Number(row["sum"]), 0));
}

function nameOfPlan(row: Row): string {
  return `${String(row["stack"])} ${String(row["digest"])}`;
}

function versionOf(keys: string): number {
  return readKeys(keys)?.current ?? 0;
}
