/** Relative resource names as path templates (base/path-template). They are ids as well as the tails of URLs. */
export const resourceNames = {
  location: "projects/{project}/locations/{location}",
  oauthClient: "projects/{project}/locations/{location}/oauthClients/{oauthClientId}",
  endpointAttachment: "projects/{project}/locations/{location}/endpointAttachments/{endpointAttachmentId}",
  operation: "projects/{project}/locations/{location}/operations/{operation}",
  reservation: "projects/{project}/zones/{zone}/reservations/{reservation}",
} as const;

/** URL paths, without the leading slash. IAM and Connectors are at version `v1`; Compute puts its name before the version. */
export const wirePaths = {
  oauthClients: `v1/${resourceNames.location}/oauthClients`,
  oauthClient: `v1/${resourceNames.oauthClient}`,
  undeleteOauthClient: `v1/${resourceNames.oauthClient}:undelete`,
  endpointAttachments: `v1/${resourceNames.location}/endpointAttachments`,
  endpointAttachment: `v1/${resourceNames.endpointAttachment}`,
  operations: `v1/${resourceNames.location}/operations`,
  operation: `v1/${resourceNames.operation}`,
  getIamPolicy: `compute/v1/${resourceNames.reservation}/getIamPolicy`,
  setIamPolicy: `compute/v1/${resourceNames.reservation}/setIamPolicy`,
  testIamPermissions: `compute/v1/${resourceNames.reservation}/testIamPermissions`,
} as const;
