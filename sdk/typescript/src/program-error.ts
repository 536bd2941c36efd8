/** A mistake in the program that the SDK tells of; `plumb` shows it at the program's own line. */
export class ProgramError extends Error {
  override readonly name = "ProgramError";
  /**
   * What went wrong, for a program that catches it: the code of plumb's answer, such as `not-found` or
   * `stack-not-found` (`plumb explain CODE`); `config-missing`, `output-missing`; `program-failed` for all else.
   */
  code: string;

  /** What in the call is to blame, if one word is: the name of an option. */
  readonly word: string | undefined;

  constructor(message?: string, code = "program-failed", word?: string) {
    super(message);
    this.code = code;
    this.word = word;
  }
}
