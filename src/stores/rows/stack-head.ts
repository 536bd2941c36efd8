import type { Lease, LeaseHolder, LeaseOutcome, StackBrief, StackChange } from "../../engine/ports/store.ts";
import type { StackState } from "../../engine/state/stack-state.ts";
import { rowSum } from "./checksum.ts";
import { isFree, movedOn, type TakeOverConditions } from "./lease.ts";
import { demanded, readBrief, readHolder } from "./stored-documents.ts";

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
  /** Null where it is not kept. */
  readonly brief: StackBrief | null;
}

/** A stack that was never written to. */
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
    brief: { records: 0, latestRun: null },
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
    brief: typeof row["brief"] === "string" ? (readBrief(row["brief"]) ?? null) : null,
  };
}

/** The brief of a head as its row has it. */
export function briefText({ brief }: StackHead): string | null {
  return brief === null ? null : JSON.stringify(brief);
}

type Cells = readonly (string | number | null)[];

/** The checksum of a head: of a brief it knows only where there is one, as it was before there were any. */
export function headSum(cells: Cells, brief: string | null): number {
  return rowSum("stack", ...cells, ...(brief === null ? [] : [brief]));
}

/** How far a stack has come, and what is kept of it beside its rows. */
export function briefOf(head: StackHead | undefined): StackChange & { readonly brief: StackBrief | null } {
  return { ...progressOf(head), brief: head === undefined ? newStackHead("").brief : head.brief };
}

/** How far a stack has come, and up to where its journal was pruned. */
export function reachOf(head: StackHead | undefined): StackChange & Pick<StackBrief, "prunedTo"> {
  const prunedTo = head?.brief?.prunedTo;
  return { ...progressOf(head), ...(prunedTo === undefined ? {} : { prunedTo }) };
}

/** The serial after which a journal is read: what was pruned counts as one batch, the checkpoint. */
export function readFrom(serial: number, { prunedTo = 0 }: Pick<StackBrief, "prunedTo">): number {
  return serial < prunedTo ? prunedTo - 1 : serial;
}

/** For the state of a stack that was restored from a backup. */
export function restoredIn({ brief }: StackHead): Pick<StackState, "restored"> {
  const restored = brief?.restored;
  if (restored === undefined) return {};
  const { at, madeAt, latestRun } = restored;
  return { restored: { at, madeAt, latestRun } };
}

export function progressOf(head: StackHead | undefined): StackChange {
  return { lineage: head?.lineage ?? "", serial: head?.serial ?? 0 };
}

/** The lineages of the stacks that were ever written to, by name. */
export function lineagesOf(
  heads: readonly Pick<StackHead, "name" | "lineage" | "serial">[],
): ReadonlyMap<string, string> {
  return new Map(heads.flatMap(({ name, lineage, serial }) => (serial > 0 ? [[name, lineage] as const] : [])));
}

/** Who holds the stack, or null. Throws RowDamage. */
function holderOf({ name, holder }: StackHead): LeaseHolder | null {
  return holder === null ? null : demanded(readHolder(holder), `who holds stack \`${name}\``);
}

/** Under which lease the stack is held, or null. Throws RowDamage. */
export function leaseOf(head: StackHead): Lease | null {
  const holder = holderOf(head);
  if (holder === null || head.leaseUntil === null) return null;
  return { holder, epoch: head.epoch, until: head.leaseUntil, lengthMs: head.leaseMs ?? 0 };
}

/** Whether the stack is held under the epoch. */
export function isHeldUnder(head: StackHead, epoch: number): boolean {
  return head.epoch === epoch && head.holder !== null;
}

/** Who asks for a stack, and when. */
export interface LeaseRequest extends TakeOverConditions {
  readonly holder: LeaseHolder;
  readonly now: number;
  readonly lengthMs: number;
  /** Makes the lineage of a stack that has none. */
  readonly lineage: () => string;
}

/** What Store.acquire answers, and the head that comes of it; the same one when nothing has changed. */
export function leased<H extends StackHead>(
  head: H,
  { holder, now, lengthMs, lineage, ...sources }: LeaseRequest,
): { readonly outcome: LeaseOutcome; readonly head: H } {
  const lease = leaseOf(head);
  if (lease !== null && !isFree(lease, sources)) return { outcome: { kind: "busy", lease }, head };
  const epoch = head.epoch + 1;
  const held = { holder: JSON.stringify(holder), leaseUntil: now + lengthMs, leaseMs: lengthMs };
  const named = head.lineage === "" ? lineage() : head.lineage;
  return { outcome: { kind: "held", epoch }, head: { ...head, ...held, lineage: named, epoch } };
}

/** The head after a renewal of the holder. */
export function renewed<H extends StackHead>(head: H, until: number): H {
  return { ...head, leaseUntil: movedOn(head.leaseUntil ?? 0, until, head.leaseMs ?? 0) };
}

/** The head of a stack that its holder has given back. */
export function released<H extends StackHead>(head: H): H {
  return { ...head, holder: null, leaseUntil: null, leaseMs: null };
}
