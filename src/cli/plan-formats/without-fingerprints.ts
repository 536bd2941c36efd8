import { isJsonObject, type Json } from "../../../packages/base/json/json.ts";
import type { PlanView } from "../../contract/documents/plans.ts";
import { isSecretValue } from "../rendering/plan/render-value.ts";

/** A plan for whoever may read it: that a secret is another one is told, and not which secrets are equal. */
export function withoutFingerprints(plan: PlanView): PlanView {
  return concealed(plan as unknown as Json) as unknown as PlanView;
}

function concealed(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => concealed(item));
  if (!isJsonObject(value)) return value;
  if (isSecretValue(value)) return { $secret: {} };
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, concealed(member)]));
}
