import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { expandTemplate } from "../../../packages/base/path-template.ts";
import { serverCollectors } from "../../../packages/vendor-wire/azure/resource-types.ts";
import { serverCollector } from "../../definitions/resources/server-collector.ts";
import { isUnmoved } from "../../definitions/schema/comparison/compare-objects.ts";
import type { Change, ListOutcome, Observation, ReadOutcome, Target, WriteOutcome } from "../../engine/ports/driver.ts";
import { namedOtherwise, readOfAnother } from "../../engine/ports/named-otherwise.ts";
import { answeredByAnother, calledOff, notAskedFor, type Refusal } from "../../engine/ports/outcome.ts";
import { isArmObject } from "./arm-object.ts";
import { armUrl, baseUrlOf, namespaceOf } from "./arm-url.ts";
import { asRead, deleted, invalid, type ResourceDriver, valueOr } from "./resource-driver.ts";
import { type WireAnswer, wireCall } from "./wire-call.ts";
import { wireList } from "./wire-list.ts";

/**
 * Server collectors (specification 2.5). Target variables: `subscriptionId`, `resourceGroupName`, `projectName`,
 * `serverCollectorName`.
 */
export const serverCollectorDriver: ResourceDriver = {
  read,
  collectionOf,
  list,
  write,
  isConditional,
  discover: async (_, { field }) => invalid(`the platform can't be asked for ${field}`),
};

const idTemplate =
  "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/{namespace}.Migrate" +
  "/assessmentProjects/{projectName}/servercollectors/{serverCollectorName}";

async function read(exchange: Exchange, target: Target): Promise<ReadOutcome> {
  const answer = await wireCall(exchange, { method: "GET", url: itemUrl(target) });
  if (answer.kind === "refusal") return asRead(answer.refusal);
  if (!isArmObject(answer.body)) return notAskedFor("a collector");
  const other = otherThan(target, answer.body);
  if (other !== undefined) return readOfAnother(target.id, other);
  return { kind: "done", observation: observe(target.id, target.variables, answer.body) };
}

function itemUrl(target: Target): string {
  return armUrl(target, serverCollectors.item, target.variables);
}

/** The collectors of one project. */
function collectionOf(target: Target): string {
  const { subscriptionId = "", resourceGroupName = "", projectName = "" } = target.variables;
  const project = `${subscriptionId}/${resourceGroupName}/${projectName}`.toLowerCase();
  return `${baseUrlOf(target.provider)} ${target.type}@${target.apiVersion} ${project}`;
}

async function list(exchange: Exchange, target: Target): Promise<ListOutcome> {
  const found = await wireList(exchange, armUrl(target, serverCollectors.collection, target.variables));
  if (found.kind === "refusal") return found.refusal;
  const namespace = namespaceOf(target);
  const items = found.items.flatMap((wire) => {
    const name = wire["name"];
    if (typeof name !== "string") return [];
    const variables = { ...target.variables, serverCollectorName: name };
    const id = expandTemplate(idTemplate, { ...variables, namespace });
    return id === undefined ? [] : [{ id, observation: observe(id, variables, wire) }];
  });
  return { kind: "done", items };
}

/** Names are those of the target: the platform changes the case of some in its answers. */
function observe(id: string, names: Readonly<Record<string, string>>, wire: JsonObject): Observation {
  const eTag = valueOr(wire, "eTag");
  return {
    outputs: {
      projectName: names["projectName"] ?? null,
      resourceGroupName: names["resourceGroupName"] ?? null,
      eTag,
      properties: valueOr(wire, "properties"),
      serverCollectorName: names["serverCollectorName"] ?? null,
      id,
      name: valueOr(wire, "name"),
      type: valueOr(wire, "type"),
    },
    version: typeof eTag === "string" ? eTag : null,
    deleted: false,
    displaces: [],
  };
}

async function write(exchange: Exchange, change: Change, signal?: AbortSignal): Promise<WriteOutcome> {
  const { operation, target } = change;
  const url = itemUrl(target);
  if (operation === "undelete") return invalid("a collector can't be undeleted", "unsupported");
  const obstacle = await findObstacle(exchange, change);
  if (obstacle !== null) return obstacle;
  if (signal?.aborted === true) return calledOff;
  if (operation === "delete") {
    const answer = await wireCall(exchange, { method: "DELETE", url, id: change.id });
    return answer.kind === "refusal" ? answer.refusal : deleted(answer.status);
  }
  const body = bodyOf(change);
  // A tag that is asked for is a condition that no missing object meets.
  const isNew = isCreation(change) && body["eTag"] === undefined;
  const answer = await wireCall(exchange, { method: "PUT", url, body, id: change.id, isNew });
  if (answer.kind === "refusal")
    return isNew ? asExisting(answer.refusal) : asStaleTag(exchange, target, body["eTag"], answer);
  const other = otherThan(target, answer.body);
  if (other !== undefined && operation === "create") return answeredByAnother(target.id, other);
  const isWhole = other === undefined && isArmObject(answer.body) && isJsonObject(answer.body["properties"]);
  const whole = isWhole ? answer.body : undefined;
  const observation = whole === undefined ? null : observe(target.id, target.variables, whole);
  // 201: a new collector; 200: an existing one.
  const hasStood = operation === "create" && answer.status === 200;
  const isAnew = operation === "update" && answer.status === 201;
  return { kind: "done", observation, ...(hasStood ? { hasStood } : {}), ...(isAnew ? { isAnew } : {}) };
}

/** The id or name by which an answer tells of another collector; undefined where it is the one that was asked for. */
function otherThan({ variables }: Target, body: JsonObject | undefined): string | undefined {
  return namedOtherwise(variables["serverCollectorName"] ?? "", body?.["id"], body?.["name"]);
}

/**
 * The documents don't say with which status a tag that is out of date is refused: 412, 409 or 400. Where a read shows
 * another tag than was sent, it was that one; else the refusal stands.
 */
async function asStaleTag(
  exchange: Exchange,
  target: Target,
  sent: Json | undefined,
  { refusal, status }: Extract<WireAnswer, { kind: "refusal" }>,
): Promise<WriteOutcome> {
  if (typeof sent !== "string" || (status !== 400 && status !== 409)) return refusal;
  const seen = await read(exchange, target);
  if (seen.kind !== "done" || seen.observation.version === sent) return refusal;
  return { kind: "conflict", reason: "stale-version", detail: refusal.detail, version: seen.observation.version };
}

/** What stands there already is refused as a condition that is not met. */
function asExisting(refusal: Refusal): Refusal {
  const isMet = refusal.kind === "conflict" && refusal.reason === "stale-version";
  return isMet ? { ...refusal, reason: "exists" } : refusal;
}

/** A creation of what was not there when it was seen. */
function isCreation({ operation, prior }: Change): boolean {
  return operation === "create" && prior === null;
}

/** A creation and a deletion look for themselves; an update carries the tag, where the interface version has one. */
function isConditional(change: Change): boolean {
  const { operation, condition, inputs } = change;
  if (operation === "create") return isCreation(change);
  return condition !== null || (operation === "update" && (inputs["eTag"] ?? null) !== null);
}

/**
 * A read just before a creation or a deletion: what another hand made, or changed since it was seen, is left alone. The
 * collectors' documents name no header of a condition. A creation sends the one that the whole management plane has; on
 * a deletion, a tag that moves at each read would refuse it for ever (decision 0143).
 */
async function findObstacle(exchange: Exchange, change: Change): Promise<WriteOutcome | null> {
  const { operation, target, prior, condition } = change;
  const creates = isCreation(change);
  if (!creates && (operation !== "delete" || condition === null)) return null;
  const seen = await read(exchange, target);
  if (seen.kind === "absent") return null;
  if (seen.kind !== "done") return seen;
  const { version } = seen.observation;
  const refusal = { kind: "conflict", version, isUnsent: true } as const;
  if (creates) return { ...refusal, reason: "exists", detail: `${target.id} exists already` };
  // A tag may move while the content stays, at each read even: what the caller has seen still stands.
  if (version === condition || (prior !== null && isUnmoved(serverCollector, prior.outputs, seen.observation.outputs)))
    return null;
  return { ...refusal, reason: "stale-version", detail: `${target.id} has changed since it was read` };
}

/** A PUT replaces the object: what is left out is cleared. The version to be met travels in the body. */
function bodyOf({ operation, inputs, condition }: Change): JsonObject {
  const given = inputs["eTag"] ?? null;
  const eTag = given ?? (operation === "update" ? condition : null);
  const properties = inputs["properties"] ?? null;
  return {
    ...(eTag === null ? {} : { eTag }),
    ...(properties === null ? {} : { properties }),
  };
}
