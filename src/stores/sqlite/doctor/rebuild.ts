import { isJsonObject, type JsonObject, jsonEqual } from "../../../../packages/base/json/json.ts";
import { jsonOf } from "../../../../packages/base/json/plain.ts";
import type { StoreCounts } from "../../../engine/ports/store-doctor.ts";
import type { JournalEntry, RecordEffect } from "../../../engine/state/journal.ts";
import { repairedLineage } from "../../../engine/state/lineage.ts";
import { claimAmong, doubledMended, doubledRecords, mendingEntry } from "../../../engine/state/records/one-current.ts";
import { claimKey, type ResourceRecord, recordKey } from "../../../engine/state/records/record.ts";
import { noContext, type StackContext } from "../../../engine/state/stack-context.ts";
import { readOutputs } from "../../../engine/state/stack-outputs.ts";
import { type OpenIntent, project } from "../../../engine/state/stack-state.ts";
import { rowSum, tallied } from "../../rows/checksum.ts";
import type { JournalRow } from "../../rows/journal-chain.ts";
import { partsIn } from "../../rows/stored-documents.ts";
import { type RebuiltDocuments, rebuildDocuments } from "../documents/rebuild-documents.ts";
import { newHead, type SqliteHead } from "../rows/stack-head.ts";
import { noState, type Salvage, type SalvagedState } from "./salvage.ts";

/** One entry for the journal of the new store. */
export interface RebuiltEntry {
  readonly stack: string;
  readonly epoch: number;
  readonly serial: number;
  readonly entry: JournalEntry;
}

/** All that a new store is made of. Heads have their lease, tallies and journal's end yet to come. */
export interface Rebuilt {
  readonly heads: readonly SqliteHead[];
  /** In the order in which they were written; projecting them makes every other row. */
  readonly entries: readonly RebuiltEntry[];
  /** Which stack may hold a claim in the end, by stack and uid. */
  readonly claims: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly register: RebuiltDocuments;
  readonly counts: StoreCounts;
  /** One sentence each. */
  readonly lost: readonly string[];
  /** One sentence each. */
  readonly mended: readonly string[];
}

/** What a journal comes to, in plain maps. */
interface Projection {
  readonly records: Map<string, ResourceRecord>;
  readonly intents: Map<string, OpenIntent>;
  /** Claim keys by the uid that holds them. */
  readonly claimKeys: Map<string, string>;
  /** All claim keys that the entries speak of. */
  readonly claims: Set<string>;
  /** Keys of all records and intents that the entries speak of. */
  readonly touched: Set<string>;
  outputs: JsonObject;
  context: StackContext;
}

/** Everything that can be had from the rows that were found. `lineage` names a stack anew whose head is gone. */
export function rebuild(salvage: Salvage, now: string, lineage: () => string): Rebuilt {
  const lost: string[] = [];
  const mended: string[] = [];
  const heads: SqliteHead[] = [];
  const entries: RebuiltEntry[] = [];
  const ordered: { readonly seq: number; readonly item: RebuiltEntry }[] = [];
  const claims = new Map<string, ReadonlyMap<string, string>>();
  const counts = { records: 0, openIntents: 0, claims: 0 };
  const byStack = Map.groupBy(salvage.journal.values(), ({ stack }) => stack);
  const planned = new Set([...salvage.plans.values()].map(({ stack }) => stack));
  const names = new Set([...salvage.heads.keys(), ...byStack.keys(), ...salvage.states.keys(), ...planned]);
  for (const name of [...names].sort()) {
    const head = salvage.heads.get(name);
    const { rows, isWhole } = chainOf(head, byStack.get(name) ?? []);
    const isBlank = rows.length === 0 && !salvage.states.has(name) && (head?.serial ?? 0) === 0;
    if (head === undefined && isBlank && !planned.has(name)) continue;
    const known = partsIn(rows);
    const replayed = projectionOf(known);
    const serial = isBlank ? 0 : Math.max(head?.serial ?? 0, rows.at(-1)?.serial ?? 0) + 1;
    const epoch = Math.max(head?.epoch ?? 0, rows.at(-1)?.epoch ?? 0) + 1;
    const reconciled =
      isWhole || isBlank ? { entries: [], final: replayed, lost: [] } : reconcile(name, head, replayed, salvage, now);
    const former = head === undefined ? plannedLineage(name, salvage) : null;
    if (head === undefined && !isBlank) {
      if (former === null && salvage.sealed.size > 0)
        lost.push(`What stack \`${name}\` had sealed: nothing tells its former lineage, which opens it.`);
      lost.push(`The head of stack \`${name}\`: it has a new lineage, so that plans saved before are stale.`);
      if (rows.length > 0) lost.push(`Whether stack \`${name}\` had newer journal entries can't be told.`);
    }
    lost.push(...reconciled.lost);
    if (head !== undefined && planTallyOf(name, salvage) !== head.planSum) {
      lost.push(`Saved plans of stack \`${name}\`: some are missing or old; plan again.`);
    }
    for (const [index, row] of rows.entries()) {
      const entry = known[index];
      if (entry === undefined) continue;
      ordered.push({ seq: row.seq, item: { stack: name, epoch: row.epoch, serial: row.serial, entry } });
    }
    const doubled = doubledRecords(reconciled.final.records.values());
    mended.push(...doubledMended(name, doubled));
    const held = reconciled.final.claims;
    const mending =
      doubled.length === 0 ? [] : [mendingEntry(repairRun(now), doubled, (record) => claimAmong(record, held), now)];
    entries.push(...[...reconciled.entries, ...mending].map((entry) => ({ stack: name, epoch, serial, entry })));
    const counted = { lineage: head?.lineage ?? repairedLineage(former, lineage()), serial, epoch };
    heads.push({ ...newHead(name), ...counted, brief: null });
    claims.set(name, reconciled.final.claimKeys);
    counts.records += reconciled.final.records.size;
    counts.openIntents += reconciled.final.intents.size;
    counts.claims += new Set(reconciled.final.claimKeys.values()).size;
  }
  const all = [...ordered.sort((a, b) => a.seq - b.seq).map(({ item }) => item), ...entries];
  const register = rebuildDocuments(salvage.register);
  return {
    heads,
    entries: all,
    claims,
    register,
    counts: {
      ...counts,
      // A name that was never written to, or that its stack has left, is no stack.
      stacks: heads.filter(({ serial }) => serial > 0).length,
      journalEntries: all.length,
      plans: salvage.plans.size,
      sealedValues: salvage.keys === null ? 0 : salvage.sealed.size,
    },
    lost: [...lost, ...lostAside(salvage), ...register.lost],
    mended,
  };
}

/**
 * What a repair is called in journals: its time comes first, as digits, for people name a run by the beginning of its
 * id.
 */
function repairRun(now: string): string {
  return `${Date.parse(now).toString(16)}-doctor`;
}

/** The lineage that a stack had when its newest plan was made; null where no plan tells it. */
function plannedLineage(name: string, { plans }: Salvage): string | null {
  const newestFirst = [...plans.values()]
    .filter(({ stack }) => stack === name)
    .sort((a, b) => (a.plan.createdAt < b.plan.createdAt ? 1 : -1));
  for (const { plan } of newestFirst) {
    const made = plan.document["plan"];
    const bindings = isJsonObject(made) ? made["bindings"] : undefined;
    const lineage = isJsonObject(bindings) ? bindings["lineage"] : undefined;
    if (typeof lineage === "string" && lineage !== "") return lineage;
  }
  return null;
}

/** What the plans that were found come to, as the head of their stack tallies them. */
function planTallyOf(name: string, { plans }: Salvage): number {
  const own = [...plans.values()].filter(({ stack }) => stack === name);
  return own.reduce((tally, { stack, plan: { digest, kind, createdAt }, packed }) => {
    return tallied(tally, rowSum("plan", stack, digest, kind, createdAt, packed), 0);
  }, 0);
}

function lostAside(salvage: Salvage): readonly string[] {
  const { keys, sealed, storeRow } = salvage;
  const keysSum = storeRow?.keysSum ?? null;
  if (keys === null && (sealed.size > 0 || keysSum !== null)) {
    const values = sealed.size === 0 ? "sealed values" : `all ${sealed.size} sealed values`;
    return [...salvage.lost(), `The keys of ${values}, and with them the values: what reads one fails.`];
  }
  if (keys === null || keysSum === null || rowSum("sealing_keys", keys) === keysSum) return salvage.lost();
  return [
    ...salvage.lost(),
    "The newest keys of sealed values: what was sealed under them, or opens only by them, fails.",
  ];
}

/**
 * The rows of a stack that hang together up to its newest. When some are missing: all since the stack began, in order.
 */
function chainOf(
  head: SqliteHead | undefined,
  found: readonly JournalRow[],
): { readonly rows: readonly JournalRow[]; readonly isWhole: boolean } {
  const rows = [...found].sort((a, b) => a.seq - b.seq);
  const newest = head === undefined ? rows.at(-1)?.sum : head.journalSum;
  const bySum = new Map(rows.map((row) => [row.sum, row]));
  const chain: JournalRow[] = [];
  let sum = newest ?? 0;
  while (sum !== 0 && chain.length <= rows.length) {
    const row = bySum.get(sum);
    if (row === undefined) break;
    chain.push(row);
    sum = row.prior;
  }
  if (sum === 0) return { rows: chain.reverse(), isWhole: head !== undefined || chain.length > 0 };
  const start = rows.findLastIndex(({ prior }) => prior === 0);
  const since = rows.slice(Math.max(start, 0));
  return { rows: since.filter((row, index) => row.seq !== since[index - 1]?.seq), isWhole: false };
}

function projectionOf(entries: readonly JournalEntry[]): Projection {
  const made: Projection = {
    records: new Map(),
    intents: new Map(),
    claimKeys: new Map(),
    claims: new Set(),
    touched: new Set(),
    outputs: {},
    context: noContext,
  };
  for (const entry of entries) {
    project(entry, {
      putRecord: (key, record) => {
        made.touched.add(key);
        made.records.set(key, record);
      },
      removeRecord: (key) => {
        made.touched.add(key);
        made.records.delete(key);
      },
      putIntent: (key, intent) => {
        made.touched.add(key);
        made.intents.set(key, { intent, operationName: null });
      },
      setHandle: (key, handle) => {
        const open = made.intents.get(key);
        if (open !== undefined) made.intents.set(key, { ...open, operationName: handle });
      },
      removeIntent: (key) => {
        made.touched.add(key);
        made.intents.delete(key);
      },
      putClaim: (key, uid) => {
        made.claims.add(key);
        made.claimKeys.set(uid, key);
      },
      removeClaim: (key, uid) => {
        if (made.claimKeys.get(uid) === key) made.claimKeys.delete(uid);
      },
      setOutputs: (outputs) => {
        made.outputs = outputs;
      },
      setContext: (context) => {
        made.context = context;
      },
    });
  }
  return made;
}

/**
 * What is believed where the journal has gaps, and entries that lead there. State rows that are all there are right; of
 * two halves the union is taken, since an object too many is found by the next look and one too few by none.
 */
function reconcile(
  stack: string,
  head: SqliteHead | undefined,
  replayed: Projection,
  salvage: Salvage,
  now: string,
): { readonly entries: readonly JournalEntry[]; readonly final: Projection; readonly lost: readonly string[] } {
  const { isComplete, ...rows } = rowsOf(stack, head, replayed, salvage);
  const lost = [
    isComplete
      ? `Journal entries of stack \`${stack}\`: what it manages is all there, a part of its history is not.`
      : `Journal entries and rows of stack \`${stack}\`: what is recorded may be old; ` +
        `\`plumb drift -s ${stack}\` and \`plumb unmanaged\` compare it with the platform.`,
  ];
  const records = isComplete ? rows.records : new Map([...replayed.records, ...rows.records]);
  // What either of the two has doubled by itself is no trace of damage: it is mended, and nothing of it is dropped.
  lost.push(...dropDoubles(stack, records, rows.records, replayed.records));
  const intents = isComplete ? rows.intents : new Map([...replayed.intents, ...rows.intents]);
  const outputs = rows.outputs ?? (isComplete ? {} : replayed.outputs);
  const context = rows.context ?? (isComplete ? noContext : replayed.context);
  const claimKeys = new Map(replayed.claimKeys);
  for (const claim of salvage.claims.values()) if (claim.stack === stack) claimKeys.set(claim.uid, claim.claimKey);
  const keyOf = (record: ResourceRecord) =>
    claimKeys.get(record.uid) ??
    salvage.claimKeysInPages.get(`${stack} ${record.uid}`) ??
    claimKey(record.provider.cloudId, record.identity.claim, false);

  const run = repairRun(now);
  const entries: JournalEntry[] = [
    { kind: "run-started", run, plan: "", at: now },
    { kind: "context", run, context },
  ];
  const effects: RecordEffect[] = [];
  for (const [key, record] of replayed.records) {
    if (records.has(key)) continue;
    effects.push({ kind: "remove", uid: record.uid, generation: record.generation, claimKey: keyOf(record) });
  }
  for (const [key, record] of records) {
    const before = replayed.records.get(key);
    if (before !== undefined && jsonEqual(jsonOf(before), jsonOf(record))) continue;
    effects.push({ kind: "put", record, claimKey: keyOf(record) });
  }
  const result = (intentSeq: number | null, of: string, changes: readonly RecordEffect[]): JournalEntry => ({
    kind: "result",
    run: of,
    step: "",
    intentSeq,
    outcome: "done",
    detail: "recovered by plumb doctor",
    effects: changes,
  });
  if (effects.length > 0) entries.push(result(null, run, effects));
  for (const [key, { intent }] of replayed.intents)
    if (!intents.has(key)) entries.push(result(intent.seq, intent.run, []));
  for (const [key, { intent, operationName: handle }] of intents) {
    if (!replayed.intents.has(key)) entries.push(intent);
    if (handle !== null && replayed.intents.get(key)?.operationName !== handle) {
      entries.push({ kind: "handle", run: intent.run, intentSeq: intent.seq, url: handle });
    }
  }
  entries.push({ kind: "run-ended", run, at: now, status: "done", ...readOutputs(outputs) });
  for (const record of records.values()) claimKeys.set(record.uid, keyOf(record));
  const held = new Set(
    [...records.values()].map(({ uid }) => uid).concat([...intents.values()].map((each) => each.intent.uid)),
  );
  for (const uid of claimKeys.keys()) if (!held.has(uid)) claimKeys.delete(uid);
  return { entries, final: { ...replayed, records, intents, claimKeys, outputs, context }, lost };
}

/**
 * The rows of a stack's state that are all there, or else those that the readable part of the journal does not
 * overrule.
 */
function rowsOf(
  stack: string,
  head: SqliteHead | undefined,
  replayed: Projection,
  salvage: Salvage,
): Omit<SalvagedState, "tally"> & { readonly isComplete: boolean } {
  const inTables = salvage.states.get(stack) ?? noState();
  const inPages = salvage.statesInPages.get(stack) ?? noState();
  const whole = [inTables, inPages].find(({ tally }) => tally === head?.stateSum);
  if (whole !== undefined) return { ...whole, isComplete: true };
  if (!salvage.overtaken.has(stack)) return { ...inTables, isComplete: false };
  // The tables are those of an earlier moment: what the journal says of an object since then goes before them.
  const records = [...inTables.records].filter(([key]) => !replayed.touched.has(key));
  const intents = [...inTables.intents].filter(([key]) => !replayed.touched.has(key));
  return { records: new Map(records), intents: new Map(intents), outputs: null, context: null, isComplete: false };
}

/** Of two current records at one address keeps the one that a row says, else the later one, and names the other. */
function dropDoubles(
  stack: string,
  records: Map<string, ResourceRecord>,
  rows: ReadonlyMap<string, ResourceRecord>,
  replayed: ReadonlyMap<string, ResourceRecord>,
): readonly string[] {
  const isTogether = (one: ResourceRecord, other: ResourceRecord) =>
    [rows, replayed].some((each) => each.has(recordKey(one)) && each.has(recordKey(other)));
  const lost: string[] = [];
  const current = new Map<string, ResourceRecord>();
  for (const record of [...records.values()].sort(
    (a, b) => Number(rows.has(recordKey(a))) - Number(rows.has(recordKey(b))),
  )) {
    if (record.status !== "current") continue;
    const other = current.get(record.address);
    current.set(record.address, record);
    if (other === undefined || isTogether(other, record)) continue;
    records.delete(recordKey(other));
    lost.push(
      `One of two objects that stack \`${stack}\` has as \`${record.address}\`: ` +
        `${other.type} ${other.identity.id} is not recorded any more. If it exists, import it or delete it by hand.`,
    );
  }
  return lost;
}
