import type { EmulatorContext, LocalReply, LocalRequest } from "../runtime/local-vendor.ts";
import { armError } from "./arm-reply.ts";
import { withRequestIds } from "./arm-route.ts";

/** Codes of the resource-provider contract that go with a status when there is no more to say than the status does. */
const codeOfStatus: ReadonlyMap<number, string> = new Map([
  [400, "BadRequest"],
  [401, "AuthenticationFailed"],
  [403, "AuthorizationFailed"],
  [404, "ResourceNotFound"],
  [405, "MethodNotAllowed"],
  [408, "RequestTimeout"],
  [409, "Conflict"],
  [412, "PreconditionFailed"],
  [415, "UnsupportedMediaType"],
  [429, "TooManyRequests"],
  [500, "InternalServerError"],
  [501, "NotImplemented"],
  [502, "BadGateway"],
  [503, "ServiceUnavailable"],
  [504, "GatewayTimeout"],
]);

const operationHeaders: readonly string[] = ["azure-asyncoperation", "location"];

/** Any error status in the management plane's envelope. */
export function refusalOfStatus(status: number, request: LocalRequest, context: EmulatorContext): LocalReply {
  const code = codeOfStatus.get(status) ?? (status < 500 ? "BadRequest" : "InternalServerError");
  return withRequestIds(armError(status, code, `The service answered with ${status}.`), request, context);
}

/** Where to ask after the operation that an answer's headers point at. */
export function operationPaths({ headers = {} }: LocalReply): readonly string[] {
  return Object.entries(headers).flatMap(([name, address]) => {
    if (!operationHeaders.includes(name.toLowerCase()) || !URL.canParse(address)) return [];
    const { pathname, search } = new URL(address);
    return [pathname.slice(1) + search];
  });
}
