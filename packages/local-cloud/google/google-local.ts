import type { LocalVendor } from "../runtime/local-vendor.ts";
import { reservationPolicyRoutes } from "./compute/reservation-policies.ts";
import { reservationRoutes } from "./compute/reservations.ts";
import { seedReservation } from "./compute/seed-reservation.ts";
import { zoneOperationRoutes } from "./compute/zone-operations.ts";
import { seedServiceAttachment } from "./connectors/connection-state.ts";
import { endpointAttachmentRoutes, seedEndpointAttachment } from "./connectors/endpoint-attachments.ts";
import { seedGoogleGroup } from "./iam/google-groups.ts";
import { seedGoogleRole } from "./iam/google-roles.ts";
import { locationRoutes } from "./locations.ts";
import { authorizationRoutes } from "./oauth/authorization-endpoint.ts";
import { oauthClientRoutes, seedOauthClient } from "./oauth/oauth-clients.ts";
import { oauthCredentialRoutes, seedOauthClientCredential } from "./oauth/oauth-credentials.ts";
import { principalOfToken } from "./oauth/oauth-grants.ts";
import { serverMetadataRoutes } from "./oauth/server-metadata.ts";
import { tokenRoutes } from "./oauth/token-endpoint.ts";
import { tokenStatusRoutes } from "./oauth/token-status.ts";
import { operationRoutes } from "./operations.ts";
import { operationPaths, refusalOfStatus, unreadableBody } from "./refusal-of-status.ts";

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
