import { invariant } from "../../../../packages/base/invariant.ts";
import type { InParts } from "../../../../packages/base/turns.ts";
import type { JournalEntry, RecordEffect } from "../journal.ts";
import { claimKey, type ResourceRecord, recordKey } from "./record.ts";

/**
 * One address has one current record. Every store refuses a batch that breaks this, by `refuseDoublesInParts`; whatever
 * reads a state in which it is broken already (older versions had no such rule) goes by `holderOf`.
 */

/** As much of a record as tells which object it is of, and whether it has its address. */
export type StandingRecord = Pick<ResourceRecord, "uid" | "generation" | "status" | "address">;

/** Only that of a record, so that a large batch keeps no records it does not need. */
export function standingOf({ uid, generation, status, address }: StandingRecord): StandingRecord {
  return { uid, generation, status, address };
}

/**
 * Throws a Bug for a batch that would leave two current records at one address. Names may be swapped within a batch:
 * only what it comes to counts. `standing`: the current records at some addresses before the batch, asked for only
 * where it puts one (decision 0035).
 */
export function* refuseDoublesInParts(
  entries: readonly JournalEntry[],
  standing: (addresses: ReadonlySet<string>) => Iterable<StandingRecord>,
): InParts<void> {
  const after = currentAfter(entries);
  yield;
  const holders = new Map<string, string>();
  for (const [key, record] of after) {
    if (record === null) continue;
    invariant(!holders.has(record.address), `two current records would be at ${record.address}`);
    holders.set(record.address, key);
  }
  yield;
  if (holders.size > 0) refuseStanding(standing(new Set(holders.keys())), after, holders);
}

function refuseStanding(
  standing: Iterable<StandingRecord>,
  after: ReadonlyMap<string, ResourceRecord | null>,
  holders: ReadonlyMap<string, string>,
): void {
  const before = [...standing].filter(({ status }) => status === "current");
  const stood = new Set(before.map((record) => `${recordKey(record)} ${record.address}`));
  for (const other of before) {
    const holder = holders.get(other.address);
    if (holder === undefined || after.has(recordKey(other))) continue;
    // Two that stood there before are doctor's affair: neither may be kept from being written.
    invariant(stood.has(`${holder} ${other.address}`), `two current records would be at ${other.address}`);
  }
}

/** What entries leave of each record that they touch, by its key; null where it is gone or waits for its deletion. */
function currentAfter(entries: readonly JournalEntry[]): ReadonlyMap<string, ResourceRecord | null> {
  const after = new Map<string, ResourceRecord | null>();
  for (const entry of entries) {
    if (entry.kind !== "result") continue;
    for (const effect of entry.effects) {
      if (effect.kind === "remove") after.set(recordKey(effect), null);
      else after.set(recordKey(effect.record), effect.record.status === "current" ? effect.record : null);
    }
  }
  return after;
}

/**
 * Of two current records at one address, the one that has it: of one resource its later object, else the one that was
 * recorded there first. An object that a recovery found late was seen later than what had taken its address meanwhile.
 */
function holderOf(one: ResourceRecord, other: ResourceRecord): ResourceRecord {
  if (one.uid === other.uid) return one.generation > other.generation ? one : other;
  if (one.observed.at !== other.observed.at) return one.observed.at < other.observed.at ? one : other;
  return one.uid < other.uid ? one : other;
}

/** The one of some records that has an address; undefined where none is current there. */
export function holderAt(address: string, records: Iterable<ResourceRecord>): ResourceRecord | undefined {
  let holder: ResourceRecord | undefined;
  for (const record of records) {
    if (record.status !== "current" || record.address !== address) continue;
    holder = holder === undefined ? record : holderOf(holder, record);
  }
  return holder;
}

/** The current records whose address another one has. */
export function doubledRecords(records: Iterable<ResourceRecord>): readonly ResourceRecord[] {
  const holders = new Map<string, ResourceRecord>();
  const doubled: ResourceRecord[] = [];
  for (const record of records) {
    if (record.status !== "current") continue;
    const known = holders.get(record.address);
    const holder = known === undefined ? record : holderOf(known, record);
    holders.set(record.address, holder);
    if (known !== undefined) doubled.push(holder === known ? record : known);
  }
  return doubled;
}

/**
 * The entry that mends doubled records: each waits for its deletion from then on, so that nothing is lost and the next
 * plan shows what becomes of it. `keyOf`: the claim of a record; `at`: when it is mended.
 */
export function mendingEntry(
  run: string,
  doubled: readonly ResourceRecord[],
  keyOf: (record: ResourceRecord) => string,
  at: string,
): JournalEntry {
  const effects = doubled.map(
    (record): RecordEffect => ({ kind: "put", record: { ...record, status: "superseded" }, claimKey: keyOf(record) }),
  );
  const detail = "two objects were recorded under one name; one of them waits for its deletion from now on";
  return { kind: "result", run, step: "", intentSeq: null, outcome: "done", detail, effects, at };
}

/** What is wrong with doubled records, one sentence part each. */
export function doubledDamage(doubled: readonly ResourceRecord[]): readonly string[] {
  return doubled.map(
    ({ address, type, identity }) => `two objects are recorded as \`${address}\`, one of them ${type} ${identity.id}`,
  );
}

/** What a repair does about doubled records, one sentence each. */
export function doubledMended(stack: string, doubled: readonly ResourceRecord[]): readonly string[] {
  return doubled.map(
    ({ address, type, identity }) =>
      `Of two objects that stack \`${stack}\` has as \`${address}\`, ${type} ${identity.id} waits for its ` +
      `deletion; \`plumb plan -s ${stack}\` shows what becomes of it.`,
  );
}

/**
 * The claim of a record, of the keys that its stack holds: the definition that tells whether case counts is not known
 * here.
 */
export function claimAmong(
  { provider, identity }: Pick<ResourceRecord, "provider" | "identity">,
  keys: Iterable<string>,
): string {
  const plain = claimKey(provider.cloudId, identity.claim, false);
  for (const key of keys) if (key.toLowerCase() === plain.toLowerCase()) return key;
  return plain;
}
