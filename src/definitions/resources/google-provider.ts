import type { ProviderDefinition } from "../schema/definition.ts";
import { pathSegment } from "./path-segment.ts";
import { baseUrl, localPrincipal } from "./provider-fields.ts";

export const googleProvider: ProviderDefinition = {
  kind: "provider",
  type: "google",
  title: "Google",
  description: "OAuth clients, endpoint attachments and reservation policies.",
  fields: {
    project: {
      schema: {
        type: "string",
        description: "Id of the project for resources that name none.",
        allOf: pathSegment,
      },
      environment: ["GOOGLE_PROJECT", "GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT", "CLOUDSDK_CORE_PROJECT"],
    },
    region: {
      schema: { type: "string", description: "Region for resources that name no location.", allOf: pathSegment },
      environment: ["GOOGLE_REGION"],
    },
    zone: {
      schema: { type: "string", description: "Zone of reservations given by their bare name.", allOf: pathSegment },
      environment: ["GOOGLE_ZONE"],
    },
    baseUrl: baseUrl([]),
    localPrincipal,
  },
  constants: {},
};
