// biome-ignore-all lint/performance/noBarrelFile: an entry of the package
// biome-ignore-all lint/performance/noReExportAll: the types of the documents are many
/** The client of the service's HTTP API. */

export type * as api from "./generated/client.ts";
export { PlumblineClient } from "./generated/client.ts";
export { type Answered, type CallOptions, type ClientOptions, etag, ServiceProblem } from "./transport.ts";
