// Generated from the resource definitions by `npm run generate`; changes are lost.
// biome-ignore-all format: lines are broken by the generator
import type { Input, Output } from "../outputs/output.ts";
import { declareLookup, type LookupFunction, lookUp } from "../resources/lookup.ts";
import type { LookupOptions, ReadOptions, ResourceOptions } from "../resources/options.ts";
import { existing, Resource } from "../resources/resource.ts";

/** Service principal with which the components on premises sign in. */
export interface CollectorBodyAgentSpnPropertiesArgs {
  /** Application (client) id of the service principal. */
  readonly applicationId?: Input<string | undefined> | undefined;
  /** Audience for which its tokens are meant. */
  readonly audience?: Input<string | undefined> | undefined;
  /** URL of the authority that issues its tokens. */
  readonly authority?: Input<string | undefined> | undefined;
  /** Object id of the service principal. */
  readonly objectId?: Input<string | undefined> | undefined;
  /** Id of the tenant in which the service principal lives. */
  readonly tenantId?: Input<string | undefined> | undefined;
}

/** The agent that collects. */
export interface CollectorAgentPropertiesArgs {
  /** Service principal with which the components on premises sign in. */
  readonly spnDetails?: Input<CollectorBodyAgentSpnPropertiesArgs | undefined> | undefined;
}

/** Properties of the collector. */
export interface CollectorPropertiesArgs {
  /** The agent that collects. */
  readonly agentProperties?: Input<CollectorAgentPropertiesArgs | undefined> | undefined;
  /** Resource id of the discovery service's site. */
  readonly discoverySiteId?: Input<string | undefined> | undefined;
}

/** Arguments of ServerCollector. */
export interface ServerCollectorArgs {
  /**
   * Name of the assessment project. Rules: must be a single name: not empty and without slashes; must not be `.` or
   * `..`. A change replaces the object.
   */
  readonly projectName: Input<string>;
  /**
   * Name of the resource group that holds the project. Rules: must be a single name: not empty and without slashes;
   * must not be `.` or `..`; the vendor takes resource group names of up to 90 characters. A change replaces the
   * object.
   */
  readonly resourceGroupName: Input<string>;
  /**
   * Tag of the version to change; the write is refused when the collector has another. Left out, the version last read
   * counts. No drift when it moves: every write of the collector gives it another tag, and what it holds is compared
   * itself.
   */
  readonly eTag?: Input<string | undefined> | undefined;
  /** Properties of the collector. */
  readonly properties?: Input<CollectorPropertiesArgs | undefined> | undefined;
  /**
   * Name of the collector, unique within its project; made from the logical name when left out. Rules: must be a single
   * name: not empty and without slashes; must not be `.` or `..`; the vendor takes collector names of up to 260
   * characters without any of `< > & : ? / #`. Left out: the logical name, a hyphen and 7 random characters. A change
   * replaces the object.
   */
  readonly serverCollectorName?: Input<string | undefined> | undefined;
}

/** Service principal with which the components on premises sign in. */
export interface CollectorBodyAgentSpnProperties {
  /** Application (client) id of the service principal. */
  readonly applicationId?: string | undefined;
  /** Audience for which its tokens are meant. */
  readonly audience?: string | undefined;
  /** URL of the authority that issues its tokens. */
  readonly authority?: string | undefined;
  /** Object id of the service principal. */
  readonly objectId?: string | undefined;
  /** Id of the tenant in which the service principal lives. */
  readonly tenantId?: string | undefined;
}

/** The agent that collects, as it registered. */
export interface CollectorAgentProperties {
  /** Id that the agent got when it registered. */
  readonly id: string;
  /** When the agent last reported, in UTC. No drift when it moves: the agent reports its heartbeat. */
  readonly lastHeartbeatUtc: string;
  /** Version of the agent's software. */
  readonly version: string;
  /** Service principal with which the components on premises sign in. */
  readonly spnDetails?: CollectorBodyAgentSpnProperties | undefined;
}

/** Properties of the collector, with what the platform adds. */
export interface CollectorProperties {
  /** When the collector was created. */
  readonly createdTimestamp: string;
  /**
   * When the collector was last changed. No drift when it moves: it tells when the last write was, and what was written
   * is compared itself.
   */
  readonly updatedTimestamp: string;
  /** The agent that collects, as it registered. */
  readonly agentProperties?: CollectorAgentProperties | undefined;
  /** Resource id of the discovery service's site. */
  readonly discoverySiteId?: string | undefined;
}

/** Fields that an existing object must have. */
export interface ServerCollectorState {
  /**
   * Name of the assessment project. Rules: must be a single name: not empty and without slashes; must not be `.` or
   * `..`. A change replaces the object.
   */
  readonly projectName?: Input<string | undefined> | undefined;
  /**
   * Name of the resource group that holds the project. Rules: must be a single name: not empty and without slashes;
   * must not be `.` or `..`; the vendor takes resource group names of up to 90 characters. A change replaces the
   * object.
   */
  readonly resourceGroupName?: Input<string | undefined> | undefined;
  /**
   * Tag of the version to change; the write is refused when the collector has another. Left out, the version last read
   * counts. No drift when it moves: every write of the collector gives it another tag, and what it holds is compared
   * itself.
   */
  readonly eTag?: Input<string | undefined> | undefined;
  /** Properties of the collector, with what the platform adds. */
  readonly properties?: Input<CollectorPropertiesArgs | undefined> | undefined;
  /**
   * Name of the collector, unique within its project; made from the logical name when left out. Rules: must be a single
   * name: not empty and without slashes; must not be `.` or `..`; the vendor takes collector names of up to 260
   * characters without any of `< > & : ? / #`. Left out: the logical name, a hyphen and 7 random characters. A change
   * replaces the object.
   */
  readonly serverCollectorName?: Input<string | undefined> | undefined;
  /** Id under which the collector can be imported. */
  readonly id?: Input<string | undefined> | undefined;
  /** Name of the collector. */
  readonly name?: Input<string | undefined> | undefined;
  /** Type of the resource, as the platform writes it. */
  readonly type?: Input<string | undefined> | undefined;
}

/**
 * A collector of server data, registered in a migration assessment project. Section 2.5 of the specification.
 *
 * Ids that `get` and the option `import` take:
 * - `/subscriptions/<subscriptionId>/resourceGroups/<resourceGroupName>/providers/<namespace>.Migrate/assessmentProjects/<projectName>/servercollectors/<serverCollectorName>`
 *
 * @example
 * import { azure, migrate, project } from "plumbline-sdk";
 *
 * project("assessment");
 *
 * new azure.Provider("azure", { subscriptionId: "11111111-2222-3333-4444-555555555555" });
 *
 * const collector = new migrate.ServerCollector("collector", {
 *   resourceGroupName: "rg-migration",
 *   projectName: "datacenter-exit-assessment",
 *   properties: {
 *     discoverySiteId: "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/rg-migration/providers/Microsoft.OffAzure/ServerSites/dc-1",
 *     agentProperties: {
 *       spnDetails: {
 *         applicationId: "6f1d2c3b-4a59-4e68-8b7c-0d9e8f7a6b5c",
 *         tenantId: "72f988bf-86f1-41af-91ab-2d7cd011db47",
 *       },
 *     },
 *   },
 * });
 *
 * export const agent = collector.properties.agentProperties.id;
 */
export class ServerCollector extends Resource {
  /**
   * Reads an existing object by an id that can be imported. It is never changed; `state` holds fields that it must
   * have.
   */
  static get(name: string, id: Input<string>, state?: ServerCollectorState, options?: ReadOptions<"azure">): ServerCollector {
    return new ServerCollector(name, existing<ServerCollectorArgs>(id, state), options);
  }

  /** `name` is the logical name, unique among all resources and look-ups of the stack. */
  constructor(name: string, args: ServerCollectorArgs, options?: ResourceOptions<"azure", keyof ServerCollectorArgs, "name" | "type">) {
    super("migrate:ServerCollector", "azure", name, args, options as ResourceOptions | undefined);
  }

  /**
   * Name of the assessment project. Rules: must be a single name: not empty and without slashes; must not be `.` or
   * `..`. A change replaces the object.
   */
  get projectName(): Output<string> {
    return this.field("projectName");
  }

  /**
   * Name of the resource group that holds the project. Rules: must be a single name: not empty and without slashes;
   * must not be `.` or `..`; the vendor takes resource group names of up to 90 characters. A change replaces the
   * object.
   */
  get resourceGroupName(): Output<string> {
    return this.field("resourceGroupName");
  }

  /**
   * Tag of the version to change; the write is refused when the collector has another. Left out, the version last read
   * counts. No drift when it moves: every write of the collector gives it another tag, and what it holds is compared
   * itself.
   */
  get eTag(): Output<string | undefined> {
    return this.field("eTag");
  }

  /** Properties of the collector, with what the platform adds. */
  get properties(): Output<CollectorProperties | undefined> {
    return this.field("properties");
  }

  /**
   * Name of the collector, unique within its project; made from the logical name when left out. Rules: must be a single
   * name: not empty and without slashes; must not be `.` or `..`; the vendor takes collector names of up to 260
   * characters without any of `< > & : ? / #`. Left out: the logical name, a hyphen and 7 random characters. A change
   * replaces the object.
   */
  get serverCollectorName(): Output<string | undefined> {
    return this.field("serverCollectorName");
  }

  /** Id under which the collector can be imported. */
  get id(): Output<string> {
    return this.field("id");
  }

  /** Name of the collector. */
  get name(): Output<string> {
    return this.field("name");
  }

  /** Type of the resource, as the platform writes it. */
  get type(): Output<string> {
    return this.field("type");
  }
}

/** The private endpoint on the other side. */
export interface PrivateEndpoint {
  /** Resource id of the private endpoint. */
  readonly id: string;
}

/** Where the connection stands between the two sides. */
export interface PrivateLinkServiceConnectionState {
  /** What the consumer still has to do. */
  readonly actionsRequired?: string | undefined;
  /** Why the connection stands as it does. */
  readonly description?: string | undefined;
  /** Status of the connection. Rules: known values: Approved, Pending, Rejected, Disconnected. */
  readonly status?: "Approved" | "Pending" | "Rejected" | "Disconnected" | (string & {}) | undefined;
}

/** Properties of the connection. */
export interface PrivateEndpointConnectionProperties {
  /** The private endpoint on the other side. */
  readonly privateEndpoint: PrivateEndpoint;
  /**
   * Whether an operation on the private endpoint is under way. Rules: known values: Accepted, InProgress, Succeeded,
   * Failed, Canceled.
   */
  readonly provisioningState: "Accepted" | "InProgress" | "Succeeded" | "Failed" | "Canceled" | (string & {});
  /** Where the connection stands between the two sides. */
  readonly privateLinkServiceConnectionState?: PrivateLinkServiceConnectionState | undefined;
}

/** Who created and last changed the connection, and when. */
export interface SystemData {
  /** When it was created, in UTC. */
  readonly createdAt?: string | undefined;
  /** Who created it. */
  readonly createdBy?: string | undefined;
  /** What kind of identity created it. Rules: known values: User, Application, ManagedIdentity, Key. */
  readonly createdByType?: "User" | "Application" | "ManagedIdentity" | "Key" | (string & {}) | undefined;
  /** When it was last changed, in UTC. */
  readonly lastModifiedAt?: string | undefined;
  /** Who changed it last. */
  readonly lastModifiedBy?: string | undefined;
  /** What kind of identity changed it last. Rules: known values: User, Application, ManagedIdentity, Key. */
  readonly lastModifiedByType?: "User" | "Application" | "ManagedIdentity" | "Key" | (string & {}) | undefined;
}

/** Arguments of getPrivateEndpointConnectionControllerPrivateEndpointConnection. */
export interface GetPrivateEndpointConnectionControllerPrivateEndpointConnectionArgs {
  /**
   * Name of the migration project. Rules: must be a single name: not empty and without slashes; must not be `.` or
   * `..`; the vendor names migration projects with 3 to 24 letters, digits and hyphens. A change replaces the object.
   */
  readonly migrateProjectName: string;
  /**
   * Name of the private endpoint connection. Rules: must be a single name: not empty and without slashes; must not be
   * `.` or `..`. A change replaces the object.
   */
  readonly peConnectionName: string;
  /**
   * Name of the resource group that holds the project. Rules: must be a single name: not empty and without slashes;
   * must not be `.` or `..`; the vendor takes resource group names of up to 90 characters. A change replaces the
   * object.
   */
  readonly resourceGroupName: string;
}

/** Arguments of getPrivateEndpointConnectionControllerPrivateEndpointConnectionOutput. */
export interface GetPrivateEndpointConnectionControllerPrivateEndpointConnectionOutputArgs {
  /**
   * Name of the migration project. Rules: must be a single name: not empty and without slashes; must not be `.` or
   * `..`; the vendor names migration projects with 3 to 24 letters, digits and hyphens. A change replaces the object.
   */
  readonly migrateProjectName: Input<string>;
  /**
   * Name of the private endpoint connection. Rules: must be a single name: not empty and without slashes; must not be
   * `.` or `..`. A change replaces the object.
   */
  readonly peConnectionName: Input<string>;
  /**
   * Name of the resource group that holds the project. Rules: must be a single name: not empty and without slashes;
   * must not be `.` or `..`; the vendor takes resource group names of up to 90 characters. A change replaces the
   * object.
   */
  readonly resourceGroupName: Input<string>;
}

/** What getPrivateEndpointConnectionControllerPrivateEndpointConnection gives. */
export interface GetPrivateEndpointConnectionControllerPrivateEndpointConnectionResult {
  /** Interface version that the answer follows. */
  readonly platformApiVersion: string;
  /** Tag of the connection's version. */
  readonly eTag: string;
  /** Relative URL of the connection. */
  readonly id: string;
  /** Name of the connection. */
  readonly name: string;
  /** Properties of the connection. */
  readonly properties: PrivateEndpointConnectionProperties;
  /** Who created and last changed the connection, and when. */
  readonly systemData?: SystemData | undefined;
  /** Type of the resource, as the platform writes it. */
  readonly type: string;
}

const privateEndpointConnectionControllerPrivateEndpointConnectionFunction: LookupFunction = {
  token: "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection",
  providerKind: "azure",
  shortName: "privateEndpointConnection",
};

/**
 * Looks up a private endpoint connection of a migration project by its name. Section 2.4 of the specification. It is
 * done at once, while the program runs, and not part of the declaration.
 */
export async function getPrivateEndpointConnectionControllerPrivateEndpointConnection(args: GetPrivateEndpointConnectionControllerPrivateEndpointConnectionArgs, options?: ReadOptions<"azure">): Promise<GetPrivateEndpointConnectionControllerPrivateEndpointConnectionResult> {
  return await lookUp(privateEndpointConnectionControllerPrivateEndpointConnectionFunction, args, options);
}

/**
 * Looks up a private endpoint connection of a migration project by its name. Section 2.4 of the specification. It is
 * part of the declaration: it takes outputs, and gives one.
 *
 * @example
 * import { azure, migrate, project } from "plumbline-sdk";
 *
 * project("link");
 *
 * new azure.Provider("azure", { subscriptionId: "11111111-2222-3333-4444-555555555555" });
 *
 * const link = migrate.getPrivateEndpointConnectionOutput(
 *   {
 *     resourceGroupName: "rg-migration",
 *     migrateProjectName: "datacenter-exit",
 *     peConnectionName: "hub-pe.3f0c2a44-8d1e-4b57-9a3b-6c1d2e5f7a90",
 *   },
 *   { name: "link" },
 * );
 *
 * export const status = link.properties.privateLinkServiceConnectionState.status;
 * export const version = link.platformApiVersion;
 */
export function getPrivateEndpointConnectionControllerPrivateEndpointConnectionOutput(args: GetPrivateEndpointConnectionControllerPrivateEndpointConnectionOutputArgs, options?: LookupOptions<"azure">): Output<GetPrivateEndpointConnectionControllerPrivateEndpointConnectionResult> {
  return declareLookup(privateEndpointConnectionControllerPrivateEndpointConnectionFunction, args, options);
}

/**
 * Looks up a private endpoint connection of a migration project by its name. Section 2.4 of the specification. It is
 * done at once, while the program runs, and not part of the declaration.
 */
export async function getPrivateEndpointConnection(args: GetPrivateEndpointConnectionControllerPrivateEndpointConnectionArgs, options?: ReadOptions<"azure">): Promise<GetPrivateEndpointConnectionControllerPrivateEndpointConnectionResult> {
  return await lookUp(privateEndpointConnectionControllerPrivateEndpointConnectionFunction, args, options);
}

/**
 * Looks up a private endpoint connection of a migration project by its name. Section 2.4 of the specification. It is
 * part of the declaration: it takes outputs, and gives one.
 *
 * @example
 * import { azure, migrate, project } from "plumbline-sdk";
 *
 * project("link");
 *
 * new azure.Provider("azure", { subscriptionId: "11111111-2222-3333-4444-555555555555" });
 *
 * const link = migrate.getPrivateEndpointConnectionOutput(
 *   {
 *     resourceGroupName: "rg-migration",
 *     migrateProjectName: "datacenter-exit",
 *     peConnectionName: "hub-pe.3f0c2a44-8d1e-4b57-9a3b-6c1d2e5f7a90",
 *   },
 *   { name: "link" },
 * );
 *
 * export const status = link.properties.privateLinkServiceConnectionState.status;
 * export const version = link.platformApiVersion;
 */
export function getPrivateEndpointConnectionOutput(args: GetPrivateEndpointConnectionControllerPrivateEndpointConnectionOutputArgs, options?: LookupOptions<"azure">): Output<GetPrivateEndpointConnectionControllerPrivateEndpointConnectionResult> {
  return declareLookup(privateEndpointConnectionControllerPrivateEndpointConnectionFunction, args, options);
}
