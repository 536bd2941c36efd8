import { isJsonObject, type Json, type JsonObject } from "../../../base/json/json.ts";
import { errorCodes } from "../../../vendor-wire/azure/error-shapes.ts";
import { migrateVersionShape } from "../../../vendor-wire/azure/migrate-version-shape.ts";
import { armNamespace } from "../../../vendor-wire/azure/resource-types.ts";
import type { EmulatorContext, LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import { armPage } from "../arm-page.ts";
import { armError, done, invalidBody, resourceNotFound } from "../arm-reply.ts";
import { type ArmCall, armRoutes, type Handle } from "../arm-route.ts";
import { documentKey, documentKeyPrefix } from "../document-key.ts";
import { memberOf, optionalSeedText, seedText, textOf } from "../json-access.ts";
import { projectKey, refuseParent, seedProject } from "../migrate/project-kind.ts";
import { refuseProjectName } from "../migrate/project-routes.ts";
import { refuseConditions } from "../preconditions.ts";
import { changedBy } from "../system-data.ts";
import { versionTag } from "../version-tag.ts";
import { assessmentConnectionKind, type ConnectionKind, hubConnectionKind, showConnection } from "./connection-kind.ts";

/** Where a connection's owner may lead it from a status; saying the same again is always allowed. */
const transitions: Readonly<Record<string, readonly string[]>> = {
  Pending: ["Approved", "Rejected"],
  Approved: ["Rejected", "Disconnected"],
  Rejected: ["Disconnected"],
  Disconnected: [],
};

export const connectionRoutes: readonly LocalRoute[] = [hubConnectionKind, assessmentConnectionKind].flatMap((kind) => {
  const of =
    (handle: (call: ArmCall, kind: ConnectionKind) => LocalReply): Handle =>
    (call) =>
      refuseProjectName(call, kind.project) ?? handle(call, kind);
  return armRoutes(kind.type, { get: of(get), put: of(put), delete: of(remove), list: of(list) });
});

/**
 * `privateEndpointConnection {subscriptionId, resourceGroupName, migrateProjectName, name, privateEndpointId, status?,
 * provisioningState?, description?, actionsRequired?, eTag?, systemData?}`: on the platform it comes with the endpoint,
 * from the network side, and is Disconnected when the endpoint goes. Its project is seeded with it where it is missing.
 */
export function seedPrivateEndpointConnection(seed: JsonObject, context: EmulatorContext): void {
  seedObject(hubConnectionKind, seed, context);
}

/** `assessmentConnection {…}`: the same for an assessment project, which `projectName` names. */
export function seedAssessmentConnection(seed: JsonObject, context: EmulatorContext): void {
  seedObject(assessmentConnectionKind, seed, context);
}

function seedObject(kind: ConnectionKind, seed: JsonObject, context: EmulatorContext): void {
  const subscriptionId = seedText(seed, "subscriptionId");
  const resourceGroupName = seedText(seed, "resourceGroupName");
  const project = seedText(seed, kind.project.variable);
  const name = seedText(seed, "name");
  const systemData = seed["systemData"] ?? null;
  if (systemData !== null && !isJsonObject(systemData)) throw new TypeError("`systemData` must be an object");
  if (
    context.documents.get(kind.project.type.name, projectKey({ subscriptionId, resourceGroupName }, project)) ===
    undefined
  ) {
    seedProject(kind.project, { subscriptionId, resourceGroupName }, project, context);
  }
  const state = {
    status: optionalSeedText(seed, "status") ?? "Pending",
    description: optionalSeedText(seed, "description") ?? null,
    actionsRequired: optionalSeedText(seed, "actionsRequired") ?? "",
  };
  const names: Names = { subscriptionId, resourceGroupName, project, name };
  const connection = connectionOf(kind, names, seedText(seed, "privateEndpointId"), state);
  context.documents.put(kind.collection, keyOf(names), {
    ...connection,
    eTag: optionalSeedText(seed, "eTag") ?? versionTag(context),
    properties: {
      ...(connection["properties"] as JsonObject),
      provisioningState: optionalSeedText(seed, "provisioningState") ?? "Succeeded",
    },
    ...(systemData === null ? {} : { systemData }),
  });
}

interface Names {
  readonly subscriptionId: string;
  readonly resourceGroupName: string;
  readonly project: string;
  readonly name: string;
}

function namesOf({ params }: ArmCall, kind: ConnectionKind): Names {
  const { subscriptionId = "", resourceGroupName = "", peConnectionName = "" } = params;
  return { subscriptionId, resourceGroupName, project: params[kind.project.variable] ?? "", name: peConnectionName };
}

function keyOf({ subscriptionId, resourceGroupName, project, name }: Names): string {
  return documentKey(subscriptionId, resourceGroupName, project, name);
}

function connectionOf(kind: ConnectionKind, names: Names, privateEndpointId: string, state: JsonObject): JsonObject {
  const { subscriptionId, resourceGroupName, project, name } = names;
  const type = `${armNamespace}.Migrate/${kind.project.spelling}/privateEndpointConnections`;
  return {
    id:
      `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroupName}/providers/${armNamespace}.Migrate` +
      `/${kind.project.spelling}/${project}/privateEndpointConnections/${name}`,
    name,
    type,
    properties: {
      provisioningState: "Succeeded",
      privateEndpoint: { id: privateEndpointId },
      privateLinkServiceConnectionState: state,
    },
  };
}

function notFound(call: ArmCall, kind: ConnectionKind): LocalReply {
  const { resourceGroupName, project, name } = namesOf(call, kind);
  const missing = `${kind.project.type.name}/${project}/privateEndpointConnections/${name}`;
  return refuseParent(call, kind.project) ?? resourceNotFound(missing, resourceGroupName);
}

function find(call: ArmCall, kind: ConnectionKind): JsonObject | undefined {
  return call.context.documents.get(kind.collection, keyOf(namesOf(call, kind)));
}

function get(call: ArmCall, kind: ConnectionKind): LocalReply {
  const found = find(call, kind);
  return found === undefined ? notFound(call, kind) : done(200, showConnection(call, kind, found));
}

function list(call: ArmCall, kind: ConnectionKind): LocalReply {
  const { subscriptionId, resourceGroupName, project } = namesOf(call, kind);
  const refusal = refuseParent(call, kind.project);
  if (refusal !== undefined) return refusal;
  const prefix = documentKeyPrefix(subscriptionId, resourceGroupName, project);
  const page = armPage(call, (after) => call.context.documents.scan(kind.collection, prefix, after));
  if (!page.ok) return page.error;
  const { documents, nextLink = null } = page.value;
  return done(200, { value: documents.map((document) => showConnection(call, kind, document)), nextLink });
}

function remove(call: ArmCall, kind: ConnectionKind): LocalReply {
  const found = find(call, kind);
  if (found === undefined) return done(204);
  const refusal = refuseConditions(call, found);
  if (refusal !== undefined) return refusal;
  call.context.documents.delete(kind.collection, keyOf(namesOf(call, kind)));
  call.context.wrote("delete", String(found["id"]));
  // The hub of 2023 describes the name of a status as the body of a delete.
  return kind === hubConnectionKind && migrateVersionShape(call.apiVersion).modern ? done(200, "OK") : done(200);
}

/** Approves, rejects or cuts off. Nothing else of a connection can be written. */
function put(call: ArmCall, kind: ConnectionKind): LocalReply {
  const { context } = call;
  const before = find(call, kind);
  const refusal = (before === undefined ? undefined : refuseConditions(call, before)) ?? refuseBody(call);
  if (refusal !== undefined) return refusal;
  if (before === undefined) return create(call, kind);
  const properties = before["properties"] as JsonObject;
  const stateBefore = memberOf(properties, "privateLinkServiceConnectionState");
  const sent = sentState(call);
  const from = textOf(memberOf(stateBefore, "status")) ?? "";
  const to = textOf(memberOf(sent, "status")) ?? from;
  if (to !== from && !(transitions[from] ?? []).includes(to)) {
    return armError(409, errorCodes.conflict, `A connection that is ${from} can't become ${to}.`);
  }
  const after: JsonObject = {
    ...before,
    eTag: versionTag(context),
    properties: {
      ...properties,
      privateLinkServiceConnectionState: {
        status: to,
        description: textOrNull(sent, "description", stateBefore),
        actionsRequired: textOrNull(sent, "actionsRequired", stateBefore),
      },
    },
    ...(isJsonObject(before["systemData"]) ? { systemData: changedBy(call, before["systemData"]) } : {}),
  };
  context.documents.put(kind.collection, keyOf(namesOf(call, kind)), after);
  context.wrote("update", String(before["id"]));
  return { ...acknowledgement(call, kind), body: showConnection(call, kind, after) };
}

/**
 * Assessment projects of 2019 document a 202 (with a body) where the change takes time; it is in effect at once here.
 */
function acknowledgement({ context, apiVersion }: ArmCall, kind: ConnectionKind): LocalReply {
  const takesTime =
    kind === assessmentConnectionKind && !migrateVersionShape(apiVersion).modern && context.operationMs > 0;
  return { status: takesTime ? 202 : 200 };
}

/**
 * The versions of 2023 document a 201: the owner's side of an endpoint that their networks know. No service is known to
 * make one so, thus only in documented mode; its endpoint is the one that the name begins with.
 */
function create(call: ArmCall, kind: ConnectionKind): LocalReply {
  const { context } = call;
  if (context.mode === "faithful" || !migrateVersionShape(call.apiVersion).modern) return notFound(call, kind);
  const refusal = refuseConditions(call, undefined);
  if (refusal !== undefined) return refusal;
  const names = namesOf(call, kind);
  const endpoint =
    `/subscriptions/${names.subscriptionId}/resourceGroups/${names.resourceGroupName}/providers` +
    `/${armNamespace}.Network/privateEndpoints/${names.name.split(".")[0] ?? ""}`;
  const sent = sentState(call);
  const made: JsonObject = {
    ...connectionOf(kind, names, endpoint, {
      status: textOf(memberOf(sent, "status")) ?? "Pending",
      description: textOrNull(sent, "description", undefined),
      actionsRequired: textOrNull(sent, "actionsRequired", undefined) ?? "",
    }),
    eTag: versionTag(context),
    systemData: changedBy(call, undefined),
  };
  context.documents.put(kind.collection, keyOf(names), made);
  context.wrote("create", String(made["id"]));
  return done(201, showConnection(call, kind, made));
}

function sentState({ request }: ArmCall): Json | undefined {
  return memberOf(memberOf(request.body, "properties"), "privateLinkServiceConnectionState");
}

function refuseBody(call: ArmCall): LocalReply | undefined {
  if (!isJsonObject(call.request.body)) return invalidBody("the body must be an object");
  const status = memberOf(sentState(call), "status") ?? null;
  if (status === null || (typeof status === "string" && transitions[status] !== undefined)) return undefined;
  return armError(400, errorCodes.invalidRequest, `The connection status ${JSON.stringify(status)} is not known.`);
}

function textOrNull(sent: Json | undefined, name: string, before: Json | undefined): string | null {
  const value = memberOf(sent, name) ?? memberOf(before, name);
  return typeof value === "string" ? value : null;
}
