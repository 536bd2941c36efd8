import { Withheld } from "../../engine/ports/withheld.ts";
import { universeAt } from "../google/wire/hosts.ts";
import { bearerHeader, type CredentialSource } from "./credential-source.ts";
import { failedCredentials } from "./failed-credentials.ts";

const scope = "https://www.googleapis.com/auth/cloud-platform";
const remedy =
  "give GOOGLE_OAUTH_ACCESS_TOKEN, or application default credentials: GOOGLE_APPLICATION_CREDENTIALS, gcloud's, or the machine's own";

/**
 * Credentials by Google's own library, which is loaded at the first call: those of a key file, or else application default
 * credentials (service accounts, workload identity federation, a person's own by gcloud, the metadata server). It adds the
 * quota project they name. Nothing of a provider reaches the library but the address of a call that is allowed.
 */
export function googleCredentials(keyFile?: string): CredentialSource {
  let auth: Promise<VendorAuth> | undefined;
  return async (url) => {
    try {
      auth ??= import("google-auth-library").then(({ GoogleAuth }) => {
        withoutLookupWarnings();
        // Nothing here needs to know a project; left to itself, the library would ask a further service for one.
        const given = keyFile === undefined ? {} : { keyFilename: keyFile };
        const found = new GoogleAuth({ scopes: [scope], projectId: "none", ...given });
        // A service account signs for itself, without a round trip to the token endpoint.
        found.useJWTAccessWithScope = true;
        return found;
      });
      await refuseOtherUniverse(await auth, url);
      return Object.fromEntries(await (await auth).getRequestHeaders(url));
    } catch (cause) {
      throw failedCredentials(cause, keyFile === undefined ? remedy : `look at ${keyFile}`);
    }
  };
}

/** The part of the vendor's library that is used here. */
interface VendorAuth {
  getRequestHeaders(url: string): Promise<Headers>;
  getUniverseDomain(): Promise<string>;
  getClient(): Promise<{ readonly universeDomain: string }>;
}

/**
 * Throws Withheld where the credentials say that they are of another universe than the address. An address that is no API's (a
 * gateway) says nothing. The library is asked for the machine's own universe only where the public one is not meant.
 */
async function refuseOtherUniverse(auth: VendorAuth, url: string): Promise<void> {
  const wanted = universeAt(new URL(url).hostname);
  if (wanted === undefined) return;
  const told = (await auth.getClient()).universeDomain;
  const own = told === wanted ? told : await auth.getUniverseDomain();
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
