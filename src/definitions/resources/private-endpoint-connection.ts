import type { FunctionDefinition } from "../schema/definition.ts";
import { datedVersions } from "./dated-versions.ts";
import { pathSegment } from "./path-segment.ts";

const example = `name: link

providers:
  azure: { kind: azure, subscriptionId: 11111111-2222-3333-4444-555555555555 }

lookups:
  link:
    function: migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection
    arguments:
      resourceGroupName: rg-migration
      migrateProjectName: datacenter-exit
      peConnectionName: hub-pe.3f0c2a44-8d1e-4b57-9a3b-6c1d2e5f7a90

outputs:
  status: \${link.properties.privateLinkServiceConnectionState.status}
  version: \${link.platformApiVersion}
`;

export const privateEndpointConnection: FunctionDefinition = {
  kind: "function",
  type: "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection",
  aliases: ["migrate:getPrivateEndpointConnection"],
  title: "Private endpoint connection",
  description: "Looks up a private endpoint connection of a migration project by its name.",
  section: "2.4",
  provider: "azure",
  versions: { default: "2020-05-01", others: ["2023-01-01"] },
  unlistedVersions: datedVersions,
  needsOfProvider: ["subscriptionId"],
  arguments: {
    type: "object",
    additionalProperties: false,
    required: ["migrateProjectName", "peConnectionName", "resourceGroupName"],
    properties: {
      migrateProjectName: {
        type: "string",
        replace: true,
        description: "Name of the migration project.",
        allOf: pathSegment,
        vendorLimits: [
          {
            pattern: "^[a-zA-Z0-9-]{3,24}$",
            says: "the vendor names migration projects with 3 to 24 letters, digits and hyphens",
          },
        ],
      },
      peConnectionName: {
        type: "string",
        replace: true,
        description: "Name of the private endpoint connection.",
        allOf: pathSegment,
      },
      resourceGroupName: {
        type: "string",
        replace: true,
        description: "Name of the resource group that holds the project.",
        allOf: pathSegment,
        vendorLimits: [{ maxLength: 90, says: "the vendor takes resource group names of up to 90 characters" }],
      },
    },
  },
  result: {
    type: "object",
    additionalProperties: false,
    properties: {
      platformApiVersion: { type: "string", description: "Interface version that the answer follows." },
      eTag: { type: "string", description: "Tag of the connection's version." },
      id: { type: "string", description: "Relative URL of the connection." },
      name: { type: "string", description: "Name of the connection." },
      properties: {
        type: "object",
        additionalProperties: false,
        title: "PrivateEndpointConnectionProperties",
        description: "Properties of the connection.",
        required: ["privateEndpoint", "provisioningState"],
        properties: {
          privateEndpoint: {
            type: "object",
            additionalProperties: false,
            title: "PrivateEndpoint",
            description: "The private endpoint on the other side.",
            required: ["id"],
            properties: { id: { type: "string", description: "Resource id of the private endpoint." } },
          },
          provisioningState: {
            type: "string",
            description: "Whether an operation on the private endpoint is under way.",
            knownValues: ["Accepted", "InProgress", "Succeeded", "Failed", "Canceled"],
          },
          privateLinkServiceConnectionState: {
            type: "object",
            additionalProperties: false,
            title: "PrivateLinkServiceConnectionState",
            description: "Where the connection stands between the two sides.",
            properties: {
              actionsRequired: { type: "string", description: "What the consumer still has to do." },
              description: { type: "string", description: "Why the connection stands as it does." },
              status: {
                type: "string",
                description: "Status of the connection.",
                knownValues: ["Approved", "Pending", "Rejected", "Disconnected"],
              },
            },
          },
        },
      },
      systemData: {
        type: "object",
        additionalProperties: false,
        title: "SystemData",
        description: "Who created and last changed the connection, and when.",
        properties: {
          createdAt: { type: "string", format: "date-time", description: "When it was created, in UTC." },
          createdBy: { type: "string", description: "Who created it." },
          createdByType: {
            type: "string",
            description: "What kind of identity created it.",
            knownValues: ["User", "Application", "ManagedIdentity", "Key"],
          },
          lastModifiedAt: { type: "string", format: "date-time", description: "When it was last changed, in UTC." },
          lastModifiedBy: { type: "string", description: "Who changed it last." },
          lastModifiedByType: {
            type: "string",
            description: "What kind of identity changed it last.",
            knownValues: ["User", "Application", "ManagedIdentity", "Key"],
          },
        },
      },
      type: { type: "string", description: "Type of the resource, as the platform writes it." },
    },
  },
  permissions: {
    read: ["Microsoft.Migrate/migrateProjects/privateEndpointConnections/read"],
    write: [],
    source: "Microsoft Learn, Azure RBAC resource provider operations: Microsoft.Migrate",
  },
  examples: [example],
};
