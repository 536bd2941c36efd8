import { metadataOrigins } from "../../../../packages/base/exchange/metadata-origins.ts";
import { knownUniverses } from "../../../../packages/vendor-wire/google/hosts.ts";
import {
  isCallerIdentity,
  isSignInHost,
  type SignInService,
} from "../../../../packages/vendor-wire/google/sign-in-hosts.ts";
import { natureOf } from "../provider-origin.ts";

/**
 * What Google's library may ask an address for: an exchange of credentials, a proof of the workload's own, or AWS's
 * word on it.
 */
export type SignInUse = SignInService | "subject" | "caller-identity";

/** What an address is asked for in fact. */
export const signInUses = ["sts", "iamcredentials", "oauth2", "subject"] as const satisfies readonly SignInUse[];

/** What is allowed besides the vendor's own addresses. */
export interface SignInPolicy {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Origins that an operator or the user allowed for the credential. */
  readonly origins: readonly string[];
}

/**
 * Why an address is not used to sign in to Google; null where it may be. Pure. Credentials are exchanged at the
 * vendor's own hosts, by https, and at https origins that were allowed. What a workload proves itself with comes from
 * the metadata of another cloud's machine, from where GitHub's runner says that it issues its tokens, or from an origin
 * that was allowed, be it on this machine (decision 0058).
 */
export function refusalOfSignIn(address: string, use: SignInUse, policy: SignInPolicy): string | null {
  if (use === "caller-identity")
    return isCallerIdentity(address) ? null : "is not where AWS tells who the caller is (sts.{region}.amazonaws.com)";
  const url = URL.parse(address);
  if (url === null) return "is no URL";
  if (url.username !== "" || url.password !== "") return "holds a user name or a password";
  const { origin } = url;
  if (use === "subject" ? isSubjectSource(origin, policy) : isExchange(url, use, policy)) return null;
  const nature = natureOf(origin);
  if (nature.kind === "never") return `leads to ${origin}: ${nature.why}`;
  if (nature.kind === "loopback" && use !== "subject")
    return `leads to ${origin}: that is this machine, which exchanges no credentials`;
  return (
    `leads to ${origin}, which is not the vendor's own; if that is meant, let whoever allows origins for this ` +
    "credential allow that one too"
  );
}

/** The universe that a credential says it is of: a known one, or the one that the operator's environment names. */
export function refusalOfUniverse(universe: string, { environment }: SignInPolicy): string | null {
  if (universesOf(environment).includes(universe.toLowerCase())) return null;
  return "names a universe that is not known; if that is meant, set GOOGLE_CLOUD_UNIVERSE_DOMAIN in the environment";
}

function universesOf(environment: SignInPolicy["environment"]): readonly string[] {
  const named = environment["GOOGLE_CLOUD_UNIVERSE_DOMAIN"]?.toLowerCase() ?? "";
  return named === "" ? knownUniverses : [...knownUniverses, named];
}

function isExchange({ origin, hostname }: URL, service: SignInService, policy: SignInPolicy): boolean {
  if (
    origin === `https://${hostname}` &&
    universesOf(policy.environment).some((each) => isSignInHost(hostname, service, each))
  )
    return true;
  const { kind } = natureOf(origin);
  return policy.origins.includes(origin) && (kind === "public" || kind === "private");
}

function isSubjectSource(origin: string, { environment, origins }: SignInPolicy): boolean {
  if (metadataOrigins.includes(origin)) return true;
  const runner = URL.parse(environment["ACTIONS_ID_TOKEN_REQUEST_URL"] ?? "");
  const isRunner = runner?.origin === origin && natureOf(origin).kind === "public";
  return isRunner || (origins.includes(origin) && natureOf(origin).kind !== "never");
}
