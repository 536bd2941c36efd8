import type { Json, JsonObject } from "../../../base/json/json.ts";
import { migrateVersionShape } from "../../../vendor-wire/azure/migrate-version-shape.ts";
import type { ArmCall } from "../arm-route.ts";
import { memberOf, omit, pick } from "../json-access.ts";
import { provisioningState } from "../operations.ts";
import {
  assessmentConnectionKind,
  connectionsOf,
  hubConnectionKind,
  showConnection,
} from "../private-links/connection-kind.ts";
import type { ProjectKind } from "./project-kind.ts";
import { assessmentKind } from "./project-kind.ts";

const counts = ["numberOfGroups", "numberOfMachines", "numberOfAssessments", "lastAssessmentTimestamp"];

/** A stored project as the call's version shows it, with the connections that lead to it. */
export function showProject(call: ArmCall, kind: ProjectKind, document: JsonObject): JsonObject {
  return kind === assessmentKind ? showAssessment(call, document) : showMigrate(call, document);
}

function showAssessment(call: ArmCall, document: JsonObject): JsonObject {
  const { modern, assessmentETag } = migrateVersionShape(call.apiVersion);
  const connections = connectionsOf(call, assessmentConnectionKind, document);
  const stored = memberOf(document, "properties");
  const { publicNetworkAccess = null, customerStorageAccountArmId = null, ...others } = stored as JsonObject;
  const optional = modern || publicNetworkAccess !== null || connections.length > 0;
  return {
    ...pick(document, ["id", "name", "type", ...(assessmentETag ? ["eTag"] : []), "location", "tags"]),
    ...(modern ? pick(document, ["systemData"]) : {}),
    properties: {
      ...(modern ? omit(others, counts) : others),
      ...(optional
        ? {
            publicNetworkAccess: publicNetworkAccess ?? "Enabled",
            customerStorageAccountArmId,
            privateEndpointConnections: connections.map((each) => showConnection(call, assessmentConnectionKind, each)),
          }
        : {}),
      provisioningState: provisioningState(document, call.context.now()) ?? "Succeeded",
    },
  };
}

function showMigrate(call: ArmCall, document: JsonObject): JsonObject {
  const { modern } = migrateVersionShape(call.apiVersion);
  const connections: readonly Json[] = connectionsOf(call, hubConnectionKind, document).map((each) =>
    showConnection(call, hubConnectionKind, each),
  );
  return {
    ...pick(document, ["id", "name", "type", "eTag", "location"]),
    ...(modern ? pick(document, ["systemData"]) : {}),
    properties: {
      ...omit(memberOf(document, "properties"), ["updatedTimestamp"]),
      privateEndpointConnections: connections,
    },
  };
}
