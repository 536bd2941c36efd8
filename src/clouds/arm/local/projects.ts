import type { JsonObject } from "../../../base/json.ts";
import type { LocalReply, LocalRoute, World } from "../../ground/local-vendor.ts";
import { type ArmResourceType, assessmentProjects, migrateProjects } from "../wire/resource-types.ts";
import { done, parentNotFound, resourceNotFound } from "./arm-reply.ts";
import { type ArmCall, armRoute } from "./arm-route.ts";
import { documentKey } from "./document-key.ts";
import { optionalSeedText, seedText } from "./json-access.ts";
import { versionTag } from "./version-tag.ts";

/** A kind of project that can only be planted: the parent of what is really managed. */
interface ProjectKind {
  readonly type: ArmResourceType;
  /** The path's variable for its name. */
  readonly variable: string;
  /** Type segment as the service spells it in answers. */
  readonly spelling: string;
  readonly properties: JsonObject;
}

const assessment: ProjectKind = {
  type: assessmentProjects,
  variable: "projectName",
  spelling: "assessmentprojects",
  properties: { projectStatus: "Active", provisioningState: "Succeeded" },
};

const migration: ProjectKind = {
  type: migrateProjects,
  variable: "migrateProjectName",
  spelling: "MigrateProjects",
  properties: { publicNetworkAccess: "Enabled", registeredTools: [], utilityStorageAccountId: null },
};

export const projectRoutes: readonly LocalRoute[] = [assessment, migration].map((kind) =>
  armRoute({ method: "GET", type: kind.type, path: "item", handle: (call) => get(call, kind) }),
);

/** `assessmentProject {subscriptionId, resourceGroupName, name, location?}` */
export function seedAssessmentProject(seed: JsonObject, world: World): void {
  plant(assessment, seed, seedText(seed, "name"), world);
}

/** `migrateProject {subscriptionId, resourceGroupName, name, location?}` */
export function seedMigrateProject(seed: JsonObject, world: World): void {
  plant(migration, seed, seedText(seed, "name"), world);
}

/** Makes sure that the project of a planted connection is there. */
export function ensureMigrateProject(seed: JsonObject, world: World): void {
  const name = seedText(seed, "migrateProjectName");
  const key = documentKey(seedText(seed, "subscriptionId"), seedText(seed, "resourceGroupName"), name);
  if (world.documents.get(migration.type.name, key) === undefined) plant(migration, seed, name, world);
}

function plant(kind: ProjectKind, seed: JsonObject, name: string, world: World): void {
  const subscriptionId = seedText(seed, "subscriptionId");
  const resourceGroupName = seedText(seed, "resourceGroupName");
  world.documents.put(kind.type.name, documentKey(subscriptionId, resourceGroupName, name), {
    id: `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroupName}/providers/Microsoft.Migrate/${kind.spelling}/${name}`,
    name,
    type: `Microsoft.Migrate/${kind.spelling}`,
    eTag: versionTag(world),
    location: optionalSeedText(seed, "location") ?? "westeurope",
    properties: kind.properties,
  });
}

function get(call: ArmCall, kind: ProjectKind): LocalReply {
  const project = find(call, kind);
  const name = `${kind.type.name}/${call.params[kind.variable] ?? ""}`;
  return project === undefined ? resourceNotFound(name, call.params["resourceGroupName"]) : done(200, project);
}

function find({ params, world }: ArmCall, kind: ProjectKind): JsonObject | undefined {
  const { subscriptionId = "", resourceGroupName = "" } = params;
  return world.documents.get(
    kind.type.name,
    documentKey(subscriptionId, resourceGroupName, params[kind.variable] ?? ""),
  );
}

/** In faithful mode a child's project must exist; in documented mode every project does. */
export function refuseAssessmentParent(call: ArmCall): LocalReply | undefined {
  return refuseParent(call, assessment);
}

export function refuseMigrateParent(call: ArmCall): LocalReply | undefined {
  return refuseParent(call, migration);
}

function refuseParent(call: ArmCall, kind: ProjectKind): LocalReply | undefined {
  if (call.world.mode === "documented" || find(call, kind) !== undefined) return undefined;
  return parentNotFound(`${kind.type.name}/${call.params[kind.variable] ?? ""}`);
}
