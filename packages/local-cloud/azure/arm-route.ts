import { errorCodes } from "../../vendor-wire/azure/error-shapes.ts";
import { type ArmResourceType, apiVersionPattern } from "../../vendor-wire/azure/resource-types.ts";
import { templatesAtScopes } from "../../vendor-wire/azure/scope.ts";
import type { EmulatorContext, LocalReply, LocalRequest, LocalRoute } from "../runtime/local-vendor.ts";
import { armError } from "./arm-reply.ts";
import { freshGuid, guidOf } from "./guid.ts";
import { refuseNames } from "./resource-names.ts";
import { refuseGroup } from "./subscriptions/resource-groups.ts";
import { refuseSubscription } from "./subscriptions/subscriptions.ts";

/** A request that passed the checks of every route: somebody who may, speaking a version that the type knows. */
export interface ArmCall {
  readonly request: LocalRequest;
  readonly params: Readonly<Record<string, string>>;
  /** In lower case. */
  readonly apiVersion: string;
  readonly caller: string;
  readonly context: EmulatorContext;
}

export type Handle = (call: ArmCall) => LocalReply;

/** What a type answers to. `listEverywhere` lists a whole subscription. */
interface Handlers {
  readonly get?: Handle;
  readonly put?: Handle;
  readonly patch?: Handle;
  readonly delete?: Handle;
  readonly list?: Handle;
  readonly listEverywhere?: Handle;
}

/** Last part of the right that a method needs, as in `Microsoft.Migrate/migrateProjects/read`. */
const rights: Readonly<Record<string, string>> = {
  GET: "read",
  HEAD: "read",
  PUT: "write",
  PATCH: "write",
  DELETE: "delete",
};

/**
 * The routes of one type, behind what the management plane does to every call: credentials, rights, version, names,
 * request ids. Whether an object exists can be asked for by HEAD wherever it can be read.
 */
export function armRoutes(type: ArmResourceType, handlers: Handlers): readonly LocalRoute[] {
  const { get } = handlers;
  const routes: readonly (readonly [string, string | undefined, Handle | undefined])[] = [
    ["GET", type.item, get],
    ["HEAD", type.item, get === undefined ? undefined : (call) => existence(get(call))],
    ["PUT", type.item, handlers.put],
    ["PATCH", type.item, handlers.patch],
    ["DELETE", type.item, handlers.delete],
    ["GET", type.collection, handlers.list],
    ["GET", type.everywhere, handlers.listEverywhere],
  ];
  return routes.flatMap(([method, template, handle]) => {
    if (template === undefined || handle === undefined) return [];
    const action = `${type.name}/${rights[method] ?? "action"}`;
    return templatesAtScopes(template).map((each) =>
      guardedRoute({ method, template: each, action, typeName: type.name, versions: type.versions, handle }),
    );
  });
}

interface GuardedRoute {
  readonly method: string;
  readonly template: string;
  /** The right that the caller needs. */
  readonly action: string;
  /** As version errors name it: namespace and type. */
  readonly typeName: string;
  readonly versions: readonly string[];
  /** Version that a call without any means; without it such a call is refused. */
  readonly unspoken?: string;
  readonly handle: Handle;
}

/** One route behind those checks. */
export function guardedRoute(route: GuardedRoute): LocalRoute {
  const { method, template, action, typeName, versions, unspoken = "", handle } = route;
  return {
    method,
    template,
    ignoreCase: true,
    handle: (request, params, context) => {
      const version = request.query.get("api-version") ?? (context.mode === "documented" ? unspoken : "");
      const apiVersion = version.toLowerCase();
      const refusal =
        refuseCaller(request, action) ??
        refuseSubscription(params, context) ??
        refuseVersion(version, typeName, versions) ??
        refuseNames(params, apiVersion, context.mode) ??
        refuseGroup(params, context) ??
        refuseContent(request);
      if (refusal !== undefined) return withRequestIds(atGateway(refusal), request, context);
      const caller = request.caller?.name ?? "";
      return withRequestIds(handle({ request, params, context, apiVersion, caller }), request, context);
    },
  };
}

/** The answer to HEAD: the status tells all. */
function existence({ status }: LocalReply): LocalReply {
  return { status: status === 200 ? 204 : status };
}

/** Marks a refusal that never reached the resource provider. */
export function atGateway(refusal: LocalReply): LocalReply {
  return { ...refusal, headers: { "x-ms-failure-cause": "gateway", ...refusal.headers } };
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
          'Bearer authorization_uri="https://login.microsoftonline.com/common", error="invalid_token", ' +
          'error_description="The authentication scheme of null is not supported."',
      },
    );
  }
  if (request.caller.permitted) return undefined;
  const { name } = request.caller;
  return armError(
    403,
    errorCodes.authorizationFailed,
    `The client '${name}' with object id '${guidOf(["principal", name])}' does not have authorization to perform ` +
      `action '${action}' over scope '/${request.path}' or the scope is invalid. ` +
      "If access was recently granted, please refresh your credentials.",
  );
}

/** 415 for a body that says that it is something else than JSON. */
function refuseContent({ method, headers, body }: LocalRequest): LocalReply | undefined {
  const mediaType = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (rights[method] !== "write" || body === undefined || mediaType === undefined) return undefined;
  if (mediaType === "application/json" || mediaType.endsWith("+json")) return undefined;
  return armError(
    415,
    errorCodes.unsupportedMediaType,
    `The content media type '${mediaType}' is not supported. Only 'application/json' is supported.`,
  );
}

function refuseVersion(version: string, typeName: string, versions: readonly string[]): LocalReply | undefined {
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
      `The api-version '${version}' is invalid. The supported versions are '${versions.join(",")}'.`,
    );
  }
  if (versions.includes(version.toLowerCase())) return undefined;
  return armError(
    400,
    errorCodes.noRegisteredProvider,
    `No registered resource provider found for location 'global' and API version '${version}' for type ` +
      `'${typeName.slice(typeName.indexOf("/") + 1)}'. The supported api-versions are '${versions.join(", ")}'. ` +
      "The supported locations are 'global'.",
  );
}

/** Calls left before the platform would slow a caller down; nothing is ever used up here. */
const remainingCalls: Readonly<Record<string, readonly [string, string]>> = {
  GET: ["x-ms-ratelimit-remaining-subscription-reads", "249"],
  HEAD: ["x-ms-ratelimit-remaining-subscription-reads", "249"],
  DELETE: ["x-ms-ratelimit-remaining-subscription-deletes", "199"],
};

/** What every answer carries: ids to trace it by (the client's own when it asked for that), and no caching. */
export function withRequestIds(reply: LocalReply, request: LocalRequest, context: EmulatorContext): LocalReply {
  const id = freshGuid(context);
  const clientId = request.headers["x-ms-client-request-id"];
  const echo = request.headers["x-ms-return-client-request-id"] === "true" && clientId !== undefined;
  const second = context.timestamp(3).replace(/\.\d+Z$/, "Z");
  const [name, left] = remainingCalls[request.method] ?? ["x-ms-ratelimit-remaining-subscription-writes", "199"];
  return {
    ...reply,
    headers: {
      "cache-control": "no-cache",
      pragma: "no-cache",
      expires: "-1",
      "strict-transport-security": "max-age=31536000; includeSubDomains",
      "x-content-type-options": "nosniff",
      "x-ms-request-id": id,
      "x-ms-correlation-request-id": request.headers["x-ms-correlation-request-id"] ?? id,
      "x-ms-routing-request-id": `LOCAL:${second.replace(/[-:]/g, "")}:${id}`,
      [name]: left,
      ...(echo ? { "x-ms-client-request-id": clientId } : {}),
      ...reply.headers,
    },
  };
}
