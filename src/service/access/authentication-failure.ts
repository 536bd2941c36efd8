/** Why a request has no caller. */
export interface AuthenticationFailure {
  /**
   * `unavailable`: it can't be told now whether the token is good, since the issuer's keys can't be had (503, not 401).
   */
  readonly kind: "missing" | "refused" | "unavailable";
  /** For the log only: a caller who is told what is wrong with a forged token mends it. */
  readonly why: string;
  /** Value of WWW-Authenticate (RFC 6750, section 3). */
  readonly challenge: string;
}

const realm = 'Bearer realm="plumbline"';

export const noCredentials: AuthenticationFailure = {
  kind: "missing",
  why: "no Authorization header",
  challenge: realm,
};

export function refusedToken(why: string): AuthenticationFailure {
  const description = "the token was not accepted";
  return { kind: "refused", why, challenge: `${realm}, error="invalid_token", error_description="${description}"` };
}

export function keysUnavailable(why: string): AuthenticationFailure {
  return { kind: "unavailable", why, challenge: realm };
}
