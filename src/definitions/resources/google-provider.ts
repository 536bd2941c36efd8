import type { ProviderDefinition } from "../schema/definition.ts";
import { pathSegment } from "./path-segment.ts";
import { baseUrl, baseUrlOf, callsAtOnce, callsPerMinute, localPrincipal, retryFor } from "./provider-fields.ts";

export const googleProvider: ProviderDefinition = {
  kind: "provider",
  type: "google",
  title: "Google",
  description: "OAuth clients, endpoint attachments and reservation policies.",
  knownElsewhereAs: ["gcp", "google-beta", "google-cloud", "gcloud", "google-native"],
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
    iamBaseUrl: baseUrlOf("IAM"),
    connectorsBaseUrl: baseUrlOf("Integration Connectors"),
    computeBaseUrl: baseUrlOf("Compute Engine"),
    universeDomain: {
      schema: {
        type: "string",
        description:
          "Domain of the cloud whose APIs are meant, where no base address is given: " +
          "`googleapis.com` when left out, or that of a sovereign cloud.",
        knownValues: ["googleapis.com", "s3nsapis.fr"],
        equality: "ignore-case",
        allOf: [
          {
            pattern: "^[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63}){1,8}$",
            description: "must be a domain name, such as googleapis.com",
          },
        ],
      },
      environment: ["GOOGLE_CLOUD_UNIVERSE_DOMAIN"],
    },
    localPrincipal,
    retryFor,
    callsPerMinute,
    callsAtOnce,
  },
  constants: {},
};
