import { scimSchemas } from "../../vendor-wire/databricks/directory-wire.ts";
import type { EmulatorContext, LocalReply, LocalRequest } from "../runtime/local-vendor.ts";
import { errorReply, invalidToken, reply, unauthenticated } from "./replies.ts";

const scimPath = "api/2.0/preview/scim/";
const oauthPath = "oidc/";

/** The `error_code` that goes with a status which no handler here would answer. */
const codes: Readonly<Record<number, string>> = {
  400: "BAD_REQUEST",
  404: "NOT_FOUND",
  409: "ABORTED",
  429: "REQUEST_LIMIT_EXCEEDED",
  499: "CANCELLED",
  500: "INTERNAL_ERROR",
  501: "NOT_IMPLEMENTED",
  503: "TEMPORARILY_UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

/** An error of any status in the shape of the surface that was called: REST, SCIM or OAuth. */
export function refusalOfStatus(status: number, request: LocalRequest, context: EmulatorContext): LocalReply {
  const message = `The request was refused with status ${status}.`;
  if (request.path.startsWith(scimPath)) return scimError(context, status, message);
  if (request.path.startsWith(oauthPath)) {
    const error = status >= 500 ? "server_error" : "invalid_request";
    return reply(context, status, { error, error_description: message });
  }
  if (status === 401) return unauthenticated(context);
  if (status === 403) return invalidToken(context);
  // A status without a code of its own is its own code; another would say more than the status does.
  return errorReply(context, status, codes[status] ?? status, message);
}

/** The answer to a body that is no JSON. */
export function unreadableBody(path: string): LocalReply {
  const message = "Could not parse request object: the body is not JSON.";
  if (path.startsWith(scimPath)) {
    return {
      status: 400,
      body: { schemas: [scimSchemas.error], detail: message, status: "400", scimType: "invalidSyntax" },
    };
  }
  if (path.startsWith(oauthPath))
    return { status: 400, body: { error: "invalid_request", error_description: message } };
  return { status: 400, body: { error_code: "MALFORMED_REQUEST", message } };
}

/** SCIM has an error shape of its own, with the status as text. */
export function scimError(context: EmulatorContext, status: number, detail: string, scimType?: string): LocalReply {
  const type = scimType === undefined ? {} : { scimType };
  return reply(context, status, { schemas: [scimSchemas.error], detail, status: String(status), ...type });
}
