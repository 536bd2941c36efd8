import { natureOf } from "../provider-origin.ts";
import type { Environment } from "../vendor-access.ts";
import type { VendorAccesses } from "../vendor-accesses.ts";

/**
 * Whether a vendor's library may sign in at an origin whatever its address is: the vendor's own sign-in, whose name its
 * certificate proves and which a company may have within its network; what the process's own place names; and a port of
 * this machine that was allowed for the credential. Any other is judged by its address, as calls are. Pure.
 */
export function isKnownSignIn(
  url: URL,
  {
    environment,
    tokenOrigins,
    accesses,
  }: {
    readonly environment: Environment;
    readonly tokenOrigins: readonly string[];
    readonly accesses: VendorAccesses;
  },
): boolean {
  if (accesses.isSignIn(url, environment)) return true;
  return tokenOrigins.includes(url.origin) && natureOf(url.origin).kind === "loopback";
}
