import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { InParts } from "../../../../packages/base/turns.ts";
import type { Intent } from "../../../engine/state/journal.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import type { Claim } from "../../../engine/state/snapshot.ts";
import { noContext, type StackContext } from "../../../engine/state/stack-context.ts";
import { assembleState, type OpenIntent, type StackState, type StateRows } from "../../../engine/state/stack-state.ts";
import { rowSum, tallied } from "../../rows/checksum.ts";
import type { DocumentWriter } from "../../rows/document-writer.ts";
import { RowDamage } from "../../rows/row-damage.ts";
import { readContext, readIntent, readObject, readRecord } from "../../rows/stored-documents.ts";
import type { Row, Statements } from "../connection/statements.ts";
import { pagedRows } from "./paged-rows.ts";
import type { SqliteHead } from "./stack-head.ts";

/** Thrown inside a batch to undo it when a claim is taken. */
export class ClaimTaken extends Error {
  readonly claim: Claim;
  constructor(claim: Claim) {
    super("claim taken");
    this.claim = claim;
  }
}

/** What the rows of a stack come to after changes. */
export interface Tallies {
  stateSum: number;
  claimSum: number;
  /** How many records there are. */
  records: number;
}

/** The rows of one stack under change; the tallies follow every change. Its methods throw RowDamage. */
export class ChangingRows implements StateRows {
  readonly #statements: Statements;
  readonly #stack: string;
  readonly #tallies: Tallies;
  readonly #write: DocumentWriter;

  constructor(statements: Statements, stack: string, tallies: Tallies, write: DocumentWriter = JSON.stringify) {
    this.#statements = statements;
    this.#stack = stack;
    this.#tallies = tallies;
    this.#write = write;
  }

  putRecord(key: string, record: ResourceRecord): void {
    const body = this.#write(record);
    const sum = rowSum("record", this.#stack, key, body);
    const came = this.#statements.run(
      "INSERT INTO record (stack, key, body, sum) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
      ...[this.#stack, key, body, sum],
    );
    if (came > 0) {
      this.#tallies.records += 1;
      return this.#tallyState(sum, 0);
    }
    this.#tallyState(sum, this.#sumOf("record", key));
    this.#statements.run(
      "UPDATE record SET body = ?, sum = ? WHERE stack = ? AND key = ?",
      body,
      sum,
      this.#stack,
      key,
    );
  }

  removeRecord(key: string): void {
    const gone = this.#remove("record", key);
    if (gone !== undefined) this.#tallies.records -= 1;
    this.#tallyState(0, gone?.["sum"]);
  }

  putIntent(key: string, intent: Intent): void {
    const body = this.#write(intent);
    const sum = rowSum("intent", this.#stack, key, body, null);
    this.#statements.run(
      "INSERT INTO intent (stack, key, body, sum) VALUES (?, ?, ?, ?)",
      ...[this.#stack, key, body, sum],
    );
    this.#tallyState(sum, 0);
  }

  setHandle(key: string, url: string): void {
    const row = this.#statements.get(
      "SELECT body, handle, sum FROM intent WHERE stack = ? AND key = ?",
      ...[this.#stack, key],
    );
    if (row === undefined) return;
    const body = String(row["body"]);
    const former = row["handle"] === null ? null : String(row["handle"]);
    // The body goes on under the new checksum: it must be the one that was written.
    if (rowSum("intent", this.#stack, key, body, former) !== row["sum"]) {
      throw new RowDamage(`the intent ${key} of stack \`${this.#stack}\` disagrees with its checksum`);
    }
    const sum = rowSum("intent", this.#stack, key, body, url);
    this.#statements.run(
      "UPDATE intent SET handle = ?, sum = ? WHERE stack = ? AND key = ?",
      url,
      sum,
      this.#stack,
      key,
    );
    this.#tallyState(sum, row["sum"]);
  }

  removeIntent(key: string): void {
    this.#tallyState(0, this.#remove("intent", key)?.["sum"]);
  }

  putClaim(claimKey: string, uid: string, address: string): void {
    const sum = rowSum("claim", claimKey, this.#stack, uid, address);
    const came = this.#statements.run(
      "INSERT INTO claim (claim_key, stack, uid, address, sum) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
      ...[claimKey, this.#stack, uid, address, sum],
    );
    if (came > 0) return this.#tallyClaims(sum, 0);
    const row = this.#statements.get("SELECT stack, uid, address, sum FROM claim WHERE claim_key = ?", claimKey) ?? {};
    if (wholeClaim(claimKey, row) === null) throw new RowDamage(`the claim ${claimKey} disagrees with its checksum`);
    if (row["uid"] !== uid || row["stack"] !== this.#stack) throw new ClaimTaken(claimOf(claimKey, row));
    if (row["address"] === address) return;
    this.#statements.run("UPDATE claim SET address = ?, sum = ? WHERE claim_key = ?", address, sum, claimKey);
    this.#tallyClaims(sum, row["sum"]);
  }

  removeClaim(claimKey: string, uid: string): void {
    const gone = this.#statements.get(
      "DELETE FROM claim WHERE claim_key = ? AND uid = ? AND stack = ? RETURNING sum",
      ...[claimKey, uid, this.#stack],
    );
    this.#tallyClaims(0, gone?.["sum"]);
  }

  setOutputs(outputs: JsonObject): void {
    this.#putOnly("outputs", JSON.stringify(outputs));
  }

  setContext(context: StackContext): void {
    this.#putOnly("context", JSON.stringify(context));
  }

  /** Writes the one row that a stack has in a table. */
  #putOnly(table: "outputs" | "context", body: string): void {
    const sum = rowSum(table, this.#stack, body);
    this.#tallyState(sum, this.#statements.get(`SELECT sum FROM ${table} WHERE stack = ?`, this.#stack)?.["sum"]);
    this.#statements.run(
      `INSERT INTO ${table} (stack, body, sum) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET body = excluded.body, sum = excluded.sum`,
      ...[this.#stack, body, sum],
    );
  }

  #sumOf(table: "record" | "intent", key: string): unknown {
    return this.#statements.get(`SELECT sum FROM ${table} WHERE stack = ? AND key = ?`, this.#stack, key)?.["sum"];
  }

  #remove(table: "record" | "intent", key: string): Row | undefined {
    return this.#statements.get(`DELETE FROM ${table} WHERE stack = ? AND key = ? RETURNING sum`, this.#stack, key);
  }

  #tallyState(came: number, went: unknown): void {
    this.#tallies.stateSum = tallied(this.#tallies.stateSum, came, Number(went ?? 0));
  }

  #tallyClaims(came: number, went: unknown): void {
    this.#tallies.claimSum = tallied(this.#tallies.claimSum, came, Number(went ?? 0));
  }
}

/** How many records a stack has, by a look at all of them. */
export function countRecords(statements: Statements, stack: string): number {
  return Number(statements.get("SELECT count(*) AS records FROM record WHERE stack = ?", stack)?.["records"]);
}

/** Rows of one kind that were read: what they hold, and what is wrong with some of them. */
export interface StateReading {
  readonly records: readonly { readonly key: string; readonly record: ResourceRecord }[];
  readonly intents: readonly { readonly key: string; readonly open: OpenIntent }[];
  readonly outputs: JsonObject;
  readonly context: StackContext;
  readonly tally: number;
  /** One sentence part per damaged row. */
  readonly damage: readonly string[];
}

/** All rows that a stack has in a table, by their keys. */
export function rowsByKey(
  statements: Statements,
  table: "record" | "intent",
  columns: string,
  stack: string,
): Iterable<Row> {
  const sql = `SELECT ${columns} FROM ${table} WHERE stack = ? AND key > ? ORDER BY key LIMIT ?`;
  const keyOf = (row: Row | undefined) => String(row?.["key"] ?? "");
  return pagedRows((after, limit) => statements.all(sql, stack, keyOf(after), limit), keyOf);
}

/** All claims of a stack, by their addresses, which the index has them by. */
export function claimRows(statements: Statements, stack: string): Iterable<Row> {
  const sql = `SELECT claim_key, stack, uid, address, sum FROM claim
    WHERE stack = ? AND (address, claim_key) > (?, ?) ORDER BY address, claim_key LIMIT ?`;
  const keyOf = (row: Row | undefined) => String(row?.["claim_key"] ?? "");
  return pagedRows(
    (after, limit) => statements.all(sql, stack, String(after?.["address"] ?? ""), keyOf(after), limit),
    keyOf,
  );
}

/** Reads all rows of a stack's state. Rows that disagree with their checksum are left out and told. In parts. */
export function* stateRowsInParts(statements: Statements, stack: string): InParts<StateReading> {
  const damage: string[] = [];
  let tally = 0;
  const isWhole = (row: Row, sum: number, what: string) => {
    if (row["sum"] !== sum) {
      damage.push(`${what} of stack \`${stack}\` disagrees with its checksum`);
      return false;
    }
    tally = tallied(tally, sum, 0);
    return true;
  };
  const isRead = <T>(document: T | undefined, what: string): document is T => {
    if (document === undefined) damage.push(`${what} of stack \`${stack}\` can't be read`);
    return document !== undefined;
  };
  const records: { key: string; record: ResourceRecord }[] = [];
  for (const row of rowsByKey(statements, "record", "key, body, sum", stack)) {
    yield;
    const key = String(row["key"]);
    const body = String(row["body"]);
    if (!isWhole(row, rowSum("record", stack, key, body), `the record ${key}`)) continue;
    const record = readRecord(body);
    if (isRead(record, `the record ${key}`)) records.push({ key, record });
  }
  const intents: { key: string; open: OpenIntent }[] = [];
  for (const row of rowsByKey(statements, "intent", "key, body, handle, sum", stack)) {
    yield;
    const key = String(row["key"]);
    const body = String(row["body"]);
    const handle = row["handle"] === null ? null : String(row["handle"]);
    if (!isWhole(row, rowSum("intent", stack, key, body, handle), `the intent ${key}`)) continue;
    const intent = readIntent(body);
    if (isRead(intent, `the intent ${key}`)) intents.push({ key, open: { intent, handle } });
  }
  const only = <T>(table: "outputs" | "context", reading: (text: string) => T | undefined): T | undefined => {
    const row = statements.get(`SELECT body, sum FROM ${table} WHERE stack = ?`, stack);
    if (row === undefined) return undefined;
    const body = String(row["body"]);
    if (!isWhole(row, rowSum(table, stack, body), `the row of the ${table}`)) return undefined;
    const read = reading(body);
    return isRead(read, `the row of the ${table}`) ? read : undefined;
  };
  const outputs = only("outputs", readObject) ?? {};
  const context = only("context", readContext) ?? noContext;
  return { records, intents, outputs, context, tally, damage };
}

/** The state that the rows come to under their head. */
export function stateOf(head: SqliteHead, { records, intents, outputs, context }: StateReading): StackState {
  return assembleState(
    { lineage: head.lineage, serial: head.serial, outputs, context },
    records.map(({ record }) => record),
    intents.map(({ open }) => open),
  );
}

/** The claims of a stack. */
export interface ClaimReading {
  readonly claims: readonly Claim[];
  readonly tally: number;
  /** One sentence part per damaged row. */
  readonly damage: readonly string[];
}

/** Tally and damage of the claims of a stack, in parts. */
export function* claimRowsInParts(statements: Statements, stack: string): InParts<ClaimReading> {
  const damage: string[] = [];
  const claims: Claim[] = [];
  let tally = 0;
  for (const row of claimRows(statements, stack)) {
    yield;
    const claim = wholeClaim(String(row["claim_key"]), row);
    if (claim === null) {
      damage.push(`the claim ${String(row["claim_key"])} of stack \`${stack}\` disagrees with its checksum`);
      continue;
    }
    claims.push(claim);
    tally = tallied(tally, Number(row["sum"]), 0);
  }
  return { claims, tally, damage };
}

/** The claim in a row, or null when it disagrees with its checksum. */
export function wholeClaim(claimKey: string, row: Row): Claim | null {
  const claim = claimOf(claimKey, row);
  return rowSum("claim", claimKey, claim.stack, claim.uid, claim.address) === row["sum"] ? claim : null;
}

function claimOf(claimKey: string, row: Row): Claim {
  return {
    claimKey,
    stack: String(row["stack"]),
    uid: String(row["uid"]),
    address: String(row["address"]),
  };
}
