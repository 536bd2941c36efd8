import { err, ok, type Result } from "../../../../packages/base/result.ts";
import { type AuthenticationFailure, noCredentials, refusedToken } from "../authentication-failure.ts";

const bearer = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i;

/** The token in an `Authorization` header (RFC 6750, section 2.1); it is taken from nowhere else. */
export function bearerToken(header: string | null): Result<string, AuthenticationFailure> {
  if (header === null) return err(noCredentials);
  const token = bearer.exec(header)?.[1];
  return token === undefined ? err(refusedToken("an Authorization header of another kind")) : ok(token);
}
