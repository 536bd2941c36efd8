import { Withheld } from "../../engine/ports/withheld.ts";
import { type ManagementPlane, managementPlanes, publicPlane } from "../arm/wire/management-planes.ts";
import { bearerHeader, type CredentialSource } from "./credential-source.ts";
import { failedCredentials } from "./failed-credentials.ts";

const remedy =
  "give ARM_ACCESS_TOKEN, or what Azure's default chain finds: AZURE_* variables, a workload or managed identity, the Azure CLI's login";

interface TokenCredential {
  getToken(scopes: string): Promise<{ readonly token: string }>;
}

/**
 * Azure's default chain by its own library, which is loaded at the first call. It keeps tokens until shortly before they expire.
 * What an address tells it is one of the planes, each of which has tokens of its own; any other is asked for as the public one.
 */
export function azureCredentials(): CredentialSource {
  let credential: Promise<TokenCredential> | undefined;
  return async (url) => {
    try {
      credential ??= import("@azure/identity").then(({ DefaultAzureCredential }) => new DefaultAzureCredential());
      const { origin } = planeAt(url) ?? publicPlane;
      const { token } = await (await credential).getToken(`${origin}/.default`);
      return bearerHeader(token);
    } catch (cause) {
      throw failedCredentials(cause, remedy);
    }
  };
}

/**
 * A token that was given. It says itself which plane it is for, and goes to no other; one that does not is for the public cloud.
 */
export function azureToken(token: string): CredentialSource {
  const home = planeOf(token);
  return async (url) => {
    const plane = planeAt(url);
    if (plane === undefined || plane === home) return bearerHeader(token);
    const detail = `no credentials: the token is for ${home.origin}, and the provider leads to ${plane.origin}`;
    throw new Withheld({ kind: "denied", detail });
  };
}

function planeAt(url: string): ManagementPlane | undefined {
  const { origin } = new URL(url);
  return managementPlanes.find((each) => each.origin === origin);
}

function planeOf(token: string): ManagementPlane {
  const audience = audienceOf(token)?.replace(/\/+$/, "");
  return (
    managementPlanes.find(({ audiences }) => audience !== undefined && audiences.includes(audience)) ?? publicPlane
  );
}

/** The audience of a JSON Web Token, unproved; undefined for what is none. */
function audienceOf(token: string): string | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
    if (typeof claims !== "object" || claims === null || !("aud" in claims)) return undefined;
    return typeof claims.aud === "string" ? claims.aud : undefined;
  } catch {
    return undefined;
  }
}
