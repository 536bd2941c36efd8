import { rowSum } from "../rows/checksum.ts";
import type { Row, Statements } from "./statements.ts";

/** The row of a stack: its lease, how far it has come, and the tallies that its other rows must come to. */
export interface StackHead {
  readonly name: string;
  readonly lineage: string;
  readonly serial: number;
  readonly epoch: number;
  /** JSON of who holds it, or null. */
  readonly holder: string | null;
  readonly leaseUntil: number | null;
  readonly leaseMs: number | null;
  /** The epoch whose holder was asked to stop, or null. */
  readonly cancelEpoch: number | null;
  /** Tally of its records, intents and outputs. */
  readonly stateSum: number;
  /** Tally of its claims. */
  readonly claimSum: number;
  /** Tally of its saved plans. */
  readonly planSum: number;
  /** Tally of the rows that tell where its runs stand in the journal. */
  readonly runSum: number;
  /** Place and checksum of its newest journal row; 0 without any. */
  readonly journalSeq: number;
  readonly journalSum: number;
}

const columns =
  "name, lineage, serial, epoch, holder, lease_until, lease_ms, cancel_epoch, state_sum, claim_sum, plan_sum, run_sum, journal_seq, journal_sum, sum";

/** A stack that nobody has written to. */
export function newHead(name: string): StackHead {
  return {
    name,
    lineage: "",
    serial: 0,
    epoch: 0,
    holder: null,
    leaseUntil: null,
    leaseMs: null,
    cancelEpoch: null,
    stateSum: 0,
    claimSum: 0,
    planSum: 0,
    runSum: 0,
    journalSeq: 0,
    journalSum: 0,
  };
}

/** The head of a stack: undefined when it has none, `damaged` when it does not agree with its checksum. */
export function readHead(statements: Statements, stack: string): StackHead | "damaged" | undefined {
  const row = statements.get(`SELECT ${columns} FROM stack WHERE name = ?`, stack);
  return row === undefined ? undefined : headOf(row);
}

export function writeHead(statements: Statements, head: StackHead): void {
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

/** The head in a row, or `damaged` when it disagrees with its checksum. */
export function headOf(row: Row): StackHead | "damaged" {
  const nullable = (value: unknown) => (value === null ? null : Number(value));
  const head: StackHead = {
    name: String(row["name"]),
    lineage: String(row["lineage"]),
    serial: Number(row["serial"]),
    epoch: Number(row["epoch"]),
    holder: row["holder"] === null ? null : String(row["holder"]),
    leaseUntil: nullable(row["lease_until"]),
    leaseMs: nullable(row["lease_ms"]),
    cancelEpoch: nullable(row["cancel_epoch"]),
    stateSum: Number(row["state_sum"]),
    claimSum: Number(row["claim_sum"]),
    planSum: Number(row["plan_sum"]),
    runSum: Number(row["run_sum"]),
    journalSeq: Number(row["journal_seq"]),
    journalSum: Number(row["journal_sum"]),
  };
  return rowSum("stack", ...cells(head)) === row["sum"] ? head : "damaged";
}

function cells(head: StackHead): readonly (string | number | null)[] {
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
