import type { JsonObject } from "../../../base/json/json.ts";
import { expandTemplate } from "../../../base/path-template.ts";
import {
  oauthClientCreateFields,
  oauthClientFields,
  oauthClientMaskFields,
  oauthClientPages,
  oauthClientStates,
} from "../../../vendor-wire/google/oauth-client-wire.ts";
import { resourceNames, wirePaths } from "../../../vendor-wire/google/resource-names.ts";
import type { EmulatorContext, LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import { pageOf } from "../page-of.ts";
import { readMessage, readSeed } from "../read-message.ts";
import { readFlag } from "../read-query.ts";
import { answer, invalidArgument, refuse, withoutDefaults } from "../rpc-reply.ts";
import { type RpcCall, rpcRoutesOf } from "../rpc-route.ts";
import { applyMask, pick, readUpdateMask } from "../update-mask.ts";
import { clientViolations, placeViolations } from "./oauth-client-rules.ts";
import { clientsAfter, findClient, isDeleted, purgeTime, putClient } from "./oauth-client-store.ts";

const route = rpcRoutesOf({ api: "iam", service: "google.iam.admin.v1.OauthClients", noun: "OauthClient" });

/** `projects.locations.oauthClients` of IAM v1: synchronous, soft-deleting for thirty days. */
export const oauthClientRoutes: readonly LocalRoute[] = [
  route("POST", wirePaths.oauthClients, "Create", ["oauthClientId"], create),
  route("GET", wirePaths.oauthClients, "List", ["pageSize", "pageToken", "showDeleted"], list),
  route("POST", wirePaths.undeleteOauthClient, "Undelete", [], undelete),
  route("GET", wirePaths.oauthClient, "Get", [], get),
  route("PATCH", wirePaths.oauthClient, "Update", ["updateMask"], patch),
  route("DELETE", wirePaths.oauthClient, "Delete", [], remove),
];

/** Seeds a client by its resource name; `clientId` and `state` are made up when they are left out. */
export function seedOauthClient(object: JsonObject, context: EmulatorContext): void {
  const { name, seeded } = readSeed(object, oauthClientFields, "oauthClient", resourceNames.oauthClient);
  const deleted = seeded["state"] === oauthClientStates.deleted;
  const made = { clientId: newClientId(context), state: oauthClientStates.active };
  putClient(name, { ...made, ...(deleted ? { expireTime: purgeTime(context) } : {}), ...seeded }, context);
}

function create(call: RpcCall, context: EmulatorContext): LocalReply {
  const id = call.query["oauthClientId"];
  const place = placeViolations(call.params["location"] ?? "", id, context.mode);
  const read = readMessage(call.body, oauthClientFields, "oauth_client");
  if (!read.ok) return invalidArgument(read.error);
  const client = pick(read.value, oauthClientCreateFields);
  const violations = [...place, ...clientViolations(client, context.mode)];
  if (violations.length > 0) return invalidArgument(violations);
  const name = nameOf({ ...call.params, oauthClientId: id ?? "" });
  const existing = findClient(name, context);
  if (existing !== undefined) {
    const why = isDeleted(existing) ? " It was deleted, and its name stays reserved until it is purged." : "";
    return refuse("ALREADY_EXISTS", `OAuth client ${name} already exists.${why}`);
  }
  context.wrote("create", name);
  return answer(
    putClient(name, { ...client, clientId: newClientId(context), state: oauthClientStates.active }, context),
  );
}

function get(call: RpcCall, context: EmulatorContext): LocalReply {
  const name = nameOf(call.params);
  const client = findClient(name, context);
  return client === undefined ? notFound(name) : answer(client);
}

function list(call: RpcCall, context: EmulatorContext): LocalReply {
  const showDeleted = readFlag(call.query, "showDeleted");
  if (!showDeleted.ok) return invalidArgument(showDeleted.error);
  const prefix = `${expandTemplate(resourceNames.location, call.params) ?? ""}/oauthClients/`;
  const page = pageOf((after) => clientsAfter(prefix, after, showDeleted.value, context), call.query, oauthClientPages);
  if (!page.ok) return invalidArgument(page.error);
  const { items, nextPageToken = "" } = page.value;
  return answer(withoutDefaults({ oauthClients: items.map((each) => each.client), nextPageToken }));
}

function patch(call: RpcCall, context: EmulatorContext): LocalReply {
  const mask = readUpdateMask(call.query["updateMask"], oauthClientMaskFields);
  if (!mask.ok) return invalidArgument(mask.error);
  const read = readMessage(call.body, oauthClientFields, "oauth_client");
  if (!read.ok) return invalidArgument(read.error);
  const name = nameOf(call.params);
  const client = findClient(name, context);
  if (client === undefined) return notFound(name);
  if (isDeleted(client)) return refuse("FAILED_PRECONDITION", `OAuth client ${name} is deleted and can't be updated.`);
  const patched = applyMask(client, read.value, mask.value);
  const violations = clientViolations(patched, context.mode);
  if (violations.length > 0) return invalidArgument(violations);
  context.wrote("update", name);
  return answer(putClient(name, patched, context));
}

function remove(call: RpcCall, context: EmulatorContext): LocalReply {
  const name = nameOf(call.params);
  const client = findClient(name, context);
  // One that is deleted already is gone for this call; it can only be shown and undeleted.
  if (client === undefined || isDeleted(client)) return notFound(name);
  context.wrote("delete", name);
  return answer(
    putClient(name, { ...client, state: oauthClientStates.deleted, expireTime: purgeTime(context) }, context),
  );
}

function undelete(call: RpcCall, context: EmulatorContext): LocalReply {
  const read = readMessage(call.body, {}, "");
  if (!read.ok) return invalidArgument(read.error);
  const name = nameOf(call.params);
  const client = findClient(name, context);
  if (client === undefined) return notFound(name);
  if (!isDeleted(client)) return refuse("ALREADY_EXISTS", `OAuth client ${name} is not deleted.`);
  const { expireTime: _, ...alive } = client;
  context.wrote("undelete", name);
  return answer(putClient(name, { ...alive, state: oauthClientStates.active }, context));
}

function nameOf(params: Readonly<Record<string, string>>): string {
  return expandTemplate(resourceNames.oauthClient, params) ?? "";
}

function notFound(name: string): LocalReply {
  return refuse("NOT_FOUND", `OAuth client ${name} was not found.`);
}

/** The platform's own id of a client: opaque, in digits. */
function newClientId(context: EmulatorContext): string {
  return (BigInt(`0x${context.unique()}`) % 10n ** 21n).toString().padStart(21, "1");
}
