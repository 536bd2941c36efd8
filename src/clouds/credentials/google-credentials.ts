import type { AuthClient, GoogleAuth } from "google-auth-library";
import { Withheld } from "../../engine/ports/withheld.ts";
import { universeAt } from "../google/wire/hosts.ts";
import { bearerHeader, type CredentialSource } from "./credential-source.ts";
import { failedCredentials } from "./failed-credentials.ts";
import type { GivenCredential } from "./given-credential.ts";
import { clientOfKey } from "./google-key.ts";

const scope = "https://www.googleapis.com/auth/cloud-platform";
const remedy =
  "give GOOGLE_OAUTH_ACCESS_TOKEN, or application default credentials: GOOGLE_APPLICATION_CREDENTIALS, gcloud's, or the machine's own";

/**
 * Credentials by Google's own library, which is loaded at the first call: those of a key, or else application default
 * credentials (service accounts, workload identity federation, a person's own by gcloud, the metadata server). It adds the
 * quota project they name. Nothing of a provider reaches the library but the address of a call that is allowed.
 */
export function googleCredentials(key?: GivenCredential): CredentialSource {
  let loaded: Promise<AuthClient | GoogleAuth> | undefined;
  return async (url) => {
    try {
      loaded ??= import("google-auth-library").then((library) => {
        withoutLookupWarnings();
        return key === undefined ? defaultCredentials(library) : clientOfKey(key, scope, library);
      });
      const auth = await loaded;
      await refuseOtherUniverse(auth, url);
      return Object.fromEntries(await auth.getRequestHeaders(url));
    } catch (cause) {
      throw failedCredentials(cause, key === undefined ? remedy : `look at ${key.name}`);
    }
  };
}

function defaultCredentials(library: typeof import("google-auth-library")): GoogleAuth {
  // Nothing here needs to know a project; left to itself, the library would ask a further service for one.
  const found = new library.GoogleAuth({ scopes: [scope], projectId: "none" });
  // A service account signs for itself, without a round trip to the token endpoint.
  found.useJWTAccessWithScope = true;
  return found;
}

/**
 * Throws Withheld where the credentials say that they are of another universe than the address. An address that is no API's (a
 * gateway) says nothing. The library is asked for the machine's own universe only where the public one is not meant.
 */
async function refuseOtherUniverse(auth: AuthClient | GoogleAuth, url: string): Promise<void> {
  const wanted = universeAt(new URL(url).hostname);
  if (wanted === undefined) return;
  const isFound = "getUniverseDomain" in auth;
  const { universeDomain } = isFound ? await auth.getClient() : auth;
  const own = universeDomain === wanted || !isFound ? universeDomain : await auth.getUniverseDomain();
  if (own === wanted) return;
  const detail = `no credentials: these are of the universe ${own}, and the provider leads to ${wanted}`;
  throw new Withheld({ kind: "denied", detail });
}

let isQuiet = false;

/** The library warns the whole process of a machine without a metadata server; the refusal says the same, and what to do. */
function withoutLookupWarnings(): void {
  if (isQuiet) return;
  isQuiet = true;
  process.emitWarning = new Proxy(process.emitWarning, {
    apply: (emit, self, args: readonly unknown[]) =>
      args[1] === "MetadataLookupWarning" ? undefined : Reflect.apply(emit, self, args),
  });
}

/** A token that was given, and the project that pays for the calls. */
export function googleToken(token: string, quotaProject: string | undefined): CredentialSource {
  const project = quotaProject === undefined || quotaProject === "" ? {} : { "x-goog-user-project": quotaProject };
  return async () => ({ ...bearerHeader(token), ...project });
}
