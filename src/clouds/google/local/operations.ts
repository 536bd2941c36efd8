import type { JsonObject } from "../../../base/json.ts";
import { expandTemplate } from "../../../base/path-template.ts";
import type { LocalReply, LocalRoute, World } from "../../ground/local-vendor.ts";
import { endpointAttachmentPages } from "../wire/endpoint-attachment-wire.ts";
import { type OperationVerb, operationTypes } from "../wire/operation-wire.ts";
import { resourceNames, wirePaths } from "../wire/resource-names.ts";
import { pageOf } from "./page-of.ts";
import { answer, googleTime, invalidArgument, refuse, withoutDefaults } from "./rpc-reply.ts";
import { type RpcCall, rpcRoute } from "./rpc-route.ts";

const collection = "operation";

/** `projects.locations.operations` of Connectors v1. Whether one is done follows from the virtual clock alone. */
export const operationRoutes: readonly LocalRoute[] = [
  rpcRoute({
    method: "GET",
    template: wirePaths.operation,
    api: "connectors",
    rpc: "google.longrunning.Operations.GetOperation",
    permission: "connectors.operations.get",
    parameters: [],
    handle: get,
  }),
  rpcRoute({
    method: "GET",
    template: wirePaths.operations,
    api: "connectors",
    rpc: "google.longrunning.Operations.ListOperations",
    permission: "connectors.operations.list",
    parameters: ["filter", "pageSize", "pageToken", "returnPartialSuccess"],
    handle: list,
  }),
];

/** A write that has begun: `response` is what the finished operation will carry. */
interface BegunOperation {
  readonly verb: OperationVerb;
  /** Resource name of what it works on. */
  readonly target: string;
  readonly response: JsonObject;
  readonly startMs: number;
  readonly doneMs: number;
}

/** Keeps a new operation and gives it as the answer to the call that began it. */
export function beginOperation(location: string, operation: BegunOperation, world: World): JsonObject {
  const name = `${location}/operations/operation-${operation.startMs}-${world.unique()}`;
  const document = { ...operation };
  world.documents.put(collection, name, document);
  return shown(name, document, world);
}

function get(call: RpcCall, world: World): LocalReply {
  const name = expandTemplate(resourceNames.operation, call.params) ?? "";
  const document = world.documents.get(collection, name);
  if (document === undefined) return refuse("NOT_FOUND", `Operation ${name} was not found.`);
  return answer(shown(name, document, world));
}

function list(call: RpcCall, world: World): LocalReply {
  if ((call.query["filter"] ?? "") !== "" || call.query["returnPartialSuccess"] === "true") {
    return refuse("UNIMPLEMENTED", "Operations can be listed without a filter and for one location only.");
  }
  const prefix = `${expandTemplate(resourceNames.location, call.params) ?? ""}/operations/`;
  const page = pageOf((after) => operationsAfter(prefix, after, world), call.query, endpointAttachmentPages);
  if (!page.ok) return invalidArgument(page.error);
  const { items, nextPageToken = "" } = page.value;
  return answer(
    withoutDefaults({ operations: items.map((each) => shown(each.name, each.document, world)), nextPageToken }),
  );
}

function* operationsAfter(prefix: string, after: string, world: World) {
  for (const { key, document } of world.documents.scan(collection, prefix, after)) yield { name: key, document };
}

function shown(name: string, document: JsonObject, world: World): JsonObject {
  const { verb, target, response, startMs, doneMs } = document as unknown as BegunOperation;
  const done = world.now() >= doneMs;
  const metadata = {
    "@type": operationTypes.metadata,
    createTime: googleTime(startMs),
    ...(done ? { endTime: googleTime(doneMs) } : {}),
    target,
    verb,
    apiVersion: "v1",
  };
  return done ? { name, metadata, done: true, response } : { name, metadata };
}
