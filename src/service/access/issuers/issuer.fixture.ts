/** For tests: an identity provider that signs whatever it is asked to. */
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { TrustedIssuer } from "./trusted-issuer.ts";

export const issuerUrl = "https://id.test";
export const audience = "https://plumbline.test";

export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

export async function signingKey(kid: string, alg = "ES256"): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
}

/** Claims of a good access token; `seconds` is now. */
export function goodClaims(seconds: number, more: JsonObject = {}): JsonObject {
  return { iss: issuerUrl, aud: audience, sub: "ann", iat: seconds, exp: seconds + 600, client_id: "cli", ...more };
}

/**
 * Signs claims, as an access token unless the header says otherwise. A claim or header that is undefined is left out.
 */
export function signed(
  key: SigningKey,
  claims: Readonly<Record<string, unknown>>,
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const whole = { alg: key.alg, kid: key.kid, typ: "at+jwt", ...header };
  return new SignJWT({ ...claims }).setProtectedHeader(whole).sign(key.privateKey);
}

export function trusted(keys: TrustedIssuer["keys"], parts: Partial<TrustedIssuer> = {}): TrustedIssuer {
  return {
    issuer: issuerUrl,
    audience: [audience],
    algorithms: ["ES256", "RS256", "EdDSA"],
    tokenTypes: ["at+jwt"],
    clockSkewSeconds: 30,
    longestLifeSeconds: 86_400,
    keys,
    login: null,
    claims: { name: ["email"], groups: null, accountAdmin: null, workspaces: null },
    ...parts,
  };
}
