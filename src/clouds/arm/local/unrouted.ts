import { matchTemplate } from "../../../base/path-template.ts";
import type { LocalReply, LocalRequest, LocalRoute, World } from "../../ground/local-vendor.ts";
import { errorCodes } from "../wire/error-shapes.ts";
import {
  assessmentProjects,
  migrateProjects,
  privateEndpointConnections,
  roleManagementPolicies,
  roleManagementPolicyAssignments,
  serverCollectors,
} from "../wire/resource-types.ts";
import { armError, methodNotSupported } from "./arm-reply.ts";
import { refuseCaller, withRequestIds } from "./arm-route.ts";

const types = [
  roleManagementPolicyAssignments,
  roleManagementPolicies,
  assessmentProjects,
  serverCollectors,
  migrateProjects,
  privateEndpointConnections,
];

/** Paths of the management plane that no other route takes; these come last. */
export const unroutedPaths: readonly LocalRoute[] = ["GET", "PUT", "PATCH", "POST", "DELETE"].flatMap((method) =>
  ["subscriptions/{+rest}", "providers/Microsoft.{+rest}"].map((template) => ({
    method,
    template,
    ignoreCase: true,
    handle: (request: LocalRequest, _params: Readonly<Record<string, string>>, world: World) =>
      withRequestIds(refuseCaller(request, "Microsoft.Resources/action") ?? refuse(request), request, world),
  })),
);

function refuse({ method, path }: LocalRequest): LocalReply {
  const known = types.some((type) =>
    [type.item, type.collection].some((template) => matchTemplate(template, path, true) !== undefined),
  );
  if (known) return methodNotSupported(method);
  const address = matchTemplate("{+scope}/providers/{namespace}/{+rest}", `tenant/${path}`, true);
  const namespace = address?.["namespace"];
  const kind = (address?.["rest"] ?? "").split("/").filter((_, index) => index % 2 === 0);
  if (namespace === undefined || !/^microsoft\.(authorization|migrate)$/i.test(namespace)) {
    const name = namespace ?? path;
    return armError(404, errorCodes.invalidResourceNamespace, `The resource namespace '${name}' is invalid.`);
  }
  return armError(
    404,
    errorCodes.invalidResourceType,
    `The resource type '${kind.join("/")}' could not be found in the namespace '${namespace}'.`,
  );
}
