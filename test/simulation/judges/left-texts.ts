import { isJsonObject, type Json } from "../../../packages/base/json/json.ts";
import type { ResourceRecord } from "../../../src/engine/state/records/record.ts";
import type { Contents } from "../world/cloud-memory.ts";

/**
 * Whether a record leans on a name that no current record has: what stood under it was let go of, and an expression
 * reads it as it stands.
 */
export function leansOnLeft({ dependsOn }: ResourceRecord, records: readonly ResourceRecord[]): boolean {
  const names = new Set(records.flatMap(({ status, address }) => (status === "current" ? [address] : [])));
  return dependsOn.some((name) => !names.has(name));
}

/** The texts of objects that stand and that none of the records is of. */
export function textsLeft(storage: Contents, records: readonly ResourceRecord[]): readonly string[] {
  const recorded = new Set(records.map(({ identity }) => identity.id.toLowerCase()));
  const clients = [...storage.contents("google", "oauth-client")].flatMap(([id, client]): readonly [string, Json][] =>
    client["state"] === "ACTIVE" ? [[id, client["description"] ?? null]] : [],
  );
  const attachments = [...storage.contents("google", "endpoint-attachment")].flatMap(
    ([id, { after = null }]): readonly [string, Json][] =>
      isJsonObject(after) ? [[id, after["description"] ?? null]] : [],
  );
  return [...clients, ...attachments].flatMap(([id, text]) =>
    typeof text === "string" && text !== "" && !recorded.has(id.toLowerCase()) ? [text] : [],
  );
}
