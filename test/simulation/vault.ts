import { hash } from "node:crypto";
import { canonicalJson } from "../../src/base/canonical-json.ts";
import { Fault } from "../../src/base/fault.ts";
import type { Json } from "../../src/base/json.ts";
import type { SecretMarker } from "../../src/definitions/schema/value.ts";
import type { Secrets } from "../../src/engine/ports/secrets.ts";

/** Secrets in a map, without any chance in their markers: a replay has the same. */
export function vault(): Secrets {
  const values = new Map<string, Json>();
  const markerOf = (text: string): SecretMarker => {
    const fingerprint = hash("sha256", text);
    return { $secret: { id: fingerprint.slice(0, 32), fingerprint } };
  };
  return {
    seal: async (value) => {
      const marker = markerOf(canonicalJson(value));
      values.set(marker.$secret.id, value);
      return marker;
    },
    open: async ({ $secret }) => {
      const value = values.get($secret.id);
      if (value === undefined) throw new Fault("secrets-unreadable", `no sealed value ${$secret.id}`);
      return value;
    },
    known: async (value) => {
      if (values.size === 0) return null;
      const marker = markerOf(canonicalJson(value));
      return values.has(marker.$secret.id) ? marker : null;
    },
  };
}
