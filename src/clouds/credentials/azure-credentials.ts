import { armHost } from "../arm/wire/resource-types.ts";
import { bearerHeader, type CredentialSource } from "./credential-source.ts";
import { failedCredentials } from "./failed-credentials.ts";

/** The management planes of the national clouds; what is asked for at any other address is a token for the public one. */
const planes: readonly string[] = [
  armHost,
  "https://management.chinacloudapi.cn",
  "https://management.usgovcloudapi.net",
];

const remedy =
  "give ARM_ACCESS_TOKEN, or what Azure's default chain finds: AZURE_* variables, a workload or managed identity, the Azure CLI's login";

interface TokenCredential {
  getToken(scopes: string): Promise<{ readonly token: string }>;
}

/** Azure's default chain by its own library, which is loaded at the first call. It keeps tokens until shortly before they expire. */
export function azureCredentials(): CredentialSource {
  let credential: Promise<TokenCredential> | undefined;
  return async (url) => {
    try {
      credential ??= import("@azure/identity").then(({ DefaultAzureCredential }) => new DefaultAzureCredential());
      const { origin } = new URL(url);
      const plane = planes.includes(origin) ? origin : armHost;
      const { token } = await (await credential).getToken(`${plane}/.default`);
      return bearerHeader(token);
    } catch (cause) {
      throw failedCredentials(cause, remedy);
    }
  };
}
