import type { JsonObject } from "../../../base/json/json.ts";
import { expandTemplate } from "../../../base/path-template.ts";
import {
  connectionStates,
  endpointAttachmentCreateFields,
  endpointAttachmentFields,
  endpointAttachmentMaskFields,
  endpointAttachmentPages,
  endpointAttachmentViews,
} from "../../../vendor-wire/google/endpoint-attachment-wire.ts";
import { type OperationVerb, operationTypes } from "../../../vendor-wire/google/operation-wire.ts";
import { resourceNames, wirePaths } from "../../../vendor-wire/google/resource-names.ts";
import type { EmulatorContext, LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import { type Listed, listPage } from "../list-page.ts";
import { beginOperation } from "../operations.ts";
import { readMessage, readSeed } from "../read-message.ts";
import { answer, googleTime, invalidArgument, refuse, withoutDefaults } from "../rpc-reply.ts";
import { listPrefix, type RpcCall, rpcRoutesOf } from "../rpc-route.ts";
import { applyMask, pick, readUpdateMask } from "../update-mask.ts";
import {
  type Attachment,
  attachmentAt,
  attachmentsAfter,
  changeAttachment,
  seedAttachment,
} from "./attachment-store.ts";
import { connectionState } from "./connection-state.ts";
import { attachmentIdViolations, attachmentViolations, viewViolations } from "./endpoint-attachment-rules.ts";

const route = rpcRoutesOf({
  api: "connectors",
  service: "google.cloud.connectors.v1.Connectors",
  noun: "EndpointAttachment",
});

/** `projects.locations.endpointAttachments` of Connectors v1: writes are long-running operations. */
export const endpointAttachmentRoutes: readonly LocalRoute[] = [
  route("POST", wirePaths.endpointAttachments, "Create", ["endpointAttachmentId"], create),
  route("GET", wirePaths.endpointAttachments, "List", ["pageSize", "pageToken", "filter", "orderBy", "view"], list),
  route("GET", wirePaths.endpointAttachment, "Get", ["view"], get),
  route("PATCH", wirePaths.endpointAttachment, "Update", ["updateMask"], patch),
  route("DELETE", wirePaths.endpointAttachment, "Delete", [], remove),
];

/** Seeds a finished attachment by its resource name; address and times are made up when they are left out. */
export function seedEndpointAttachment(object: JsonObject, context: EmulatorContext): void {
  const template = resourceNames.endpointAttachment;
  const { name, seeded } = readSeed(object, endpointAttachmentFields, "endpointAttachment", template);
  const violations = attachmentViolations(seeded);
  if (violations.length > 0) throw new TypeError(violations.map((each) => each.description).join("; "));
  const now = googleTime(context.now());
  const made = { endpointIp: newAddress(context), state: connectionStates.accepted, createTime: now, updateTime: now };
  seedAttachment(name, withoutDefaults({ ...made, ...seeded }), context);
}

function create(call: RpcCall, context: EmulatorContext): LocalReply {
  const id = call.query["endpointAttachmentId"];
  const read = readMessage(call.body, endpointAttachmentFields, "endpoint_attachment");
  if (!read.ok) return invalidArgument(read.error);
  const declared = pick(read.value, endpointAttachmentCreateFields);
  const violations = [...attachmentIdViolations(id), ...attachmentViolations(declared)];
  if (violations.length > 0) return invalidArgument(violations);
  const name = nameOf({ ...call.params, endpointAttachmentId: id ?? "" });
  const existing = attachmentAt(name, context);
  if (existing.shown !== undefined || existing.changing) {
    return refuse("ALREADY_EXISTS", `Endpoint attachment ${name} already exists.`);
  }
  const created = {
    ...declared,
    name,
    endpointIp: newAddress(context),
    state: connectionStates.accepted,
    createTime: googleTime(context.now()),
  };
  return begin("create", name, created, call, context);
}

function get(call: RpcCall, context: EmulatorContext): LocalReply {
  const violations = viewViolations(call.query["view"]);
  if (violations.length > 0) return invalidArgument(violations);
  const name = nameOf(call.params);
  const { shown } = attachmentAt(name, context);
  if (shown === undefined) return notFound(name);
  return answer(inView({ ...shown, state: connectionState(shown, context) }, call.query["view"]));
}

function list(call: RpcCall, context: EmulatorContext): LocalReply {
  const violations = viewViolations(call.query["view"]);
  if (violations.length > 0) return invalidArgument(violations);
  const page = listPage((after) => listed(call, after, context), call.query, endpointAttachmentPages);
  if (!page.ok) return invalidArgument(page.error);
  const { items, nextPageToken } = page.value;
  const endpointAttachments = items.map((each) => inView(each, call.query["view"]));
  return answer(withoutDefaults({ endpointAttachments, nextPageToken }));
}

function* listed(call: RpcCall, after: string, context: EmulatorContext): Generator<Listed> {
  const prefix = listPrefix(call.params, "endpointAttachments");
  for (const { name, shown } of attachmentsAfter(prefix, after, context)) {
    yield { name, shown: { ...shown, state: connectionState(shown, context) } };
  }
}

function patch(call: RpcCall, context: EmulatorContext): LocalReply {
  const patchable = context.mode === "faithful" ? endpointAttachmentMaskFields : endpointAttachmentCreateFields;
  const mask = readUpdateMask(call.query["updateMask"], patchable);
  if (!mask.ok) return invalidArgument(mask.error);
  const read = readMessage(call.body, endpointAttachmentFields, "endpoint_attachment");
  if (!read.ok) return invalidArgument(read.error);
  const name = nameOf(call.params);
  const current = settled(name, context);
  if (!("shown" in current)) return current;
  const patched = applyMask(current.shown, read.value, mask.value);
  const violations = attachmentViolations(patched);
  return violations.length > 0 ? invalidArgument(violations) : begin("update", name, patched, call, context);
}

function remove(call: RpcCall, context: EmulatorContext): LocalReply {
  const name = nameOf(call.params);
  const current = settled(name, context);
  return "shown" in current ? begin("delete", name, undefined, call, context) : current;
}

/** The attachment, or the refusal when there is none or another operation is at work on it. */
function settled(name: string, context: EmulatorContext): { readonly shown: JsonObject } | LocalReply {
  const { shown, changing }: Attachment = attachmentAt(name, context);
  if (shown === undefined) return notFound(name);
  return changing ? refuse("ABORTED", `Another operation is at work on endpoint attachment ${name}.`) : { shown };
}

function begin(
  verb: OperationVerb,
  name: string,
  result: JsonObject | undefined,
  call: RpcCall,
  context: EmulatorContext,
): LocalReply {
  const startMs = context.now();
  const doneMs = startMs + context.operationMs;
  const attachment = result === undefined ? undefined : withoutDefaults({ ...result, updateTime: googleTime(doneMs) });
  const { failure } = context;
  if (failure?.isLost !== true) {
    const halfMade = failure !== undefined && verb === "create" ? withoutAddress(attachment) : attachment;
    changeAttachment(name, { result: halfMade, doneMs }, context);
    context.wrote(verb, name);
  }
  const error = failure === undefined ? {} : { error: { code: failure.code, message: failure.message } };
  const response =
    attachment === undefined
      ? { "@type": operationTypes.empty }
      : { "@type": operationTypes.endpointAttachment, ...inView(attachment, undefined) };
  const location = expandTemplate(resourceNames.location, call.params) ?? "";
  return answer(beginOperation(location, { verb, target: name, response, startMs, doneMs, ...error }, context));
}

/** What a creation that has failed leaves. */
function withoutAddress(attachment: JsonObject | undefined): JsonObject | undefined {
  if (attachment === undefined) return undefined;
  const { endpointIp: _, ...rest } = attachment;
  return { ...rest, state: connectionStates.needsAttention };
}

function inView(attachment: JsonObject, view: string | undefined): JsonObject {
  if (view === endpointAttachmentViews.full) return attachment;
  const { state: _, ...basic } = attachment;
  return basic;
}

function nameOf(params: Readonly<Record<string, string>>): string {
  return expandTemplate(resourceNames.endpointAttachment, params) ?? "";
}

function notFound(name: string): LocalReply {
  return refuse("NOT_FOUND", `Endpoint attachment ${name} was not found.`);
}

/** The next private address: no two attachments have the same one. */
function newAddress(context: EmulatorContext): string {
  const number = context.next();
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}
