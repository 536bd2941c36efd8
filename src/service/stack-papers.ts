/** Collections of the register that hold papers of stacks, in which sealed values stand. */
export const stackPapers = {
  /** Under the stack's name. */
  declarations: "declarations",
  /** Under `<stack>/<version>`. */
  formerDeclarations: "former-declarations",
  /** Under the stack's lineage. */
  settings: "settings-of-stacks",
  /** Those that older versions have kept, under the stack's name; they are carried over. */
  formerSettings: "stack-settings",
} as const;
