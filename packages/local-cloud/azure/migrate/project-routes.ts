import { isJsonObject, type JsonObject } from "../../../base/json/json.ts";
import { errorCodes } from "../../../vendor-wire/azure/error-shapes.ts";
import { migrateVersionShape } from "../../../vendor-wire/azure/migrate-version-shape.ts";
import type { EmulatorContext, LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import { armPage } from "../arm-page.ts";
import { armError, done, invalidBody, resourceNotFound } from "../arm-reply.ts";
import { type ArmCall, armRoutes, type Handle } from "../arm-route.ts";
import { wrongMember } from "../authorization/member-types.ts";
import { documentKeyPrefix } from "../document-key.ts";
import { memberOf, pick, seedText, textOf } from "../json-access.ts";
import { provisioningState, startOperation } from "../operations.ts";
import { refuseConditions } from "../preconditions.ts";
import { assessmentConnectionKind, hubConnectionKind } from "../private-links/connection-kind.ts";
import { invalidName } from "../resource-names.ts";
import { changedBy } from "../system-data.ts";
import { versionTag } from "../version-tag.ts";
import {
  assessmentKind,
  findProject,
  migrateKind,
  newProject,
  type ProjectKind,
  projectKey,
  seedProject,
} from "./project-kind.ts";
import { showProject } from "./project-shape.ts";
import { collectorCollection } from "./server-collector-shape.ts";

export const projectRoutes: readonly LocalRoute[] = [assessmentKind, migrateKind].flatMap((kind) => {
  const of =
    (handle: (call: ArmCall, kind: ProjectKind) => LocalReply): Handle =>
    (call) =>
      refuseProjectName(call, kind) ?? handle(call, kind);
  return armRoutes(kind.type, {
    get: of(get),
    put: of(put),
    patch: of(patch),
    delete: of(remove),
    list: of(list),
    listEverywhere: of(list),
  });
});

/** `assessmentProject {subscriptionId, resourceGroupName, name, location?, tags?, eTag?, properties?, systemData?}` */
export function seedAssessmentProject(seed: JsonObject, context: EmulatorContext): void {
  seedProject(assessmentKind, seed, seedText(seed, "name"), context);
}

/** `migrateProject {subscriptionId, resourceGroupName, name, location?, tags?, eTag?, properties?, systemData?}` */
export function seedMigrateProject(seed: JsonObject, context: EmulatorContext): void {
  seedProject(migrateKind, seed, seedText(seed, "name"), context);
}

/** What a GET of an assessment project answers, for the operation that made or changed it. */
export function getAssessmentProject(call: ArmCall): LocalReply {
  return get(call, assessmentKind);
}

/** The swagger of 2023 says what a migrate project may be called. */
export function refuseProjectName({ params, apiVersion }: ArmCall, kind: ProjectKind): LocalReply | undefined {
  const pattern = kind === migrateKind ? migrateVersionShape(apiVersion).migrateProjectName : null;
  const name = params[kind.variable];
  if (pattern === null || name === undefined || pattern.test(name)) return undefined;
  return invalidName(`The project name '${name}' must match ${pattern.source}.`);
}

function keyOf({ params }: ArmCall, kind: ProjectKind): string {
  const { subscriptionId = "", resourceGroupName = "" } = params;
  return projectKey({ subscriptionId, resourceGroupName }, params[kind.variable] ?? "");
}

function notFound({ params }: ArmCall, kind: ProjectKind): LocalReply {
  return resourceNotFound(`${kind.type.name}/${params[kind.variable] ?? ""}`, params["resourceGroupName"]);
}

function get(call: ArmCall, kind: ProjectKind): LocalReply {
  const project = findProject(call, kind);
  return project === undefined ? notFound(call, kind) : done(200, showProject(call, kind, project));
}

function list(call: ArmCall, kind: ProjectKind): LocalReply {
  const { subscriptionId = "", resourceGroupName } = call.params;
  const names = resourceGroupName === undefined ? [subscriptionId] : [subscriptionId, resourceGroupName];
  const page = armPage(call, (after) =>
    call.context.documents.scan(kind.type.name, documentKeyPrefix(...names), after),
  );
  if (!page.ok) return page.error;
  const { documents, nextLink } = page.value;
  const value = documents.map((document) => showProject(call, kind, document));
  return done(200, { value, ...(nextLink === undefined ? {} : { nextLink }) });
}

/** Replaces the whole project: what is left out goes back to what it is when a project is made. */
function put(call: ArmCall, kind: ProjectKind): LocalReply {
  const { context, params } = call;
  const before = findProject(call, kind);
  const refusal = refuseConditions(call, before) ?? refuseProject(call, kind, before);
  if (refusal !== undefined) return refusal;
  const { subscriptionId = "", resourceGroupName = "" } = params;
  // Names are shown as they were last spelled.
  const made = newProject(kind, { subscriptionId, resourceGroupName }, params[kind.variable] ?? "", context);
  const sent = memberOf(call.request.body, "properties");
  const { tags, location = null } = call.request.body as JsonObject;
  const shape = migrateVersionShape(call.apiVersion);
  const operation =
    before === undefined && kind === assessmentKind && shape.background ? startOperation(call, "Provisioning") : null;
  const after: JsonObject = {
    ...pick(made, ["id", "name", "type"]),
    eTag: versionTag(context),
    ...(before === undefined ? (location === null ? {} : { location }) : pick(before, ["location"])),
    ...(isJsonObject(tags) ? { tags } : {}),
    properties: {
      ...((before ?? made)["properties"] as JsonObject),
      ...kind.writable,
      ...pick(sent, settable(kind)),
      updatedTimestamp: context.timestamp(7),
    },
    systemData: changedBy(call, before?.["systemData"]),
    provisioning: operation?.provisioning ?? null,
  };
  context.documents.put(kind.type.name, keyOf(call, kind), after);
  context.wrote(before === undefined ? "create" : "update", String(after["id"]));
  const headers: Record<string, string> =
    operation === null ? {} : { "azure-asyncoperation": operation.status, "retry-after": operation.retryAfter };
  // The hub of 2020 documents no 201.
  const created = before === undefined && (kind === assessmentKind || shape.modern);
  return { status: created ? 201 : 200, headers, body: showProject(call, kind, after) };
}

/** The properties that a request may set. */
function settable({ writable, overridable }: ProjectKind): readonly string[] {
  return [...Object.keys(writable), ...overridable];
}

function patch(call: ArmCall, kind: ProjectKind): LocalReply {
  const { context, request } = call;
  const before = findProject(call, kind);
  if (before === undefined) return notFound(call, kind);
  const refusal = refuseConditions(call, before) ?? refuseMembers(call, kind);
  if (refusal !== undefined) return refusal;
  const sent = memberOf(request.body, "properties");
  const tags = memberOf(request.body, "tags");
  const changed = isJsonObject(sent)
    ? Object.fromEntries(Object.entries(sent).filter(([name]) => settable(kind).includes(name)))
    : {};
  const inBackground = kind === assessmentKind && migrateVersionShape(call.apiVersion).background;
  const operation = inBackground && context.operationMs > 0 ? startOperation(call, "Updating") : null;
  const after: JsonObject = {
    ...before,
    eTag: versionTag(context),
    // Tags are replaced as a whole.
    ...(isJsonObject(tags) ? { tags } : {}),
    properties: { ...(before["properties"] as JsonObject), ...changed, updatedTimestamp: context.timestamp(7) },
    systemData: changedBy(call, before["systemData"]),
    provisioning: operation?.provisioning ?? null,
  };
  context.documents.put(kind.type.name, keyOf(call, kind), after);
  context.wrote("update", String(after["id"]));
  if (operation === null) return done(200, showProject(call, kind, after));
  return { status: 202, headers: { location: operation.result, "retry-after": operation.retryAfter } };
}

/** Takes the project away with all that is in it. */
function remove(call: ArmCall, kind: ProjectKind): LocalReply {
  const { context } = call;
  const found = findProject(call, kind);
  if (found === undefined) return done(204);
  const refusal = refuseConditions(call, found);
  if (refusal !== undefined) return refusal;
  const key = keyOf(call, kind);
  context.documents.delete(kind.type.name, key);
  const children =
    kind === assessmentKind
      ? [collectorCollection, assessmentConnectionKind.collection]
      : [hubConnectionKind.collection];
  for (const collection of children) {
    for (const child of context.documents.list(collection, `${key}|`)) {
      context.documents.delete(collection, child.key);
      context.wrote("delete", String(child.document["id"]));
    }
  }
  context.wrote("delete", String(found["id"]));
  return done(200);
}

function refuseProject(call: ArmCall, kind: ProjectKind, before: JsonObject | undefined): LocalReply | undefined {
  const { body } = call.request;
  const { modern } = migrateVersionShape(call.apiVersion);
  if (!isJsonObject(body)) return invalidBody("the body must be an object");
  const location = textOf(body["location"]);
  if (modern && kind === assessmentKind && location === undefined) {
    return armError(400, "LocationRequired", "The location property is required for this definition.");
  }
  const current = textOf(before?.["location"]);
  if (location !== undefined && current !== undefined && plainLocation(location) !== plainLocation(current)) {
    return armError(
      409,
      "InvalidResourceLocation",
      `The resource '${call.params[kind.variable] ?? ""}' already exists in location '${current}'. ` +
        `A resource with the same name cannot be created in location '${location}'.`,
    );
  }
  return refuseMembers(call, kind) ?? refuseState(call, before);
}

/** `West Europe` and `westeurope` are one place. */
function plainLocation(location: string): string {
  return location.replaceAll(" ", "").toLowerCase();
}

function refuseMembers({ request: { body } }: ArmCall, { members }: ProjectKind): LocalReply | undefined {
  if (!isJsonObject(body)) return invalidBody("the body must be an object");
  const wrong = wrongMember(body, { eTag: "text", location: "text", tags: "texts", properties: members });
  return wrong === undefined ? undefined : invalidBody(wrong);
}

/** A state in the body is taken when it is the one that the object has. */
export function refuseState({ request, context }: ArmCall, before: JsonObject | undefined): LocalReply | undefined {
  const sent = memberOf(memberOf(request.body, "properties"), "provisioningState") ?? null;
  const state = (before === undefined ? undefined : provisioningState(before, context.now())) ?? "Succeeded";
  if (sent === null || sent === state) return undefined;
  return armError(400, errorCodes.invalidRequest, `The provisioning state can't be set; it is '${state}'.`);
}
