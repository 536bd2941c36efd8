import { isRecent } from "../../../../packages/base/clock.ts";
import type { ResourceRecord } from "./record.ts";

/** A platform that still shows what was before us after this long does not lag behind. */
const lagMs = 5 * 60_000;

/**
 * True where something is so young at the moment `at` that a read may still show what was before it. Where the clock
 * was set back, it is not.
 */
export function mayNotShow(since: string, at: string): boolean {
  return isRecent(Date.parse(since), Date.parse(at), lagMs);
}

/** The moment from which a read shows what has been since another one. */
export function laggingUntil(since: string): string {
  return new Date(Date.parse(since) + lagMs).toISOString();
}

/**
 * True while a read of the record's object may still show the platform as it was before the record, at the moment `at`.
 */
export function mayLag(record: Pick<ResourceRecord, "observed">, at: string): boolean {
  return mayNotShow(record.observed.at, at);
}
