import { isJsonObject, type JsonObject } from "../../../base/json.ts";
import type { LocalReply, LocalRoute, World } from "../../ground/local-vendor.ts";
import { errorCodes } from "../wire/error-shapes.ts";
import { serverCollectors as type } from "../wire/resource-types.ts";
import { armError, done, resourceNotFound } from "./arm-reply.ts";
import { type ArmCall, armRoute } from "./arm-route.ts";
import { documentKey, documentKeyPrefix } from "./document-key.ts";
import { guidOf } from "./guid.ts";
import { memberOf, pick } from "./json-access.ts";
import { refuseAssessmentParent } from "./projects.ts";
import { versionTag } from "./version-tag.ts";

const collection = "server-collector";
const spnFields = ["authority", "applicationId", "audience", "objectId", "tenantId"];

export const serverCollectorRoutes: readonly LocalRoute[] = [
  armRoute({ method: "GET", type, path: "item", handle: get }),
  armRoute({ method: "PUT", type, path: "item", handle: put }),
  armRoute({ method: "DELETE", type, path: "item", handle: remove }),
  armRoute({ method: "GET", type, path: "collection", handle: list }),
];

interface Names {
  readonly subscriptionId: string;
  readonly resourceGroupName: string;
  readonly projectName: string;
  readonly serverCollectorName: string;
}

function namesOf({ params }: ArmCall): Names {
  const { subscriptionId = "", resourceGroupName = "", projectName = "", serverCollectorName = "" } = params;
  return { subscriptionId, resourceGroupName, projectName, serverCollectorName };
}

function keyOf({ subscriptionId, resourceGroupName, projectName, serverCollectorName }: Names): string {
  return documentKey(subscriptionId, resourceGroupName, projectName, serverCollectorName);
}

function get(call: ArmCall): LocalReply {
  const names = namesOf(call);
  const found = call.world.documents.get(collection, keyOf(names));
  if (found !== undefined) return done(200, found);
  const name = `Microsoft.Migrate/assessmentProjects/${names.projectName}/servercollectors/${names.serverCollectorName}`;
  return refuseAssessmentParent(call) ?? resourceNotFound(name, names.resourceGroupName);
}

function list(call: ArmCall): LocalReply {
  const { subscriptionId, resourceGroupName, projectName } = namesOf(call);
  const prefix = documentKeyPrefix(subscriptionId, resourceGroupName, projectName);
  const value = call.world.documents.list(collection, prefix).map(({ document }) => document);
  return refuseAssessmentParent(call) ?? done(200, { value });
}

function remove(call: ArmCall): LocalReply {
  const names = namesOf(call);
  const key = keyOf(names);
  if (call.world.documents.get(collection, key) === undefined) return done(204);
  call.world.documents.delete(collection, key);
  call.world.wrote("delete", fullId(names));
  return done(200);
}

/** Replaces the whole object. An `eTag` in the body is the version that it must still have. */
function put(call: ArmCall): LocalReply {
  const { world, request } = call;
  const refusal = refuseAssessmentParent(call) ?? refuseBody(call);
  if (refusal !== undefined) return refusal;
  const names = namesOf(call);
  const key = keyOf(names);
  const before = world.documents.get(collection, key);
  const eTag = memberOf(request.body, "eTag") ?? null;
  if (eTag !== null && eTag !== before?.["eTag"]) {
    return armError(412, errorCodes.preconditionFailed, "The eTag in the body is not the one that the object has.");
  }
  const after = collectorOf(names, request.body as JsonObject | undefined, before, world);
  world.documents.put(collection, key, after);
  world.wrote(before === undefined ? "create" : "update", fullId(names));
  return done(before === undefined ? 201 : 200, after);
}

function refuseBody({ request: { body } }: ArmCall): LocalReply | undefined {
  const invalid = (what: string) =>
    armError(400, errorCodes.invalidRequest, `The request content is invalid: ${what}.`);
  if (body !== undefined && !isJsonObject(body)) return invalid("the body must be an object");
  const eTag = memberOf(body, "eTag") ?? null;
  if (eTag !== null && typeof eTag !== "string") return invalid("'eTag' must be a string");
  const properties = memberOf(body, "properties") ?? null;
  if (properties !== null && !isJsonObject(properties)) return invalid("'properties' must be an object");
  const site = memberOf(properties, "discoverySiteId") ?? null;
  if (site !== null && typeof site !== "string") return invalid("'properties.discoverySiteId' must be a string");
  return undefined;
}

/** What the service keeps. The agent registers itself when the collector is made and stays the same after that. */
function collectorOf(
  names: Names,
  body: JsonObject | undefined,
  before: JsonObject | undefined,
  world: World,
): JsonObject {
  const { subscriptionId, resourceGroupName, projectName, serverCollectorName } = names;
  const now = world.timestamp(7);
  const sent = memberOf(body, "properties");
  const spnDetails = memberOf(memberOf(sent, "agentProperties"), "spnDetails");
  const earlier = memberOf(before, "properties");
  const agent =
    before === undefined
      ? { id: guidOf(["agent", world.unique()]), version: "1.0.8.393", lastHeartbeatUtc: now }
      : pick(memberOf(earlier, "agentProperties"), ["id", "version", "lastHeartbeatUtc"]);
  const created = {
    id: `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroupName}/providers/Microsoft.Migrate/assessmentprojects/${projectName}/servercollectors/${serverCollectorName}`,
    name: serverCollectorName,
    type: "Microsoft.Migrate/assessmentprojects/servercollectors",
  };
  return {
    ...(before === undefined ? created : pick(before, ["id", "name", "type"])),
    eTag: versionTag(world),
    properties: {
      agentProperties: {
        ...agent,
        ...(isJsonObject(spnDetails) ? { spnDetails: pick(spnDetails, spnFields) } : {}),
      },
      ...pick(sent, ["discoverySiteId"]),
      createdTimestamp: memberOf(earlier, "createdTimestamp") ?? now,
      updatedTimestamp: now,
    },
  };
}

function fullId({ subscriptionId, resourceGroupName, projectName, serverCollectorName }: Names): string {
  return `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroupName}/providers/Microsoft.Migrate/assessmentProjects/${projectName}/servercollectors/${serverCollectorName}`;
}
