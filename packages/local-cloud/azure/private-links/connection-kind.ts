import type { JsonObject } from "../../../base/json/json.ts";
import { migrateVersionShape } from "../../../vendor-wire/azure/migrate-version-shape.ts";
import {
  type ArmResourceType,
  assessmentConnections,
  privateEndpointConnections,
} from "../../../vendor-wire/azure/resource-types.ts";
import type { ArmCall } from "../arm-route.ts";
import { documentKey } from "../document-key.ts";
import { pick } from "../json-access.ts";
import { assessmentKind, migrateKind, type ProjectKind } from "../migrate/project-kind.ts";

/** Private endpoint connections of one of the two kinds of projects; two types with nearly one body. */
export interface ConnectionKind {
  readonly type: ArmResourceType;
  /** Where their documents are. */
  readonly collection: string;
  readonly project: ProjectKind;
}

/** The connections that the look-up reads. */
export const hubConnectionKind: ConnectionKind = {
  type: privateEndpointConnections,
  collection: "private-endpoint-connection",
  project: migrateKind,
};

export const assessmentConnectionKind: ConnectionKind = {
  type: assessmentConnections,
  collection: "assessment-connection",
  project: assessmentKind,
};

/** A stored connection as the call's version shows it. */
export function showConnection({ apiVersion }: ArmCall, kind: ConnectionKind, document: JsonObject): JsonObject {
  const { assessmentETag, modern } = migrateVersionShape(apiVersion);
  const hub = kind === hubConnectionKind;
  return pick(document, [
    "id",
    "name",
    "type",
    ...(hub || assessmentETag ? ["eTag"] : []),
    "properties",
    ...(hub || modern ? ["systemData"] : []),
  ]);
}

/** The connections that lead to a project, in the order of their names. */
export function connectionsOf(
  { params, context }: ArmCall,
  kind: ConnectionKind,
  project: JsonObject,
): readonly JsonObject[] {
  const { subscriptionId = "" } = params;
  const group = /\/resourceGroups\/([^/]+)\//i.exec(String(project["id"]))?.[1] ?? "";
  const prefix = `${documentKey(subscriptionId, group, String(project["name"]))}|`;
  return context.documents.list(kind.collection, prefix).map(({ document }) => document);
}
