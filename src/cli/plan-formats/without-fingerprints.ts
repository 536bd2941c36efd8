import type { Json } from "../../../packages/base/json/json.ts";
import type { PlanView } from "../../contract/documents/plans/plan.ts";
import { isSecretValue } from "../rendering/plan/render-value.ts";

/** A plan for whoever may read it: that a secret is another one is told, and not which secrets are equal. */
export function withoutFingerprints(plan: PlanView): PlanView {
  return JSON.parse(JSON.stringify(plan), (_, value: Json) => (isSecretValue(value) ? { $secret: {} } : value));
}
