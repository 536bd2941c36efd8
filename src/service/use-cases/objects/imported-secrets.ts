import { isJsonObject, type Json, type JsonObject, jsonEqual } from "../../../../packages/base/json/json.ts";
import { jsonOf } from "../../../../packages/base/json/plain.ts";
import { pointer, pointerSegments, valueAt } from "../../../../packages/base/json/pointer.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import { type InParts, inTurns, mappedInParts } from "../../../../packages/base/turns.ts";
import type { StateDocument } from "../../../contract/documents/state.ts";
import { concealSecrets, isMarkerFor, looksSealed, sealedShapes } from "../../../definitions/schema/secret-values.ts";
import type { JournalBatch, Store } from "../../../engine/ports/store.ts";
import type { JournalEntry } from "../../../engine/state/journal.ts";
import { replay } from "../../../engine/state/replay.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import { Rejection } from "../../rejection.ts";
import type { Deployment } from "../deployment.ts";
import { concealRecord } from "../state/concealed-record.ts";

/** What the stack has had: records by address, and outputs by name. */
interface History {
  readonly records: ReadonlyMap<string, readonly Json[]>;
  readonly outputs: ReadonlyMap<string, readonly Json[]>;
}

/** All that it has had, and what it had when the document was exported. */
interface Histories {
  readonly ever: History;
  readonly then: History;
}

/** Batches of the journal that are read at once. */
const pageLength = 500;

/** More problems are not listed. */
const mostListed = 100;

/**
 * A state document whose sealed values are this stack's own: each stands where the stack's history has it, at the same
 * path of a record of the same address, or in the output of the same name. Where the document shows only that a value
 * is sealed, it is the record (or output) that the stack had when the document was exported, if that is the same in all
 * else. A Rejection names every other one.
 */
export async function withOwnSecrets(
  document: StateDocument,
  stack: string,
  state: StackState,
  { store, turns }: Pick<Deployment, "store" | "turns">,
): Promise<StateDocument> {
  const { records, ...rest } = document;
  const places = await inTurns(mappedInParts([jsonOf(rest), ...records], sealedPlaces), turns);
  if (places.every((each) => each.length === 0)) return document;
  const batches = await journalOf(stack, store);
  const all = batches.flatMap(({ entries }) => entries);
  const ever = await inTurns(historyInParts(state, all), turns);
  const isKin = document.lineage === state.lineage;
  const before = isKin ? batches.filter(({ serial }) => serial <= document.serial) : [];
  const entriesBefore = before.flatMap(({ entries }) => entries);
  const then = await inTurns(historyInParts(replay(entriesBefore, state.lineage), []), turns);
  return inTurns(ownDocument(document, { ever, then }), turns);
}

/** The document with its markers whole, in parts. A Rejection names those that the stack has never had there. */
function* ownDocument(document: StateDocument, histories: Histories): InParts<StateDocument> {
  const { records, outputs, ...rest } = document;
  const strange = sealedShapes(jsonOf(rest)).map((place) => strangeAt(place, "the document"));
  const ownRecords: JsonObject[] = [];
  for (const [index, record] of records.entries()) {
    yield;
    const address = isJsonObject(record) ? String(record["address"]) : "";
    const own = ownForm(record, histories, ({ records: of }) => of.get(address), concealEach);
    strange.push(...own.strange.map((place) => strangeAt(`/records/${index}${place}`, `\`${address}\``)));
    ownRecords.push(isJsonObject(own.value) ? own.value : record);
  }
  // The outputs as a whole are no value.
  if (looksSealed(outputs)) strange.push(strangeAt("/outputs", "the document"));
  const ownOutputs = Object.entries(isJsonObject(outputs) ? outputs : {}).map(([name, value]): [string, Json] => {
    const own = ownForm(value, histories, ({ outputs: of }) => of.get(name));
    strange.push(
      ...own.strange.map((place) => strangeAt(`${pointer("/outputs", name)}${place}`, `output \`${name}\``)),
    );
    return [name, own.value];
  });
  if (strange.length > 0) throw new Rejection("unprocessable", strange.slice(0, mostListed));
  return { ...document, records: ownRecords, outputs: Object.fromEntries(ownOutputs) };
}

function concealEach(record: Json): Json {
  return isJsonObject(record) ? concealRecord(record) : record;
}

/** A value with its markers whole, and the places of those that the history does not have there. */
function ownForm(
  value: Json,
  { ever, then }: Histories,
  among: (history: History) => readonly Json[] | undefined,
  conceal: (each: Json) => Json = concealSecrets,
): { readonly value: Json; readonly strange: readonly string[] } {
  const places = sealedShapes(value);
  if (places.length === 0) return { value, strange: [] };
  const shown = among(then)?.find((each) => jsonEqual(conceal(each), value));
  if (shown !== undefined) return { value: shown, strange: [] };
  const former = among(ever) ?? [];
  const isOwn = (place: string) => {
    const sent = valueAt(value, place) ?? null;
    // What is shown without the right to reveal does not say which of several it was.
    if (isConcealed(sent)) return false;
    return former.some(
      (each) => isMarkerFor(sent, valueAt(each, place)) && jsonEqual(sent, valueAt(each, place) ?? null),
    );
  };
  return { value, strange: places.filter((place) => !isOwn(place)) };
}

function sealedPlaces(value: Json): readonly string[] {
  return sealedShapes(value);
}

async function journalOf(stack: string, store: Store): Promise<readonly JournalBatch[]> {
  const all: JournalBatch[] = [];
  for (;;) {
    const { batches } = await store.readJournalAfter(stack, all.at(-1)?.serial ?? 0, pageLength);
    all.push(...batches);
    if (batches.length < pageLength) return all;
  }
}

function isConcealed(sent: Json): boolean {
  return jsonEqual(sent, { $secret: {} });
}

function strangeAt(place: string, owner: string) {
  const path = pointerSegments(place).join(".");
  return problem(
    "sealed-value",
    `${owner} holds a secret (${path}) that this stack has never had there. ` +
      "No state carries secrets to another stack or store: take the objects over with `plumb import`, " +
      "and give their secrets again as config",
    { pointer: `/document${place}` },
  );
}

function* historyInParts(
  { records, superseded, outputs }: StackState,
  journal: readonly JournalEntry[],
): InParts<History> {
  const earlierRecords = new Map<string, Json[]>();
  const earlierOutputs = new Map<string, Json[]>();
  const add = (to: Map<string, Json[]>, key: string, value: Json) => {
    const known = to.get(key);
    if (known === undefined) to.set(key, [value]);
    else known.push(value);
  };
  for (const record of [...records.values(), ...superseded]) {
    yield;
    add(earlierRecords, record.address, jsonOf(record));
  }
  for (const [name, value] of Object.entries(isJsonObject(outputs) ? outputs : {})) add(earlierOutputs, name, value);
  for (const entry of journal.toReversed()) {
    if (entry.kind === "result")
      for (const effect of entry.effects.toReversed()) {
        yield;
        if (effect.kind === "put") add(earlierRecords, effect.record.address, jsonOf(effect.record));
      }
    if (entry.kind === "run-ended")
      for (const [name, value] of Object.entries(entry.outputs ?? {})) add(earlierOutputs, name, value);
  }
  return { records: earlierRecords, outputs: earlierOutputs };
}
