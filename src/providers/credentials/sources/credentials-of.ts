import type { CredentialPlace } from "../../../engine/ports/credential-binding.ts";
import { NotSent } from "../../../engine/ports/not-sent.ts";
import type { VendorSignIn } from "../vendor-access.ts";
import type { CredentialSource } from "./credential-source.ts";
import { inPlace } from "./find-credential.ts";
import { forVendor, type GivenCredential } from "./given-credential.ts";
import type { SignInMeans } from "./sign-in-means.ts";

/** The credentials of a vendor, found in their place. Null: none, as far as is known. */
export function credentialsOf(
  signIn: VendorSignIn,
  place: CredentialPlace,
  means: SignInMeans,
): CredentialSource | null {
  return place.kind === "usual" ? signIn.usual(means) : placedCredentials(signIn, place, means);
}

/** What an operator named is read again for each call: it may have been renewed. */
function placedCredentials(
  signIn: VendorSignIn,
  place: Exclude<CredentialPlace, { kind: "usual" }>,
  means: SignInMeans,
): CredentialSource {
  let before: { readonly text: string; readonly source: CredentialSource } | undefined;
  return async (url) => {
    const given = await inPlace(place, means);
    if (before?.text !== given.text) before = { text: given.text, source: made(given) };
    return before.source(url);
  };
  function made(given: GivenCredential): CredentialSource {
    if (place.clientId !== null) return ofClient(signIn, place.clientId, given, means);
    const ofFile = place.kind === "file" ? (signIn.ofFile?.(given, means) ?? null) : null;
    return ofFile ?? signIn.bearer(given, means);
  }
}

function ofClient(
  signIn: VendorSignIn,
  clientId: string,
  secret: GivenCredential,
  means: SignInMeans,
): CredentialSource {
  let source: CredentialSource | undefined;
  return async (url) => {
    source ??= signIn.ofClient?.(clientId, forVendor(secret), means);
    if (source !== undefined) return source(url);
    const detail = "no credentials: providers of this kind are not signed in to as an OAuth client";
    throw new NotSent({ kind: "denied", detail, lacks: "credential" });
  };
}
