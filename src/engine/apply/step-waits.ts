/** A step that can't go on before a moment: the platform is at work, and no process needs to stand by meanwhile. */
export class StepWaits extends Error {
  override readonly name = "StepWaits";
  /** Milliseconds since the epoch. */
  readonly until: number;
  constructor(until: number) {
    super(`waits until ${until}`);
    this.until = until;
  }
}
