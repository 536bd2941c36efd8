import { briefText, headSum, type StackHead, stackHeadOf } from "../../rows/stack-head.ts";
import type { Row } from "../connection/session.ts";

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
  return headEnd(head).sum === row["sum"] ? head : "damaged";
}

/** The cells of a head in the order of its columns. */
export function headCells(head: StackHead): readonly (string | number | null)[] {
  const { sum, brief } = headEnd(head);
  return [...cellsOf(head), sum, brief];
}

/** The checksum and the brief of a head, as its row has them. */
export function headEnd(head: StackHead): { readonly sum: number; readonly brief: string | null } {
  const brief = briefText(head);
  return { sum: headSum(cellsOf(head), brief), brief };
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
