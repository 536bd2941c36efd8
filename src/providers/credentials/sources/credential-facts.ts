import { unprovedClaims } from "../sign-in/unproved-claims.ts";

/** What is known of a credential without showing it. */
export interface CredentialFacts {
  /** Where it was found: the link of the chain. */
  readonly link: string;
  /** Whoever gave it gives another one before it ends. */
  readonly isRenewed: boolean;
  /** For whom it is, in the token's own words; null where it does not tell. */
  readonly principal: string | null;
  readonly tenant: string | null;
  /** Milliseconds since the epoch; null where it does not tell. */
  readonly endsAt: number | null;
  /** The vendor that was asked, and says that it is not valid (any more); null where none says so. */
  readonly disownedBy: string | null;
}

/**
 * What a bearer token says of itself (RFC 7519; Microsoft's claims `upn`, `appid`, `tid`). It is read, not believed:
 * nothing but words for people comes of it. All null for a token that is opaque.
 */
export function factsOfToken(
  headers: Readonly<Record<string, string>>,
): Pick<CredentialFacts, "principal" | "tenant" | "endsAt"> {
  const authorization = Object.entries(headers).find(([name]) => name.toLowerCase() === "authorization")?.[1] ?? "";
  const claims = unprovedClaims(authorization.replace(/^Bearer /i, "")) ?? {};
  const text = (name: string): string | null => {
    const value = claims[name];
    return typeof value === "string" && value !== "" ? value.slice(0, 200) : null;
  };
  const principal = ["upn", "unique_name", "email", "appid", "sub", "iss"].map(text).find((each) => each !== null);
  const { exp } = claims;
  const endsAt = typeof exp === "number" ? exp * 1000 : null;
  return { principal: principal ?? null, tenant: text("tid"), endsAt };
}
