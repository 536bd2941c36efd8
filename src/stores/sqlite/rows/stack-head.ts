import { briefText, headSum, newStackHead, type StackHead, stackHeadOf } from "../../rows/stack-head.ts";
import { readHolder } from "../../rows/stored-documents.ts";
import type { Row } from "../connection/statements.ts";

/** The row of a stack, with what only the file keeps. */
export interface SqliteHead extends StackHead {
  /** Tally of its saved plans. */
  readonly planSum: number;
  /** Tally of the rows that tell where its runs stand in the journal. */
  readonly runSum: number;
}

/** The columns of a head, in the order of its cells. */
export const headColumns = [
  ...["name", "lineage", "serial", "epoch", "holder", "lease_until", "lease_ms", "cancel_epoch"],
  ...["state_sum", "claim_sum", "plan_sum", "run_sum", "journal_seq", "journal_sum", "sum", "brief"],
];

/** A stack that was never written to. */
export function newHead(name: string): SqliteHead {
  return { ...newStackHead(name), planSum: 0, runSum: 0 };
}

/** The head in a row, or `damaged` when it disagrees with its checksum or can't be read. */
export function headOf(row: Row): SqliteHead | "damaged" {
  const head = { ...stackHeadOf(row), planSum: Number(row["plan_sum"]), runSum: Number(row["run_sum"]) };
  const isRead = head.holder === null || readHolder(head.holder) !== undefined;
  return isRead && headSum(cellsOf(head), briefText(head)) === row["sum"] ? head : "damaged";
}

/** The cells of a head in the order of its columns. */
export function headCells(head: SqliteHead): readonly (string | number | null)[] {
  const [row, brief] = [cellsOf(head), briefText(head)];
  return [...row, headSum(row, brief), brief];
}

function cellsOf(head: SqliteHead): readonly (string | number | null)[] {
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
