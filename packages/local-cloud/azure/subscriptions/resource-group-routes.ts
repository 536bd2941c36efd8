import { isJsonObject, type JsonObject } from "../../../base/json/json.ts";
import { platformVersions } from "../../../vendor-wire/azure/resource-types.ts";
import type { LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import { pageAtHand } from "../arm-page.ts";
import { done, invalidBody } from "../arm-reply.ts";
import { type ArmCall, armRoutes } from "../arm-route.ts";
import { documentKeyPrefix } from "../document-key.ts";
import { textOf } from "../json-access.ts";
import { findGroup, groupCollection, groupNotFound, groupOf, storeGroup } from "./resource-groups.ts";

const type = {
  name: "Microsoft.Resources/resourceGroups",
  versions: platformVersions,
  // The variable's name is another than in the paths below a group, which need the group to be there.
  item: "subscriptions/{subscriptionId}/resourceGroups/{groupName}",
  collection: "subscriptions/{subscriptionId}/resourceGroups",
};

/** Groups can be made and looked for, not taken away: what is in them has its own life here. */
export const resourceGroupRoutes: readonly LocalRoute[] = armRoutes(type, { get, put, list });

function get({ params, context }: ArmCall): LocalReply {
  const { subscriptionId = "", groupName = "" } = params;
  const found = findGroup(context, subscriptionId, groupName);
  return found === undefined ? groupNotFound(groupName) : done(200, found);
}

function put({ params, request, context }: ArmCall): LocalReply {
  const { subscriptionId = "", groupName = "" } = params;
  const location = isJsonObject(request.body) ? textOf(request.body["location"]) : undefined;
  if (!isJsonObject(request.body) || location === undefined) return invalidBody("a group needs a 'location'");
  const { tags } = request.body;
  const before = findGroup(context, subscriptionId, groupName);
  const group = groupOf(subscriptionId, groupName, { location, ...(isJsonObject(tags) ? { tags } : {}) });
  storeGroup(context, subscriptionId, group);
  context.wrote(before === undefined ? "create" : "update", String(group["id"]));
  return done(before === undefined ? 201 : 200, group);
}

function list(call: ArmCall): LocalReply {
  const prefix = documentKeyPrefix(call.params["subscriptionId"] ?? "");
  const groups = call.context.documents.list(groupCollection, prefix).map(({ document }) => document);
  return pageAtHand(
    call,
    groups,
    (group: JsonObject) => String(group["name"]).toLowerCase(),
    (group) => group,
  );
}
