import type { Value } from "../../../definitions/schema/value.ts";
import { valueInSentence } from "../../../definitions/schema/value-in-sentence.ts";
import type { FieldChange, IgnoredValue } from "../plan.ts";
import type { Case, Present } from "../resource-case.ts";

/** What differs of an object, where `onDrift` may leave drift alone. */
export interface Remaining {
  /** What is to be done. */
  readonly fields: readonly FieldChange[];
  /** The drifted values that stay. */
  readonly left: readonly IgnoredValue[];
  /** The changes that would put them back. */
  readonly drifted: readonly FieldChange[];
}

/** The changes that were declared, and the drifted values that stay where `onDrift` leaves drift alone. */
export function withoutIgnoredDrift({ node }: Case, changes: readonly FieldChange[]): Remaining {
  if (node.options.onDrift === undefined) return { fields: changes, left: [], drifted: [] };
  const drifted = changes.filter((change) => change.reason === "drifted");
  return {
    fields: changes.filter((change) => change.reason !== "drifted"),
    left: drifted.map(({ path, old }) => ({ path, value: old ?? null })),
    drifted,
  };
}

/**
 * Tells each value that `onDrift: warn` leaves alone in place, and what becomes of it. `isWritten`: the write tells by
 * itself what it takes away of others.
 */
export function warnOfDrift(
  { node, planning }: Case,
  drifted: readonly FieldChange[],
  { displaces }: Present,
  { fate, isWritten }: { readonly fate: string; readonly isWritten: boolean },
): void {
  if (node.options.onDrift !== "warn") return;
  const complain = (detail: string) =>
    planning.complain("drifted", detail, {
      address: node.address,
      pointer: `/resources/${node.address}`,
      at: "key",
    });
  const shown = (value: Value | undefined) => (value === undefined ? "absent" : valueInSentence(value));
  for (const { path, old, new: wanted } of drifted) {
    const name = path.slice(1).replaceAll("/", ".");
    complain(`\`${name}\` is ${shown(old)} and was declared ${shown(wanted)}; ${fate}`);
  }
  if (isWritten) return;
  for (const binding of displaces) complain(`it also holds ${binding}, which is left so`);
}
