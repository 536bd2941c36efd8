/** What a change behind our back means for who may do what, the gravest first. */
export const driftRanks = [
  "rights-widened",
  "guard-removed",
  "approver-lost",
  "rights-changed",
  "enabled",
  "disabled",
  "other",
] as const;
export type DriftRank = (typeof driftRanks)[number];

/** What drift of a value means, by the direction in which it moved; what is not named is `other`. */
export type DriftMeaning =
  /** The same whatever it became. */
  | DriftRank
  /** By what it is now; booleans are called `true` and `false`, and one that is left out is false. */
  | { readonly to: Readonly<Record<string, DriftRank>> }
  /** By its place among the values, of which each permits more than the one before it. */
  | { readonly strictestFirst: readonly string[]; readonly looser: DriftRank }
  /** By what came into a list, or went from it; any other value comes and goes as a whole, or is changed. */
  | { readonly gained?: DriftRank; readonly lost?: DriftRank; readonly changed?: DriftRank }
  /** A duration that has become longer. */
  | { readonly longer: DriftRank };
