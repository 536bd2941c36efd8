import { tallied } from "../../rows/checksum.ts";
import { type DocumentRow, type LogEntryRow, type LogRow, logDamage, newRegister } from "../../rows/document-rows.ts";
import type { FoundDocuments, SalvagedDocuments } from "./salvaged-documents.ts";

/** All that the document store of a new store is made of. */
export interface RebuiltDocuments {
  /** Greater than any that was ever given out. */
  readonly revision: number;
  readonly documents: readonly DocumentRow[];
  /** JSON of the entries of each log, in order. */
  readonly logs: ReadonlyMap<string, readonly string[]>;
  /** One sentence each. */
  readonly lost: readonly string[];
}

/** More writes than the newest ones that may be lost without a trace. */
const revisionsSkipped = 1_000_000;

/** What is wrong with a document store as its tables give it, one sentence part each. */
export function documentDamage(found: FoundDocuments): readonly string[] {
  const documents = Map.groupBy(found.documents.values(), ({ collection }) => collection);
  const entries = Map.groupBy(found.entries.values(), ({ log }) => log);
  const damage: string[] = [];
  if (!hasAllHeads(found, found)) damage.push("heads of collections or logs are missing, old or too many");
  if (found.revision > (found.register?.revision ?? 0)) damage.push("the row of the document store is old");
  for (const [name, rows] of documents) {
    if (!found.collections.has(name)) damage.push(`the head of the collection \`${name}\` is missing`);
    else if (!isComplete(found, name, rows)) damage.push(incomplete(name));
  }
  for (const name of found.collections.keys()) if (!documents.has(name)) damage.push(incomplete(name));
  for (const log of entries.keys()) {
    if (!found.logs.has(log)) damage.push(`the head of the log \`${log}\` is missing`);
  }
  for (const [name, log] of found.logs) {
    const rows = (entries.get(name) ?? []).toSorted((a, b) => a.place - b.place);
    damage.push(...logDamage(log, 0, rows).map((each) => `the log \`${name}\`: ${each}`));
    if (rows.length !== log.length) damage.push(`the log \`${name}\` lacks entries, or has too many`);
  }
  return damage;
}

function incomplete(collection: string): string {
  return `documents of \`${collection}\` are missing, old or too many`;
}

/** Everything that can be had from the rows that were found. */
export function rebuildDocuments({ inTables, inPages }: SalvagedDocuments): RebuiltDocuments {
  const lost: string[] = [];
  const newest = [inTables, inPages].toSorted((a, b) => (b.register?.revision ?? 0) - (a.register?.revision ?? 0))[0];
  // Heads in pages may be of what was removed: they count only where those of the tables are not all there were.
  const heads = hasAllHeads(inTables, newest ?? inTables) ? inTables : united(inTables, inPages);
  const documents: DocumentRow[] = [];
  const tableDocuments = Map.groupBy(inTables.documents.values(), ({ collection }) => collection);
  const pageDocuments = Map.groupBy(inPages.documents.values(), ({ collection }) => collection);
  for (const name of new Set([...heads.collections.keys(), ...tableDocuments.keys()])) {
    const [fromTable, fromPages] = [tableDocuments.get(name) ?? [], pageDocuments.get(name) ?? []];
    const whole = [fromTable, fromPages].find((rows) => isComplete(heads, name, rows));
    documents.push(...(whole ?? newestOf([...fromTable, ...fromPages])));
    if (whole !== undefined) continue;
    lost.push(
      `Documents of \`${name}\` in the service's document store: ` +
        "some may be missing, old, or back though they were removed.",
    );
  }
  const entries = Map.groupBy([...inTables.entries.values(), ...inPages.entries.values()], ({ log }) => log);
  const begun = [...inTables.entries.values()].map(({ log }) => log);
  const logs = new Map<string, readonly string[]>();
  for (const name of new Set([...heads.logs.keys(), ...begun])) {
    const { rows, isWhole } = chainOf(heads.logs.get(name), entries.get(name) ?? []);
    if (rows.length > 0) {
      logs.set(
        name,
        rows.map(({ body }) => body),
      );
    }
    if (!isWhole)
      lost.push(`Entries of the log \`${name}\` in the service's document store; those left stand together.`);
  }
  // What fits the heads that were found may be of an earlier moment when those are not the heads there were.
  const known = newest?.register ?? null;
  const isOld = Math.max(inTables.revision, inPages.revision) > (known?.revision ?? 0);
  if (lost.length === 0 && (isOld || !hasAllHeads(heads, { register: known }))) {
    lost.push(
      "Documents and logs in the service's document store: some may be missing, old, or back though they were removed.",
    );
  }
  return {
    revision: Math.max(inTables.revision, inPages.revision) + revisionsSkipped,
    documents: documents.toSorted((a, b) => a.revision - b.revision),
    logs,
    lost,
  };
}

/** Whether the heads are those that the row of the document store was written with. */
function hasAllHeads(
  { collections, logs }: Pick<FoundDocuments, "collections" | "logs">,
  { register }: Pick<FoundDocuments, "register">,
): boolean {
  const tally = [...collections.values(), ...logs.values()].reduce((sum, row) => tallied(sum, row.sum, 0), 0);
  return tally === (register ?? newRegister).tally;
}

function united(one: FoundDocuments, other: FoundDocuments): Pick<FoundDocuments, "collections" | "logs"> {
  return {
    collections: newestByName([...one.collections.values(), ...other.collections.values()]),
    logs: newestByName([...one.logs.values(), ...other.logs.values()]),
  };
}

function newestByName<R extends { readonly name: string; readonly revision: number }>(
  rows: readonly R[],
): Map<string, R> {
  return new Map(rows.toSorted((a, b) => a.revision - b.revision).map((row) => [row.name, row]));
}

function newestOf(rows: readonly DocumentRow[]): readonly DocumentRow[] {
  const sorted = rows.toSorted((a, b) => a.revision - b.revision);
  return [...new Map(sorted.map((row) => [row.key, row])).values()];
}

function isComplete(
  { collections }: Pick<FoundDocuments, "collections">,
  name: string,
  rows: readonly DocumentRow[],
): boolean {
  const head = collections.get(name);
  return head?.documents === rows.length && rows.reduce((sum, row) => tallied(sum, row.sum, 0), 0) === head.tally;
}

/** The entries of a log from its first to its newest, each the one that the next one names where that is there. */
function chainOf(
  log: LogRow | undefined,
  found: readonly LogEntryRow[],
): { readonly rows: readonly LogEntryRow[]; readonly isWhole: boolean } {
  const byPlace = Map.groupBy(found, ({ place }) => place);
  const rows: LogEntryRow[] = [];
  const length = log?.length ?? Math.max(0, ...byPlace.keys());
  let sum = log?.last;
  let isWhole = log !== undefined;
  for (let place = length; place > 0; place -= 1) {
    const there = byPlace.get(place) ?? [];
    const linked = there.find((row) => row.sum === sum);
    const row = linked ?? there[0];
    if (linked === undefined) isWhole = false;
    if (row !== undefined) rows.push(row);
    sum = row?.prior;
  }
  return { rows: rows.reverse(), isWhole };
}
