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
 * A token that was given. It says itself which planes it is for, and goes to no other plane; one that names no audience is for the
 * public cloud. An address that is no plane was named by an operator or trusted by the user: tokens for it have audiences of its own.
 */
export function azureToken(token: string): CredentialSource {
  const named = audiencesOf(token);
  return async (url) => {
    const plane = planeAt(url);
    if (plane === undefined || (named === null ? plane === publicPlane : named.some((each) => isFor(plane, each))))
      return bearerHeader(token);
    const { origin } = plane;
    const audience = named === null ? publicPlane.origin : named.join(", ") || "no audience";
    const detail = `no credentials: the token is for ${audience}, and the provider leads to ${origin}; ask for a token whose audience is ${origin}`;
    throw new Withheld({ kind: "denied", detail });
  };
}

function planeAt(url: string): ManagementPlane | undefined {
  const { origin } = new URL(url);
  return managementPlanes.find((each) => each.origin === origin);
}

function isFor({ audiences }: ManagementPlane, audience: string): boolean {
  return audiences.includes(audience.replace(/\/+$/, ""));
}

/** The audiences of a JSON Web Token, unproved; null for what is none, or names none. */
function audiencesOf(token: string): readonly string[] | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
    if (typeof claims !== "object" || claims === null || !("aud" in claims)) return null;
    const { aud } = claims;
    return (Array.isArray(aud) ? aud : [aud]).filter((each): each is string => typeof each === "string");
  } catch {
    return null;
  }
}
