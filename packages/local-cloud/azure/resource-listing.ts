import type { JsonObject } from "../../base/json/json.ts";
import { errorCodes } from "../../vendor-wire/azure/error-shapes.ts";
import { platformVersions } from "../../vendor-wire/azure/resource-types.ts";
import type { LocalReply, LocalRoute } from "../runtime/local-vendor.ts";
import { armPage } from "./arm-page.ts";
import { armError, done } from "./arm-reply.ts";
import { type ArmCall, guardedRoute } from "./arm-route.ts";
import { documentKeyPrefix } from "./document-key.ts";
import { pick } from "./json-access.ts";
import { assessmentKind, migrateKind } from "./migrate/project-kind.ts";

/** Only resources with a location are tracked, and thus listed: the two kinds of projects. */
const tracked = [assessmentKind, migrateKind];

export const resourceListingRoutes: readonly LocalRoute[] = [
  "subscriptions/{subscriptionId}/resources",
  "subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/resources",
].map((template) =>
  guardedRoute({
    method: "GET",
    template,
    action: "Microsoft.Resources/subscriptions/resources/read",
    typeName: "Microsoft.Resources/resources",
    versions: platformVersions,
    handle: list,
  }),
);

/** `$filter` may name one type, as in `resourceType eq 'Microsoft.Migrate/migrateProjects'`. */
function list(call: ArmCall): LocalReply {
  const filter = call.request.query.get("$filter");
  const type = filter === null ? undefined : /^\s*resourceType\s+eq\s+'([^']+)'\s*$/i.exec(filter)?.[1];
  if (filter !== null && type === undefined) {
    return armError(400, errorCodes.invalidFilter, `The filter '${filter}' is not supported.`);
  }
  const kinds = tracked.filter((kind) => type === undefined || kind.type.name.toLowerCase() === type.toLowerCase());
  const { subscriptionId = "", resourceGroupName } = call.params;
  const prefix = documentKeyPrefix(...[subscriptionId, resourceGroupName ?? ""].filter((name) => name !== ""));
  const rows = kinds.flatMap((kind) =>
    call.context.documents.list(kind.type.name, prefix).map(({ key, document }) => ({
      key: `${kind.type.name} ${key}`,
      document: summaryOf(document),
    })),
  );
  const page = armPage(call, (after) => rows.filter(({ key }) => key > after));
  if (!page.ok) return page.error;
  const { documents, nextLink } = page.value;
  return done(200, { value: documents, ...(nextLink === undefined ? {} : { nextLink }) });
}

function summaryOf(document: JsonObject): JsonObject {
  return pick(document, ["id", "name", "type", "location", "tags"]);
}
