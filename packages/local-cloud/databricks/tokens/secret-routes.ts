import { directoryPaths, servicePrincipalRoles } from "../../../vendor-wire/databricks/directory-wire.ts";
import type { EmulatorContext, LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import { holdsRole } from "../access/rule-sets.ts";
import { identityById } from "../identities/directory.ts";
import { numericId } from "../identities/identity.ts";
import { errorReply, notFound, permissionDenied, reply } from "../replies.ts";
import { type AuthenticatedCall, accountRoute, workspaceRoute } from "../routes.ts";
import { listSecrets, removeSecret, storeSecret } from "./client-secrets.ts";

const secretPrefix = "dose";
/** The vendor allows so many at a time, so that they can be changed without a gap. */
const mostSecrets = 5;

/** The secrets by which service principals get OAuth tokens: for account admins and for managers of the principal. */
export const secretRoutes: readonly LocalRoute[] = [
  { route: accountRoute, path: directoryPaths.accountSecrets },
  { route: workspaceRoute, path: directoryPaths.secrets },
].flatMap(({ route, path }) => [
  route("GET", path, (call, context) =>
    withPrincipal(call, context, (application) => {
      const secrets = listSecrets(context, application).map(({ info }) => info);
      return reply(context, 200, secrets.length === 0 ? {} : { secrets });
    }),
  ),
  route("POST", path, (call, context) =>
    withPrincipal(call, context, (application, object) => {
      if (listSecrets(context, application).length >= mostSecrets) {
        return errorReply(
          context,
          429,
          "RESOURCE_EXHAUSTED",
          `A service principal has at most ${mostSecrets} secrets.`,
        );
      }
      const secret = `${secretPrefix}${context.unique()}`;
      const info = storeSecret(context, application, secret);
      context.wrote("create", `${object}/secrets/${info["id"]}`);
      // The only answer that ever holds the secret itself.
      return reply(context, 200, { ...info, secret });
    }),
  ),
  route("DELETE", `${path}/{secret_id}`, (call, context) =>
    withPrincipal(call, context, (application, object) => {
      const id = call.params["secret_id"] ?? "";
      if (!removeSecret(context, application, id)) return notFound(context, `Secret ${id} does not exist.`);
      context.wrote("delete", `${object}/secrets/${id}`);
      return reply(context, 200, {});
    }),
  ),
]);

function withPrincipal(
  { params, caller }: AuthenticatedCall,
  context: EmulatorContext,
  handle: (application: string, object: string) => LocalReply,
): LocalReply {
  const id = params["service_principal_id"] ?? "";
  const principal = identityById(context, ["servicePrincipals"], id);
  if (principal === undefined) return notFound(context, `Service principal ${id} does not exist.`);
  const manages = holdsRole(context, caller.identity, principal.name, servicePrincipalRoles.manager);
  if (caller.isAccountAdmin || manages) return handle(principal.name, `servicePrincipals/${numericId(principal)}`);
  return permissionDenied(
    context,
    `${caller.identity.name} is neither an account admin nor a manager of ${principal.name}.`,
  );
}
