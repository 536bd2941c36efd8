/**
 * What the server or the way to it gave instead of an answer. Keeps nothing of the error it was made from but these
 * fields: those errors may carry the address of the database with its password.
 */
export class ServerError extends Error {
  override readonly name = "ServerError";
  /** SQLSTATE of the server's answer, or the system's error code; empty where there is neither. */
  readonly code: string;
  /** True when the session is over, so that what was not committed is undone. */
  readonly isLost: boolean;
  /** For how many milliseconds nothing came before we gave it up; null where something else ended it. */
  readonly silentMs: number | null;

  constructor(code: string, isLost: boolean, silentMs: number | null = null) {
    super(code === "" ? "the connection ended" : `error ${code}`);
    this.code = code;
    this.isLost = isLost;
    this.silentMs = silentMs;
  }
}

/** The error of a server that has not answered for so long. */
export function silentFor(milliseconds: number): ServerError {
  return new ServerError("ETIMEDOUT", true, milliseconds);
}

/**
 * Conditions after which the server has ended the session (PostgreSQL documentation, Appendix A), or it is of no use: a
 * session that began as a read-only one, at a standby for instance, stays so.
 */
const endsSession = /^(08...|57P0[1-5]|25P0[34]|25006)$/;

/** The ServerError for whatever the driver threw. */
export function serverError(cause: unknown): ServerError {
  if (cause instanceof ServerError) return cause;
  const { code, severity } = (cause ?? {}) as { readonly code?: unknown; readonly severity?: unknown };
  const known = typeof code === "string" && /^[A-Z0-9_]+$/.test(code) ? code : "";
  // Only the server's own answers have a severity.
  const isAnswer = typeof severity === "string";
  return new ServerError(known, !isAnswer || severity === "FATAL" || severity === "PANIC" || endsSession.test(known));
}

/** True when the server has undone the transaction for the sake of another one: done again, it may go through. */
export function isOutrun({ code }: ServerError): boolean {
  return code === "40001" || code === "40P01";
}

/** True of a session that can't write; the others of its pool have begun where it has. */
export function isReadOnly(cause: unknown): boolean {
  return cause instanceof ServerError && cause.code === "25006";
}

/** True when the values of a statement are none that the database can hold. */
export function isUnstorable(cause: unknown): boolean {
  return cause instanceof ServerError && cause.code.startsWith("22");
}
