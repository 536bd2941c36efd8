import type { JsonObject } from "../../../base/json/json.ts";
import { matchTemplate } from "../../../base/path-template.ts";
import { lastSegment } from "../../../vendor-wire/azure/scope.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";
import { subscriptionName } from "./subscriptions.ts";

/** A scope as answers describe it: `{id, displayName, type}`. `scope` is plain (no slash at its start). */
export function describeScope(context: EmulatorContext, scope: string): JsonObject {
  return { id: `/${scope}`, ...nameAndType(context, scope) };
}

function nameAndType(context: EmulatorContext, scope: string): { readonly displayName: string; readonly type: string } {
  const subscription = matchTemplate("subscriptions/{id}", scope, true)?.["id"];
  if (subscription !== undefined) {
    return { displayName: subscriptionName(context, subscription) ?? "Local subscription", type: "subscription" };
  }
  if (scope === "") return { displayName: "Local tenant", type: "tenant" };
  const name = lastSegment(scope);
  if (matchTemplate("subscriptions/{id}/resourceGroups/{group}", scope, true) !== undefined) {
    return { displayName: name, type: "resourcegroup" };
  }
  if (matchTemplate("providers/Microsoft.Management/managementGroups/{id}", scope, true) !== undefined) {
    return { displayName: name, type: "managementgroup" };
  }
  const resource = matchTemplate("{+scope}/providers/{namespace}/{+typesAndNames}", scope, true);
  if (resource === undefined) return { displayName: name, type: "resource" };
  const types = (resource["typesAndNames"] ?? "").split("/").filter((_, index) => index % 2 === 0);
  return { displayName: name, type: [resource["namespace"], ...types].join("/") };
}

/** The resource group of a scope, if it lies in one. */
export function resourceGroupOf(scope: string): string | undefined {
  return /^subscriptions\/[^/]+\/resourceGroups\/([^/]+)/i.exec(scope)?.[1];
}

/** Id of a role definition as seen from a scope: definitions live at the subscription, or at the tenant above it. */
export function roleDefinitionIdAt(scope: string, roleGuid: string): string {
  const subscription = /^subscriptions\/[^/]+/i.exec(scope)?.[0];
  const prefix = subscription === undefined ? "" : `/${subscription}`;
  return `${prefix}/providers/Microsoft.Authorization/roleDefinitions/${roleGuid}`;
}
