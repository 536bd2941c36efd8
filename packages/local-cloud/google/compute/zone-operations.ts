import type { JsonObject } from "../../../base/json/json.ts";
import { expandTemplate } from "../../../base/path-template.ts";
import { computeKinds, computePages, requestIdPattern } from "../../../vendor-wire/google/reservation-wire.ts";
import { resourceNames, wirePaths } from "../../../vendor-wire/google/resource-names.ts";
import type { LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import type { Listed } from "../list-page.ts";
import { answer } from "../rpc-reply.ts";
import { computeRefusal, computeTime, computeUnreadable, computeUrl, newNumericId } from "./compute-reply.ts";
import { type ComputeCall, computeDenied, computePage, computeRoute } from "./compute-route.ts";

const collection = "zone-operation";
const requests = "compute-request";

/** `zoneOperations` of Compute v1. A wait answers at once: the virtual clock stands still meanwhile. */
export const zoneOperationRoutes: readonly LocalRoute[] = [
  computeRoute({ method: "GET", template: wirePaths.zoneOperation, parameters: [], handle: get }),
  computeRoute({ method: "POST", template: wirePaths.waitZoneOperation, parameters: [], handle: get }),
  computeRoute({ method: "DELETE", template: wirePaths.zoneOperation, parameters: [], handle: remove }),
  computeRoute({
    method: "GET",
    template: wirePaths.zoneOperations,
    parameters: ["filter", "maxResults", "orderBy", "pageToken", "returnPartialSuccess"],
    handle: list,
  }),
];

/** A change that has begun. */
interface BegunChange {
  readonly operationType: "insert" | "update" | "delete" | "resize";
  /** Full name of the reservation. */
  readonly target: string;
  readonly targetId: string;
  readonly doneMs: number;
}

/** Keeps a new operation, under the call's `requestId` as well, and gives it as the answer to the call. */
export function beginChange(call: ComputeCall, change: BegunChange): LocalReply {
  const { context } = call;
  const startMs = context.now();
  const zone = expandTemplate(resourceNames.zone, call.params) ?? "";
  const name = `${zone}/operations/operation-${startMs}-${context.unique()}`;
  const operation = { ...change, startMs, id: newNumericId(context), user: call.caller.name };
  context.documents.put(collection, name, operation);
  const requestId = call.query["requestId"];
  if (requestId !== undefined) context.documents.put(requests, `${zone}/${requestId}`, { operation: name });
  return answer(shown(name, operation, call));
}

/**
 * What a call with a `requestId` comes to before anything is done: a refusal of a malformed one, or the operation that
 * the same call began before.
 */
export function repeatedRequest(call: ComputeCall): LocalReply | undefined {
  const requestId = call.query["requestId"];
  if (requestId === undefined) return undefined;
  if (!requestIdPattern.test(requestId)) {
    return computeRefusal(400, "invalid", `Invalid value for field 'requestId': '${requestId}'.`);
  }
  const zone = expandTemplate(resourceNames.zone, call.params) ?? "";
  const name = String(call.context.documents.get(requests, `${zone}/${requestId}`)?.["operation"]);
  const operation = call.context.documents.get(collection, name);
  return operation === undefined ? undefined : answer(shown(name, operation, call));
}

function get(call: ComputeCall): LocalReply {
  const name = nameOf(call);
  if (!call.caller.permitted) return computeDenied("compute.zoneOperations.get", name);
  const operation = call.context.documents.get(collection, name);
  return operation === undefined ? notFound(name) : answer(shown(name, operation, call));
}

function list(call: ComputeCall): LocalReply {
  const zone = expandTemplate(resourceNames.zone, call.params) ?? "";
  if (!call.caller.permitted) return computeDenied("compute.zoneOperations.list", zone);
  const page = computePage((after) => listed(`${zone}/operations/`, after, call), call.query, computePages);
  if (!page.ok) return computeUnreadable(page.error);
  return answer({
    kind: computeKinds.operationList,
    id: `${zone}/operations`,
    selfLink: computeUrl(call, `${zone}/operations`),
    ...page.value,
  });
}

function remove(call: ComputeCall): LocalReply {
  const name = nameOf(call);
  if (!call.caller.permitted) return computeDenied("compute.zoneOperations.delete", name);
  if (call.context.documents.get(collection, name) === undefined) return notFound(name);
  call.context.documents.delete(collection, name);
  call.context.wrote("delete", name);
  return { status: 204 };
}

function* listed(prefix: string, after: string, call: ComputeCall): Generator<Listed> {
  for (const { key, document } of call.context.documents.scan(collection, prefix, after)) {
    yield { name: key, shown: shown(key, document, call) };
  }
}

function shown(name: string, operation: JsonObject, call: ComputeCall): JsonObject {
  const { id, operationType, target, targetId, startMs, doneMs, user } = operation;
  const done = call.context.now() >= Number(doneMs);
  const begun = computeTime(Number(startMs));
  return {
    kind: computeKinds.operation,
    id: String(id),
    name: name.split("/").at(-1) ?? "",
    zone: computeUrl(call, name.split("/").slice(0, 4).join("/")),
    operationType: String(operationType),
    targetLink: computeUrl(call, String(target)),
    targetId: String(targetId),
    status: done ? "DONE" : "RUNNING",
    user: String(user),
    progress: done ? 100 : 0,
    insertTime: begun,
    startTime: begun,
    ...(done ? { endTime: computeTime(Number(doneMs)) } : {}),
    selfLink: computeUrl(call, name),
  };
}

function nameOf(call: ComputeCall): string {
  return expandTemplate(resourceNames.zoneOperation, call.params) ?? "";
}

function notFound(name: string): LocalReply {
  return computeRefusal(404, "notFound", `The resource '${name}' was not found`);
}
