import type { JsonObject } from "../../../base/json/json.ts";
import { errorCodes } from "../../../vendor-wire/azure/error-shapes.ts";
import { platformVersions, resourceTypes } from "../../../vendor-wire/azure/resource-types.ts";
import type { LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import { armError, done } from "../arm-reply.ts";
import { type ArmCall, guardedRoute, type Handle } from "../arm-route.ts";

const namespaces = [...new Set(resourceTypes.map(({ name }) => name.slice(0, name.indexOf("/"))))];

/** Which namespaces there are, with their types and versions; all of them are registered with every subscription. */
export const resourceProviderRoutes: readonly LocalRoute[] = [
  ...["providers", "subscriptions/{subscriptionId}/providers"].map((template) =>
    route("GET", template, ({ params }) => done(200, { value: namespaces.map((name) => describe(name, params)) })),
  ),
  ...["providers/{namespace}", "subscriptions/{subscriptionId}/providers/{namespace}"].map((template) =>
    route("GET", template, get),
  ),
  route("POST", "subscriptions/{subscriptionId}/providers/{namespace}/register", get),
];

function route(method: string, template: string, handle: Handle): LocalRoute {
  return guardedRoute({
    method,
    template,
    action: method === "GET" ? "Microsoft.Resources/subscriptions/providers/read" : "register/action",
    typeName: "Microsoft.Resources/providers",
    versions: platformVersions,
    handle,
  });
}

function get({ params }: ArmCall): LocalReply {
  const asked = params["namespace"] ?? "";
  const namespace = namespaces.find((name) => name.toLowerCase() === asked.toLowerCase());
  if (namespace !== undefined) return done(200, describe(namespace, params));
  return armError(404, errorCodes.invalidResourceNamespace, `The resource namespace '${asked}' is invalid.`);
}

function describe(namespace: string, { subscriptionId }: ArmCall["params"]): JsonObject {
  const types = resourceTypes.filter(({ name }) => name.startsWith(`${namespace}/`));
  return {
    ...(subscriptionId === undefined ? {} : { id: `/subscriptions/${subscriptionId}/providers/${namespace}` }),
    namespace,
    ...(subscriptionId === undefined
      ? {}
      : { registrationState: "Registered", registrationPolicy: "RegistrationRequired" }),
    resourceTypes: types.map(({ name, versions }) => ({
      resourceType: name.slice(namespace.length + 1),
      locations: [],
      // The newest first, as the platform has it.
      apiVersions: [...versions].reverse(),
    })),
  };
}
