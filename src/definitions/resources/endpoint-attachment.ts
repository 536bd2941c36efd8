import type { ResourceDefinition } from "../schema/definition.ts";
import { pathSegment } from "./path-segment.ts";

const path = "projects/{project}/locations/{location}/endpointAttachments/{endpointAttachmentId}";

const example = `name: gateway

providers:
  google: { kind: google, project: acme-prod, region: europe-west1 }

resources:
  gateway:
    type: connectors:EndpointAttachment
    properties:
      endpointAttachmentId: portal-gateway
      serviceAttachment: projects/acme-network/regions/europe-west1/serviceAttachments/portal
      description: Sign-in traffic of the portal
      labels: { team: identity }

outputs:
  address: \${gateway.endpointIp}
`;

export const endpointAttachment: ResourceDefinition = {
  kind: "resource",
  type: "connectors:EndpointAttachment",
  title: "Endpoint attachment",
  description:
    "Attaches a published service to a project and location, so that connectors reach it over a private address.",
  section: "2.3",
  provider: "google",
  versions: { default: "v1", others: [] },
  inputs: {
    type: "object",
    additionalProperties: false,
    required: ["endpointAttachmentId", "serviceAttachment"],
    properties: {
      endpointAttachmentId: {
        type: "string",
        replace: true,
        description:
          "Identifier of the attachment, unique within its project and location. It is never chosen for you.",
        allOf: pathSegment,
        vendorLimits: [
          {
            pattern: "^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$",
            says:
              "the vendor takes up to 63 lower-case letters, digits and hyphens that start with a letter and do " +
              "not end with a hyphen",
          },
        ],
      },
      serviceAttachment: {
        type: "string",
        description: "Path of the service attachment, `projects/<project>/regions/<region>/serviceAttachments/<name>`.",
        vendorRefusesUpdate: true,
        vendorLimits: [
          {
            pattern: "^projects/[^/]+/regions/[^/]+/serviceAttachments/[^/]+$",
            says: "the vendor takes `projects/<project>/regions/<region>/serviceAttachments/<name>`",
          },
        ],
      },
      description: { type: "string", description: "What the attachment is for.", absentMeans: "" },
      labels: {
        type: "object",
        description: "Labels of your own.",
        additionalProperties: {
          type: "string",
          description: "The label's value.",
          vendorLimits: [
            {
              pattern: "^[\\p{Ll}\\p{Lo}\\p{N}_-]{0,63}$",
              says: "the vendor takes label values of up to 63 lower-case letters, digits, underscores and hyphens",
            },
          ],
        },
        vendorLimits: [
          { maxProperties: 64, says: "the vendor takes up to 64 labels" },
          {
            keyPattern: "^[\\p{Ll}\\p{Lo}][\\p{Ll}\\p{Lo}\\p{N}_-]{0,62}$",
            says:
              "the vendor takes label keys of up to 63 lower-case letters, digits, underscores and hyphens that " +
              "start with a letter",
          },
        ],
      },
      location: {
        type: "string",
        replace: true,
        description: "Location of the attachment; the provider's region when left out.",
        allOf: pathSegment,
        default: { from: "provider", field: "region" },
      },
      project: {
        type: "string",
        replace: true,
        description: "Id of the project that owns the attachment; the provider's project when left out.",
        allOf: pathSegment,
        default: { from: "provider", field: "project" },
      },
    },
  },
  outputs: {
    type: "object",
    additionalProperties: false,
    properties: {
      createTime: { type: "string", format: "date-time", description: "When the attachment was created." },
      endpointIp: { type: "string", description: "Private address at which the attached service answers." },
      id: { type: "string", composed: path, description: "Id under which the attachment can be imported." },
      name: { type: "string", composed: path, description: "Full name of the attachment on the platform." },
      updateTime: {
        type: "string",
        format: "date-time",
        followsWrites: true,
        description: "When the attachment was last changed.",
      },
    },
  },
  identity: {
    variables: {
      project: [{ input: "project" }, { provider: "project" }],
      location: [{ input: "location" }, { provider: "region" }],
      endpointAttachmentId: [{ input: "endpointAttachmentId" }],
    },
    formats: [path],
    imports: [
      { template: path, source: "ours" },
      { template: "{project}/{location}/{endpointAttachmentId}", source: "ours" },
      { template: "{location}/{endpointAttachmentId}", source: "ours" },
    ],
  },
  existence: "created",
  onDestroy: "delete",
  lastChange: { at: "updateTime" },
  createdAt: "createTime",
  noAutoNaming: {
    field: "endpointAttachmentId",
    says: "auto-naming is not supported for endpoint attachments: give `endpointAttachmentId`",
  },
  longestOperation: {
    milliseconds: 1_800_000,
    source: "timeouts of google_integration_connectors_endpoint_attachment in the vendor's Terraform provider",
  },
  permissions: {
    read: [
      "connectors.endpointAttachments.get",
      "connectors.endpointAttachments.list",
      "connectors.operations.get",
      "connectors.operations.list",
    ],
    write: [
      "connectors.endpointAttachments.create",
      "connectors.endpointAttachments.update",
      "connectors.endpointAttachments.delete",
    ],
    note:
      "The roles `roles/connectors.admin` and `roles/connectors.endpointAttachmentsAdmin` hold those of the " +
      "attachments.",
    source:
      "Google Cloud IAM documentation, permissions reference: `connectors.endpointAttachments.*`, " +
      "`connectors.operations.*`",
  },
  examples: [example],
};
