import type { Action, StepView, Summary } from "../../../contract/documents/plans/steps.ts";
import type { Color } from "../paint.ts";

interface ActionWords {
  readonly symbol: string;
  readonly color: Color;
  /** Of a step that is done. */
  readonly past: string;
  /** In `Plan: 1 to create`. */
  readonly verb: string;
  /** Said beside a planned step whose symbol does not explain itself. */
  readonly note?: string;
}

/** How each action is shown. */
export const actionWords: Readonly<Record<Action, ActionWords>> = {
  create: { symbol: "+", color: "green", past: "created", verb: "create" },
  read: { symbol: "<", color: "cyan", past: "read", verb: "read" },
  update: { symbol: "~", color: "yellow", past: "changed", verb: "change" },
  replace: { symbol: "-/+", color: "magenta", past: "replaced", verb: "replace" },
  delete: { symbol: "-", color: "red", past: "deleted", verb: "delete" },
  import: { symbol: ">", color: "cyan", past: "imported", verb: "import", note: "is imported" },
  adopt: { symbol: ">", color: "cyan", past: "adopted", verb: "adopt", note: "exists and is taken over" },
  undelete: { symbol: "^", color: "green", past: "undeleted", verb: "undelete", note: "is undeleted" },
  retain: { symbol: "x", color: "yellow", past: "forgotten", verb: "forget", note: "is forgotten, the object stays" },
  move: { symbol: "~>", color: "yellow", past: "moved", verb: "move", note: "only the name changes" },
  same: { symbol: "=", color: "dim", past: "unchanged", verb: "keep" },
};

/** The symbol of a step: of a replacement it tells which comes first; one that keeps the old object only makes one. */
export function symbolOf({ action, order, keepsOld }: Pick<StepView, "action" | "order" | "keepsOld">): string {
  if (keepsOld === true) return actionWords.create.symbol;
  return order === "create-before-delete" ? "+/-" : actionWords[action].symbol;
}

const order: readonly Action[] = [
  "create",
  "read",
  "update",
  "replace",
  "delete",
  "import",
  "adopt",
  "undelete",
  "retain",
  "move",
];
const alwaysPlanned: ReadonlySet<Action> = new Set<Action>(["create", "update", "delete"]);

/**
 * `6 to create, 1 to read, 0 to change, 0 to delete, 2 to import (changing 1)`. `changing`: how many of an action
 * write to their object besides.
 */
export function plannedCounts(
  summary: Readonly<Record<Action, number>>,
  changing: (action: Action) => number = () => 0,
): string {
  const besides = (count: number) => (count === 0 ? "" : ` (changing ${count})`);
  return order
    .filter((action) => alwaysPlanned.has(action) || summary[action] > 0)
    .map((action) => `${summary[action]} to ${actionWords[action].verb}${besides(changing(action))}`)
    .join(", ");
}

/** `6 created, 1 read`; empty when nothing was done. */
export function doneCounts(summary: Summary): string {
  return order
    .filter((action) => summary[action] > 0)
    .map((action) => `${summary[action]} ${actionWords[action].past}`)
    .join(", ");
}

/** Of what waits for its deletion under the name of its resource. */
export const oldObjectNote = "the old object of a replacement";
