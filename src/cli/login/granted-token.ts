import { err, ok, type Result } from "../../../packages/base/result.ts";

/** What an issuer gave. */
export interface GrantedToken {
  readonly accessToken: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly refreshToken: string | null;
}

/** Where the issuer does not say how long its token lasts. */
const usualSeconds = 300;

interface TokenAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The token in an answer of the token endpoint (RFC 6749, section 5); the error is the issuer's code. */
export function grantedToken({ status, body }: TokenAnswer, now: number): Result<GrantedToken, string> {
  const { access_token: token, token_type: type, expires_in: seconds, refresh_token: refresh, error } = body;
  if (status !== 200) return err(typeof error === "string" ? error : `HTTP status ${status}`);
  if (typeof token !== "string" || token === "") return err("an answer without a token");
  if (typeof type !== "string" || type.toLowerCase() !== "bearer") return err("a token of another kind");
  const lasts = typeof seconds === "number" && seconds > 0 ? seconds : usualSeconds;
  return ok({
    accessToken: token,
    expiresAt: now + lasts * 1000,
    refreshToken: typeof refresh === "string" ? refresh : null,
  });
}
