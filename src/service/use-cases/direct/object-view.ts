import { digest } from "../../../../packages/base/digest.ts";
import type { Json } from "../../../../packages/base/json/json.ts";
import { writtenDuration } from "../../../../packages/base/written-duration.ts";
import type { ObjectRow, ObjectView } from "../../../contract/documents/objects.ts";
import type { RecordedOptions, ResourceRecord } from "../../../engine/state/records/record.ts";

/** The entity tag of an object at a version: the platform's, or a digest of its content where it has none. */
export function etagOf(version: string): string {
  return digest(version).slice(7, 39);
}

function versionOf({ observed }: ResourceRecord): string {
  return observed.version ?? observed.digest;
}

export function objectRow(record: ResourceRecord): ObjectRow {
  const { type, identity, provider, status } = record;
  return { type, id: identity.id, provider: provider.kind, status, etag: etagOf(versionOf(record)) };
}

/** An object as it is recorded. */
export function recordedObject(record: ResourceRecord): ObjectView {
  const { status: _, ...row } = objectRow(record);
  const { inputs, outputs, options, observed } = record;
  return {
    ...row,
    managed: true,
    properties: inputs,
    options: declaredOptions(options),
    outputs,
    observedAt: observed.at,
    drift: [],
  };
}

/** Recorded options as a declaration writes them. */
export function declaredOptions(options: RecordedOptions): { readonly [option: string]: Json } {
  const { protect, onDestroy, timeouts, ignoreChanges, onDrift, secretOutputs } = options;
  const limits = Object.entries(timeouts ?? {}).map(([name, ms]) => [name, writtenDuration(ms)] as const);
  return {
    protect,
    onDestroy,
    ...(limits.length === 0 ? {} : { customTimeouts: Object.fromEntries(limits) }),
    ...(ignoreChanges === undefined ? {} : { ignoreChanges }),
    ...(onDrift === undefined ? {} : { onDrift }),
    ...(secretOutputs === undefined ? {} : { additionalSecretOutputs: secretOutputs }),
  };
}
