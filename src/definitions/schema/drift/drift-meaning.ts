/** What a change behind our back means for who may do what, the gravest first. */
export const driftRanks = [
  "rights-widened",
  "guard-removed",
  "approver-lost",
  "rights-changed",
  "enabled",
  "rights-lost",
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
  /** By what it was before, in the same words; what comes where nothing stood is `other`. */
  | { readonly from: Readonly<Record<string, DriftRank>> }
  /** By its place among the values, of which each permits more than the one before it; those in one place the same. */
  | { readonly strictestFirst: readonly (string | readonly string[])[]; readonly looser: DriftRank }
  /**
   * By what came into a list, or went from it; any other value comes and goes as a whole, or is changed. `every`: the
   * member that stands for all there could be; null: a list without members does.
   */
  | {
      readonly gained?: DriftRank;
      readonly lost?: DriftRank;
      readonly changed?: DriftRank;
      readonly every?: string | null;
    }
  /** A duration that has become longer, or may have: a month has 28 to 31 days. */
  | { readonly longer: DriftRank };
