import { rowSum } from "../rows/checksum.ts";
import { newStackHead, type StackHead, stackHeadOf } from "../rows/stack-head.ts";
import { readHolder } from "../rows/stored-documents.ts";
import type { Row, Statements } from "./statements.ts";
import { readStoreRow } from "./store-row.ts";

/** The row of a stack, with what only the file keeps. */
export interface SqliteHead extends StackHead {
  /** Tally of its saved plans. */
  readonly planSum: number;
  /** Tally of the rows that tell where its runs stand in the journal. */
  readonly runSum: number;
}

const columns =
  "name, lineage, serial, epoch, holder, lease_until, lease_ms, cancel_epoch, state_sum, claim_sum, plan_sum, run_sum, journal_seq, journal_sum, sum";

/** A stack that nobody has written to. */
export function newHead(name: string): SqliteHead {
  return { ...newStackHead(name), planSum: 0, runSum: 0 };
}

/** The head of a stack: undefined when it has none, `damaged` when it does not agree with its checksum. */
export function readHead(statements: Statements, stack: string): SqliteHead | "damaged" | undefined {
  const row = statements.get(`SELECT ${columns} FROM stack WHERE name = ?`, stack);
  return row === undefined ? undefined : headOf(row);
}

/** The heads of all stacks, by name. */
export function readHeads(statements: Statements): readonly (SqliteHead | "damaged")[] {
  return statements.all(`SELECT ${columns} FROM stack ORDER BY name`).map(headOf);
}

/**
 * Names of all stacks that were written to, sorted. One whose head is damaged is among them: whoever reads it is told. Undefined
 * where that may be the name itself, since no journal has it.
 */
export function readStackNames(statements: Statements): readonly string[] | undefined {
  const names: string[] = [];
  for (const row of statements.all(`SELECT ${columns} FROM stack ORDER BY name`)) {
    const head = headOf(row);
    const name = String(row["name"]);
    if (head === "damaged" && statements.get("SELECT 1 FROM journal WHERE stack = ? LIMIT 1", name) === undefined)
      return undefined;
    if (head === "damaged" || head.serial > 0) names.push(name);
  }
  return names;
}

/** Whether fewer heads are there, or more, than the store has had. */
export function lacksHeads(statements: Statements): boolean {
  const row = readStoreRow(statements);
  return row === "damaged" || row.stacks !== readHeads(statements).length;
}

/** What is wrong with the heads as a whole, so that one which is not there may be lost; undefined when all are there. */
export function lostHeads(statements: Statements): string | undefined {
  if (lacksHeads(statements)) return "heads of stacks are missing";
  const heads = readHeads(statements);
  // One that is there under another name is missing under its own.
  return heads.includes("damaged") ? "the head of a stack disagrees with its checksum" : undefined;
}

export function writeHead(statements: Statements, head: SqliteHead): void {
  statements.run(
    `INSERT INTO stack (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
      lineage = excluded.lineage, serial = excluded.serial, epoch = excluded.epoch, holder = excluded.holder,
      lease_until = excluded.lease_until, lease_ms = excluded.lease_ms, cancel_epoch = excluded.cancel_epoch, state_sum = excluded.state_sum,
      claim_sum = excluded.claim_sum, plan_sum = excluded.plan_sum, run_sum = excluded.run_sum, journal_seq = excluded.journal_seq, journal_sum = excluded.journal_sum,
      sum = excluded.sum`,
    ...cells(head),
    rowSum("stack", ...cells(head)),
  );
}

/** The head in a row, or `damaged` when it disagrees with its checksum or can't be read. */
export function headOf(row: Row): SqliteHead | "damaged" {
  const head = { ...stackHeadOf(row), planSum: Number(row["plan_sum"]), runSum: Number(row["run_sum"]) };
  const isRead = head.holder === null || readHolder(head.holder) !== undefined;
  return isRead && rowSum("stack", ...cells(head)) === row["sum"] ? head : "damaged";
}

function cells(head: SqliteHead): readonly (string | number | null)[] {
  return [
    head.name,
    head.lineage,
    head.serial,
    head.epoch,
    head.holder,
    head.leaseUntil,
    head.leaseMs,
    head.cancelEpoch,
    head.stateSum,
    head.claimSum,
    head.planSum,
    head.runSum,
    head.journalSeq,
    head.journalSum,
  ];
}
