import { isJsonObject, type Json, type JsonObject } from "../../../base/json/json.ts";
import { tokenPaths } from "../../../vendor-wire/databricks/token-wire.ts";
import type { EmulatorContext, LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import { isServicePrincipalUser } from "../access/rule-sets.ts";
import { refuseNonAdmin } from "../identities/caller.ts";
import { findIdentity, permissionOf } from "../identities/directory.ts";
import { errorReply, invalidParameter, notFound, permissionDenied, reply } from "../replies.ts";
import { type AuthenticatedCall, workspaceRoute } from "../routes.ts";
import { mayCreateToken } from "../settings/admin-restriction.ts";
import { settingStatus } from "../settings/workspace-setting.ts";
import { mayUseTokens } from "./token-permissions.ts";
import {
  findToken,
  issueToken,
  listTokens,
  malformedToken,
  removeToken,
  type StoredToken,
  storeToken,
} from "./tokens.ts";

const path = `${tokenPaths.tokens}/{token_id}`;

/** Tokens on behalf of service principals, and the management of all tokens: for workspace admins. */
export const tokenRoutes: readonly LocalRoute[] = [
  workspaceRoute("POST", tokenPaths.onBehalfOf, createToken),
  workspaceRoute("GET", tokenPaths.tokens, ({ request, caller }, context) => {
    const refusal = refuseNonAdmin(caller, context);
    if (refusal !== undefined) return refusal;
    const wanted = ["created_by_id", "created_by_username"].filter((name) => request.query.has(name));
    const infos = listTokens(context)
      .map(({ info }) => info)
      .filter((info) => wanted.every((name) => String(info[name]) === request.query.get(name)));
    return reply(context, 200, infos.length === 0 ? {} : { token_infos: infos });
  }),
  workspaceRoute("GET", path, (call, context) =>
    withToken(call, context, (token) => reply(context, 200, { token_info: token.info })),
  ),
  workspaceRoute("PATCH", path, (call, context) =>
    withToken(call, context, (token) => updateToken(call, token, context)),
  ),
  workspaceRoute("DELETE", path, (call, context) =>
    withToken(call, context, (token, id) => {
      removeToken(context, id, token);
      return reply(context, 200, {});
    }),
  ),
];

function createToken({ request, caller }: AuthenticatedCall, context: EmulatorContext): LocalReply {
  const refusal = refuseNonAdmin(caller, context);
  if (refusal !== undefined) return refusal;
  const body = isJsonObject(request.body) ? request.body : {};
  const application = body["application_id"];
  if (typeof application !== "string" || application === "")
    return invalidParameter(context, "application_id is required.");
  const complaint = malformedToken(body);
  if (complaint !== undefined) return invalidParameter(context, complaint);
  const owner = findIdentity(context, "servicePrincipals", application);
  if (owner === undefined || permissionOf(context, owner) === null) {
    return notFound(context, `Principal: ServicePrincipalName(${application}) does not exist`);
  }
  if (!owner.active)
    return errorReply(context, 400, "INVALID_STATE", `Service principal ${application} is not active.`);
  const isUserOfIt = isServicePrincipalUser(context, caller.identity, application);
  if (!mayCreateToken(settingStatus(context), { isWorkspaceAdmin: true, managesJob: false }, isUserOfIt)) {
    return permissionDenied(
      context,
      `Workspace admins are restricted: ${caller.identity.name} needs the Service Principal User role on ` +
        `${application}.`,
    );
  }
  if (!mayUseTokens(context, owner))
    return permissionDenied(context, `Service principal ${application} may not use tokens.`);
  const { token, info } = issueToken(body, owner, caller.identity, context);
  return reply(context, 200, { token_value: token, token_info: info });
}

/** `{token: {comment?, scopes?}, update_mask: "comment,scopes"}`. */
function updateToken({ request, params }: AuthenticatedCall, token: StoredToken, context: EmulatorContext): LocalReply {
  const body = isJsonObject(request.body) ? request.body : {};
  const { token: sent, update_mask: mask } = body;
  if (!isJsonObject(sent) || typeof mask !== "string" || mask === "") {
    return invalidParameter(context, "token and update_mask are required.");
  }
  const fields = mask.split(",");
  const unknown = fields.filter((field) => field !== "comment" && field !== "scopes");
  if (unknown.length > 0)
    return invalidParameter(context, `update_mask names ${unknown.join(", ")}, which can't be changed.`);
  const complaint = malformedToken(sent);
  if (complaint !== undefined) return invalidParameter(context, complaint);
  const kept = Object.entries(token.info).filter(([name]) => !fields.includes(name));
  const given = fields.flatMap((field): [string, Json][] => (sent[field] === undefined ? [] : [[field, sent[field]]]));
  const info: JsonObject = Object.fromEntries([...kept, ...given]);
  storeToken(context, { ...token, info });
  context.wrote("update", `tokens/${params["token_id"]}`);
  return reply(context, 200, info);
}

function withToken(
  { params, caller }: AuthenticatedCall,
  context: EmulatorContext,
  handle: (token: StoredToken, id: string) => LocalReply,
): LocalReply {
  const refusal = refuseNonAdmin(caller, context);
  if (refusal !== undefined) return refusal;
  const id = params["token_id"] ?? "";
  const token = findToken(context, id);
  if (token === undefined) return notFound(context, `Token with ID ${id} does not exist.`);
  return handle(token, id);
}
