import type { JSONWebKeySet } from "jose";

/** Signatures that a verifier can check without being able to make them. */
export const asymmetricAlgorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
] as const;

/** Kinds of token (`typ` of the header, RFC 9068) that may be asked for; ID tokens and the like are not among them. */
export const acceptedTokenTypes = ["at+jwt", "jwt"] as const;

/** Where a claim stands: its name, or a JSON pointer into the payload. */
export type ClaimPlace = string;

/** How claims become what policies speak of. */
export interface ClaimMapping {
  /** The first of these that is a text is shown to people; the subject where none is. */
  readonly name: readonly ClaimPlace[];
  /** A list of names, or one. `prefix` is put before each, to tell the groups of two issuers apart. */
  readonly groups: { readonly claim: ClaimPlace; readonly prefix: string } | null;
  /** The claim is `value`, or is a list that has it. */
  readonly accountAdmin: { readonly claim: ClaimPlace; readonly value: string | true } | null;
  /** The claim lists origins of workspaces, or names that `origins` turns into origins. */
  readonly workspaces: { readonly claim: ClaimPlace; readonly origins: Readonly<Record<string, string>> } | null;
}

/** An issuer whose access tokens are believed. */
export interface TrustedIssuer {
  /** Exactly as in `iss`. */
  readonly issuer: string;
  /** One of these must be in `aud`. */
  readonly audience: readonly string[];
  readonly algorithms: readonly (typeof asymmetricAlgorithms)[number][];
  readonly tokenTypes: readonly (typeof acceptedTokenTypes)[number][];
  readonly clockSkewSeconds: number;
  /** A token that was made to last longer is refused. */
  readonly longestLifeSeconds: number;
  readonly keys: { readonly url: string } | { readonly jwks: JSONWebKeySet };
  /** As whom the command signs people in there; null: it has to be told. */
  readonly login: { readonly clientId: string; readonly scope: string } | null;
  readonly claims: ClaimMapping;
}

/** Whether one of these identity providers signs a principal in. */
export function isOfTrusted(principal: string, { issuers }: { readonly issuers: readonly TrustedIssuer[] }): boolean {
  return issuers.some(({ issuer }) => principal.startsWith(`user:${issuer}|`));
}
