import { briefText, headSum, newStackHead, type StackHead, stackHeadOf } from "../../rows/stack-head.ts";
import { readHolder } from "../../rows/stored-documents.ts";
import type { Row, Statements } from "../connection/statements.ts";

/** The row of a stack, with what only the file keeps. */
export interface SqliteHead extends StackHead {
  /** Tally of its saved plans. */
  readonly planSum: number;
  /** Tally of the rows that tell where its runs stand in the journal. */
  readonly runSum: number;
}

const columns = [
  ...["name", "lineage", "serial", "epoch", "holder", "lease_until", "lease_ms", "cancel_epoch"],
  ...["state_sum", "claim_sum", "plan_sum", "run_sum", "journal_seq", "journal_sum", "sum", "brief"],
];
const listed = columns.join(", ");
const insert = `INSERT INTO stack (${listed}) VALUES (${columns.map(() => "?").join(", ")})
  ON CONFLICT DO UPDATE SET ${columns
    .slice(1)
    .map((name) => `${name} = excluded.${name}`)
    .join(", ")}`;

/** A stack that nobody has written to. */
export function newHead(name: string): SqliteHead {
  return { ...newStackHead(name), planSum: 0, runSum: 0 };
}

/** The head of a stack: undefined when it has none, `damaged` when it does not agree with its checksum. */
export function readHead(statements: Statements, stack: string): SqliteHead | "damaged" | undefined {
  const row = statements.get(`SELECT ${listed} FROM stack WHERE name = ?`, stack);
  return row === undefined ? undefined : headOf(row);
}

/** The heads of all stacks, by name. */
export function readHeads(statements: Statements): readonly (SqliteHead | "damaged")[] {
  return statements.all(`SELECT ${listed} FROM stack ORDER BY name`).map(headOf);
}

export function writeHead(statements: Statements, head: SqliteHead): void {
  const [row, brief] = [cells(head), briefText(head)];
  statements.run(insert, ...row, headSum(row, brief), brief);
}

/** The head in a row, or `damaged` when it disagrees with its checksum or can't be read. */
export function headOf(row: Row): SqliteHead | "damaged" {
  const head = { ...stackHeadOf(row), planSum: Number(row["plan_sum"]), runSum: Number(row["run_sum"]) };
  const isRead = head.holder === null || readHolder(head.holder) !== undefined;
  return isRead && headSum(cells(head), briefText(head)) === row["sum"] ? head : "damaged";
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
