/** Relative resource names as path templates (base/path-template). They are ids as well as the tails of URLs. */
export const resourceNames = {
  project: "projects/{project}",
  location: "projects/{project}/locations/{location}",
  oauthClient: "projects/{project}/locations/{location}/oauthClients/{oauthClientId}",
  oauthClientCredential:
    "projects/{project}/locations/{location}/oauthClients/{oauthClientId}/credentials/{oauthClientCredentialId}",
  endpointAttachment: "projects/{project}/locations/{location}/endpointAttachments/{endpointAttachmentId}",
  operation: "projects/{project}/locations/{location}/operations/{operation}",
  zone: "projects/{project}/zones/{zone}",
  reservation: "projects/{project}/zones/{zone}/reservations/{reservation}",
  zoneOperation: "projects/{project}/zones/{zone}/operations/{operation}",
} as const;

/**
 * URL paths, without the leading slash. IAM and Connectors are at version `v1`; Compute puts its name before the
 * version.
 */
export const wirePaths = {
  oauthClients: `v1/${resourceNames.location}/oauthClients`,
  oauthClient: `v1/${resourceNames.oauthClient}`,
  undeleteOauthClient: `v1/${resourceNames.oauthClient}:undelete`,
  oauthClientCredentials: `v1/${resourceNames.oauthClient}/credentials`,
  oauthClientCredential: `v1/${resourceNames.oauthClientCredential}`,
  locations: `v1/${resourceNames.project}/locations`,
  location: `v1/${resourceNames.location}`,
  endpointAttachments: `v1/${resourceNames.location}/endpointAttachments`,
  endpointAttachment: `v1/${resourceNames.endpointAttachment}`,
  operations: `v1/${resourceNames.location}/operations`,
  operation: `v1/${resourceNames.operation}`,
  cancelOperation: `v1/${resourceNames.operation}:cancel`,
  reservations: `compute/v1/${resourceNames.zone}/reservations`,
  allReservations: `compute/v1/${resourceNames.project}/aggregated/reservations`,
  reservation: `compute/v1/${resourceNames.reservation}`,
  resizeReservation: `compute/v1/${resourceNames.reservation}/resize`,
  getIamPolicy: `compute/v1/${resourceNames.reservation}/getIamPolicy`,
  setIamPolicy: `compute/v1/${resourceNames.reservation}/setIamPolicy`,
  testIamPermissions: `compute/v1/${resourceNames.reservation}/testIamPermissions`,
  zoneOperations: `compute/v1/${resourceNames.zone}/operations`,
  zoneOperation: `compute/v1/${resourceNames.zoneOperation}`,
  waitZoneOperation: `compute/v1/${resourceNames.zoneOperation}/wait`,
} as const;
