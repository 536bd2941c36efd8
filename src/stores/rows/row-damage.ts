/** Thrown where a row is not as it was written; the store that met it makes its Fault("store-damaged") of it. */
export class RowDamage extends Error {
  override readonly name = "RowDamage";

  /** `what`: which row, as a part of a sentence. */
  constructor(what: string) {
    super(what);
  }
}
