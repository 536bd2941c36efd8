import type { Exchange, ExchangeRequest, ExchangeResponse } from "./exchange.ts";
import { wordsOfFailure } from "./words-of-failure.ts";

/**
 * How far an exchange came. `resolve`, `connect`, `tls`: no byte of the request has left, for no reader of it was
 * there. `sent`: some of it may have, and no answer came. `answered`: the answer began and broke off.
 */
export type ExchangePhase = "resolve" | "connect" | "tls" | "sent" | "answered";

/** An exchange without a whole answer. The cause is the system's own. */
export class ExchangeFailed extends Error {
  override readonly name = "ExchangeFailed";
  readonly phase: ExchangePhase;
  /** What came before the answer broke off; null in all other phases. */
  readonly begun: ExchangeResponse | null;

  constructor(phase: ExchangePhase, cause: unknown, begun: ExchangeResponse | null = null) {
    super(wordsOfFailure(cause), { cause });
    this.phase = phase;
    this.begun = begun;
  }
}

const unsent: ReadonlySet<ExchangePhase> = new Set(["resolve", "connect", "tls"]);

/** True when what an exchange threw proves that nothing of the request was sent. */
export function provenUnsent(cause: unknown): boolean {
  if (cause instanceof ExchangeFailed) return unsent.has(cause.phase);
  return cause instanceof Error && provenUnsent(cause.cause);
}

/**
 * The answer, also where its body broke off: its head says something all the same. Throws what the exchange throws
 * without one.
 */
export async function answered(
  exchange: Exchange,
  request: ExchangeRequest,
): Promise<{ readonly response: ExchangeResponse; readonly isWhole: boolean }> {
  try {
    return { response: await exchange(request), isWhole: true };
  } catch (cause) {
    if (!(cause instanceof ExchangeFailed) || cause.begun === null) throw cause;
    return { response: cause.begun, isWhole: false };
  }
}

/** What is made of an answer, whole or begun. */
export async function withAnswers(
  answer: Promise<ExchangeResponse>,
  made: (response: ExchangeResponse) => ExchangeResponse | Promise<ExchangeResponse>,
): Promise<ExchangeResponse> {
  let whole: ExchangeResponse;
  try {
    whole = await answer;
  } catch (cause) {
    if (!(cause instanceof ExchangeFailed) || cause.begun === null) throw cause;
    throw new ExchangeFailed(cause.phase, cause.cause, await made(cause.begun));
  }
  return made(whole);
}
