import type { JsonObject } from "../../base/json/json.ts";
import { expandTemplate } from "../../base/path-template.ts";
import { endpointAttachmentPages } from "../../vendor-wire/google/endpoint-attachment-wire.ts";
import { connectorsRegions, regionLabel } from "../../vendor-wire/google/location-wire.ts";
import { resourceNames, wirePaths } from "../../vendor-wire/google/resource-names.ts";
import type { EmulatorContext, LocalReply, LocalRoute } from "../runtime/local-vendor.ts";
import { type Listed, listPage } from "./list-page.ts";
import { answer, invalidArgument, refuse, withoutDefaults } from "./rpc-reply.ts";
import { type RpcCall, rpcRoutesOf } from "./rpc-route.ts";

const route = rpcRoutesOf({ api: "connectors", service: "google.cloud.location.Locations", noun: "Location" });

/** `projects.locations` of Connectors v1. */
export const locationRoutes: readonly LocalRoute[] = [
  route("GET", wirePaths.locations, "List", ["extraLocationTypes", "filter", "pageSize", "pageToken"], list),
  route("GET", wirePaths.location, "Get", [], get),
];

function list({ params, query }: RpcCall): LocalReply {
  const items = connectorsRegions.map((region) => listed(params["project"] ?? "", region));
  const page = listPage((after) => items.filter(({ name }) => name > after), query, endpointAttachmentPages);
  if (!page.ok) return invalidArgument(page.error);
  return answer(withoutDefaults({ locations: page.value.items, nextPageToken: page.value.nextPageToken }));
}

/** As documented any region can be used; the service knows its own only. */
function get({ params }: RpcCall, context: EmulatorContext): LocalReply {
  const region = params["location"] ?? "";
  const { name, shown } = listed(params["project"] ?? "", region);
  const known = (connectorsRegions as readonly string[]).includes(region);
  return known || context.mode === "documented"
    ? answer(shown)
    : refuse("NOT_FOUND", `Location ${name} was not found.`);
}

function listed(project: string, region: string): Listed {
  const name = expandTemplate(resourceNames.location, { project, location: region }) ?? "";
  const shown: JsonObject = { name, locationId: region, displayName: region, labels: { [regionLabel]: region } };
  return { name, shown };
}
