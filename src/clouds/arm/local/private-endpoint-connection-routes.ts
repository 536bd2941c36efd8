import { isJsonObject, type Json, type JsonObject } from "../../../base/json.ts";
import type { LocalReply, LocalRoute, World } from "../../ground/local-vendor.ts";
import { errorCodes } from "../wire/error-shapes.ts";
import { privateEndpointConnections as type } from "../wire/resource-types.ts";
import { armError, done, resourceNotFound } from "./arm-reply.ts";
import { type ArmCall, armRoute } from "./arm-route.ts";
import { documentKey, documentKeyPrefix } from "./document-key.ts";
import { memberOf, optionalSeedText, seedText, textOf } from "./json-access.ts";
import { ensureMigrateProject, refuseMigrateParent } from "./projects.ts";
import { versionTag } from "./version-tag.ts";

const collection = "private-endpoint-connection";

/** Where a connection's owner may lead it from a status; saying the same again is always allowed. */
const transitions: Readonly<Record<string, readonly string[]>> = {
  Pending: ["Approved", "Rejected"],
  Approved: ["Rejected", "Disconnected"],
  Rejected: ["Disconnected"],
  Disconnected: [],
};

export const privateEndpointConnectionRoutes: readonly LocalRoute[] = [
  armRoute({ method: "GET", type, path: "item", handle: get }),
  armRoute({ method: "PUT", type, path: "item", handle: put }),
  armRoute({ method: "DELETE", type, path: "item", handle: remove }),
  armRoute({ method: "GET", type, path: "collection", handle: list }),
];

/**
 * `privateEndpointConnection {subscriptionId, resourceGroupName, migrateProjectName, name, privateEndpointId, status?,
 * provisioningState?, description?, actionsRequired?, systemData?}`: on the platform it comes with the endpoint, from
 * the network side. Its project is planted with it where it is missing.
 */
export function seedPrivateEndpointConnection(seed: JsonObject, world: World): void {
  const subscriptionId = seedText(seed, "subscriptionId");
  const resourceGroupName = seedText(seed, "resourceGroupName");
  const project = seedText(seed, "migrateProjectName");
  const name = seedText(seed, "name");
  const systemData = seed["systemData"] ?? null;
  if (systemData !== null && !isJsonObject(systemData)) throw new TypeError("`systemData` must be an object");
  ensureMigrateProject(seed, world);
  world.documents.put(collection, documentKey(subscriptionId, resourceGroupName, project, name), {
    id: `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroupName}/providers/Microsoft.Migrate/MigrateProjects/${project}/privateEndpointConnections/${name}`,
    name,
    type: "Microsoft.Migrate/MigrateProjects/privateEndpointConnections",
    eTag: versionTag(world),
    properties: {
      provisioningState: optionalSeedText(seed, "provisioningState") ?? "Succeeded",
      privateEndpoint: { id: seedText(seed, "privateEndpointId") },
      privateLinkServiceConnectionState: {
        status: optionalSeedText(seed, "status") ?? "Pending",
        description: optionalSeedText(seed, "description") ?? null,
        actionsRequired: optionalSeedText(seed, "actionsRequired") ?? "",
      },
    },
    ...(systemData === null ? {} : { systemData }),
  });
}

function keyOf({ params }: ArmCall): string {
  const { subscriptionId = "", resourceGroupName = "", migrateProjectName = "", peConnectionName = "" } = params;
  return documentKey(subscriptionId, resourceGroupName, migrateProjectName, peConnectionName);
}

function notFound(call: ArmCall): LocalReply {
  const { migrateProjectName = "", peConnectionName = "", resourceGroupName } = call.params;
  const name = `Microsoft.Migrate/migrateProjects/${migrateProjectName}/privateEndpointConnections/${peConnectionName}`;
  return refuseMigrateParent(call) ?? resourceNotFound(name, resourceGroupName);
}

function get(call: ArmCall): LocalReply {
  const found = call.world.documents.get(collection, keyOf(call));
  return found === undefined ? notFound(call) : done(200, found);
}

function list(call: ArmCall): LocalReply {
  const { subscriptionId = "", resourceGroupName = "", migrateProjectName = "" } = call.params;
  const found = call.world.documents.list(
    collection,
    documentKeyPrefix(subscriptionId, resourceGroupName, migrateProjectName),
  );
  return refuseMigrateParent(call) ?? done(200, { value: found.map(({ document }) => document), nextLink: null });
}

function remove(call: ArmCall): LocalReply {
  const key = keyOf(call);
  const found = call.world.documents.get(collection, key);
  if (found === undefined) return done(204);
  call.world.documents.delete(collection, key);
  call.world.wrote("delete", String(found["id"]));
  return done(200);
}

/** Approves or rejects; nothing else of a connection can be written, and none can be made here. */
function put(call: ArmCall): LocalReply {
  const { world, request } = call;
  const key = keyOf(call);
  const before = world.documents.get(collection, key);
  if (before === undefined) return notFound(call);
  const eTag = memberOf(request.body, "eTag") ?? null;
  if (eTag !== null && eTag !== before["eTag"]) {
    return armError(412, errorCodes.preconditionFailed, "The eTag in the body is not the one that the object has.");
  }
  const properties = memberOf(before, "properties");
  const stateBefore = memberOf(properties, "privateLinkServiceConnectionState");
  const sent = memberOf(memberOf(request.body, "properties"), "privateLinkServiceConnectionState");
  const from = textOf(memberOf(stateBefore, "status")) ?? "";
  const to = textOf(memberOf(sent, "status")) ?? from;
  if (to !== from && transitions[to] === undefined) {
    return armError(400, errorCodes.invalidRequest, `The connection status '${to}' is not known.`);
  }
  if (to !== from && !(transitions[from] ?? []).includes(to)) {
    return armError(409, errorCodes.conflict, `A connection that is ${from} can't become ${to}.`);
  }
  const after: JsonObject = {
    ...before,
    eTag: versionTag(world),
    properties: {
      ...(properties as JsonObject),
      privateLinkServiceConnectionState: {
        status: to,
        description: textOrNull(sent, "description", stateBefore),
        actionsRequired: textOrNull(sent, "actionsRequired", stateBefore),
      },
    },
    ...modifiedData(before["systemData"], call),
  };
  world.documents.put(collection, key, after);
  world.wrote("update", String(before["id"]));
  return done(200, after);
}

function textOrNull(sent: Json | undefined, name: string, before: Json | undefined): string | null {
  const value = memberOf(sent, name) ?? memberOf(before, name);
  return typeof value === "string" ? value : null;
}

function modifiedData(systemData: Json | undefined, { world, caller }: ArmCall): JsonObject {
  if (!isJsonObject(systemData)) return {};
  const last = { lastModifiedAt: world.timestamp(3), lastModifiedBy: caller, lastModifiedByType: "User" };
  return { systemData: { ...systemData, ...last } };
}
