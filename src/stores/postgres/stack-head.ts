import { rowSum } from "../rows/checksum.ts";
import { briefCells, type StackHead, stackHeadOf } from "../rows/stack-head.ts";
import type { Row } from "./session.ts";

/** The columns of a head, in the order of its cells. */
export const headColumns = [
  "name",
  "lineage",
  "serial",
  "epoch",
  "holder",
  "lease_until",
  "lease_ms",
  "cancel_epoch",
  "state_sum",
  "claim_sum",
  "journal_seq",
  "journal_sum",
  "sum",
  "brief",
] as const;

/** The head in a row, or `damaged` when it disagrees with its checksum. */
export function headOf(row: Row): StackHead | "damaged" {
  const head = stackHeadOf(row);
  return headSum(head) === row["sum"] ? head : "damaged";
}

/** The cells of a head in the order of its columns. */
export function headCells(head: StackHead): readonly (string | number | null)[] {
  return [...cellsOf(head), headSum(head), briefCells(head)[0] ?? null];
}

function headSum(head: StackHead): number {
  return rowSum("stack", ...cellsOf(head), ...briefCells(head));
}

function cellsOf(head: StackHead): readonly (string | number | null)[] {
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
    head.journalSeq,
    head.journalSum,
  ];
}
