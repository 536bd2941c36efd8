import { planeNamed, planeOfConfig } from "../../../../packages/vendor-wire/azure/management-planes.ts";
import { type CredentialSurroundings, inEnvironment } from "../sources/find-credential.ts";
import { forVendor, type GivenCredential } from "../sources/given-credential.ts";
import type { SignInMeans } from "../sources/sign-in-means.ts";
import type { CredentialLink, VendorAccess } from "../vendor-access.ts";
import { azureCloud, azureToken } from "./azure-credentials.ts";
import { azurePlaces } from "./azure-places.ts";

const tokenVariable = "ARM_ACCESS_TOKEN";

export const azureAccess: VendorAccess = {
  places: azurePlaces,
  signIn: {
    tokenVariable,
    usual: (means) => {
      const token = inEnvironment(tokenVariable, means);
      if (token !== undefined) return bearer(token, means);
      return means.machine?.azure(azureCloud(planeOfConfig(means.config), means.environment), means.signIn) ?? null;
    },
    usualLink: (_config, surroundings) => usualLink(surroundings),
    bearer,
    hasOwnSignInOnly: true,
  },
};

function bearer(given: GivenCredential, { config }: SignInMeans) {
  return async (url: string) => azureToken(forVendor(given), planeNamed(config["environment"]))(url);
}

function usualLink(surroundings: CredentialSurroundings): CredentialLink {
  const isSet = (name: string) => inEnvironment(name, surroundings) !== undefined;
  const renewed = (link: string) => ({ link, isRenewed: true });
  if (isSet(tokenVariable)) return { link: tokenVariable, isRenewed: false };
  if (isSet("AZURE_CLIENT_SECRET") || isSet("AZURE_CLIENT_CERTIFICATE_PATH"))
    return renewed("the service principal of AZURE_CLIENT_ID");
  if (isSet("AZURE_FEDERATED_TOKEN_FILE"))
    return renewed("the workload of AZURE_CLIENT_ID, by AZURE_FEDERATED_TOKEN_FILE");
  if (isSet("AZURE_CLIENT_ID"))
    return renewed("Azure's default chain: the managed identity of AZURE_CLIENT_ID, or the Azure CLI's login");
  return renewed("Azure's default chain: workload or managed identity, or the Azure CLI's login");
}
