/** A mistake in the program that the SDK tells of; `plumb` shows it at the program's own line. */
export class ProgramError extends Error {
  override readonly name = "ProgramError";
  /**
   * What went wrong, for a program that catches it: the code of plumb's answer, such as `not-found` or
   * `stack-not-found` (`plumb explain CODE`); `config-missing`, `output-missing`; `program-failed` for all else.
   */
  code: string;

  constructor(message?: string, code = "program-failed") {
    super(message);
    this.code = code;
  }
}
