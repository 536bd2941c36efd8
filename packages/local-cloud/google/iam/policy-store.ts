import { digest } from "../../../base/digest.ts";
import type { JsonObject } from "../../../base/json/json.ts";
import { documentCodec } from "../../../base/json/plain.ts";
import { conditionalPolicyVersion, emptyPolicyEtag } from "../../../vendor-wire/google/policy-wire.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";
import type { AskedPolicy, Binding } from "./policy-rules.ts";

const collection = "policy";

/** What the local cloud keeps of a policy that somebody has set. */
export interface StoredPolicy {
  readonly etag: string;
  readonly bindings: readonly Binding[];
  readonly auditConfigs: readonly JsonObject[];
}

const policies = documentCodec<StoredPolicy>();

/** The policy of a reservation, by the reservation's full name. */
export function storedPolicy(name: string, context: EmulatorContext): StoredPolicy | undefined {
  const stored = context.documents.get(collection, name);
  return stored && policies.read(stored);
}

export function storePolicy(name: string, asked: AskedPolicy, context: EmulatorContext): StoredPolicy {
  const policy = { etag: newEtag(context), bindings: asked.bindings, auditConfigs: asked.auditConfigs };
  context.documents.put(collection, name, policies.write(policy));
  return policy;
}

/** For a reservation that goes: the next one of its name begins without a policy. */
export function forgetPolicy(name: string, context: EmulatorContext): void {
  context.documents.delete(collection, name);
}

export function hasCondition(binding: Binding): boolean {
  return binding.condition !== undefined;
}

/**
 * The policy in the version asked for. Before version 3 there are no conditions: such bindings appear under a
 * marked role name, so that they are not taken for unconditional ones.
 */
export function shownPolicy(policy: StoredPolicy | undefined, asked: number): JsonObject {
  if (policy === undefined) return { etag: emptyPolicyEtag };
  const whole = asked === conditionalPolicyVersion;
  const bindings = policy.bindings.map((binding): JsonObject => {
    const { role, members, condition } = binding;
    if (condition === undefined) return { role, members };
    if (whole) return { role, members, condition };
    return { role: `${role}_withcond_${digest(condition).slice("sha256:".length, "sha256:".length + 20)}`, members };
  });
  return {
    version: whole && policy.bindings.some(hasCondition) ? conditionalPolicyVersion : 1,
    etag: policy.etag,
    ...(bindings.length === 0 ? {} : { bindings }),
    ...(policy.auditConfigs.length === 0 ? {} : { auditConfigs: policy.auditConfigs }),
  };
}

/** A tag like the platform's: base64 of eight bytes that no other write ever has. */
function newEtag(context: EmulatorContext): string {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16BE(0x0705, 0);
  bytes.writeUIntBE(context.next(), 2, 6);
  return bytes.toString("base64");
}
