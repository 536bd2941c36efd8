import type { Exchange } from "../../../../packages/base/exchange/exchange.ts";
import type { CredentialPlace } from "../../../engine/ports/credential-binding.ts";
import type { VendorSignIn } from "../vendor-access.ts";
import { bearerHeader, type CredentialSource } from "./credential-source.ts";
import { type CredentialSurroundings, inEnvironment, inPlace } from "./find-credential.ts";
import { forLocalCloud, type GivenCredential } from "./given-credential.ts";
import { localToken } from "./local-credential.ts";

interface Means extends CredentialSurroundings {
  /** To that local cloud, and nowhere else. */
  readonly bounded: Exchange;
  readonly now: () => number;
  /** The provider's `localPrincipal`. */
  readonly principal: unknown;
}

/**
 * What a local cloud on this machine is shown: a credential of the same place that a local cloud issued, and else the
 * name of a principal, which is no secret. A vendor's credential is passed over.
 */
export function localCredentialsOf(signIn: VendorSignIn, place: CredentialPlace, means: Means): CredentialSource {
  const clients = new Map<string, CredentialSource>();
  const asClient = (clientId: string, clientSecret: string): CredentialSource | undefined => {
    const key = JSON.stringify([clientId, clientSecret]);
    const known = clients.get(key) ?? signIn.ofClient?.(clientId, clientSecret, { ...means, tokenOrigins: [] });
    if (known !== undefined) clients.set(key, known);
    return known;
  };
  return async (url) => {
    const { token, clientId, secret } = await foundFor(signIn, place, means);
    const issued = forLocalCloud(token);
    if (issued !== undefined) return bearerHeader(issued);
    const seeded = forLocalCloud(secret);
    const client = clientId !== undefined && seeded !== undefined ? asClient(clientId, seeded) : undefined;
    if (client !== undefined) return client(url);
    return bearerHeader(localToken(means.principal));
  };
}

interface Found {
  readonly token?: GivenCredential | undefined;
  readonly clientId?: string | undefined;
  readonly secret?: GivenCredential | undefined;
}

async function foundFor(
  { tokenVariable, clientVariables }: VendorSignIn,
  place: CredentialPlace,
  means: Means,
): Promise<Found> {
  if (place.kind !== "usual") {
    const given = await inPlace(place, means);
    return place.clientId === null ? { token: given } : { clientId: place.clientId, secret: given };
  }
  const token = inEnvironment(tokenVariable, means);
  if (clientVariables === undefined) return { token };
  const clientId = inEnvironment(clientVariables.id, means)?.text;
  return { token, clientId, secret: inEnvironment(clientVariables.secret, means) };
}
