import type { ProviderInstance } from "../../../engine/ports/driver.ts";
import { databricksWay } from "../databricks/databricks-ways.ts";
import type { OpenPassage } from "../guards/bound-driver.ts";
import { unprovedClaims } from "../sign-in/unproved-claims.ts";
import { type CredentialSurroundings, inEnvironment } from "./find-credential.ts";

/** What is known of a credential without showing it. */
export interface CredentialFacts {
  /** Where it was found: the link of the chain. */
  readonly link: string;
  /** Whoever gave it gives another one before it ends. */
  readonly isRenewed: boolean;
  /** For whom it is, in the token's own words; null where it does not tell. */
  readonly principal: string | null;
  readonly tenant: string | null;
  /** Milliseconds since the epoch; null where it does not tell. */
  readonly endsAt: number | null;
  /** The vendor that was asked, and says that it is not valid (any more); null where none says so. */
  readonly disownedBy: string | null;
}

type Link = Pick<CredentialFacts, "link" | "isRenewed">;

/** Where the credential of a passage is found, in the order in which it is looked for. Nothing is read but the environment. */
export function linkOf(
  { kind, config }: ProviderInstance,
  passage: OpenPassage,
  surroundings: CredentialSurroundings,
): Link {
  const { binding } = passage;
  const { credential } = binding;
  if (passage.kind === "local") {
    const { localPrincipal = "admin@local.example" } = config;
    return { link: `a local cloud's own, as ${String(localPrincipal)}`, isRenewed: true };
  }
  if (credential.kind === "usual") return usualLink(kind, config["baseUrl"], surroundings);
  const place = credential.kind === "environment" ? credential.name : credential.path;
  const isMachine = credential.clientId !== null;
  const what = isMachine ? `service principal ${credential.clientId}, by ${place}` : place;
  return { link: `credential \`${binding.name}\`: ${what}`, isRenewed: isMachine || credential.kind === "file" };
}

function usualLink(kind: string, baseUrl: unknown, surroundings: CredentialSurroundings): Link {
  const isSet = (name: string) => inEnvironment(name, surroundings) !== undefined;
  switch (kind) {
    case "google":
      if (isSet("GOOGLE_OAUTH_ACCESS_TOKEN")) return given("GOOGLE_OAUTH_ACCESS_TOKEN");
      if (isSet("GOOGLE_APPLICATION_CREDENTIALS"))
        return { link: "the file that GOOGLE_APPLICATION_CREDENTIALS names", isRenewed: true };
      return { link: "application default credentials: gcloud's, or the machine's own", isRenewed: true };
    case "azure":
      if (isSet("ARM_ACCESS_TOKEN")) return given("ARM_ACCESS_TOKEN");
      if (isSet("AZURE_CLIENT_SECRET") || isSet("AZURE_CLIENT_CERTIFICATE_PATH"))
        return { link: "the service principal of AZURE_CLIENT_ID", isRenewed: true };
      if (isSet("AZURE_FEDERATED_TOKEN_FILE"))
        return { link: "the workload of AZURE_CLIENT_ID, by AZURE_FEDERATED_TOKEN_FILE", isRenewed: true };
      if (isSet("AZURE_CLIENT_ID"))
        return {
          link: "Azure's default chain: the managed identity of AZURE_CLIENT_ID, or the Azure CLI's login",
          isRenewed: true,
        };
      return { link: "Azure's default chain: workload or managed identity, or the Azure CLI's login", isRenewed: true };
    case "databricks": {
      const way = databricksWay(baseUrl, surroundings);
      if (way.kind !== "way") return { link: "none of the places that are known", isRenewed: true };
      return { link: way.link, isRenewed: way.isRenewed };
    }
    default:
      return { link: "no known place", isRenewed: false };
  }
}

function given(name: string): Link {
  return { link: name, isRenewed: false };
}

/**
 * What a bearer token says of itself (RFC 7519; Microsoft's claims `upn`, `appid`, `tid`). It is read, not believed: nothing but
 * words for people comes of it. All null for a token that is opaque.
 */
export function factsOfToken(
  headers: Readonly<Record<string, string>>,
): Pick<CredentialFacts, "principal" | "tenant" | "endsAt"> {
  const authorization = Object.entries(headers).find(([name]) => name.toLowerCase() === "authorization")?.[1] ?? "";
  const claims = unprovedClaims(authorization.replace(/^Bearer /i, "")) ?? {};
  const text = (name: string): string | null => {
    const value = claims[name];
    return typeof value === "string" && value !== "" ? value.slice(0, 200) : null;
  };
  const principal = ["upn", "unique_name", "email", "appid", "sub", "iss"].map(text).find((each) => each !== null);
  const { exp } = claims;
  const endsAt = typeof exp === "number" ? exp * 1000 : null;
  return { principal: principal ?? null, tenant: text("tid"), endsAt };
}
