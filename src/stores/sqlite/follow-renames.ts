import type { JournalRow } from "../rows/journal-chain.ts";
import { RenamedRows } from "../rows/renamed-rows.ts";
import { RowDamage } from "../rows/row-damage.ts";
import type { Salvage } from "./doctor/salvage.ts";
import { sumOf } from "./rows/journal-rows.ts";
import { newHead, type SqliteHead } from "./rows/stack-head.ts";
import type { StoreRow } from "./rows/store-row.ts";

/** What the tables gave, before any page was read. */
interface InTables {
  readonly heads: ReadonlyMap<string, SqliteHead>;
  readonly storeRow: StoreRow | null;
}

/**
 * Brings what was found of a stack that has got another name under one name: its tables may have one and its pages the
 * other, which would make two stacks of it that manage the same objects.
 */
export function followRenames(salvage: Salvage, { heads, storeRow }: InTables): void {
  const namesakes = namesakesIn(salvage);
  const arePagesLater = storeRow !== null && (salvage.storeRow?.commits ?? 0) > storeRow.commits;
  for (const head of heads.values()) {
    if (head.serial === 0) continue;
    const isGone = salvage.heads.get(head.name)?.lineage !== head.lineage;
    const later = isGone || arePagesLater ? laterName(salvage, heads, head) : undefined;
    if (later !== undefined) moveRows(salvage, head, later);
    // Its new head is lost: it goes on as what it was before.
    else if (isGone && salvage.states.has(head.name) && namesakes.has(head.name)) salvage.heads.set(head.name, head);
  }
  leaveBehindMoved(salvage, heads);
  for (const [name, others] of namesakes) dropHeadless(salvage, name, others);
}

/**
 * By stack: the others that have an entry of it at the same place. A place belongs to one entry for ever, whatever its
 * stack is called.
 */
function namesakesIn({ journal }: Salvage): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const rows of Map.groupBy(journal.values(), ({ seq }) => seq).values()) {
    for (const row of rows) {
      const others = rows.filter(({ stack, entry }) => stack !== row.stack && Buffer.compare(entry, row.entry) === 0);
      if (others.length === 0) continue;
      const names = found.get(row.stack) ?? new Set();
      for (const { stack } of others) names.add(stack);
      found.set(row.stack, names);
    }
  }
  return found;
}

/** Under which name the pages have a stack that the tables have under another one. */
function laterName(salvage: Salvage, before: ReadonlyMap<string, SqliteHead>, head: SqliteHead): string | undefined {
  return [...salvage.heads.values()].find(
    ({ name, lineage, serial }) =>
      name !== head.name && lineage === head.lineage && serial >= head.serial && before.get(name)?.lineage !== lineage,
  )?.name;
}

/** The tables are those of before a renaming that the pages know: what they have goes to the new name. */
function moveRows(salvage: Salvage, head: SqliteHead, to: string): void {
  const rows = rowsOf(salvage, head.name);
  const renamed = new RenamedRows(head, to, sumOf);
  try {
    for (const row of rows) take(salvage, renamed.entry(row));
  } catch (cause) {
    // From the first gap on nothing tells the place of a row in the chain.
    if (!(cause instanceof RowDamage)) throw cause;
  }
  drop(salvage, rows);
  const state = salvage.states.get(head.name);
  // As of an earlier moment: no head has their tally.
  if (state !== undefined && !salvage.states.has(to)) salvage.states.set(to, { ...state, tally: Number.NaN });
  salvage.states.delete(head.name);
  salvage.overtaken.add(to);
  for (const [key, claim] of salvage.claims)
    if (claim.stack === head.name) salvage.claims.set(key, { ...claim, stack: to });
  for (const each of [...salvage.plans.values()]) {
    if (each.stack === head.name) salvage.plans.set(`${to} ${each.plan.digest}`, { ...each, stack: to });
  }
  leaveBehind(salvage, head.name);
}

/**
 * A head that only the pages have, of a stack that the tables have under another name: that one goes, be it the former
 * name or a later one.
 */
function leaveBehindMoved(salvage: Salvage, before: ReadonlyMap<string, SqliteHead>): void {
  const standing = new Set([...before.values()].flatMap(({ lineage, serial }) => (serial > 0 ? [lineage] : [])));
  for (const { name, lineage } of [...salvage.heads.values()]) {
    const isMoved = standing.has(lineage) && !before.has(name) && !salvage.states.has(name);
    if (isMoved && !salvage.overtaken.has(name)) leaveBehind(salvage, name);
  }
}

/** Rows of a name that has no head, nor anything in the tables: those of a stack that goes by another name. */
function dropHeadless(salvage: Salvage, name: string, others: ReadonlySet<string>): void {
  if (salvage.heads.has(name) || salvage.states.has(name)) return;
  if ([...others].every((other) => (salvage.heads.get(other)?.serial ?? 0) === 0)) return;
  drop(salvage, rowsOf(salvage, name));
  for (const [key, { stack }] of [...salvage.plans]) if (stack === name) salvage.plans.delete(key);
}

/** What a renaming leaves at the old name. */
function leaveBehind(salvage: Salvage, name: string): void {
  const epoch = (salvage.heads.get(name)?.epoch ?? 0) + 1;
  salvage.heads.set(name, { ...newHead(name), brief: null, epoch });
  for (const [key, { stack }] of [...salvage.plans]) if (stack === name) salvage.plans.delete(key);
}

function rowsOf({ journal }: Salvage, name: string): readonly JournalRow[] {
  return [...journal.values()].filter(({ stack }) => stack === name).sort((a, b) => a.seq - b.seq);
}

function take({ journal }: Salvage, row: JournalRow): void {
  journal.set(`${row.seq} ${row.sum}`, row);
}

function drop({ journal }: Salvage, rows: readonly JournalRow[]): void {
  for (const { seq, sum } of rows) journal.delete(`${seq} ${sum}`);
}
