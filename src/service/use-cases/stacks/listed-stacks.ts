import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { ListedResource } from "../../../contract/documents/resources.ts";
import type { JournalBatch, Store } from "../../../engine/ports/store.ts";
import { effectsIn } from "../../../engine/state/effects.ts";
import type { JournalEntry } from "../../../engine/state/journal.ts";
import { type ResourceRecord, recordKey } from "../../../engine/state/records/record.ts";
import type { StackTransfer } from "../../../engine/state/stack-context.ts";
import { endedOutputs, type StackOutputs, standingOutputs } from "../../../engine/state/stack-outputs.ts";
import { isGapless } from "../state/gapless-batches.ts";
import { resourceRow } from "../state/resource-row.ts";
import { KnownStacks } from "./known-stacks.ts";

/** More batches than these cost more than reading the stack anew. */
const mostBatches = 500;

/** The resources of a stack as of one version, by name, and what has one name by its key; and its outputs. */
export interface ListedStack {
  readonly lineage: string;
  readonly serial: number;
  readonly rows: readonly ListedResource[];
  /** Those whose objects stand; secret ones are sealed. */
  readonly outputs: JsonObject;
  /** The move that the stack is in; undefined where there is none. */
  readonly transfer: StackTransfer | undefined;
}

interface Known extends ListedStack {
  readonly toldOutputs: StackOutputs;
}

type Reads = Pick<Store, "readStack" | "readJournalAfter">;

/**
 * What lists tell of stacks. Each stack is read whole once, which proves its rows, and from there on its journal is
 * followed: a page costs what it holds, and not what the stack does. Throws what the store throws.
 */
export class ListedStacks {
  readonly #known = new KnownStacks<Known>(({ rows }) => rows.length);

  of(stack: string, store: Reads): Promise<ListedStack> {
    return this.#known.of(stack, async (before) => {
      const followed = before === undefined ? null : await followedOn(stack, before, store);
      return followed ?? (await read(stack, store));
    });
  }
}

async function read(stack: string, store: Reads): Promise<Known> {
  const { lineage, serial, records, superseded, outputs, toldOutputs, context } = await store.readStack(stack);
  return {
    ...{ lineage, serial, outputs, toldOutputs, transfer: context.transfer },
    rows: [...records.values(), ...superseded].map(listed).sort(byCursor),
  };
}

/**
 * Null where the journal does not tell what came since: the stack was made anew, put back or repaired, or much was
 * written.
 */
async function followedOn(stack: string, known: Known, store: Reads): Promise<Known | null> {
  const { lineage, serial, batches } = await store.readJournalAfter(stack, known.serial, mostBatches);
  if (lineage !== known.lineage || serial !== known.serial + batches.length) return null;
  if (!isGapless(batches, known.serial)) return null;
  return batches.length === 0 ? known : { ...afterBatches(known, batches), lineage, serial };
}

function afterBatches(known: Known, batches: readonly JournalBatch[]): Omit<Known, "lineage" | "serial"> {
  const entries = batches.flatMap((batch) => batch.entries);
  const rows = rowsAfter(known.rows, entries);
  const ended = entries.flatMap((entry) => (entry.kind === "run-ended" ? (endedOutputs(entry) ?? []) : []));
  const toldOutputs = ended.at(-1) ?? known.toldOutputs;
  const noted = entries.findLast((entry) => entry.kind === "context");
  const transfer = noted === undefined ? known.transfer : noted.context.transfer;
  if (rows === known.rows && toldOutputs === known.toldOutputs) return { ...known, transfer };
  const keys = new Set(rows.map(({ key }) => key));
  const { outputs } = standingOutputs(toldOutputs, { has: (key) => keys.has(key), isEmpty: false });
  return { rows, outputs, toldOutputs, transfer };
}

function rowsAfter(rows: readonly ListedResource[], entries: readonly JournalEntry[]): readonly ListedResource[] {
  const changed = new Map<string, ListedResource | null>();
  for (const effect of effectsIn(entries))
    if (effect.kind === "put") changed.set(recordKey(effect.record), listed(effect.record));
    else changed.set(recordKey(effect), null);
  if (changed.size === 0) return rows;
  const left = rows.filter(({ key }) => !changed.has(key));
  return [...left, ...[...changed.values()].filter((row) => row !== null)].sort(byCursor);
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
