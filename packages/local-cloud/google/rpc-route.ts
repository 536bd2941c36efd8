import type { Json } from "../../base/json/json.ts";
import { expandTemplate } from "../../base/path-template.ts";
import { errorInfo } from "../../vendor-wire/google/error-envelope.ts";
import { serviceName } from "../../vendor-wire/google/hosts.ts";
import { anyLocation } from "../../vendor-wire/google/location-wire.ts";
import { resourceNames } from "../../vendor-wire/google/resource-names.ts";
import type { EmulatorContext, LocalReply, LocalRoute } from "../runtime/local-vendor.ts";
import { inPart, readSelection } from "./partial-response.ts";
import { type Query, readQuery } from "./read-query.ts";
import { invalidArgument, refuse } from "./rpc-reply.ts";

export interface RpcCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Json | undefined;
}

type Handle = (call: RpcCall, context: EmulatorContext) => LocalReply;

/** Methods of IAM or Connectors over one kind of object. */
export interface RpcCollection {
  readonly api: "iam" | "connectors";
  /** Full name of the service as audit logs have it. */
  readonly service: string;
  /** One of its objects in the names of methods, for example `OauthClient`. */
  readonly noun: string;
}

/**
 * The routes of a collection, each of its HTTP method, its path, its verb, the parameters that it takes, and what it
 * does. Before that come the steps that all methods share: credentials, binding of the request, permission.
 */
export function rpcRoutesOf({ api, service, noun }: RpcCollection) {
  const host = serviceName(api);
  const collection = `${noun.charAt(0).toLowerCase()}${noun.slice(1)}s`;
  return (
    method: "GET" | "POST" | "PATCH" | "DELETE",
    template: string,
    verb: "Create" | "List" | "Get" | "Update" | "Delete" | "Undelete" | "Cancel",
    parameters: readonly string[],
    handle: Handle,
  ): LocalRoute => {
    const rpc = `${service}.${verb}${noun}${verb === "List" ? "s" : ""}`;
    const permission = `${api}.${collection}.${verb.toLowerCase()}`;
    return {
      method,
      template,
      handle: (request, params, context) => {
        if (request.caller === null) {
          return unauthenticated(host, rpc, request.headers["authorization"] !== undefined);
        }
        const query = readQuery(request.query, parameters);
        if (!query.ok) return invalidArgument(query.error);
        if (Object.values(params).some((value) => value.includes("/"))) {
          const description = "A segment of a resource name must not hold a slash.";
          return invalidArgument([{ field: "name", description }]);
        }
        if (!request.caller.permitted) {
          return denied(host, permission, `projects/${params["project"]}/locations/${params["location"]}`);
        }
        const fields = readSelection(request.query);
        if (!fields.ok) return invalidArgument(fields.error);
        return inPart(handle({ params, query: query.value, body: request.body }, context), fields.value);
      },
    };
  };
}

/** Prefix of the names in a list; the location `-` stands for all of a project. */
export function listPrefix(params: Readonly<Record<string, string>>, collection: string): string {
  const location = expandTemplate(resourceNames.location, params) ?? "";
  return params["location"] === anyLocation ? location.slice(0, -anyLocation.length) : `${location}/${collection}/`;
}

function unauthenticated(service: string, method: string, hasCredentials: boolean): LocalReply {
  const [what, reason] = hasCredentials
    ? ["Request had invalid authentication credentials.", "ACCESS_TOKEN_EXPIRED"]
    : ["Request is missing required authentication credential.", "CREDENTIALS_MISSING"];
  const reply = refuse(
    "UNAUTHENTICATED",
    `${what} Expected OAuth 2 access token, login cookie or other valid authentication credential. ` +
      "See https://developers.google.com/identity/sign-in/web/devconsole-project.",
    [errorInfo(reason, "googleapis.com", { service, method })],
  );
  return { ...reply, headers: { "www-authenticate": 'Bearer realm="https://accounts.google.com/"' } };
}

function denied(service: string, permission: string, resource: string): LocalReply {
  return refuse(
    "PERMISSION_DENIED",
    `Permission '${permission}' denied on resource '//${service}/${resource}' (or it may not exist).`,
    [errorInfo("IAM_PERMISSION_DENIED", service, { permission, resource })],
  );
}
