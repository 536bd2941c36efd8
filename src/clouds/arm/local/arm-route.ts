import type { LocalReply, LocalRequest, LocalRoute, World } from "../../ground/local-vendor.ts";
import { errorCodes } from "../wire/error-shapes.ts";
import { type ArmResourceType, apiVersionPattern } from "../wire/resource-types.ts";
import { armError } from "./arm-reply.ts";
import { guidOf } from "./guid.ts";

/** A request that passed the front door: somebody who may, speaking a version that the type knows. */
export interface ArmCall {
  readonly request: LocalRequest;
  readonly params: Readonly<Record<string, string>>;
  /** In lower case. */
  readonly apiVersion: string;
  readonly caller: string;
  readonly world: World;
}

interface ArmRoute {
  readonly method: string;
  readonly type: ArmResourceType;
  readonly path: "item" | "collection";
  handle(call: ArmCall): LocalReply;
}

/** Last part of the right that a method needs, as in `Microsoft.Migrate/migrateProjects/read`. */
const rights: Readonly<Record<string, string>> = { GET: "read", PUT: "write", PATCH: "write", DELETE: "delete" };

/** Wraps a handler in what the management plane does to every call: credentials, rights, version, request ids. */
export function armRoute(route: ArmRoute): LocalRoute {
  const { method, type, path } = route;
  return {
    method,
    template: type[path],
    ignoreCase: true,
    handle: (request, params, world) => {
      const reply =
        refuseCaller(request, `${type.name}/${rights[method] ?? "action"}`) ??
        refuseVersion(request, type) ??
        route.handle({
          request,
          params,
          world,
          apiVersion: (request.query.get("api-version") ?? "").toLowerCase(),
          caller: request.caller?.name ?? "",
        });
      return withRequestIds(reply, request, world);
    },
  };
}

/** 401 without credentials, 403 for a caller without rights. */
export function refuseCaller(request: LocalRequest, action: string): LocalReply | undefined {
  if (request.caller === null) {
    return armError(
      401,
      errorCodes.authenticationFailed,
      "Authentication failed. The 'Authorization' header is missing.",
      {
        "www-authenticate":
          'Bearer authorization_uri="https://login.microsoftonline.com/common", error="invalid_token", error_description="The authentication scheme of null is not supported."',
      },
    );
  }
  if (request.caller.permitted) return undefined;
  const { name } = request.caller;
  return armError(
    403,
    errorCodes.authorizationFailed,
    `The client '${name}' with object id '${guidOf(["principal", name])}' does not have authorization to perform action '${action}' over scope '/${request.path}' or the scope is invalid. If access was recently granted, please refresh your credentials.`,
  );
}

function refuseVersion(request: LocalRequest, type: ArmResourceType): LocalReply | undefined {
  const version = request.query.get("api-version") ?? "";
  if (version === "") {
    return armError(
      400,
      errorCodes.missingApiVersion,
      "The api-version query parameter (?api-version=) is required for all requests.",
    );
  }
  if (!apiVersionPattern.test(version)) {
    return armError(
      400,
      errorCodes.invalidApiVersion,
      `The api-version '${version}' is invalid. The supported versions are '${type.versions.join(",")}'.`,
    );
  }
  if (type.versions.includes(version.toLowerCase())) return undefined;
  return armError(
    400,
    errorCodes.noRegisteredProvider,
    `No registered resource provider found for location 'global' and API version '${version}' for type '${type.name.slice(type.name.indexOf("/") + 1)}'. The supported api-versions are '${type.versions.join(", ")}'. The supported locations are 'global'.`,
  );
}

/** `x-ms-request-id` on every answer; the client's own id comes back when it asked for that. */
export function withRequestIds(reply: LocalReply, request: LocalRequest, world: World): LocalReply {
  const clientId = request.headers.get("x-ms-client-request-id");
  const echo = request.headers.get("x-ms-return-client-request-id") === "true" && clientId !== null;
  return {
    ...reply,
    headers: {
      "cache-control": "no-cache",
      "x-ms-request-id": guidOf(["request", world.unique()]),
      ...(echo ? { "x-ms-client-request-id": clientId } : {}),
      ...reply.headers,
    },
  };
}
