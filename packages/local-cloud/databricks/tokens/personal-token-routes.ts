import { isJsonObject, type JsonObject } from "../../../base/json/json.ts";
import { tokenPaths } from "../../../vendor-wire/databricks/token-wire.ts";
import type { EmulatorContext, LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import { invalidParameter, notFound, permissionDenied, reply } from "../replies.ts";
import { type AuthenticatedCall, workspaceRoute } from "../routes.ts";
import { mayUseTokens } from "./token-permissions.ts";
import { findToken, issueToken, listTokens, malformedToken, removeToken } from "./tokens.ts";

/** The caller's own tokens, which the setting does not govern: for everybody who may have tokens. */
export const personalTokenRoutes: readonly LocalRoute[] = [
  workspaceRoute("POST", tokenPaths.createOwn, (call, context) =>
    forTokenUsers(call, context, () => {
      const body = isJsonObject(call.request.body) ? call.request.body : {};
      const complaint = malformedToken(body);
      if (complaint !== undefined) return invalidParameter(context, complaint);
      const { identity } = call.caller;
      const { token, info } = issueToken(body, identity, identity, context);
      return reply(context, 200, { token_value: token, token_info: publicInfo(info) });
    }),
  ),
  workspaceRoute("GET", tokenPaths.listOwn, (call, context) =>
    forTokenUsers(call, context, () => {
      const own = listTokens(context).filter(({ owner }) => owner === call.caller.reference);
      return reply(context, 200, own.length === 0 ? {} : { token_infos: own.map(({ info }) => publicInfo(info)) });
    }),
  ),
  workspaceRoute("POST", tokenPaths.deleteOwn, (call, context) =>
    forTokenUsers(call, context, () => {
      const id = isJsonObject(call.request.body) ? call.request.body["token_id"] : undefined;
      if (typeof id !== "string") return invalidParameter(context, "token_id is required.");
      const token = findToken(context, id);
      // Somebody else's is not there, as far as the caller is told.
      if (token?.owner !== call.caller.reference) return notFound(context, `Token with ID ${id} does not exist.`);
      removeToken(context, id, token);
      return reply(context, 200, {});
    }),
  ),
];

function forTokenUsers({ caller }: AuthenticatedCall, context: EmulatorContext, handle: () => LocalReply): LocalReply {
  if (mayUseTokens(context, caller.identity)) return handle();
  return permissionDenied(context, `${caller.identity.name} may not use tokens.`);
}

/** What this API tells of a token is less than what admins are told. */
function publicInfo(info: JsonObject): JsonObject {
  const shown = ["token_id", "creation_time", "expiry_time", "comment"];
  return Object.fromEntries(Object.entries(info).filter(([name]) => shown.includes(name)));
}
