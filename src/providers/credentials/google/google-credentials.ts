import type { AuthClient } from "google-auth-library";
import type { Exchange } from "../../../../packages/base/exchange/exchange.ts";
import { universeAt } from "../../../../packages/vendor-wire/google/hosts.ts";
import { NotSent } from "../../../engine/ports/not-sent.ts";
import { libraryFetch } from "../library-fetch.ts";
import { SignInRefused, watchedSignIn } from "../sign-in/sign-in-refusals.ts";
import { bearerHeader, type CredentialSource } from "../sources/credential-source.ts";
import { failedCredentials } from "../sources/failed-credentials.ts";
import type { GivenCredential } from "../sources/given-credential.ts";
import { defaultKey } from "./google-default-key.ts";
import { clientOfKey } from "./google-key.ts";
import { readGoogleKey } from "./google-key-file.ts";
import { whyNoMetadataService } from "./google-metadata-host.ts";
import { refusalOfSignIn, type SignInPolicy, signInUses } from "./google-sign-in-rule.ts";

const scope = "https://www.googleapis.com/auth/cloud-platform";
const remedy =
  "give GOOGLE_OAUTH_ACCESS_TOKEN, or application default credentials: " +
  "GOOGLE_APPLICATION_CREDENTIALS, gcloud's, or the machine's own";

/** How Google's credentials are got. */
export interface GoogleSignIn extends SignInPolicy {
  /** A key that an operator named. Left out: what Google's own tools would find. */
  readonly key?: GivenCredential | undefined;
  /** By which the library sends what it sends. */
  readonly network: Exchange;
}

type Library = typeof import("google-auth-library");

/** A client, and the universe that its credentials are of. */
interface Found {
  readonly client: AuthClient;
  readonly universe: () => Promise<string>;
}

/**
 * Credentials by Google's own library, which is loaded at the first call: those of a key, or else application default
 * credentials (service accounts, workload identity federation, a person's own by gcloud, the metadata server). It adds
 * the quota project they name. Files are read and judged here; the library gets what is known of them, and finds none
 * by itself.
 */
export function googleCredentials(signIn: GoogleSignIn): CredentialSource {
  let loaded: Promise<Found> | undefined;
  let place = signIn.key?.name;
  const watched = watchedSignIn(signIn.network);
  return async (url) => {
    try {
      loaded ??= find();
      watched.begin();
      const { client, universe } = await loaded.catch((cause: unknown) => {
        // A file that was not there, or was wrong, may be mended by the next call.
        loaded = undefined;
        throw cause;
      });
      await refuseOtherUniverse(universe, url, signIn.environment);
      const headers = Object.fromEntries(await client.getRequestHeaders(url));
      if (headers["authorization"] === "Bearer undefined") throw new Error("the answer to the sign-in holds no token");
      return headers;
    } catch (cause) {
      throw failedCredentials(watched.told(cause), place === undefined ? remedy : lookAt(place, watched.told(cause)));
    }
  };
  async function find(): Promise<Found> {
    const library = await import("google-auth-library");
    withoutLookupWarnings();
    const { environment, key } = signIn;
    const given = key ?? defaultKey(environment);
    place = given?.name;
    const found =
      given === undefined
        ? await ofMachine(library, environment)
        : ofKey(given, { ...signIn, network: watched.network }, library);
    const payer = environment["GOOGLE_CLOUD_QUOTA_PROJECT"] ?? "";
    if (key === undefined && payer !== "") found.client.quotaProjectId = payer;
    return found;
  }
}

function lookAt(place: string, cause: unknown): string {
  const isPersons = cause instanceof SignInRefused && cause.code === "invalid_grant";
  const anew = "; if it is a person's own, sign in anew with `gcloud auth application-default login`";
  return `look at ${place}${isPersons ? anew : ""}`;
}

/**
 * The library gets what was judged of a file. Each address that it asks is judged once more: it may have ones of its
 * own.
 */
function ofKey(given: GivenCredential, signIn: GoogleSignIn, library: Library): Found {
  const send = libraryFetch(async (request) => {
    const refusals = signInUses.map((use) => refusalOfSignIn(request.url, use, signIn));
    if (refusals.includes(null)) return signIn.network(request);
    throw new Error(`the sign-in ${refusals[0]}`);
  });
  const client = clientOfKey(readGoogleKey(given, signIn), { library, scope, fetch: send });
  return { client, universe: async () => client.universeDomain };
}

/** What the metadata server of a machine in Google's cloud gives. */
async function ofMachine(
  { Compute, GoogleAuth, gcpMetadata }: Library,
  environment: GoogleSignIn["environment"],
): Promise<Found> {
  const unfit = whyNoMetadataService(environment);
  if (unfit !== null) throw new Error(unfit);
  if (!gcpMetadata.getGCPResidency() && !(await gcpMetadata.isAvailable()))
    throw new Error("no credential file was found, and this machine has no metadata server");
  const client = new Compute({ scopes: [scope] });
  const auth = new GoogleAuth({ authClient: client, projectId: "none" });
  // Asked once: a machine stays where it is.
  let told: Promise<string> | undefined;
  const universe = () => {
    told ??= auth.getUniverseDomainFromMetadataServer().catch((cause: unknown) => {
      told = undefined;
      throw cause;
    });
    return told;
  };
  return { client, universe };
}

/**
 * Throws NotSent where the credentials say that they are of another universe than the address. An address that is no
 * API's (a gateway) says nothing.
 */
async function refuseOtherUniverse(
  universe: Found["universe"],
  url: string,
  environment: GoogleSignIn["environment"],
): Promise<void> {
  const named = environment["GOOGLE_CLOUD_UNIVERSE_DOMAIN"]?.toLowerCase() || undefined;
  const wanted = universeAt(new URL(url).hostname, named);
  if (wanted === undefined) return;
  const own = await universe();
  if (own === wanted) return;
  const detail = `no credentials: these are of the universe ${own}, and the provider leads to ${wanted}`;
  throw new NotSent({ kind: "denied", detail, lacks: "credential" });
}

let isQuiet = false;

/**
 * The library warns the whole process of a machine without a metadata server; the refusal says the same, and what to
 * do.
 */
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
