import type { ProviderInstance } from "../../../engine/ports/driver.ts";
import type { OpenPassage } from "../guards/bound-driver.ts";
import type { CredentialLink } from "../vendor-access.ts";
import type { VendorAccesses } from "../vendor-accesses.ts";
import type { CredentialSurroundings } from "./find-credential.ts";

interface LinkSurroundings extends CredentialSurroundings {
  readonly accesses: VendorAccesses;
}

/**
 * Where the credential of a passage is found, in the order in which it is looked for. Nothing is read but the
 * environment.
 */
export function linkOf(
  { kind, config }: ProviderInstance,
  passage: OpenPassage,
  surroundings: LinkSurroundings,
): CredentialLink {
  const { binding } = passage;
  const { credential } = binding;
  if (passage.kind === "local") {
    const { localPrincipal = "admin@local.example" } = config;
    return { link: `a local cloud's own, as ${String(localPrincipal)}`, isRenewed: true };
  }
  if (credential.kind === "usual") return surroundings.accesses.of(kind).signIn.usualLink(config, surroundings);
  const place = credential.kind === "environment" ? credential.name : credential.path;
  const isMachine = credential.clientId !== null;
  const what = isMachine ? `service principal ${credential.clientId}, by ${place}` : place;
  return { link: `credential \`${binding.name}\`: ${what}`, isRenewed: isMachine || credential.kind === "file" };
}
