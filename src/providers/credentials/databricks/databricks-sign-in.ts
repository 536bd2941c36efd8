import {
  type ManagementPlane,
  planeNamed,
  publicPlane,
} from "../../../../packages/vendor-wire/azure/management-planes.ts";
import { entraApplication, managementHeaders } from "../../../../packages/vendor-wire/databricks/azure-workspaces.ts";
import { NotSent } from "../../../engine/ports/not-sent.ts";
import { azureCloud, unfitCloud } from "../azure/azure-credentials.ts";
import type { EntraSignIn } from "../azure/entra-tokens.ts";
import { bearerHeader, type CredentialSource } from "../sources/credential-source.ts";
import { failedCredentials } from "../sources/failed-credentials.ts";
import { inEnvironment } from "../sources/find-credential.ts";
import { forVendor } from "../sources/given-credential.ts";
import type { SignInMeans } from "../sources/sign-in-means.ts";
import { subjectToken } from "../sources/subject-token.ts";
import { databricksFederated, databricksMachine } from "./databricks-credentials.ts";
import { type DatabricksMeans, databricksWay } from "./databricks-ways.ts";

/** The audience by which Entra knows that a token of another issuer's is meant for it. Source: its documentation. */
const entraAudience = "api://AzureADTokenExchange";
const entraRemedy =
  "give DATABRICKS_TOKEN, ARM_CLIENT_ID with ARM_CLIENT_SECRET and ARM_TENANT_ID, or what Azure's default chain finds";

/**
 * What a workspace is signed in to with where no credential was named for it. Where nothing is there, nothing is sent;
 * without a machine it is unknown, as for the other vendors: null.
 */
export function databricksSignIn(means: SignInMeans): CredentialSource | null {
  const way = databricksWay(means.config["baseUrl"], means);
  if (way.kind === "way") return sourceOf(way.means, means);
  if (way.kind === "none" && means.machine === undefined) return null;
  const detail = `no credentials: ${way.kind === "none" ? nothingThere(means) : way.why}`;
  return () => Promise.reject(new NotSent({ kind: "denied", detail, lacks: "credential" }));
}

function nothingThere({ machine }: SignInMeans): string {
  const { name, passedOverFor = null } = machine?.profile ?? {};
  const over =
    passedOverFor === null ? "" : ` (the profile \`${name}\` is passed over, because ${passedOverFor} is set)`;
  return (
    `there is none in the places that are known${over}; give DATABRICKS_TOKEN, or DATABRICKS_CLIENT_ID and ` +
    "DATABRICKS_CLIENT_SECRET (docs/reaching-the-vendors.md tells all ways)"
  );
}

function sourceOf(way: DatabricksMeans, means: SignInMeans): CredentialSource {
  const { bounded, now, tokenOrigins } = means;
  switch (way.kind) {
    case "token":
      return async () => bearerHeader(forVendor(way.token));
    case "client-secret":
      return once(() => {
        const machine = { clientId: way.clientId, clientSecret: forVendor(way.secret) };
        return databricksMachine(machine, bounded, now, tokenOrigins);
      });
    case "federated": {
      const audience = inEnvironment("DATABRICKS_TOKEN_AUDIENCE", means)?.text;
      const subject = {
        clientId: way.clientId,
        token: (endpoint: string) => subjectToken(way.subject, audience ?? endpoint, means),
      };
      return databricksFederated(subject, bounded, now, tokenOrigins);
    }
    case "entra":
      return entraSource(way.signIn, way.cloud, means);
    case "entra-federated": {
      const { tenantId, clientId, subject } = way;
      const assertion = () => subjectToken(subject, entraAudience, means);
      return entraSource({ way: "assertion", tenantId, clientId, assertion }, way.cloud, means);
    }
  }
}

/**
 * Entra's tokens for a workspace on Azure. A management token goes along only where the environment names the
 * workspace's resource: it may do more than the workspace's own, and only who is no member of the workspace needs it.
 */
function entraSource(signIn: EntraSignIn, cloud: string, means: SignInMeans): CredentialSource {
  const { machine, environment } = means;
  const plane: ManagementPlane = planeNamed(cloud) ?? publicPlane;
  const resource = inEnvironment("DATABRICKS_AZURE_RESOURCE_ID", means)?.text;
  const signInCloud = azureCloud(plane, environment);
  const authority = signInCloud.authority ?? plane.authorities[0];
  const tokens = machine?.entra?.({ ...signIn, authority }, means.signIn);
  return async () => {
    try {
      const unfit = unfitCloud({ ...signInCloud, authority });
      if (unfit !== null) throw unfit;
      if (tokens === undefined) throw new Error("Entra can't be asked from here");
      const bearer = bearerHeader(await tokens(`${entraApplication}/.default`));
      if (resource === undefined) return bearer;
      const management = await tokens(`${plane.origin}/.default`);
      return { ...bearer, [managementHeaders.token]: management, [managementHeaders.workspace]: resource };
    } catch (cause) {
      throw failedCredentials(cause, entraRemedy);
    }
  };
}

function once(make: () => CredentialSource): CredentialSource {
  let made: CredentialSource | undefined;
  return async (url) => {
    made ??= make();
    return made(url);
  };
}
