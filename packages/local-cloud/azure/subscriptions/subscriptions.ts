import type { JsonObject } from "../../../base/json/json.ts";
import { errorCodes } from "../../../vendor-wire/azure/error-shapes.ts";
import { assessmentProjects, migrateProjects } from "../../../vendor-wire/azure/resource-types.ts";
import { plainScope } from "../../../vendor-wire/azure/scope.ts";
import type { EmulatorContext, LocalReply } from "../../runtime/local-vendor.ts";
import { armError } from "../arm-reply.ts";
import { documentKey, documentKeyPrefix } from "../document-key.ts";
import { seedText, textOf } from "../json-access.ts";
import { groupCollection } from "./resource-groups.ts";

const collection = "subscription";

/** The tenant of every subscription for which no other was seeded. */
const usualTenant = "aaaaaaaa-0000-4000-8000-000000000001";

/** `subscription {subscriptionId, displayName, tenantId?}`: that it is there, and what it says of itself. */
export function seedSubscription(seed: JsonObject, context: EmulatorContext): void {
  const displayName = seedText(seed, "displayName");
  const tenantId = seed["tenantId"] === undefined ? usualTenant : seedText(seed, "tenantId");
  context.documents.put(collection, documentKey(seedText(seed, "subscriptionId")), { displayName, tenantId });
}

export function tenantOf(context: EmulatorContext, subscriptionId: string): string {
  return textOf(context.documents.get(collection, documentKey(subscriptionId))?.["tenantId"]) ?? usualTenant;
}

export function subscriptionName(context: EmulatorContext, subscriptionId: string): string | undefined {
  return textOf(context.documents.get(collection, documentKey(subscriptionId))?.["displayName"]);
}

/**
 * In faithful mode the platform answers for a resource provider where there is no such subscription. There are those
 * that were seeded, and those in which something was; while none was seeded by itself, any guid names one.
 */
export function refuseSubscription(
  params: Readonly<Record<string, string>>,
  context: EmulatorContext,
): LocalReply | undefined {
  if (context.mode === "documented") return undefined;
  const { scope = "", subscriptionId = /^subscriptions\/([^/]+)/i.exec(plainScope(scope))?.[1] } = params;
  if (subscriptionId === undefined || isThere(context, subscriptionId)) return undefined;
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(subscriptionId)) {
    const message = `The provided subscription identifier '${subscriptionId}' is malformed or invalid.`;
    return armError(400, errorCodes.invalidSubscription, message);
  }
  if (context.documents.list(collection).length === 0) return undefined;
  return armError(404, errorCodes.subscriptionNotFound, `The subscription '${subscriptionId}' could not be found.`);
}

function isThere(context: EmulatorContext, subscriptionId: string): boolean {
  if (subscriptionName(context, subscriptionId) !== undefined) return true;
  const prefix = documentKeyPrefix(subscriptionId);
  return [groupCollection, assessmentProjects.name, migrateProjects.name].some((type) =>
    holdsAny(context.documents.scan(type, prefix, "")),
  );
}

function holdsAny(documents: Iterable<unknown>): boolean {
  for (const _ of documents) return true;
  return false;
}
