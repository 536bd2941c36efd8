/** What `fetch` says of every failure; what failed is in the cause. */
const saysNothing: ReadonlySet<string> = new Set(["", "fetch failed"]);

/** What people are told of a call that failed: the first words that say something, with the system's code. */
export function wordsOfFailure(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const inner: unknown = cause instanceof AggregateError ? cause.errors[0] : cause.cause;
  if (saysNothing.has(cause.message) && inner instanceof Error) return wordsOfFailure(inner);
  const code = ownCode(cause);
  return code === undefined || cause.message.includes(code) ? cause.message : `${cause.message} (${code})`;
}

/** The outermost code of the system, as Node and undici give it. */
export function codeOfFailure(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const inner: unknown = cause instanceof AggregateError ? cause.errors[0] : cause.cause;
  return ownCode(cause) ?? codeOfFailure(inner);
}

function ownCode(cause: Error): string | undefined {
  return "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
}
