import type { RecordEffect } from "../../../engine/state/journal.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import type { Deployment } from "../../deployment.ts";
import { claimKeyOf } from "../objects/claim-key-of.ts";

/** That a record stands. */
export function put(
  record: ResourceRecord,
  deployment: Pick<Deployment, "catalog">,
): Extract<RecordEffect, { readonly kind: "put" }> {
  return { kind: "put", record, claimKey: claimKeyOf(record, deployment.catalog) };
}

/** That a record goes. */
export function remove(record: ResourceRecord, deployment: Pick<Deployment, "catalog">): RecordEffect {
  return {
    kind: "remove",
    uid: record.uid,
    generation: record.generation,
    claimKey: claimKeyOf(record, deployment.catalog),
  };
}
