import type { Catalog, FunctionDefinition, ProviderDefinition, ResourceDefinition } from "../schema/definition.ts";
import { azureProvider } from "./azure-provider.ts";
import { databricksProvider } from "./databricks-provider.ts";
import { endpointAttachment } from "./endpoint-attachment.ts";
import { googleProvider } from "./google-provider.ts";
import { oauthClient } from "./oauth-client.ts";
import { oauthClientCredential } from "./oauth-client-credential.ts";
import { privateEndpointConnection } from "./private-endpoint-connection.ts";
import { reservationIamMember } from "./reservation-iam-member.ts";
import { restrictWorkspaceAdmins } from "./restrict-workspace-admins.ts";
import { roleManagementPolicyAssignment } from "./role-management-policy-assignment.ts";
import { serverCollector } from "./server-collector.ts";

const resources: readonly ResourceDefinition[] = [
  oauthClient,
  oauthClientCredential,
  roleManagementPolicyAssignment,
  endpointAttachment,
  serverCollector,
  reservationIamMember,
  restrictWorkspaceAdmins,
];

const functions: readonly FunctionDefinition[] = [privateEndpointConnection];

const providers: readonly ProviderDefinition[] = [googleProvider, azureProvider, databricksProvider];

/** All that the specification lets one declare, by token. */
export const catalog: Catalog = {
  resources: Object.fromEntries(resources.map((definition) => [definition.type, definition])),
  functions: Object.fromEntries(
    functions.flatMap((definition) => [definition.type, ...definition.aliases].map((token) => [token, definition])),
  ),
  providers: Object.fromEntries(providers.map((definition) => [definition.type, definition])),
};
