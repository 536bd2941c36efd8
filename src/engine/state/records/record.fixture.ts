import { emptyState, type StackState } from "../stack-state.ts";
import type { ResourceRecord } from "./record.ts";

/** A record of an endpoint attachment on one cloud. */
export function recordOf(address: string, change: Partial<ResourceRecord> = {}): ResourceRecord {
  const id = `projects/p/locations/l/endpointAttachments/${address}`;
  return {
    format: 1,
    uid: `uid of ${address}`,
    address,
    generation: 1,
    status: "current",
    type: "connectors:EndpointAttachment",
    definitionVersion: "v1",
    apiVersion: "v1",
    provider: { ref: "google", kind: "google", cloudId: "https://cloud", configDigest: "d", config: {} },
    identity: { id, claim: id, variables: {} },
    inputs: {},
    outputs: {},
    observed: { version: "v1", digest: "d", at: "2026-01-01T00:00:00Z" },
    dependsOn: [],
    options: { protect: false, onDestroy: "delete" },
    imported: false,
    lastRun: "r1",
    ...change,
  };
}

export function stateOf(...records: readonly ResourceRecord[]): StackState {
  return { ...emptyState("l"), serial: 1, records: new Map(records.map((record) => [record.address, record])) };
}
