import { rowSum } from "../rows/checksum.ts";
import { type StackHead, stackHeadOf } from "../rows/stack-head.ts";
import type { Row } from "./session.ts";

/** The columns of a head, in the order of its cells; the checksum comes last. */
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
] as const;

/** The head in a row, or `damaged` when it disagrees with its checksum. */
export function headOf(row: Row): StackHead | "damaged" {
  const head = stackHeadOf(row);
  return headCells(head).at(-1) === row["sum"] ? head : "damaged";
}

/** The cells of a head in the order of its columns, its checksum last. */
export function headCells(head: StackHead): readonly (string | number | null)[] {
  const cells = [
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
  return [...cells, rowSum("stack", ...cells)];
}
