import { isJsonObject, type Json, type JsonObject } from "../../../base/json/json.ts";
import {
  type ArmResourceType,
  armNamespace,
  assessmentProjects,
  migrateProjects,
} from "../../../vendor-wire/azure/resource-types.ts";
import type { EmulatorContext, LocalReply } from "../../runtime/local-vendor.ts";
import { parentNotFound } from "../arm-reply.ts";
import type { ArmCall } from "../arm-route.ts";
import type { MemberType } from "../authorization/member-types.ts";
import { documentKey } from "../document-key.ts";
import { guidOf } from "../guid.ts";
import { optionalSeedText, seedText } from "../json-access.ts";
import { versionTag } from "../version-tag.ts";

/** One of the two kinds of projects of the migration service: the parents of what is really managed. */
export interface ProjectKind {
  readonly type: ArmResourceType;
  /** The path's variable for its name. */
  readonly variable: "projectName" | "migrateProjectName";
  /** Type segment as the service spells it in answers. */
  readonly spelling: string;
  /** Properties that a request may set, as they are until it does. */
  readonly writable: JsonObject;
  /** What the properties of a request must be. */
  readonly members: MemberType;
  /** Properties that the service sets when the project is made, and a request may set too. */
  readonly overridable: readonly string[];
  /** Properties that the service sets when the project is made. */
  made(id: string, context: EmulatorContext): JsonObject;
}

export const assessmentKind: ProjectKind = {
  type: assessmentProjects,
  variable: "projectName",
  spelling: "assessmentprojects",
  writable: {
    assessmentSolutionId: null,
    projectStatus: "Active",
    customerWorkspaceId: null,
    customerWorkspaceLocation: null,
    publicNetworkAccess: null,
    customerStorageAccountArmId: null,
  },
  members: {
    assessmentSolutionId: "text",
    projectStatus: ["Active", "Inactive"],
    customerWorkspaceId: "text",
    customerWorkspaceLocation: "text",
    publicNetworkAccess: "text",
    customerStorageAccountArmId: "text",
  },
  overridable: [],
  made: (_, context) => ({
    numberOfGroups: 0,
    numberOfMachines: 0,
    numberOfAssessments: 0,
    lastAssessmentTimestamp: null,
    createdTimestamp: context.timestamp(7),
    serviceEndpoint: "https://assessment.local.example/",
  }),
};

const summaries: readonly (readonly [string, string, JsonObject])[] = [
  ["servers", "Servers", { microsoftDiscoveredCount: "0", microsoftMachinesCount: "0" }],
  ["databases", "Databases", {}],
  ["webApplications", "WebApplications", {}],
  ["desktopVirtualization", "DesktopVirtualization", {}],
];

export const migrateKind: ProjectKind = {
  type: migrateProjects,
  variable: "migrateProjectName",
  spelling: "MigrateProjects",
  writable: { utilityStorageAccountId: null, publicNetworkAccess: "Enabled" },
  members: {
    utilityStorageAccountId: "text",
    publicNetworkAccess: ["NotSpecified", "Enabled", "Disabled"],
    serviceEndpoint: "text",
  },
  overridable: ["serviceEndpoint"],
  made: (id, context) => {
    const lastSummaryRefreshedTime = context.timestamp(7);
    const guid = guidOf(["hub", id.toLowerCase()]);
    const summary = summaries.map(([key, instanceType, extendedSummary]): [string, Json] => [
      key,
      { instanceType, refreshSummaryState: "Completed", lastSummaryRefreshedTime, extendedSummary },
    ]);
    return {
      registeredTools: [],
      serviceEndpoint: `https://${guid}-isv.hub.local.example/resources/${guid}`,
      summary: Object.fromEntries(summary),
      lastSummaryRefreshedTime,
      refreshSummaryState: "Completed",
    };
  },
};

export function projectKey(
  names: { readonly subscriptionId: string; readonly resourceGroupName: string },
  name: string,
): string {
  return documentKey(names.subscriptionId, names.resourceGroupName, name);
}

/** A project as it is stored the moment it is made: all properties, in no version's shape. */
export function newProject(
  kind: ProjectKind,
  names: { readonly subscriptionId: string; readonly resourceGroupName: string },
  name: string,
  context: EmulatorContext,
): JsonObject {
  const id =
    `/subscriptions/${names.subscriptionId}/resourceGroups/${names.resourceGroupName}/providers` +
    `/${armNamespace}.Migrate/${kind.spelling}/${name}`;
  return {
    id,
    name,
    type: `${armNamespace}.Migrate/${kind.spelling}`,
    properties: { ...kind.writable, ...kind.made(id, context), updatedTimestamp: context.timestamp(7) },
  };
}

/** Seeds a project: `{subscriptionId, resourceGroupName, location?, tags?, eTag?, properties?, systemData?}`. */
export function seedProject(kind: ProjectKind, seed: JsonObject, name: string, context: EmulatorContext): void {
  const names = {
    subscriptionId: seedText(seed, "subscriptionId"),
    resourceGroupName: seedText(seed, "resourceGroupName"),
  };
  const project = newProject(kind, names, name, context);
  const given = (member: string) => {
    const value = seed[member] ?? null;
    if (value !== null && !isJsonObject(value)) throw new TypeError(`\`${member}\` must be an object`);
    return value;
  };
  const tags = given("tags");
  const systemData = given("systemData");
  context.documents.put(kind.type.name, projectKey(names, name), {
    ...project,
    eTag: optionalSeedText(seed, "eTag") ?? versionTag(context),
    location: optionalSeedText(seed, "location") ?? "westeurope",
    ...(tags === null ? {} : { tags }),
    properties: { ...(project["properties"] as JsonObject), ...given("properties") },
    ...(systemData === null ? {} : { systemData }),
  });
}

export function findProject({ params, context }: ArmCall, kind: ProjectKind): JsonObject | undefined {
  const { subscriptionId = "", resourceGroupName = "" } = params;
  return context.documents.get(
    kind.type.name,
    projectKey({ subscriptionId, resourceGroupName }, params[kind.variable] ?? ""),
  );
}

/** In faithful mode a child's project must exist; in documented mode every project does. */
export function refuseParent(call: ArmCall, kind: ProjectKind): LocalReply | undefined {
  if (call.context.mode === "documented" || findProject(call, kind) !== undefined) return undefined;
  return parentNotFound(`${kind.type.name}/${call.params[kind.variable] ?? ""}`);
}
