import { err, ok, type Result } from "../../base/result.ts";
import { type AuthenticationFailure, noCredentials, refusedToken } from "./authentication-failure.ts";

const bearer = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i;

/** The token of a request (RFC 6750, section 2.1): in the header only, never in the query or the body. */
export function bearerToken(request: Request): Result<string, AuthenticationFailure> {
  const header = request.headers.get("authorization");
  if (header === null) return err(noCredentials);
  const token = bearer.exec(header)?.[1];
  return token === undefined ? err(refusedToken("an Authorization header of another kind")) : ok(token);
}
