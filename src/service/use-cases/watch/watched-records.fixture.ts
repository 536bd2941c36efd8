import type { Ids } from "../../../../packages/base/ids.ts";
import type { Store } from "../../../engine/ports/store.ts";
import type { RecordEffect } from "../../../engine/state/journal.ts";
import { type ResourceRecord, stateFormat } from "../../../engine/state/records/record.ts";

/** A record that differs from others in what a test says. */
export function recordOf(uid: string, more: Partial<ResourceRecord> = {}): ResourceRecord {
  return {
    format: stateFormat,
    uid,
    address: uid,
    generation: 1,
    status: "current",
    type: "test:Thing",
    definitionVersion: "1",
    apiVersion: "1",
    provider: { ref: "p", kind: "p", cloudId: "c", configDigest: "", config: {} },
    identity: { id: `things/${uid}`, claim: `things/${uid}`, variables: {} },
    inputs: {},
    outputs: {},
    observed: { version: null, digest: "", at: "2026-01-01T00:00:00.000Z" },
    dependsOn: [],
    options: { protect: false, onDestroy: "delete" },
    imported: false,
    lastRun: "",
    ...more,
  };
}

export function put(record: ResourceRecord): RecordEffect {
  return { kind: "put", record, claimKey: `${record.identity.claim} ${record.generation}` };
}

export function remove({ uid, generation, identity }: ResourceRecord): RecordEffect {
  return { kind: "remove", uid, generation, claimKey: `${identity.claim} ${generation}` };
}

/** Holds a stack of a store for the length of a test; each call writes one batch. */
export async function writer(
  store: Store,
  stack: string,
): Promise<{ write(...effects: readonly RecordEffect[]): Promise<number>; close(): Promise<void> }> {
  const holder = { host: "here", pid: 1, since: "" };
  const lease = await store.acquire(stack, holder, 0, 1e9, () => false);
  if (lease.kind !== "held") throw new Error("busy");
  const { epoch } = lease;
  return {
    write: async (...effects) => {
      const outcome = await store.append(
        stack,
        epoch,
        effects.length === 0
          ? []
          : [{ kind: "result", run: "r", step: "", intentSeq: null, outcome: "done", detail: "", effects }],
      );
      if (outcome.kind !== "done") throw new Error(outcome.kind);
      return outcome.serial;
    },
    close: () => store.release(stack, epoch),
  };
}

/** Ids that a test can tell beforehand. */
export function countingIds(): Ids {
  let drawn = 0;
  const draw = () => {
    drawn += 1;
    return drawn;
  };
  return {
    unique: () => draw().toString(16).padStart(32, "0"),
    suffix: (length) => draw().toString(36).padStart(length, "0"),
  };
}
