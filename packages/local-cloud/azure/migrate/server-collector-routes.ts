import { isJsonObject, type JsonObject } from "../../../base/json/json.ts";
import { migrateVersionShape } from "../../../vendor-wire/azure/migrate-version-shape.ts";
import { serverCollectors as type } from "../../../vendor-wire/azure/resource-types.ts";
import type { EmulatorContext, LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import { armPage } from "../arm-page.ts";
import { done, invalidBody, resourceNotFound } from "../arm-reply.ts";
import { type ArmCall, armRoutes } from "../arm-route.ts";
import { type MemberType, wrongMember } from "../authorization/member-types.ts";
import { documentKey, documentKeyPrefix } from "../document-key.ts";
import { memberOf, optionalSeedText, seedText } from "../json-access.ts";
import { startOperation } from "../operations.ts";
import { refuseConditions } from "../preconditions.ts";
import { assessmentKind, refuseParent } from "./project-kind.ts";
import { refuseState } from "./project-routes.ts";
import {
  type CollectorNames,
  collectorAfterPut,
  collectorCollection,
  showCollector,
} from "./server-collector-shape.ts";

export const serverCollectorRoutes: readonly LocalRoute[] = armRoutes(type, {
  get: getServerCollector,
  put,
  delete: remove,
  list,
});

/**
 * `collectorHeartbeat {subscriptionId, resourceGroupName, projectName, serverCollectorName, version?}`: the agent of a
 * collector reports itself at the cloud's time. On the platform this comes from the machine on which the agent runs.
 */
export function seedCollectorHeartbeat(seed: JsonObject, context: EmulatorContext): void {
  const key = documentKey(
    seedText(seed, "subscriptionId"),
    seedText(seed, "resourceGroupName"),
    seedText(seed, "projectName"),
    seedText(seed, "serverCollectorName"),
  );
  const found = context.documents.get(collectorCollection, key);
  if (found === undefined) throw new TypeError("there is no such collector");
  const version = optionalSeedText(seed, "version");
  const properties = found["properties"] as JsonObject;
  const agent = memberOf(properties, "agentProperties");
  context.documents.put(collectorCollection, key, {
    ...found,
    properties: {
      ...properties,
      agentProperties: {
        ...(isJsonObject(agent) ? agent : {}),
        ...(version === undefined ? {} : { version }),
        lastHeartbeatUtc: context.timestamp(7),
      },
    },
  });
}

function namesOf({ params }: ArmCall): CollectorNames {
  const { subscriptionId = "", resourceGroupName = "", projectName = "", serverCollectorName = "" } = params;
  return { subscriptionId, resourceGroupName, projectName, serverCollectorName };
}

function keyOf({ subscriptionId, resourceGroupName, projectName, serverCollectorName }: CollectorNames): string {
  return documentKey(subscriptionId, resourceGroupName, projectName, serverCollectorName);
}

export function getServerCollector(call: ArmCall): LocalReply {
  const names = namesOf(call);
  const found = call.context.documents.get(collectorCollection, keyOf(names));
  if (found !== undefined) return done(200, showCollector(call, found));
  const name = `Microsoft.Migrate/assessmentProjects/${names.projectName}/servercollectors/${names.serverCollectorName}`;
  return refuseParent(call, assessmentKind) ?? resourceNotFound(name, names.resourceGroupName);
}

/** The version of 2019 has no pages, those of 2023 and later do. */
function list(call: ArmCall): LocalReply {
  const { documents } = call.context;
  const { subscriptionId, resourceGroupName, projectName } = namesOf(call);
  const refusal = refuseParent(call, assessmentKind);
  if (refusal !== undefined) return refusal;
  const prefix = documentKeyPrefix(subscriptionId, resourceGroupName, projectName);
  const show = (document: JsonObject) => showCollector(call, document);
  if (!migrateVersionShape(call.apiVersion).modern) {
    return done(200, { value: documents.list(collectorCollection, prefix).map(({ document }) => show(document)) });
  }
  const page = armPage(call, (after) => documents.scan(collectorCollection, prefix, after));
  if (!page.ok) return page.error;
  return done(200, { value: page.value.documents.map(show), nextLink: page.value.nextLink ?? null });
}

function remove(call: ArmCall): LocalReply {
  const names = namesOf(call);
  const found = call.context.documents.get(collectorCollection, keyOf(names));
  if (found === undefined) return done(204);
  const refusal = refuseConditions(call, found);
  if (refusal !== undefined) return refusal;
  call.context.documents.delete(collectorCollection, keyOf(names));
  call.context.wrote("delete", fullId(names));
  return done(200);
}

/** Replaces the whole object. An `eTag` in the body is the version that it must still have. */
function put(call: ArmCall): LocalReply {
  const { context } = call;
  const names = namesOf(call);
  const key = keyOf(names);
  const before = context.documents.get(collectorCollection, key);
  const refusal =
    refuseParent(call, assessmentKind) ??
    refuseBody(call) ??
    refuseConditions(call, before) ??
    (migrateVersionShape(call.apiVersion).modern ? refuseState(call, before) : undefined);
  if (refusal !== undefined) return refusal;
  const inBackground = before === undefined && migrateVersionShape(call.apiVersion).background;
  const operation = inBackground ? startOperation(call, "Provisioning") : null;
  const after = collectorAfterPut(call, names, before, operation?.provisioning ?? null);
  context.documents.put(collectorCollection, key, after);
  context.wrote(before === undefined ? "create" : "update", fullId(names));
  const headers: Record<string, string> =
    operation === null ? {} : { "azure-asyncoperation": operation.status, "retry-after": operation.retryAfter };
  return { status: before === undefined ? 201 : 200, headers, body: showCollector(call, after) };
}

const spnDetails = {
  authority: "text",
  applicationId: "text",
  audience: "text",
  objectId: "text",
  tenantId: "text",
} as const;
const members = {
  eTag: "text",
  properties: { discoverySiteId: "text", agentProperties: { spnDetails } },
} as const satisfies MemberType;
const modernMembers = {
  eTag: "text",
  properties: {
    discoverySiteId: "text",
    agentProperties: { spnDetails, id: "text", version: "text", lastHeartbeatUtc: "time" },
  },
} as const satisfies MemberType;

function refuseBody({ request: { body }, apiVersion }: ArmCall): LocalReply | undefined {
  const required = migrateVersionShape(apiVersion).modern;
  if (!isJsonObject(body)) {
    return body === undefined && !required ? undefined : invalidBody("the body must be an object");
  }
  const wrong = wrongMember(body, required ? modernMembers : members);
  return wrong === undefined ? undefined : invalidBody(wrong);
}

function fullId({ subscriptionId, resourceGroupName, projectName, serverCollectorName }: CollectorNames): string {
  return (
    `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroupName}/providers/Microsoft.Migrate` +
    `/assessmentProjects/${projectName}/servercollectors/${serverCollectorName}`
  );
}
