import { digest } from "../../../packages/base/digest.ts";
import type { Json } from "../../../packages/base/json/json.ts";
import type { PlanView } from "../../contract/documents/plans/plan.ts";
import { fingerprintOf, isSecretValue } from "../rendering/plan/render-value.ts";

/**
 * A plan for whoever may read it: secrets that differ are told apart by fingerprints that hold in this plan only. One
 * of a stack is keyed, so that it can't be computed from a guess, and stays the same from plan to plan; a digest of it
 * and of the plan's own address tells nothing of another plan. Ids are left out.
 */
export function withOwnFingerprints(plan: PlanView): PlanView {
  return JSON.parse(JSON.stringify(plan), (_, value: Json) => {
    if (!isSecretValue(value)) return value;
    const fingerprint = fingerprintOf(value);
    if (fingerprint === undefined) return { $secret: {} };
    return { $secret: { fingerprint: digest([plan.digest, fingerprint]).replace("sha256:", "") } };
  });
}
