import { Fault } from "../../../packages/base/fault.ts";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import type { DocumentStore } from "../../engine/ports/document-store.ts";

/** A place of a log: what stands there, or that the store can't give it as it was written. */
export type LogPlace =
  | { readonly kind: "entry"; readonly index: number; readonly entry: JsonObject }
  | { readonly kind: "unreadable"; readonly index: number };

const pageLength = 1000;

/**
 * All places of a log in their order, those behind a break too: a page that can't be read is read in halves. A store
 * that can't even tell how long the log is throws its Fault.
 */
export async function* readThrough(documentStore: DocumentStore, log: string): AsyncGenerator<LogPlace, void> {
  const length = await documentStore.logLength(log);
  for (let after = 0; after < length; after += pageLength)
    yield* placesIn(documentStore, log, after, Math.min(pageLength, length - after));
  // What stands behind the end that the store knows of.
  yield* placesIn(documentStore, log, length, 1);
}

async function* placesIn(
  documentStore: DocumentStore,
  log: string,
  after: number,
  limit: number,
): AsyncGenerator<LogPlace, void> {
  const page = await pageOrBreak(documentStore, log, after, limit);
  if (page !== null) {
    for (const { index, entry } of page) yield { kind: "entry", index, entry };
  } else if (limit === 1) yield { kind: "unreadable", index: after + 1 };
  else {
    const half = Math.floor(limit / 2);
    yield* placesIn(documentStore, log, after, half);
    yield* placesIn(documentStore, log, after + half, limit - half);
  }
}

/** Null where something in the page is not as it was written. */
async function pageOrBreak(documentStore: DocumentStore, log: string, after: number, limit: number) {
  try {
    return await documentStore.readLog(log, after, limit);
  } catch (cause) {
    if (cause instanceof Fault && cause.code === "store-damaged") return null;
    throw cause;
  }
}
