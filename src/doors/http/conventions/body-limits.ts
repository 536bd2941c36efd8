/** How much a body may hold. */
export interface BodyLimits {
  readonly bytes: number;
  /** Values in it, at all depths. */
  readonly values: number;
}
