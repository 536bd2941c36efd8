import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { contentDigest } from "../../../definitions/schema/content-digest.ts";
import type { Observed } from "../snapshot.ts";
import { mayLag } from "./lagging-reads.ts";
import type { ResourceRecord } from "./record.ts";

/** True for what stood there before our last write, shown so soon after it that the read may lag behind. */
export function mayShowBefore(record: Pick<ResourceRecord, "observed">, outputs: JsonObject, at: string): boolean {
  const { before } = record.observed;
  return before !== undefined && mayLag(record, at) && before === contentDigest(outputs);
}

/** Whether a look may show what was before our last write. */
export function isLagging(record: Pick<ResourceRecord, "observed">, observed: Observed, at: string): boolean {
  if (observed.kind === "unreadable") return false;
  if (observed.kind === "absent" || observed.deleted) return mayLag(record, at);
  return mayShowBefore(record, observed.outputs, at);
}
