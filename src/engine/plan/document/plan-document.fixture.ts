import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { inOneTurn } from "../../../../packages/base/turns.ts";
import type { Plan, PlanContent } from "../plan.ts";
import { planDigestInParts, planOfInParts, sealPlanInParts } from "./plan-document.ts";

export const sealPlan = (content: PlanContent) => inOneTurn(sealPlanInParts(content));

export const planOf = (document: JsonObject): Plan => inOneTurn(planOfInParts(document));

export const planDigest = (plan: PlanContent & { readonly digest?: string }): string =>
  inOneTurn(planDigestInParts(plan));
