import type { LocalVendor } from "../runtime/local-vendor.ts";
import { authorizationRoutes } from "./authorization-endpoint.ts";
import { seedServiceAttachment } from "./connection-state.ts";
import { endpointAttachmentRoutes, seedEndpointAttachment } from "./endpoint-attachments.ts";
import { seedGoogleGroup } from "./google-groups.ts";
import { seedGoogleRole } from "./google-roles.ts";
import { locationRoutes } from "./locations.ts";
import { oauthClientRoutes, seedOauthClient } from "./oauth-clients.ts";
import { oauthCredentialRoutes, seedOauthClientCredential } from "./oauth-credentials.ts";
import { principalOfToken } from "./oauth-grants.ts";
import { operationRoutes } from "./operations.ts";
import { operationPaths, refusalOfStatus, unreadableBody } from "./refusal-of-status.ts";
import { reservationPolicyRoutes } from "./reservation-policies.ts";
import { reservationRoutes } from "./reservations.ts";
import { seedReservation } from "./seed-reservation.ts";
import { serverMetadataRoutes } from "./server-metadata.ts";
import { tokenRoutes } from "./token-endpoint.ts";
import { tokenStatusRoutes } from "./token-status.ts";
import { zoneOperationRoutes } from "./zone-operations.ts";

/** Google's side of the local cloud: IAM, Connectors, Compute and OAuth on one origin, told apart by their paths. */
export const googleLocal: LocalVendor = {
  name: "google",
  routes: [
    ...oauthClientRoutes,
    ...oauthCredentialRoutes,
    ...endpointAttachmentRoutes,
    ...operationRoutes,
    ...locationRoutes,
    ...reservationPolicyRoutes,
    ...reservationRoutes,
    ...zoneOperationRoutes,
    ...authorizationRoutes,
    ...tokenRoutes,
    ...tokenStatusRoutes,
    ...serverMetadataRoutes,
  ],
  unreadableBody,
  bearer: principalOfToken,
  refusal: refusalOfStatus,
  operationPaths,
  seeds: {
    oauthClient: seedOauthClient,
    oauthClientCredential: seedOauthClientCredential,
    endpointAttachment: seedEndpointAttachment,
    serviceAttachment: seedServiceAttachment,
    reservation: seedReservation,
    googleGroup: seedGoogleGroup,
    googleRole: seedGoogleRole,
  },
};
