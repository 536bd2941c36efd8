import { matchTemplate } from "../../base/path-template.ts";
import { errorCodes } from "../../vendor-wire/azure/error-shapes.ts";
import { resourceTypes } from "../../vendor-wire/azure/resource-types.ts";
import { templatesAtScopes } from "../../vendor-wire/azure/scope.ts";
import type { EmulatorContext, LocalReply, LocalRequest, LocalRoute } from "../runtime/local-vendor.ts";
import { armError, methodNotSupported } from "./arm-reply.ts";
import { atGateway, refuseCaller, withRequestIds } from "./arm-route.ts";

/** Paths of the management plane that no other route takes; these come last. */
export const unroutedPaths: readonly LocalRoute[] = ["GET", "HEAD", "PUT", "PATCH", "POST", "DELETE"].flatMap(
  (method) =>
    ["subscriptions/{+rest}", "providers/Microsoft.{+rest}"].map((template) => ({
      method,
      template,
      ignoreCase: true,
      handle: (request: LocalRequest, _params: Readonly<Record<string, string>>, context: EmulatorContext) =>
        withRequestIds(
          atGateway(refuseCaller(request, "Microsoft.Resources/action") ?? refuse(request)),
          request,
          context,
        ),
    })),
);

function refuse({ method, path, query }: LocalRequest): LocalReply {
  const known = resourceTypes.some(({ item, collection, everywhere = collection }) =>
    [item, collection, everywhere]
      .flatMap(templatesAtScopes)
      .some((template) => matchTemplate(template, path, true) !== undefined),
  );
  if (known) return methodNotSupported(method);
  const address = matchTemplate("{+scope}/providers/{namespace}/{+rest}", `tenant/${path}`, true);
  const namespace = address?.["namespace"];
  const kind = (address?.["rest"] ?? "").split("/").filter((_, index) => index % 2 === 0);
  if (namespace === undefined || !/^microsoft\.(authorization|migrate)$/i.test(namespace)) {
    const name = namespace ?? path;
    return armError(404, errorCodes.invalidResourceNamespace, `The resource namespace '${name}' is invalid.`);
  }
  const version = query.get("api-version") ?? "";
  const prefix = `${namespace}/${kind[0] ?? ""}`.toLowerCase();
  const near = resourceTypes.find(
    ({ name }) => name.toLowerCase() === prefix || name.toLowerCase().startsWith(`${namespace.toLowerCase()}/`),
  );
  return armError(
    404,
    errorCodes.invalidResourceType,
    `The resource type '${kind.join("/")}' could not be found in the namespace '${namespace}' for api version ` +
      `'${version}'. The supported api-versions are '${(near?.versions ?? []).join(",")}'.`,
  );
}
