import type { JsonObject } from "../../base/json/json.ts";
import { documentCodec } from "../../base/json/plain.ts";
import { expandTemplate } from "../../base/path-template.ts";
import { endpointAttachmentPages } from "../../vendor-wire/google/endpoint-attachment-wire.ts";
import { anyLocation } from "../../vendor-wire/google/location-wire.ts";
import { type OperationVerb, operationTypes } from "../../vendor-wire/google/operation-wire.ts";
import { resourceNames, wirePaths } from "../../vendor-wire/google/resource-names.ts";
import { rpcCodes } from "../../vendor-wire/google/rpc-codes.ts";
import type { EmulatorContext, LocalReply, LocalRoute } from "../runtime/local-vendor.ts";
import { cancelChange } from "./connectors/attachment-store.ts";
import { type Listed, listPage } from "./list-page.ts";
import { readMessage } from "./read-message.ts";
import { readFlag } from "./read-query.ts";
import { answer, googleTime, invalidArgument, refuse, withoutDefaults } from "./rpc-reply.ts";
import { listPrefix, type RpcCall, rpcRoutesOf } from "./rpc-route.ts";

const collection = "operation";

const route = rpcRoutesOf({ api: "connectors", service: "google.longrunning.Operations", noun: "Operation" });

/** `projects.locations.operations` of Connectors v1. Whether one is done follows from the virtual clock alone. */
export const operationRoutes: readonly LocalRoute[] = [
  route("GET", wirePaths.operation, "Get", [], get),
  route("GET", wirePaths.operations, "List", ["filter", "pageSize", "pageToken", "returnPartialSuccess"], list),
  route("POST", wirePaths.cancelOperation, "Cancel", [], cancel),
  route("DELETE", wirePaths.operation, "Delete", [], remove),
];

/** A write that has begun: `response` is what the finished operation will carry. */
interface BegunOperation {
  readonly verb: OperationVerb;
  /** Resource name of what it works on. */
  readonly target: string;
  readonly response: JsonObject;
  readonly startMs: number;
  readonly doneMs: number;
  /** The error that it ends with, instead of the response. */
  readonly error?: { readonly code: number; readonly message: string };
  /** When somebody cancelled it while it was at work. */
  readonly cancelledMs?: number;
}

/** Keeps a new operation and gives it as the answer to the call that began it. */
export function beginOperation(location: string, operation: BegunOperation, context: EmulatorContext): JsonObject {
  const name = `${location}/operations/operation-${operation.startMs}-${context.unique()}`;
  context.documents.put(collection, name, { ...operation });
  return shown(name, operation, context);
}

function get(call: RpcCall, context: EmulatorContext): LocalReply {
  const name = nameOf(call);
  const operation = find(name, context);
  return operation === undefined ? notFound(name) : answer(shown(name, operation, context));
}

function list(call: RpcCall, context: EmulatorContext): LocalReply {
  const partial = readFlag(call.query, "returnPartialSuccess");
  if (!partial.ok) return invalidArgument(partial.error);
  if (partial.value && call.params["location"] !== anyLocation) {
    return refuse("UNIMPLEMENTED", "returnPartialSuccess is for lists over all locations only.");
  }
  const page = listPage((after) => listed(call, after, context), call.query, endpointAttachmentPages);
  if (!page.ok) return invalidArgument(page.error);
  const { items, nextPageToken } = page.value;
  return answer(withoutDefaults({ operations: items, nextPageToken }));
}

/** Stops one that is at work: what it was to change stays as it was. For one that is done it does nothing. */
function cancel(call: RpcCall, context: EmulatorContext): LocalReply {
  const read = readMessage(call.body, {}, "");
  if (!read.ok) return invalidArgument(read.error);
  const name = nameOf(call);
  const operation = find(name, context);
  if (operation === undefined) return notFound(name);
  if (operation.cancelledMs === undefined && context.now() < operation.doneMs) {
    cancelChange(operation.target, context);
    context.documents.put(collection, name, { ...operation, cancelledMs: context.now() });
    context.wrote("update", name);
  }
  return answer({});
}

/** Forgets one; what it does goes on. */
function remove(call: RpcCall, context: EmulatorContext): LocalReply {
  const name = nameOf(call);
  if (find(name, context) === undefined) return notFound(name);
  context.documents.delete(collection, name);
  context.wrote("delete", name);
  return answer({});
}

const begun = documentCodec<BegunOperation>();

function* listed(call: RpcCall, after: string, context: EmulatorContext): Generator<Listed> {
  for (const { key, document } of context.documents.scan(collection, listPrefix(call.params, "operations"), after)) {
    yield { name: key, shown: shown(key, begun.read(document), context) };
  }
}

function find(name: string, context: EmulatorContext): BegunOperation | undefined {
  const stored = context.documents.get(collection, name);
  return stored && begun.read(stored);
}

function shown(name: string, operation: BegunOperation, context: EmulatorContext): JsonObject {
  const { verb, target, response, startMs, doneMs, cancelledMs, error: failure } = operation;
  const endMs = cancelledMs ?? doneMs;
  const done = context.now() >= endMs;
  const metadata = {
    "@type": operationTypes.metadata,
    createTime: googleTime(startMs),
    ...(done ? { endTime: googleTime(endMs) } : {}),
    target,
    verb,
    apiVersion: "v1",
    ...(cancelledMs === undefined ? {} : { requestedCancellation: true }),
  };
  if (!done) return { name, metadata };
  if (cancelledMs === undefined)
    return failure === undefined
      ? { name, metadata, done: true, response }
      : { name, metadata, done: true, error: { ...failure } };
  const error = { code: rpcCodes.CANCELLED.number, message: "The operation was cancelled." };
  return { name, metadata, done: true, error };
}

function nameOf(call: RpcCall): string {
  return expandTemplate(resourceNames.operation, call.params) ?? "";
}

function notFound(name: string): LocalReply {
  return refuse("NOT_FOUND", `Operation ${name} was not found.`);
}
