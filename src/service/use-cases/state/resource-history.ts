import type { ResourceChange } from "../../../contract/documents/resources.ts";
import { compareValues } from "../../../definitions/schema/comparison/compare-values.ts";
import type { Catalog } from "../../../definitions/schema/definition.ts";
import { outputSchema } from "../../../definitions/schema/field-schema.ts";
import type { Intent, JournalEntry, StepResult } from "../../../engine/state/journal.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import type { Deployment } from "../deployment.ts";
import type { Page, PageRequest } from "../lists/page.ts";
import { begunUnder } from "./begun-objects.ts";
import { JournalLists } from "./journal-lists.ts";
import { recordNamed } from "./show-state.ts";

/**
 * All that the journal tells of a resource, the newest first: calls about its object, and what else changed its record.
 * It is followed through renames and replacements. Cursors count from the oldest.
 */
export async function resourceHistory(
  stack: string,
  name: string,
  { after, limit }: PageRequest,
  deployment: Deployment,
): Promise<Page<ResourceChange>> {
  const uid = await uidNamed(stack, name, deployment);
  const changes = changesOf(uid, await entriesAbout(uid, stack, deployment), deployment.catalog);
  const left = after === null ? changes : changes.slice(0, Math.max(0, Number(after)));
  const items = left.slice(-limit).reverse();
  return { items, next: left.length > limit ? String(left.length - limit) : null };
}

/** The uid of a record, or else of what a call of unknown end may have made under the name. */
async function uidNamed(stack: string, name: string, deployment: Deployment): Promise<string> {
  const { store, catalog } = deployment;
  const { record } = await store.readRecord(stack, name);
  if (record !== null) return record.uid;
  const begun = begunUnder(name, await store.readStack(stack), catalog);
  return begun?.uid ?? (await recordNamed(stack, name, deployment)).record.uid;
}

/** The entries of all batches that tell of an object, with what else stands in them. */
async function entriesAbout(uid: string, stack: string, deployment: Deployment): Promise<readonly JournalEntry[]> {
  const { store, journalLists = new JournalLists() } = deployment;
  const { touched } = await journalLists.of(stack, store);
  const entries: JournalEntry[] = [];
  for (const serial of touched.of(uid)) {
    const { batches } = await store.readJournalAfter(stack, serial - 1, 1);
    for (const batch of batches) if (batch.serial === serial) entries.push(...batch.entries);
  }
  return entries;
}

/** What entries tell of an object, the oldest first. */
export function changesOf(uid: string, journal: readonly JournalEntry[], catalog: Catalog): readonly ResourceChange[] {
  const changes: ResourceChange[] = [];
  /** Where the change of an intent stands. */
  const places = new Map<string, number>();
  let record: ResourceRecord | null = null;
  for (const entry of journal) {
    if (entry.kind === "intent" && entry.uid === uid && entry.isAnswered !== true) {
      places.set(keyOf(entry), changes.length);
      changes.push(begun(entry));
    }
    if (entry.kind !== "result") continue;
    const next = recordAfter(uid, entry, record);
    const fields = fieldsBetween(record, next, catalog);
    const place = entry.intentSeq === null ? undefined : places.get(keyOf({ run: entry.run, seq: entry.intentSeq }));
    const change = place === undefined ? undefined : changes[place];
    const subject = next ?? record;
    if (place !== undefined && change !== undefined)
      changes[place] = { ...change, outcome: entry.outcome, detail: entry.detail, fields };
    else if (next !== record && subject !== null) changes.push(noted(entry, subject, next, fields));
    record = next;
  }
  return changes;
}

function keyOf({ run, seq }: Pick<Intent, "run" | "seq">): string {
  return `${run}.${seq}`;
}

function begun({ run, at, operation, address, type, identity }: Intent): ResourceChange {
  return { run, at, operation, name: address, type, id: identity.id, outcome: "open", detail: "", fields: [] };
}

/** A change that no call of ours has made. */
function noted(
  { run, outcome, detail }: StepResult,
  { address, type, identity }: ResourceRecord,
  now: ResourceRecord | null,
  fields: ResourceChange["fields"],
): ResourceChange {
  const at = now?.observed.at ?? null;
  return { run, at, operation: "record", name: address, type, id: identity.id, outcome, detail, fields };
}

/** The current record of the uid after an entry. */
function recordAfter(uid: string, { effects }: StepResult, before: ResourceRecord | null): ResourceRecord | null {
  let record = before;
  for (const effect of effects) {
    if (effect.kind === "put") {
      if (effect.record.uid === uid && effect.record.status === "current") record = effect.record;
    } else if (effect.uid === uid && effect.generation === record?.generation) record = null;
  }
  return record;
}

function fieldsBetween(
  before: ResourceRecord | null,
  after: ResourceRecord | null,
  catalog: Catalog,
): ResourceChange["fields"] {
  const definition = after === null ? undefined : catalog.resources[after.type];
  if (before === null || after === null || definition === undefined || before === after) return [];
  return compareValues(outputSchema(definition), before.outputs, after.outputs).map(({ pointer, old, new: now }) => ({
    path: pointer,
    ...(old === undefined || old === null ? {} : { old }),
    ...(now === undefined || now === null ? {} : { new: now }),
  }));
}
