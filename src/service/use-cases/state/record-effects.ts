import type { RecordEffect, StepResult } from "../../../engine/state/journal.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import type { Deployment } from "../deployment.ts";
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

/** The entry of an edit: what changes records and carries out no plan. `detail`: what was done. */
export function edited(
  run: string,
  detail: string,
  effects: readonly RecordEffect[],
  clock: Deployment["clock"],
): StepResult {
  const at = new Date(clock.now()).toISOString();
  return { kind: "result", run, step: "", intentSeq: null, outcome: "done", detail, effects, at };
}
