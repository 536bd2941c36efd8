import { proxyOf } from "../proxy-of.ts";
import type { Passage } from "../sources/credential-rule.ts";
import type { CredentialSurroundings } from "../sources/find-credential.ts";
import { type AddressGuard, addressGuard } from "./address-guard.ts";

/**
 * Which addresses a passage may lead to: a local one to this machine and directly, any other never there. A proxy looks
 * names up itself and is asked nothing beforehand: it carries what it can't read, for the origin is https.
 */
export function passageGuard(
  passage: Exclude<Passage, { kind: "refused" }>,
  { environment, machine }: CredentialSurroundings,
): AddressGuard {
  if (passage.kind === "local")
    return addressGuard({
      allows: (kind) => kind === "loopback",
      remedy: () => "a local cloud is on this machine only",
      resolve: machine?.resolve,
      isDirect: true,
    });
  return addressGuard({
    allows: (kind) => kind === null || (kind === "private" && passage.mayBePrivate),
    remedy: () => "if a private address is meant, allow this origin again and say that its addresses may be private",
    resolve: machine?.resolve,
    isProxied: (url) => proxyOf(url, environment).kind === "proxy",
  });
}
