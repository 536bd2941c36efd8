import type { JsonObject } from "../../../packages/base/json/json.ts";
import type { Intent, JournalEntry } from "./journal.ts";
import type { ResourceRecord } from "./records/record.ts";
import { noContext, type StackContext } from "./stack-context.ts";
import { assembleState, type OpenIntent, project, type StackState } from "./stack-state.ts";

/** The rows that a journal comes to: the same projection that a store keeps, over plain maps. */
export interface ReplayedRows {
  readonly records: ReadonlyMap<string, ResourceRecord>;
  readonly intents: ReadonlyMap<string, OpenIntent>;
  /** Who holds each claim, by its key. */
  readonly claims: ReadonlyMap<string, { readonly uid: string; readonly address: string }>;
  readonly outputs: JsonObject;
  readonly context: StackContext;
  readonly serial: number;
}

/** The state that a journal comes to. */
export function replay(entries: Iterable<JournalEntry>, lineage: string): StackState {
  const { records, intents, outputs, context, serial } = replayRows(entries);
  return assembleState({ lineage, serial, outputs, context }, records.values(), [...intents.values()]);
}

export function replayRows(entries: Iterable<JournalEntry>): ReplayedRows {
  const records = new Map<string, ResourceRecord>();
  const intents = new Map<string, { intent: Intent; operationName: string | null }>();
  const claims = new Map<string, { readonly uid: string; readonly address: string }>();
  let outputs: JsonObject = {};
  let context: StackContext = noContext;
  let serial = 0;
  for (const entry of entries) {
    serial += 1;
    project(entry, {
      putRecord: (key, record) => records.set(key, record),
      removeRecord: (key) => records.delete(key),
      putIntent: (key, intent) => intents.set(key, { intent, operationName: null }),
      setHandle: (key, url) => {
        const open = intents.get(key);
        if (open !== undefined) open.operationName = url;
      },
      removeIntent: (key) => intents.delete(key),
      putClaim: (key, uid, address) => claims.set(key, { uid, address }),
      removeClaim: (key, uid) => {
        if (claims.get(key)?.uid === uid) claims.delete(key);
      },
      setOutputs: (values) => {
        outputs = values;
      },
      setContext: (next) => {
        context = next;
      },
    });
  }
  return { records, intents, claims, outputs, context, serial };
}
