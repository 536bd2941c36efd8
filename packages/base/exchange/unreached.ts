/**
 * Thrown by a fetch that got no answer, for people: which host, what failed, and what to do. The failure itself is the
 * cause.
 */
export class Unreached extends TypeError {
  /** Which host by which way, and what failed. */
  readonly what: string;
  readonly remedy: string;

  constructor(what: string, remedy: string, cause: unknown) {
    super(`${what}; ${remedy}`, { cause });
    this.what = what;
    this.remedy = remedy;
  }
}
