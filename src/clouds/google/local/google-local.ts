import type { LocalVendor } from "../../ground/local-vendor.ts";
import { endpointAttachmentRoutes, seedEndpointAttachment } from "./endpoint-attachments.ts";
import { oauthClientRoutes, seedOauthClient } from "./oauth-clients.ts";
import { operationRoutes } from "./operations.ts";
import { reservationPolicyRoutes, seedReservation } from "./reservation-policies.ts";

/** Google's side of the local cloud: IAM, Connectors and Compute on one origin, told apart by their paths. */
export const googleLocal: LocalVendor = {
  name: "google",
  routes: [...oauthClientRoutes, ...endpointAttachmentRoutes, ...operationRoutes, ...reservationPolicyRoutes],
  seeds: {
    oauthClient: seedOauthClient,
    endpointAttachment: seedEndpointAttachment,
    reservation: seedReservation,
  },
};
