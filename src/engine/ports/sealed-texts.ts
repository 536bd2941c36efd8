/** Texts that only this store can open, and each only for the place that it was sealed for: they may lie anywhere. */
export interface SealedTexts {
  /** Made anew each time: equal texts give different ones. */
  sealText(text: string, place: readonly string[]): Promise<string>;
  /**
   * Null where it was sealed for another place, by another store, or was altered. Throws Fault("secrets-unreadable")
   * when the store's own keys are not there.
   */
  openText(sealed: string, place: readonly string[]): Promise<string | null>;
}
