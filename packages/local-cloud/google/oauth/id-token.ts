import type { JsonObject } from "../../../base/json/json.ts";
import {
  identityScopes,
  oauthLifetimes,
  workforcePrincipalPrefix,
} from "../../../vendor-wire/google/oauth-flow-wire.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";
import { groupsOf } from "../iam/google-groups.ts";
import type { Consent } from "./oauth-grants.ts";
import { signingAlgorithm, signingKey } from "./signing-key.ts";

/**
 * An ID token (OpenID Connect Core, 2) about a user, for a client. What it says is settled now; it is signed on call
 * (decision 0012).
 */
export function signedIdToken(
  { clientId, subject, scopes }: Consent,
  nonce: string | null,
  issuer: string,
  context: EmulatorContext,
): () => Promise<string> {
  const key = signingKey(context);
  const issued = Math.floor(context.now() / 1000);
  const claims: JsonObject = {
    iss: issuer,
    aud: clientId,
    sub: `${workforcePrincipalPrefix}${subject}`,
    iat: issued,
    exp: issued + oauthLifetimes.accessToken,
    ...(nonce === null ? {} : { nonce }),
    ...(scopes.includes(identityScopes.email) ? { email: subject, email_verified: true } : {}),
    ...(scopes.includes(identityScopes.groups) ? { groups: groupsOf(subject, context) } : {}),
  };
  return async () => {
    // Loaded here, so that only those pay for it who use OpenID Connect.
    const { importJWK, SignJWT } = await import("jose");
    const header = { alg: signingAlgorithm, kid: String(key["kid"]), typ: "JWT" };
    return new SignJWT(claims).setProtectedHeader(header).sign(await importJWK({ ...key }, signingAlgorithm));
  };
}
