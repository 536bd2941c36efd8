/**
 * What the judges hold a run against: a violation names one of these. `test/mutants` has a mutant that each sees, or
 * says why not.
 */
export const rules = [
  "another's",
  "as declared",
  "before us",
  "bug",
  "cancel",
  "convergence",
  "displaced",
  "doubled",
  "fencing",
  "gone",
  "hangs",
  "honesty",
  "kept back",
  "not done",
  "not refused",
  "open intent",
  "order",
  "orphan",
  "outputs",
  "overwritten",
  "phantom",
  "policy",
  "projection",
  "pruned",
  "put back",
  "recorded",
  "refresh",
  "refused for nothing",
  "refused late",
  "refused otherwise",
  "renamed",
  "secret",
  "serial",
  "shape",
  "state",
  "tainted",
  "taken",
  "thrown",
  "told as done",
  "told outputs",
  "two stacks",
  "unasked",
  "undo",
  "unread",
  "untouched",
] as const;

export type Rule = (typeof rules)[number] | LeaseRule;

/** Of the plays of leases, which have a judge of their own. */
export type LeaseRule = "beaten" | "replaced" | "believes" | "dead" | "changed" | "stuck";
