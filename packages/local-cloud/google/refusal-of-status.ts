import { isJsonObject } from "../../base/json/json.ts";
import { matchTemplate } from "../../base/path-template.ts";
import { errorInfo } from "../../vendor-wire/google/error-envelope.ts";
import { serviceName } from "../../vendor-wire/google/hosts.ts";
import { oauthPaths } from "../../vendor-wire/google/oauth-flow-wire.ts";
import { computeKinds } from "../../vendor-wire/google/reservation-wire.ts";
import { resourceNames } from "../../vendor-wire/google/resource-names.ts";
import type { RpcCode } from "../../vendor-wire/google/rpc-codes.ts";
import type { LocalReply, LocalRequest } from "../runtime/local-vendor.ts";
import { computeRefusal } from "./compute/compute-reply.ts";
import { oauthRefusal } from "./oauth/oauth-reply.ts";
import { refuse } from "./rpc-reply.ts";

/** The code that goes with a status when there is no more to say than the status does. */
const rpcCodeOfStatus: ReadonlyMap<number, RpcCode> = new Map([
  [400, "FAILED_PRECONDITION"],
  [401, "UNAUTHENTICATED"],
  [403, "PERMISSION_DENIED"],
  [404, "NOT_FOUND"],
  [409, "ABORTED"],
  [429, "RESOURCE_EXHAUSTED"],
  [499, "CANCELLED"],
  [500, "INTERNAL"],
  [501, "UNIMPLEMENTED"],
  [503, "UNAVAILABLE"],
  [504, "DEADLINE_EXCEEDED"],
]);

/** Compute's legacy reasons. */
const computeReasons: ReadonlyMap<number, string> = new Map([
  [400, "badRequest"],
  [401, "required"],
  [403, "forbidden"],
  [404, "notFound"],
  [409, "resourceInUseByAnotherResource"],
  [412, "conditionNotMet"],
  [429, "rateLimitExceeded"],
]);

/** Any error status in the style of the API that the path belongs to. */
export function refusalOfStatus(status: number, request: LocalRequest): LocalReply {
  const message = `The service answered with ${status}.`;
  if (request.path.startsWith("compute/")) {
    return computeRefusal(status, computeReasons.get(status) ?? "backendError", message);
  }
  const code = rpcCodeOfStatus.get(status);
  if (code === undefined) return { status, body: { error: { code: status, message } } };
  const service = serviceName(/\/oauthClients\b/.test(request.path) ? "iam" : "connectors");
  const rate = errorInfo("RATE_LIMIT_EXCEEDED", "googleapis.com", { service });
  return refuse(code, message, status === 429 ? [rate] : []);
}

/** The answer to a body that is no JSON, in the style of the API that the path belongs to. */
export function unreadableBody(path: string): LocalReply {
  const description = "Invalid JSON payload received. The body can't be parsed.";
  if (Object.values(oauthPaths).some((each) => each === path)) return oauthRefusal("invalid_request", description);
  if (path.startsWith("compute/")) return computeRefusal(400, "parseError", description);
  return refuse("INVALID_ARGUMENT", description);
}

/** Where to ask after the operation that an answer of Connectors or Compute stands for. */
export function operationPaths({ body }: LocalReply): readonly string[] {
  if (!isJsonObject(body)) return [];
  const { name, kind, selfLink } = body;
  if (kind === computeKinds.operation && typeof selfLink === "string") return [new URL(selfLink).pathname.slice(1)];
  if (typeof name !== "string" || matchTemplate(resourceNames.operation, name) === undefined) return [];
  return [`v1/${name}`];
}
