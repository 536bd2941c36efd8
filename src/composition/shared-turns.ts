import { textDigest } from "../../packages/base/digest.ts";
import type { DocumentStore } from "../engine/ports/document-store.ts";
import type { ReserveTurns } from "../providers/pacing/call-rate.ts";

const collection = "call-turns";

/** A moment further ahead than this was written by a clock that is wrong. */
const mostAheadMs = 3_600_000;

/** What was not asked for in so long is forgotten. */
const keptMs = 86_400_000;

/**
 * Turns that all processes over a store share, under a name: one document says from when on none is reserved. A batch
 * is taken by one conditional write; whoever dies with it loses its turns, and none is given twice (decision 0136).
 */
export function sharedTurns(name: string, documentStore: () => DocumentStore): ReserveTurns {
  const key = textDigest(name);
  return async (turns, gapMs, now) => {
    for (;;) {
      const found = await documentStore().get(collection, key);
      const nextAt = Number(found?.document["nextAt"] ?? 0);
      const at = nextAt > now + mostAheadMs ? now : Math.max(now, nextAt);
      const document = { nextAt: Math.ceil(at + turns * gapMs) };
      const expected = { revision: found?.revision ?? null, expiresAt: Math.ceil(at) + keptMs };
      if ((await documentStore().put(collection, key, document, expected)).kind === "done") return at;
    }
  };
}
