import type { ResourceDefinition } from "../schema/definition.ts";
import type { ObjectSchema } from "../schema/schema.ts";
import { datedVersions } from "./dated-versions.ts";
import { pathSegment } from "./path-segment.ts";

const path =
  "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/{namespace}.Migrate" +
  "/assessmentProjects/{projectName}/servercollectors/{serverCollectorName}";

const spnDetails: ObjectSchema = {
  type: "object",
  additionalProperties: false,
  title: "CollectorBodyAgentSpnProperties",
  description: "Service principal with which the components on premises sign in.",
  properties: {
    applicationId: { type: "string", description: "Application (client) id of the service principal." },
    audience: { type: "string", description: "Audience for which its tokens are meant." },
    authority: { type: "string", description: "URL of the authority that issues its tokens." },
    objectId: { type: "string", description: "Object id of the service principal." },
    tenantId: { type: "string", description: "Id of the tenant in which the service principal lives." },
  },
};

const discoverySiteId = {
  type: "string",
  equality: "ignore-case",
  description: "Resource id of the discovery service's site.",
} as const;

const example = `name: assessment

providers:
  azure: { kind: azure, subscriptionId: 11111111-2222-3333-4444-555555555555 }

resources:
  collector:
    type: migrate:ServerCollector
    properties:
      resourceGroupName: rg-migration
      projectName: datacenter-exit-assessment
      properties:
        discoverySiteId: /subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/rg-migration/providers/Microsoft.OffAzure/ServerSites/dc-1
        agentProperties:
          spnDetails:
            applicationId: 6f1d2c3b-4a59-4e68-8b7c-0d9e8f7a6b5c
            tenantId: 72f988bf-86f1-41af-91ab-2d7cd011db47

outputs:
  agent: \${collector.properties.agentProperties.id}
`;

export const serverCollector: ResourceDefinition = {
  kind: "resource",
  type: "migrate:ServerCollector",
  title: "Server collector",
  description: "A collector of server data, registered in a migration assessment project.",
  section: "2.5",
  provider: "azure",
  versions: { default: "2019-10-01", others: [] },
  unlistedVersions: datedVersions,
  inputs: {
    type: "object",
    additionalProperties: false,
    required: ["projectName", "resourceGroupName"],
    properties: {
      projectName: {
        type: "string",
        replace: true,
        equality: "ignore-case",
        description: "Name of the assessment project.",
        allOf: pathSegment,
      },
      resourceGroupName: {
        type: "string",
        replace: true,
        equality: "ignore-case",
        description: "Name of the resource group that holds the project.",
        allOf: pathSegment,
        vendorLimits: [{ maxLength: 90, says: "the vendor takes resource group names of up to 90 characters" }],
      },
      eTag: {
        type: "string",
        precondition: true,
        volatile: "every write of the collector gives it another tag, and what it holds is compared itself",
        description:
          "Tag of the version to change; the write is refused when the collector has another. " +
          "Left out, the version last read counts.",
      },
      properties: {
        type: "object",
        additionalProperties: false,
        title: "CollectorProperties",
        description: "Properties of the collector.",
        properties: {
          agentProperties: {
            type: "object",
            additionalProperties: false,
            title: "CollectorAgentProperties",
            description: "The agent that collects.",
            properties: { spnDetails },
          },
          discoverySiteId,
        },
      },
      serverCollectorName: {
        type: "string",
        replace: true,
        equality: "ignore-case",
        description: "Name of the collector, unique within its project; made from the logical name when left out.",
        allOf: pathSegment,
        default: { from: "auto-name", suffixLength: 7 },
        vendorLimits: [
          {
            pattern: "^[^<>&:?/#]{1,260}$",
            says: "the vendor takes collector names of up to 260 characters without any of `< > & : ? / #`",
          },
        ],
      },
    },
  },
  outputs: {
    type: "object",
    additionalProperties: false,
    properties: {
      id: { type: "string", composed: path, description: "Id under which the collector can be imported." },
      name: {
        type: "string",
        equality: "ignore-case",
        composed: "{serverCollectorName}",
        description: "Name of the collector.",
      },
      type: {
        type: "string",
        equality: "ignore-case",
        description: "Type of the resource, as the platform writes it.",
      },
    },
  },
  responses: {
    properties: {
      type: "object",
      additionalProperties: false,
      title: "CollectorProperties",
      description: "Properties of the collector, with what the platform adds.",
      required: ["createdTimestamp", "updatedTimestamp"],
      properties: {
        agentProperties: {
          type: "object",
          additionalProperties: false,
          title: "CollectorAgentProperties",
          description: "The agent that collects, as it registered.",
          required: ["id", "lastHeartbeatUtc", "version"],
          properties: {
            id: { type: "string", description: "Id that the agent got when it registered." },
            lastHeartbeatUtc: {
              type: "string",
              format: "date-time",
              volatile: "the agent reports its heartbeat",
              description: "When the agent last reported, in UTC.",
            },
            version: { type: "string", followsWrites: true, description: "Version of the agent's software." },
            spnDetails,
          },
        },
        createdTimestamp: { type: "string", format: "date-time", description: "When the collector was created." },
        discoverySiteId,
        updatedTimestamp: {
          type: "string",
          format: "date-time",
          volatile: "it tells when the last write was, and what was written is compared itself",
          description: "When the collector was last changed.",
        },
      },
    },
  },
  identity: {
    variables: {
      subscriptionId: [{ provider: "subscriptionId" }],
      resourceGroupName: [{ input: "resourceGroupName" }],
      namespace: [{ provider: "namespace", constant: true }],
      projectName: [{ input: "projectName" }],
      serverCollectorName: [{ input: "serverCollectorName" }],
    },
    formats: [path],
    ignoreCase: true,
    imports: [{ template: path, source: "specification" }],
  },
  existence: "created",
  lastChange: { at: "properties.updatedTimestamp" },
  onDestroy: "delete",
  permissions: {
    read: ["Microsoft.Migrate/assessmentProjects/servercollectors/read"],
    write: [
      "Microsoft.Migrate/assessmentProjects/servercollectors/write",
      "Microsoft.Migrate/assessmentProjects/servercollectors/delete",
    ],
    source: "Microsoft Learn, Azure RBAC resource provider operations: Microsoft.Migrate",
  },
  examples: [example],
};
