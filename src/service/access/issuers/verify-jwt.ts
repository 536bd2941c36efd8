import { decodeJwt, decodeProtectedHeader, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import { isJsonObject, type JsonObject } from "../../../../packages/base/json/json.ts";
import { err, ok, type Result } from "../../../../packages/base/result.ts";
import type { TrustedIssuer } from "./trusted-issuer.ts";

export interface VerifiedToken {
  readonly issuer: TrustedIssuer;
  readonly claims: JsonObject;
  /** Seconds since the epoch. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

export interface IssuerKeys {
  readonly issuer: TrustedIssuer;
  readonly key: JWTVerifyGetKey;
}

/** Longer ones are refused unread. Tokens with hundreds of groups stay well below. */
const longestToken = 16 * 1024;
const compactForm = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/**
 * Headers that name a key, change what is signed, or demand what we don't know. Keys come from the settings only.
 * RFC 7515, sections 4.1.2 to 4.1.11; RFC 8725, section 3.
 */
const refusedHeaders = ["crit", "jku", "jwk", "x5u", "x5c", "b64", "zip", "enc"];

/** Claims of ID tokens, of logout and security events, and of tokens that are bound to a key we don't ask for. */
const refusedClaims = ["nonce", "at_hash", "c_hash", "events", "cnf"];

/**
 * Verifies an access token of one of the issuers (RFC 9068, RFC 8725). The error says why, for the log. Throws what
 * `key` throws when keys can't be had.
 */
export async function verifyJwt(
  token: string,
  issuers: ReadonlyMap<string, IssuerKeys>,
  now: number,
): Promise<Result<VerifiedToken, string>> {
  if (token.length > longestToken) return err("longer than any token");
  if (!compactForm.test(token)) return err("no compact JWS");
  const unverified = unverifiedParts(token);
  if (unverified === null) return err("header or payload is no JSON object");
  const trusted = issuers.get(String(unverified.payload["iss"]));
  if (trusted === undefined || typeof unverified.payload["iss"] !== "string")
    return err("an issuer that is not trusted");
  const { issuer, key } = trusted;
  const wrong = headerFault(unverified.header, issuer);
  if (wrong !== null) return err(wrong);
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [...issuer.algorithms],
      issuer: issuer.issuer,
      audience: [...issuer.audience],
      clockTolerance: issuer.clockSkewSeconds,
      currentDate: new Date(now),
      requiredClaims: ["iss", "sub", "aud", "exp", "iat"],
    });
    return checkedClaims(payload as JsonObject, issuer, now);
  } catch (cause) {
    if (cause instanceof errors.JOSEError) return err(cause.code);
    // A key of the issuer that does not fit its own algorithm: too short, or of another curve.
    if (cause instanceof TypeError || cause instanceof DOMException) return err("the key does not fit");
    throw cause;
  }
}

function unverifiedParts(token: string): { readonly header: JsonObject; readonly payload: JsonObject } | null {
  try {
    const header: unknown = decodeProtectedHeader(token);
    const payload: unknown = decodeJwt(token);
    return isJsonObject(header) && isJsonObject(payload) ? { header, payload } : null;
  } catch {
    return null;
  }
}

function headerFault(header: JsonObject, issuer: TrustedIssuer): string | null {
  const refused = refusedHeaders.find((name) => Object.hasOwn(header, name));
  if (refused !== undefined) return `header ${refused}`;
  const { alg, typ, kid } = header;
  if (!issuer.algorithms.some((each) => each === alg)) return "an algorithm that is not allowed";
  if (typeof typ !== "string") return "no type";
  const type = typ.toLowerCase().replace(/^application\//, "");
  if (!issuer.tokenTypes.some((each) => each === type)) return "not an access token";
  if (kid !== undefined && (typeof kid !== "string" || kid.length > 200)) return "a key id that is none";
  return null;
}

function checkedClaims(claims: JsonObject, issuer: TrustedIssuer, now: number): Result<VerifiedToken, string> {
  const refused = refusedClaims.find((name) => Object.hasOwn(claims, name));
  if (refused !== undefined) return err(`claim ${refused}`);
  // What some issuers write into ID tokens whose header says only `JWT`.
  if (claims["token_use"] === "id" || claims["typ"] === "ID") return err("an ID token");
  const { iat, exp } = claims;
  if (typeof iat !== "number" || typeof exp !== "number") return err("times that are no numbers");
  if (iat > now / 1000 + issuer.clockSkewSeconds) return err("issued in the future");
  if (exp - iat > issuer.longestLifeSeconds) return err("made to last too long");
  return ok({ issuer, claims, issuedAt: iat, expiresAt: exp });
}
