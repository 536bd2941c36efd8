import { isJsonObject, type Json, type JsonObject } from "../../../base/json/json.ts";
import { expandTemplate } from "../../../base/path-template.ts";
import { ok } from "../../../base/result.ts";
import { jsonName } from "../../../vendor-wire/google/global-parameters.ts";
import {
  computeKinds,
  computePages,
  reservationFields,
  reservationInsertFields,
  reservationMaskFields,
  reservationNamePattern,
  resizeFields,
  specificReservationFields,
} from "../../../vendor-wire/google/reservation-wire.ts";
import { resourceNames, wirePaths } from "../../../vendor-wire/google/resource-names.ts";
import type { EmulatorContext, LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import { forgetPolicy } from "../iam/policy-store.ts";
import { readMessage } from "../read-message.ts";
import { answer } from "../rpc-reply.ts";
import { applyMask, pick } from "../update-mask.ts";
import { computeRefusal, computeTime, computeUnreadable, computeUrl, newNumericId } from "./compute-reply.ts";
import { type ComputeCall, computeDenied, computePage, computeRoute } from "./compute-route.ts";
import { changeReservation, reservationAt, reservationName, reservationsAfter } from "./reservation-store.ts";
import { beginChange, repeatedRequest } from "./zone-operations.ts";

const listParameters = ["filter", "maxResults", "orderBy", "pageToken", "returnPartialSuccess"];

/** `reservations` of Compute v1, without their policies: writes are zone operations. */
export const reservationRoutes: readonly LocalRoute[] = [
  method("POST", wirePaths.reservations, "create", ["requestId"], insert),
  method("GET", wirePaths.reservations, "list", listParameters, list),
  method(
    "GET",
    wirePaths.allReservations,
    "list",
    [...listParameters, "includeAllScopes", "serviceProjectNumber"],
    listAll,
  ),
  method("GET", wirePaths.reservation, "get", [], get),
  method("PATCH", wirePaths.reservation, "update", ["paths", "requestId", "updateMask"], update),
  method("DELETE", wirePaths.reservation, "delete", ["requestId"], remove),
  method("POST", wirePaths.resizeReservation, "resize", ["requestId"], resize),
];

function method(
  verb: "GET" | "POST" | "PATCH" | "DELETE",
  template: string,
  permission: string,
  parameters: readonly string[],
  handle: (call: ComputeCall) => LocalReply,
): LocalRoute {
  return computeRoute({
    method: verb,
    template,
    parameters,
    handle: (call) => {
      if (!call.caller.permitted) return computeDenied(`compute.reservations.${permission}`, nameOf(call));
      return repeatedRequest(call) ?? handle(call);
    },
  });
}

function insert(call: ComputeCall): LocalReply {
  const read = readReservation(call.request.body);
  if (!read.ok) return computeUnreadable(read.error);
  const declared = pick(read.value, reservationInsertFields);
  const id = declared["name"];
  if (typeof id !== "string" || !reservationNamePattern.test(id)) {
    return computeRefusal(400, "invalid", `Invalid value for field 'resource.name': '${String(id ?? "")}'.`);
  }
  if (declared["specificReservation"] === undefined && declared["aggregateReservation"] === undefined) {
    return computeRefusal(400, "required", "Required field 'resource.specificReservation' not specified");
  }
  const name = `${nameOf(call)}/reservations/${id}`;
  if (reservationAt(name, call.context).shown !== undefined) {
    return computeRefusal(409, "alreadyExists", `The resource '${name}' already exists`);
  }
  return change(call, "insert", name, made(name, declared, call.context, call.request.url.origin));
}

/** A reservation as the platform keeps it, with what the platform adds. */
export function made(name: string, declared: JsonObject, context: EmulatorContext, origin: string): JsonObject {
  return {
    kind: computeKinds.reservation,
    id: newNumericId(context),
    creationTimestamp: computeTime(context.now()),
    ...declared,
    ...counted(declared["specificReservation"]),
    specificReservationRequired: declared["specificReservationRequired"] ?? false,
    zone: `${origin}/compute/v1/${name.split("/").slice(0, 4).join("/")}`,
    selfLink: `${origin}/compute/v1/${name}`,
    status: "READY",
  };
}

function readReservation(body: Json | undefined): ReturnType<typeof readMessage> {
  const read = readMessage(body, reservationFields, "");
  const specific = read.ok ? read.value["specificReservation"] : undefined;
  if (!read.ok || specific === undefined) return read;
  const inner = readMessage(specific, specificReservationFields, "specificReservation");
  return inner.ok ? ok({ ...read.value, specificReservation: inner.value }) : inner;
}

/** 64-bit counts are texts on the wire, however they came. */
function counted(specific: Json | undefined): JsonObject {
  if (!isJsonObject(specific)) return {};
  const counts = pick(specific, ["assuredCount", "count"]);
  const texts = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)]));
  return { specificReservation: { ...specific, ...texts, inUseCount: String(specific["inUseCount"] ?? "0") } };
}

function get(call: ComputeCall): LocalReply {
  const name = reservationName(call.params, call.context);
  const { shown } = reservationAt(name, call.context);
  return shown === undefined ? notFound(name) : answer(shown);
}

function list(call: ComputeCall): LocalReply {
  const prefix = `${nameOf(call)}/reservations/`;
  const page = computePage((after) => reservationsAfter(prefix, after, call.context), call.query, computePages);
  if (!page.ok) return computeUnreadable(page.error);
  const id = prefix.slice(0, -1);
  return answer({ kind: computeKinds.reservationList, id, selfLink: computeUrl(call, id), ...page.value });
}

function listAll(call: ComputeCall): LocalReply {
  const prefix = `${nameOf(call)}/zones/`;
  const page = computePage((after) => reservationsAfter(prefix, after, call.context), call.query, computePages);
  if (!page.ok) return computeUnreadable(page.error);
  const { items = [], ...rest } = page.value;
  const scopes = Object.groupBy(items, ({ zone }) => `zones/${String(zone).split("/").at(-1)}`);
  const id = `${nameOf(call)}/aggregated/reservations`;
  return answer({
    kind: computeKinds.aggregatedList,
    id,
    selfLink: computeUrl(call, id),
    items: Object.fromEntries(Object.entries(scopes).map(([scope, found = []]) => [scope, { reservations: found }])),
    ...rest,
  });
}

function update(call: ComputeCall): LocalReply {
  const read = readReservation(call.request.body);
  if (!read.ok) return computeUnreadable(read.error);
  const asked = call.query["updateMask"] ?? call.request.query.getAll("paths").join(",");
  const heads = asked === "" ? Object.keys(pick(read.value, reservationMaskFields)) : maskHeads(asked);
  const strange = heads.find((head) => !(reservationMaskFields as readonly string[]).includes(head));
  if (strange !== undefined)
    return computeRefusal(400, "invalid", `Invalid value for field 'updateMask': '${strange}'.`);
  const name = reservationName(call.params, call.context);
  const current = settled(name, call.context);
  if (!("shown" in current)) return current;
  const patched = applyMask(current.shown, read.value, heads);
  return change(call, "update", name, { ...patched, ...counted(patched["specificReservation"]) });
}

function resize(call: ComputeCall): LocalReply {
  const read = readMessage(call.request.body, resizeFields, "");
  if (!read.ok) return computeUnreadable(read.error);
  const count = Number(read.value["specificSkuCount"] ?? 0);
  if (count < 1) return computeRefusal(400, "invalid", `Invalid value for field 'specificSkuCount': '${count}'.`);
  const name = reservationName(call.params, call.context);
  const current = settled(name, call.context);
  if (!("shown" in current)) return current;
  const specific = current.shown["specificReservation"];
  if (!isJsonObject(specific)) return computeRefusal(400, "invalid", `The resource '${name}' can't be resized`);
  return change(call, "resize", name, { ...current.shown, specificReservation: { ...specific, count: String(count) } });
}

function remove(call: ComputeCall): LocalReply {
  const name = reservationName(call.params, call.context);
  const current = settled(name, call.context);
  return "shown" in current ? change(call, "delete", name, undefined) : current;
}

/** The reservation, or the refusal when there is none or another operation is at work on it. */
function settled(name: string, context: EmulatorContext): { readonly shown: JsonObject } | LocalReply {
  const { shown, changing } = reservationAt(name, context);
  if (shown === undefined) return notFound(name);
  return changing ? computeRefusal(400, "resourceNotReady", `The resource '${name}' is not ready`) : { shown };
}

function change(
  call: ComputeCall,
  operationType: "insert" | "update" | "delete" | "resize",
  name: string,
  result: JsonObject | undefined,
): LocalReply {
  const { context } = call;
  const targetId = String((result ?? reservationAt(name, context).shown)?.["id"]);
  const doneMs = context.now() + context.operationMs;
  changeReservation(name, result, doneMs, context);
  if (result === undefined) forgetPolicy(name, context);
  context.wrote(operationType === "insert" ? "create" : operationType === "delete" ? "delete" : "update", name);
  return beginChange(call, { operationType, target: name, targetId, doneMs });
}

function maskHeads(mask: string): readonly string[] {
  return [...new Set(mask.split(",").map((path) => jsonName(path.trim().split(".")[0] ?? "")))];
}

/** The full name of what a path is about: a reservation, a zone, or a project. */
function nameOf({ params }: ComputeCall): string {
  const templates = [resourceNames.reservation, resourceNames.zone, resourceNames.project];
  return templates.map((template) => expandTemplate(template, params)).find((name) => name !== undefined) ?? "";
}

function notFound(name: string): LocalReply {
  return computeRefusal(404, "notFound", `The resource '${name}' was not found`);
}
