import { planeNamed, planeOfConfig } from "../../../../packages/vendor-wire/azure/management-planes.ts";
import type { CredentialPlace } from "../../../engine/ports/credential-binding.ts";
import { azureCloud, azureToken } from "../azure/azure-credentials.ts";
import { databricksMachine } from "../databricks/databricks-credentials.ts";
import { databricksSignIn, type SignInMeans } from "../databricks/databricks-sign-in.ts";
import { type GoogleSignIn, googleToken } from "../google/google-credentials.ts";
import { bearerHeader, type CredentialSource } from "./credential-source.ts";
import { inEnvironment, inPlace } from "./find-credential.ts";
import { forVendor, type GivenCredential } from "./given-credential.ts";

/** The credentials of a vendor, found in their place. Null: none, as far as is known. */
export function credentialsOf(kind: string, place: CredentialPlace, means: SignInMeans): CredentialSource | null {
  return place.kind === "usual" ? usualCredentials(kind, means) : placedCredentials(kind, place, means);
}

/** A token of the environment comes first; then what the vendor's own tools would find. */
function usualCredentials(kind: string, means: SignInMeans): CredentialSource | null {
  const given = (name: string) => inEnvironment(name, means);
  switch (kind) {
    case "google": {
      const token = given("GOOGLE_OAUTH_ACCESS_TOKEN");
      return token === undefined ? (means.machine?.google(googleSignIn(means)) ?? null) : bearer(kind, token, means);
    }
    case "azure": {
      const token = given("ARM_ACCESS_TOKEN");
      if (token !== undefined) return bearer(kind, token, means);
      return means.machine?.azure(azureCloud(planeOfConfig(means.config), means.environment), means.signIn) ?? null;
    }
    case "databricks":
      return databricksSignIn(means);
    default:
      return null;
  }
}

/** What an operator named is read again for each call: it may have been renewed. */
function placedCredentials(
  kind: string,
  place: Exclude<CredentialPlace, { kind: "usual" }>,
  means: SignInMeans,
): CredentialSource {
  const { machine } = means;
  let before: { readonly text: string; readonly source: CredentialSource } | undefined;
  return async (url) => {
    const given = await inPlace(place, means);
    if (before?.text !== given.text) before = { text: given.text, source: made(given) };
    return before.source(url);
  };
  function made(given: GivenCredential): CredentialSource {
    if (place.clientId !== null) return ofMachine(place.clientId, given, means);
    if (kind === "google" && place.kind === "file" && given.text.startsWith("{") && machine !== undefined)
      return machine.google(googleSignIn(means, given));
    return bearer(kind, given, means);
  }
}

function googleSignIn({ environment, signIn, tokenOrigins }: SignInMeans, key?: GivenCredential): GoogleSignIn {
  return { environment, network: signIn, origins: tokenOrigins, key };
}

function bearer(kind: string, given: GivenCredential, means: SignInMeans): CredentialSource {
  return async (url) => {
    const token = forVendor(given);
    if (kind === "google") return googleToken(token, means.environment["GOOGLE_CLOUD_QUOTA_PROJECT"])(url);
    if (kind !== "azure") return bearerHeader(token);
    return azureToken(token, planeNamed(means.config["environment"]))(url);
  };
}

function ofMachine(
  clientId: string,
  secret: GivenCredential,
  { bounded, now, tokenOrigins }: SignInMeans,
): CredentialSource {
  let source: CredentialSource | undefined;
  return async (url) => {
    source ??= databricksMachine({ clientId, clientSecret: forVendor(secret) }, bounded, now, tokenOrigins);
    return source(url);
  };
}
