import { hash } from "node:crypto";
import { Fault } from "../../../packages/base/fault.ts";
import { canonicalJson } from "../../../packages/base/json/canonical-json.ts";
import type { Json } from "../../../packages/base/json/json.ts";
import type { SecretMarker } from "../../../src/definitions/schema/value.ts";
import type { Secrets, Vault } from "../../../src/engine/ports/secrets.ts";
import { maskerOf } from "../../../src/secrets/known-secrets.ts";

/** A vault that a judge may look into. */
export interface OpenVault extends Vault {
  /** What is sealed under the id of a marker. */
  readonly values: ReadonlyMap<string, Json>;
}

/** The secrets of all stacks in a map, without any chance in their markers: a replay has the same. */
export function vault(): OpenVault {
  const values = new Map<string, Json>();
  return {
    values,
    of: (lineage) => secretsIn(values, lineage),
    masker: maskerOf,
    isEmpty: async () => values.size === 0,
    tryKey: async () => {},
  };
}

function secretsIn(values: Map<string, Json>, lineage: string): Secrets {
  const markerOf = (value: Json): SecretMarker => {
    const fingerprint = hash("sha256", canonicalJson([lineage, value]));
    return { $secret: { id: fingerprint.slice(0, 32), fingerprint } };
  };
  return {
    seal: async (value) => {
      const marker = markerOf(value);
      values.set(marker.$secret.id, value);
      return marker;
    },
    open: async (marker) => {
      const value = values.get(marker.$secret.id);
      if (value === undefined || markerOf(value).$secret.id !== marker.$secret.id)
        throw new Fault("secrets-unreadable", `no sealed value ${marker.$secret.id} of ${lineage}`);
      return value;
    },
    known: async (value) => {
      const marker = markerOf(value);
      return values.has(marker.$secret.id) ? marker : null;
    },
  };
}
