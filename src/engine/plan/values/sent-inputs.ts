import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { withValues } from "../../../definitions/schema/place-values.ts";
import type { WriteStep } from "../plan.ts";

/**
 * The inputs that a write sends, as its plan or its run knows them: what is left as it stands, or comes back as it
 * stood, is sent in the place of what is desired (decision 0147).
 */
export function sentInputs({ desired, left = [] }: Pick<WriteStep, "desired" | "left">): JsonObject {
  return withValues(desired, left);
}
