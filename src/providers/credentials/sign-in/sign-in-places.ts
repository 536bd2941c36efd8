import { managementPlanes } from "../../../../packages/vendor-wire/azure/management-planes.ts";
import { universeAt } from "../../../../packages/vendor-wire/google/hosts.ts";
import { metadataOrigins } from "../../../../packages/vendor-wire/google/sign-in-hosts.ts";
import { natureOf } from "../provider-origin.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables by which the place where a process runs names whom its identity is asked from: this machine, or what stands beside it. Source:
 * the vendors' libraries, and GitHub's documentation.
 */
const placeVariables = [
  "IDENTITY_ENDPOINT",
  "MSI_ENDPOINT",
  "IMDS_ENDPOINT",
  "AZURE_POD_IDENTITY_AUTHORITY_HOST",
  "ACTIONS_ID_TOKEN_REQUEST_URL",
] as const;

const authorities: readonly string[] = managementPlanes.flatMap((plane) => plane.authorities);

/**
 * Whether a vendor's library may sign in at an origin whatever its address is: the vendor's own sign-in, whose name its certificate proves and which a
 * company may have within its network; what the process's own place names; and a port of this machine that was allowed for the
 * credential. Any other is judged by its address, as calls are. Pure.
 */
export function isKnownSignIn(
  url: URL,
  { environment, tokenOrigins }: { readonly environment: Environment; readonly tokenOrigins: readonly string[] },
): boolean {
  const { origin, protocol, hostname } = url;
  const universe = environment["GOOGLE_CLOUD_UNIVERSE_DOMAIN"]?.toLowerCase() || undefined;
  if (protocol === "https:" && (authorities.includes(origin) || universeAt(hostname, universe) !== undefined))
    return true;
  if (metadataOrigins.includes(origin)) return true;
  if (placeVariables.some((name) => URL.parse(environment[name] ?? "")?.origin === origin)) return true;
  return tokenOrigins.includes(origin) && natureOf(origin).kind === "loopback";
}
