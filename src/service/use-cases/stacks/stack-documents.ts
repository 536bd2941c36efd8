/** Collections of the document store that hold documents of stacks. */
export const stackDocuments = {
  /** Under the lineage that the stack was begun with. Sealed values stand in them. */
  declarations: "declarations-of-stacks",
  /** Under `<lineage>/<version>`. Sealed values stand in them. */
  earlierDeclarations: "former-declarations-of-stacks",
  /** Under the stack's lineage. Sealed values stand in them. */
  settings: "settings-of-stacks",
  /** Under `<stack>/<run>`; each says the lineage. */
  runs: "runs",
  /**
   * What the last look for drift found, under the lineage that the stack was begun with, and each look under
   * `<lineage>/<time>`.
   */
  drift: "drift",
  /** How much the last look for drift found, under the same lineage: so that a list of stacks reads no differences. */
  driftCounts: "drift-counts",
  /** When a stack is looked at next, under the lineage that it was begun with. */
  driftSchedule: "drift-schedule",
} as const;
