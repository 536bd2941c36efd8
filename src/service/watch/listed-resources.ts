import type { ListedResource } from "../../contract/documents/resources.ts";
import type { JournalBatch } from "../../engine/ports/store.ts";
import { type ResourceRecord, recordKey } from "../../engine/state/record.ts";
import { KnownStacks } from "../known-stacks.ts";
import { resourceRow } from "../show-state.ts";
import { isGapless } from "./records-before.ts";
import type { WatchedStore } from "./stack-feed.ts";

/** More batches than these cost more than reading the stack anew. */
const mostBatches = 500;

/** The resources of a stack as of one version: by name, and what has one name by its key. */
export interface ListedStack {
  readonly lineage: string;
  readonly serial: number;
  readonly rows: readonly ListedResource[];
}

/**
 * The lists of resources of stacks. Each stack is read whole once, which proves its rows, and from there on its journal is followed: a page
 * costs what it holds, and not what the stack does. Throws what the store throws.
 */
export class ListedResources {
  readonly #store: Pick<WatchedStore, "readStack" | "readJournalAfter">;
  readonly #known = new KnownStacks<ListedStack>(({ rows }) => rows.length);

  constructor(store: Pick<WatchedStore, "readStack" | "readJournalAfter">) {
    this.#store = store;
  }

  of(stack: string): Promise<ListedStack> {
    return this.#known.of(stack, async (before) => {
      const followed = before === undefined ? null : await this.#followed(stack, before);
      return followed ?? (await this.#read(stack));
    });
  }

  async #read(stack: string): Promise<ListedStack> {
    const { lineage, serial, records, superseded } = await this.#store.readStack(stack);
    return { lineage, serial, rows: [...records.values(), ...superseded].map(listed).sort(byCursor) };
  }

  /** Null where the journal does not tell what came since: the stack was made anew, put back or repaired, or much was written. */
  async #followed(stack: string, known: ListedStack): Promise<ListedStack | null> {
    const { lineage, serial, batches } = await this.#store.readJournalAfter(stack, known.serial, mostBatches);
    if (lineage !== known.lineage || serial !== known.serial + batches.length) return null;
    if (!isGapless(batches, known.serial)) return null;
    return batches.length === 0 ? known : { lineage, serial, rows: withChanges(known.rows, batches) };
  }
}

/** Orders by name, and what has one name by its key. */
export function cursorOf({ name, key }: ListedResource): string {
  return `${name} ${key}`;
}

function byCursor(one: ListedResource, other: ListedResource): number {
  return cursorOf(one) < cursorOf(other) ? -1 : 1;
}

function listed(record: ResourceRecord): ListedResource {
  return { key: recordKey(record), ...resourceRow(record) };
}

function withChanges(rows: readonly ListedResource[], batches: readonly JournalBatch[]): readonly ListedResource[] {
  const changed = new Map<string, ListedResource | null>();
  const entries = batches.flatMap((batch) => batch.entries);
  for (const effect of entries.flatMap((entry) => (entry.kind === "result" ? entry.effects : [])))
    if (effect.kind === "put") changed.set(recordKey(effect.record), listed(effect.record));
    else changed.set(recordKey(effect), null);
  if (changed.size === 0) return rows;
  const left = rows.filter(({ key }) => !changed.has(key));
  return [...left, ...[...changed.values()].filter((row) => row !== null)].sort(byCursor);
}
