/** A mistake in the program that the SDK tells of; `plumb` shows it at the program's own line. */
export class ProgramError extends Error {
  override readonly name = "ProgramError";
}
