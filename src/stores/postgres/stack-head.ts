import type { LeaseHolder } from "../../engine/ports/store.ts";
import { rowSum } from "../rows/checksum.ts";
import type { Row } from "./session.ts";

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
  /** Place and checksum of its newest journal row; 0 without any. */
  readonly journalSeq: number;
  readonly journalSum: number;
}

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
    journalSeq: 0,
    journalSum: 0,
  };
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
    journalSeq: Number(row["journal_seq"]),
    journalSum: Number(row["journal_sum"]),
  };
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

/** Who holds the stack, or null. */
export function holderOf({ holder }: StackHead): LeaseHolder | null {
  return holder === null ? null : (JSON.parse(holder) as LeaseHolder);
}

/**
 * When a lease ends after its holder renewed it until `until`. Never earlier than before: a holder whose clock was set back
 * is still there, and beats several times in the length of a lease, so that a part of it is added at each beat.
 */
export function prolonged({ leaseUntil, leaseMs }: StackHead, until: number): number {
  const before = leaseUntil ?? 0;
  return until > before ? until : before + Math.floor((leaseMs ?? 0) / 2);
}
