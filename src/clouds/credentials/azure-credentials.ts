import { Withheld } from "../../engine/ports/withheld.ts";
import {
  type ManagementPlane,
  managementPlanes,
  planeAtOrigin,
  planeNamed,
  publicPlane,
} from "../arm/wire/management-planes.ts";
import { bearerHeader, type CredentialSource } from "./credential-source.ts";
import { failedCredentials } from "./failed-credentials.ts";

const remedy =
  "give ARM_ACCESS_TOKEN, or what Azure's default chain finds: AZURE_* variables, a workload or managed identity, the Azure CLI's login";

/** Which of Azure's clouds credentials are for. */
export interface AzureCloud {
  /** The one whose tokens are asked for, at an address that is none of the planes'. */
  readonly plane: ManagementPlane;
  /** Where the environment signs in; undefined: where the vendor's library does by itself. */
  readonly authority: string | undefined;
}

/**
 * The cloud of a provider, and the authority that the environment names: `AZURE_AUTHORITY_HOST`, or that of `ARM_ENVIRONMENT`. A
 * declaration names no authority: whoever writes one may not send a client's secret to another cloud's.
 */
export function azureCloud(
  plane: ManagementPlane,
  environment: Readonly<Record<string, string | undefined>>,
): AzureCloud {
  const named = environment["AZURE_AUTHORITY_HOST"];
  if (named !== undefined && named !== "") return { plane, authority: named };
  return { plane, authority: planeNamed(environment["ARM_ENVIRONMENT"])?.authorities[0] };
}

interface TokenCredential {
  getToken(scopes: string): Promise<{ readonly token: string }>;
}

const publicCloud: AzureCloud = { plane: publicPlane, authority: undefined };

/**
 * Azure's default chain by its own library, which is loaded at the first call. It keeps tokens until shortly before they expire.
 * What an address tells it is one of the planes, each of which has tokens of its own; any other is asked for as the cloud's.
 */
export function azureCredentials({ plane, authority }: AzureCloud = publicCloud): CredentialSource {
  let credential: Promise<TokenCredential> | undefined;
  return async (url) => {
    const wanted = planeAt(url) ?? plane;
    try {
      const options = authority === undefined ? {} : { authorityHost: authority };
      credential ??= import("@azure/identity").then(
        ({ DefaultAzureCredential }) => new DefaultAzureCredential(options),
      );
      const { token } = await (await credential).getToken(`${wanted.origin}/.default`);
      refuseForeign(planeOf(token), wanted);
      return bearerHeader(token);
    } catch (cause) {
      throw failedCredentials(cause, `${remedy}${signInElsewhere(wanted, authority)}`);
    }
  };
}

/** What to do where a cloud's tokens are issued elsewhere than the environment signs in. */
function signInElsewhere(wanted: ManagementPlane, authority: string | undefined): string {
  const [usual] = publicPlane.authorities;
  const origin = URL.parse(authority ?? usual)?.origin ?? "";
  if (wanted.authorities.includes(origin)) return "";
  return `; the provider leads to the cloud \`${wanted.name}\`, whose callers sign in at ${wanted.authorities[0]}: set ARM_ENVIRONMENT=${wanted.name}`;
}

/**
 * A token that was given. It says itself which plane it is for, and goes to no other; one that does not is for the public cloud.
 * An address that is none of the planes' stands for the one that the provider names, where it names one.
 */
export function azureToken(token: string, named?: ManagementPlane): CredentialSource {
  const home = planeOf(token) ?? publicPlane;
  return async (url) => {
    const plane = planeAt(url) ?? named;
    if (plane !== undefined) refuseForeign(home, plane);
    return bearerHeader(token);
  };
}

/** Throws Withheld for a token of one plane on its way to another; a token that does not say which it is for may go. */
function refuseForeign(home: ManagementPlane | undefined, plane: ManagementPlane): void {
  if (home === undefined || home === plane) return;
  const detail = `no credentials: the token is for ${home.origin}, and the provider leads to ${plane.origin}`;
  throw new Withheld({ kind: "denied", detail });
}

function planeAt(url: string): ManagementPlane | undefined {
  return planeAtOrigin(new URL(url).origin);
}

/** The plane that a token says it is for; undefined where it names none of them. */
function planeOf(token: string): ManagementPlane | undefined {
  const audience = audienceOf(token)?.replace(/\/+$/, "");
  return managementPlanes.find(({ audiences }) => audience !== undefined && audiences.includes(audience));
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
