import type { LeaseHolder, LeaseOutcome, StackChange } from "../../engine/ports/store.ts";
import { demanded, readHolder } from "./stored-documents.ts";

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

/** A stack that nobody has written to. */
export function newStackHead(name: string): StackHead {
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

/** What a row of a database says of a stack; its checksum is not looked at. */
export function stackHeadOf(row: Readonly<Record<string, unknown>>): StackHead {
  const nullable = (value: unknown) => (value === null ? null : Number(value));
  return {
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
}

export function progressOf(head: StackHead | undefined): StackChange {
  return { lineage: head?.lineage ?? "", serial: head?.serial ?? 0 };
}

/** Who holds the stack, or null. Throws RowDamage. */
export function holderOf({ name, holder }: StackHead): LeaseHolder | null {
  return holder === null ? null : demanded(readHolder(holder), `who holds stack \`${name}\``);
}

/** Who asks for a stack, and when. */
export interface LeaseRequest {
  readonly holder: LeaseHolder;
  readonly now: number;
  readonly ttlMs: number;
  readonly isDead: (holder: LeaseHolder) => boolean;
  /** Makes the lineage of a stack that has none. */
  readonly lineage: () => string;
}

/** What Store.acquire answers, and the head that comes of it; the same one when nothing has changed. */
export function leased<H extends StackHead>(
  head: H,
  { holder, now, ttlMs, isDead, lineage }: LeaseRequest,
): { readonly outcome: LeaseOutcome; readonly head: H } {
  const current = holderOf(head);
  if (current !== null && head.leaseUntil !== null && head.leaseUntil > now && !isDead(current)) {
    // More than a whole lease from now can't be: clocks were set. A holder that lives renews it meanwhile.
    const leaseUntil = Math.min(head.leaseUntil, now + ttlMs);
    const outcome = { kind: "busy", holder: current, expiresAt: new Date(leaseUntil).toISOString() } as const;
    return { outcome, head: leaseUntil === head.leaseUntil ? head : { ...head, leaseUntil } };
  }
  const epoch = head.epoch + 1;
  const held = { holder: JSON.stringify(holder), leaseUntil: now + ttlMs, leaseMs: ttlMs };
  const named = head.lineage === "" ? lineage() : head.lineage;
  return { outcome: { kind: "held", epoch }, head: { ...head, ...held, lineage: named, epoch } };
}

/**
 * When a lease ends after its holder renewed it until `until`. Never earlier than before: a holder whose clock was set back
 * is still there, and beats several times in the length of a lease, so that a part of it is added at each beat.
 */
export function prolonged({ leaseUntil, leaseMs }: StackHead, until: number): number {
  const before = leaseUntil ?? 0;
  return until > before ? until : before + Math.floor((leaseMs ?? 0) / 2);
}
