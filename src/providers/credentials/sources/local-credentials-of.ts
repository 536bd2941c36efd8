import type { Exchange } from "../../../../packages/base/exchange/exchange.ts";
import type { CredentialPlace } from "../../../engine/ports/credential-binding.ts";
import { databricksMachine } from "../databricks/databricks-credentials.ts";
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

const tokenVariables: Readonly<Record<string, string>> = {
  google: "GOOGLE_OAUTH_ACCESS_TOKEN",
  azure: "ARM_ACCESS_TOKEN",
  databricks: "DATABRICKS_TOKEN",
};

/**
 * What a local cloud on this machine is shown: a credential of the same place that a local cloud issued, and else the name of
 * a principal, which is no secret. A vendor's credential is passed over.
 */
export function localCredentialsOf(kind: string, place: CredentialPlace, means: Means): CredentialSource {
  const machines = new Map<string, CredentialSource>();
  const asMachine = (clientId: string, clientSecret: string): CredentialSource => {
    const key = JSON.stringify([clientId, clientSecret]);
    const known = machines.get(key) ?? databricksMachine({ clientId, clientSecret }, means.bounded, means.now);
    machines.set(key, known);
    return known;
  };
  return async (url) => {
    const { token, clientId, secret } = await foundFor(kind, place, means);
    const issued = forLocalCloud(token);
    if (issued !== undefined) return bearerHeader(issued);
    const seeded = forLocalCloud(secret);
    if (clientId !== undefined && seeded !== undefined) return asMachine(clientId, seeded)(url);
    return bearerHeader(localToken(means.principal));
  };
}

interface Found {
  readonly token?: GivenCredential | undefined;
  readonly clientId?: string | undefined;
  readonly secret?: GivenCredential | undefined;
}

async function foundFor(kind: string, place: CredentialPlace, means: Means): Promise<Found> {
  if (place.kind !== "usual") {
    const given = await inPlace(place, means);
    return place.clientId === null ? { token: given } : { clientId: place.clientId, secret: given };
  }
  const variable = tokenVariables[kind];
  const token = variable === undefined ? undefined : inEnvironment(variable, means);
  if (kind !== "databricks") return { token };
  const clientId = inEnvironment("DATABRICKS_CLIENT_ID", means)?.text;
  return { token, clientId, secret: inEnvironment("DATABRICKS_CLIENT_SECRET", means) };
}
