import type { Exchange } from "../../../../packages/base/exchange/exchange.ts";
import {
  type ManagementPlane,
  managementPlanes,
  planeAtOrigin,
  planeNamed,
  publicPlane,
} from "../../../../packages/vendor-wire/azure/management-planes.ts";
import { NotSent } from "../../../engine/ports/not-sent.ts";
import { natureOf } from "../provider-origin.ts";
import { SignInRefused } from "../sign-in/sign-in-refusals.ts";
import { unprovedClaims } from "../sign-in/unproved-claims.ts";
import { bearerHeader, type CredentialSource } from "../sources/credential-source.ts";
import { failedCredentials } from "../sources/failed-credentials.ts";
import { entraTokens } from "./entra-tokens.ts";

const remedy =
  "give ARM_ACCESS_TOKEN, or what Azure's default chain finds: AZURE_* variables, a workload or managed " +
  "identity, the Azure CLI's login";

/** Which of Azure's clouds credentials are for. */
export interface AzureCloud {
  /** The one whose tokens are asked for, at an address that is none of the planes'. */
  readonly plane: ManagementPlane;
  /** Where the environment signs in; undefined: where the vendor's library does by itself. */
  readonly authority: string | undefined;
  /** What the environment calls a cloud, and none is called. */
  readonly misnamed?: string;
  /** Variables of the environment that name an identity. */
  readonly given?: readonly string[];
}

/** What Azure's library makes an identity of. */
const identityVariables = [
  "AZURE_CLIENT_SECRET",
  "AZURE_CLIENT_CERTIFICATE_PATH",
  "AZURE_FEDERATED_TOKEN_FILE",
  "AZURE_CLIENT_ID",
  "AZURE_TENANT_ID",
];

/**
 * The cloud of a provider, and the authority that the environment names: `AZURE_AUTHORITY_HOST`, or that of
 * `ARM_ENVIRONMENT`. A declaration names no authority: its author may not send a client's secret to another cloud's.
 */
export function azureCloud(
  plane: ManagementPlane,
  environment: Readonly<Record<string, string | undefined>>,
): AzureCloud {
  const named = environment["AZURE_AUTHORITY_HOST"];
  const variables = identityVariables.filter((name) => (environment[name] ?? "") !== "");
  const given = variables.length === 0 ? {} : { given: variables };
  if (named !== undefined && named !== "") return { plane, authority: named, ...given };
  const cloud = environment["ARM_ENVIRONMENT"] ?? "";
  const known = planeNamed(cloud);
  if (cloud !== "" && known === undefined) return { plane, authority: undefined, misnamed: cloud, ...given };
  return { plane, authority: known?.authorities[0], ...given };
}

const publicCloud: AzureCloud = { plane: publicPlane, authority: undefined };

/**
 * Azure's default chain by its own library, which is loaded at the first call and sends by `network`. It keeps tokens
 * until shortly before they expire. What an address tells it is one of the planes, each of which has tokens of its own;
 * any other is asked for as the cloud's.
 */
export function azureCredentials(cloud: AzureCloud = publicCloud, network: Exchange): CredentialSource {
  const { plane, authority } = cloud;
  const tokens = entraTokens({ way: "chain", authority }, network);
  return async (url) => {
    const wanted = planeAt(url) ?? plane;
    const unfit = unfitCloud(cloud);
    if (unfit !== null) throw unfit;
    try {
      const token = await tokens(`${wanted.origin}/.default`);
      refuseForeign(audiencesOf(token) ?? [], wanted);
      return bearerHeader(token);
    } catch (cause) {
      const toCheck = cause instanceof SignInRefused ? whatToCheck(cause, cloud) : remedy;
      throw failedCredentials(cause, `${toCheck}${signInElsewhere(wanted, authority)}`);
    }
  };
}

/** What of the environment the vendor's word is about. */
function whatToCheck({ code }: SignInRefused, { given = [] }: AzureCloud): string {
  const [first] = given;
  if (first === undefined) return remedy;
  return `check ${code === "invalid_client" ? first : given.join(", ")}`;
}

/**
 * Why no sign-in is made there; null where one may be. The address of an authority is the operator's own word, so any
 * public or private host will do.
 */
export function unfitCloud({ authority, misnamed }: Omit<AzureCloud, "plane">): NotSent | null {
  if (misnamed !== undefined) {
    const known = managementPlanes.map(({ name }) => name).join(", ");
    const detail = `no credentials: ARM_ENVIRONMENT names \`${misnamed}\`; known are ${known}`;
    return new NotSent({ kind: "denied", detail, lacks: "credential" });
  }
  if (authority === undefined) return null;
  const nature = natureOf(authority);
  if (nature.kind === "public" || nature.kind === "private") return null;
  const why = nature.kind === "never" ? nature.why : "that is this machine, where no one signs in";
  const detail = `no credentials: AZURE_AUTHORITY_HOST names ${URL.parse(authority)?.host ?? "no host"}: ${why}`;
  return new NotSent({ kind: "denied", detail, lacks: "credential" });
}

/** What to do where a cloud's tokens are issued elsewhere than the environment signs in. */
function signInElsewhere(wanted: ManagementPlane, authority: string | undefined): string {
  const [usual] = publicPlane.authorities;
  const origin = URL.parse(authority ?? usual)?.origin ?? "";
  if (wanted.authorities.includes(origin)) return "";
  return (
    `; the provider leads to the cloud \`${wanted.name}\`, whose callers sign in at ${wanted.authorities[0]}: ` +
    `set ARM_ENVIRONMENT=${wanted.name}`
  );
}

/**
 * A token that was given. It says itself which planes it is for, and goes to no other plane; one that names no audience
 * is for the public cloud. An address that is no plane's stands for the plane that the provider names; where it names
 * none, an operator or the user has allowed the address, and tokens for it have audiences of its own.
 */
export function azureToken(token: string, named?: ManagementPlane): CredentialSource {
  const told = audiencesOf(token);
  const audiences = told ?? publicPlane.audiences;
  return async (url) => {
    const plane = planeAt(url) ?? named;
    if (plane !== undefined && !audiences.some((each) => isFor(plane, each)))
      throw foreign(told === null ? [publicPlane.origin] : audiences, plane);
    return bearerHeader(token);
  };
}

/** Throws NotSent for a token of one plane on its way to another; a token that names none of the planes may go. */
function refuseForeign(audiences: readonly string[], plane: ManagementPlane): void {
  const homes = managementPlanes.filter((each) => audiences.some((audience) => isFor(each, audience)));
  if (homes.length > 0 && !homes.includes(plane)) throw foreign(audiences, plane);
}

function foreign(audiences: readonly string[], { origin }: ManagementPlane): NotSent {
  const audience = audiences.join(", ") || "no audience";
  const detail =
    `no credentials: the token is for ${audience}, and the provider leads to ${origin}; ` +
    `ask for a token whose audience is ${origin}`;
  return new NotSent({ kind: "denied", detail, lacks: "credential" });
}

function planeAt(url: string): ManagementPlane | undefined {
  return planeAtOrigin(new URL(url).origin);
}

function isFor({ audiences }: ManagementPlane, audience: string): boolean {
  return audiences.includes(audience.replace(/\/+$/, ""));
}

/** The audiences of a JSON Web Token, unproved; null for what is none, or names none. */
function audiencesOf(token: string): readonly string[] | null {
  const aud = unprovedClaims(token)?.["aud"];
  if (aud === undefined) return null;
  return (Array.isArray(aud) ? aud : [aud]).filter((each): each is string => typeof each === "string");
}
