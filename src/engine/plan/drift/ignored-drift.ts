import type { Value } from "../../../definitions/schema/value.ts";
import { valueInSentence } from "../../../definitions/schema/value-in-sentence.ts";
import type { FieldChange, IgnoredValue } from "../plan.ts";
import type { Case, Present } from "../resource-case.ts";

/**
 * What remains to be done where `onDrift` leaves drift alone: the changes that were declared, and the drifted values
 * that stay. With `warn` each of them is told.
 */
export function withoutIgnoredDrift(
  { node, planning }: Case,
  changes: readonly FieldChange[],
  observed: Present,
): { readonly fields: readonly FieldChange[]; readonly left: readonly IgnoredValue[] } {
  const { onDrift } = node.options;
  if (onDrift === undefined) return { fields: changes, left: [] };
  const drifted = changes.filter((change) => change.reason === "drifted");
  if (onDrift === "warn") {
    const place = { address: node.address, pointer: `/resources/${node.address}`, at: "key" as const };
    const shown = (value: Value | undefined) => (value === undefined ? "absent" : valueInSentence(value));
    for (const { path, old, new: wanted } of drifted) {
      const name = path.slice(1).replaceAll("/", ".");
      planning.complain(
        "drifted",
        `\`${name}\` is ${shown(old)} and was declared ${shown(wanted)}; it is left so`,
        place,
      );
    }
    for (const binding of observed.displaces)
      planning.complain("drifted", `it also holds ${binding}, which is left so`, place);
  }
  return {
    fields: changes.filter((change) => change.reason !== "drifted"),
    left: drifted.map(({ path, old }) => ({ path, value: old ?? null })),
  };
}
