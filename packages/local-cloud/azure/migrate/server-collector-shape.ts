import { isJsonObject, type Json, type JsonObject } from "../../../base/json/json.ts";
import { migrateVersionShape } from "../../../vendor-wire/azure/migrate-version-shape.ts";
import { armNamespace } from "../../../vendor-wire/azure/resource-types.ts";
import type { ArmCall } from "../arm-route.ts";
import { guidOf } from "../guid.ts";
import { memberOf, pick } from "../json-access.ts";
import { type Provisioning, provisioningState } from "../operations.ts";
import { untrackedSystemData } from "../system-data.ts";
import { versionTag } from "../version-tag.ts";

export const collectorCollection = "server-collector";

export interface CollectorNames {
  readonly subscriptionId: string;
  readonly resourceGroupName: string;
  readonly projectName: string;
  readonly serverCollectorName: string;
}

const spnFields = ["authority", "applicationId", "audience", "objectId", "tenantId"];
const agentFields = ["id", "version", "lastHeartbeatUtc"];

/** A stored collector as the call's version shows it. */
export function showCollector({ apiVersion, context }: ArmCall, document: JsonObject): JsonObject {
  const { modern, assessmentETag } = migrateVersionShape(apiVersion);
  const state = provisioningState(document, context.now());
  const properties = document["properties"] as JsonObject;
  return {
    ...pick(document, ["id", "name", "type", ...(assessmentETag ? ["eTag"] : [])]),
    ...(modern ? { systemData: untrackedSystemData } : {}),
    properties: modern && state !== undefined ? { ...properties, provisioningState: state } : properties,
  };
}

/**
 * What the service keeps after a PUT. An agent registers itself when the collector is made and stays the same after
 * that; in the versions of 2023 and later the caller may say what is known of it.
 */
export function collectorAfterPut(
  call: ArmCall,
  names: CollectorNames,
  before: JsonObject | undefined,
  provisioning: Provisioning | null,
): JsonObject {
  const { subscriptionId, resourceGroupName, projectName, serverCollectorName } = names;
  const { request, context } = call;
  const now = context.timestamp(7);
  const sent = memberOf(request.body, "properties");
  const sentAgent = memberOf(sent, "agentProperties");
  const spnDetails = memberOf(sentAgent, "spnDetails");
  const earlier = memberOf(before, "properties");
  const project =
    `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroupName}/providers/${armNamespace}.Migrate` +
    `/assessmentprojects/${projectName}`;
  // Names are shown as they were last spelled.
  const spelled = {
    id: `${project}/servercollectors/${serverCollectorName}`,
    name: serverCollectorName,
    type: `${armNamespace}.Migrate/assessmentprojects/servercollectors`,
  };
  return {
    ...spelled,
    eTag: versionTag(context),
    properties: {
      agentProperties: {
        ...(before === undefined ? registeredAgent(call) : members(memberOf(earlier, "agentProperties"), agentFields)),
        ...(migrateVersionShape(call.apiVersion).modern ? members(sentAgent, agentFields) : {}),
        ...(isJsonObject(spnDetails) ? { spnDetails: pick(spnDetails, spnFields) } : {}),
      },
      ...pick(sent, ["discoverySiteId"]),
      createdTimestamp: memberOf(earlier, "createdTimestamp") ?? now,
      updatedTimestamp: now,
    },
    provisioning,
  };
}

function registeredAgent({ context }: ArmCall): JsonObject {
  return {
    id: guidOf(["agent", context.unique()]),
    version: "1.0.8.393",
    lastHeartbeatUtc: context.timestamp(7),
  };
}

/** The members named that are there, nulls too. */
function members(value: Json | undefined, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const member = memberOf(value, name);
      return member === undefined ? [] : [[name, member]];
    }),
  );
}
