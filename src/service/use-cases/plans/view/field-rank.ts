import type { FieldView } from "../../../../contract/documents/plans/steps.ts";
import type { Catalog } from "../../../../definitions/schema/definition.ts";
import { driftRank } from "../../../../definitions/schema/drift/drift-rank.ts";
import { outputSchema } from "../../../../definitions/schema/field-schema.ts";
import type { Step } from "../../../../engine/plan/plan.ts";
import { sentInputs } from "../../../../engine/plan/values/sent-inputs.ts";

/** What a change of a standing object means for people's access; nothing where its definition says nothing of it. */
export function rankOf(
  field: Pick<FieldView, "path" | "old" | "new">,
  step: Step,
  { resources }: Pick<Catalog, "resources">,
): Pick<FieldView, "rank"> {
  const definition = resources[step.type];
  if (definition?.governsAccess !== true || step.kind !== "write" || step.prior === null) return {};
  const rank = driftRank(outputSchema(definition), field, sentInputs(step));
  return rank === "other" ? {} : { rank };
}
