import { isJsonObject, type JsonObject } from "../../../base/json/json.ts";
import { directoryPaths, scimSchemas, servicePrincipalRoles } from "../../../vendor-wire/databricks/directory-wire.ts";
import type { EmulatorContext, LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import { grantRole, removeRuleSet } from "../access/rule-sets.ts";
import { scimError } from "../refusal-of-status.ts";
import { reply } from "../replies.ts";
import { workspaceRoute } from "../routes.ts";
import { type Caller, refuseNonAccountAdmin, refuseNonAdmin } from "./caller.ts";
import {
  findIdentity,
  identityById,
  listIdentities,
  permissionOf,
  removeIdentity,
  storeIdentity,
} from "./directory.ts";
import { type Identity, type IdentityKind, numericId, referenceOf } from "./identity.ts";
import { scimIdentity } from "./scim-identity.ts";

/** One of the three SCIM collections, and the attribute that names its members. */
interface Collection {
  readonly kind: IdentityKind;
  readonly path: string;
  readonly nameAttribute: string;
}

const collections: readonly Collection[] = [
  { kind: "users", path: directoryPaths.users, nameAttribute: "userName" },
  { kind: "servicePrincipals", path: directoryPaths.servicePrincipals, nameAttribute: "applicationId" },
  { kind: "groups", path: directoryPaths.groups, nameAttribute: "displayName" },
];

/**
 * The workspace's users, service principals and groups: read by its members, changed by its admins, groups by account
 * admins.
 */
export const scimRoutes: readonly LocalRoute[] = collections.flatMap((collection) => [
  workspaceRoute("GET", collection.path, ({ request }, context) => listed(collection, request.query, context)),
  workspaceRoute("POST", collection.path, ({ request, caller }, context) => {
    const refusal = refuseChange(collection, caller, context);
    if (refusal !== undefined) return refusal;
    const body = isJsonObject(request.body) ? request.body : {};
    const identity = newIdentity(collection, body, context);
    if (identity === undefined)
      return scimError(context, 400, `${collection.nameAttribute} is required.`, "invalidValue");
    if (findIdentity(context, identity.kind, identity.name) !== undefined) {
      return scimError(context, 409, `${identity.name} exists already.`, "uniqueness");
    }
    storeIdentity(context, identity);
    // Who makes a service principal manages it, which does not yet mean to use it.
    if (identity.kind === "servicePrincipals") {
      grantRole(context, identity.name, servicePrincipalRoles.manager, caller.reference);
    }
    context.wrote("create", `${identity.kind}/${numericId(identity)}`);
    return reply(context, 201, scimIdentity(context, identity));
  }),
  workspaceRoute("GET", `${collection.path}/{id}`, ({ params }, context) => {
    const identity = identityById(context, [collection.kind], params["id"] ?? "");
    return identity === undefined
      ? missing(collection, params["id"], context)
      : reply(context, 200, scimIdentity(context, identity));
  }),
  workspaceRoute("DELETE", `${collection.path}/{id}`, ({ params, caller }, context) => {
    const refusal = refuseChange(collection, caller, context);
    if (refusal !== undefined) return refusal;
    const identity = identityById(context, [collection.kind], params["id"] ?? "");
    if (identity === undefined) return missing(collection, params["id"], context);
    removeIdentity(context, identity);
    if (identity.kind === "servicePrincipals") removeRuleSet(context, identity.name);
    context.wrote("delete", `${identity.kind}/${numericId(identity)}`);
    return reply(context, 200, {});
  }),
]);

/** Groups are the account's: a workspace admin could otherwise let himself into one that holds a role. */
function refuseChange({ kind }: Collection, caller: Caller, context: EmulatorContext): LocalReply | undefined {
  return kind === "groups" ? refuseNonAccountAdmin(caller, context) : refuseNonAdmin(caller, context);
}

function newIdentity(
  { kind, nameAttribute }: Collection,
  body: JsonObject,
  context: EmulatorContext,
): Identity | undefined {
  // A service principal's application id is the platform's to give where the caller gives none.
  const name = body[nameAttribute] ?? (kind === "servicePrincipals" ? applicationId(context) : undefined);
  if (typeof name !== "string" || name === "") return undefined;
  return {
    kind,
    name,
    displayName: typeof body["displayName"] === "string" ? body["displayName"] : name,
    active: body["active"] !== false,
    permission: kind === "groups" ? null : "USER",
    accountAdmin: false,
    members: kind === "groups" ? membersIn(body, context) : [],
  };
}

function applicationId(context: EmulatorContext): string {
  return context.unique().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function membersIn(body: JsonObject, context: EmulatorContext): readonly string[] {
  const members = Array.isArray(body["members"]) ? (body["members"] as readonly unknown[]) : [];
  return members.filter(isJsonObject).flatMap((member) => {
    const identity = identityById(context, ["users", "servicePrincipals", "groups"], String(member["value"]));
    return identity === undefined ? [] : [referenceOf(identity)];
  });
}

/** `?filter=userName eq "x"&startIndex=1&count=100`: one comparison, and a window that counts from 1. */
function listed(collection: Collection, query: URLSearchParams, context: EmulatorContext): LocalReply {
  const filter = query.get("filter") ?? "";
  const [, attribute, value] = /^\s*(\w+)\s+eq\s+"?([^"]*)"?\s*$/i.exec(filter) ?? [];
  if (filter !== "" && attribute === undefined) {
    return scimError(context, 400, `The filter ${filter} is not understood.`, "invalidFilter");
  }
  const inWorkspace = listIdentities(context, collection.kind).filter(
    (each) => each.kind === "groups" || permissionOf(context, each) !== null,
  );
  const all = inWorkspace
    .map((identity) => scimIdentity(context, identity))
    .filter((each) => attribute === undefined || sameText(attributeOf(each, attribute), value ?? ""));
  const startIndex = Math.max(1, Number(query.get("startIndex") ?? 1) || 1);
  const count = query.has("count") ? Math.max(0, Number(query.get("count")) || 0) : all.length;
  const Resources = all.slice(startIndex - 1, startIndex - 1 + count);
  const page = { totalResults: all.length, startIndex, itemsPerPage: Resources.length, Resources };
  return reply(context, 200, { schemas: [scimSchemas.list], ...page });
}

/** SCIM names have no case, and neither do the values of the ones that can be asked for. */
function attributeOf(resource: JsonObject, attribute: string): string {
  const name = Object.keys(resource).find((each) => sameText(each, attribute));
  return name === undefined ? "" : String(resource[name]);
}

function sameText(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function missing({ kind }: Collection, id: string | undefined, context: EmulatorContext): LocalReply {
  return scimError(context, 404, `${kind} ${id} not found.`);
}
