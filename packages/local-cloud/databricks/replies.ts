import type { Json } from "../../base/json/json.ts";
import type { ErrorEnvelope } from "../../vendor-wire/databricks/error-envelope.ts";
import { errorInfoType, responseHeaders } from "../../vendor-wire/databricks/errors.ts";
import type { EmulatorContext, LocalReply } from "../runtime/local-vendor.ts";

/** An answer with the headers that every answer of this vendor has. */
export function reply(
  context: EmulatorContext,
  status: number,
  body: Json,
  headers: Record<string, string> = {},
): LocalReply {
  const hex = context.unique();
  const requestId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  return {
    status,
    headers: {
      [responseHeaders.requestId]: requestId,
      [responseHeaders.server]: responseHeaders.serverName,
      ...headers,
    },
    body,
  };
}

/** An error answer; `freshEtag` goes where clients look for the version to try again with. */
export function errorReply(
  context: EmulatorContext,
  status: number,
  errorCode: string | number,
  message: string,
  freshEtag?: string,
): LocalReply {
  const envelope: ErrorEnvelope = {
    error_code: errorCode,
    message,
    ...(freshEtag === undefined
      ? {}
      : {
          details: [
            {
              "@type": errorInfoType,
              reason: typeof errorCode === "string" ? errorCode : "UNKNOWN",
              domain: "settings.databricks.com",
              metadata: { etag: freshEtag },
            },
          ],
        }),
  };
  return reply(context, status, envelope);
}

/** The authentication layer's answer to a call without credentials: its code is the number of the status. */
export function unauthenticated(context: EmulatorContext): LocalReply {
  const reason = "Credential was not sent or was of an unsupported type for this API.";
  return reply(context, 401, { error_code: 401, message: reason }, { [responseHeaders.reasonPhrase]: reason });
}

/** The authentication layer's answer to credentials that are void: again a numeric code, and the status is 403. */
export function invalidToken(context: EmulatorContext): LocalReply {
  const reason = "Invalid access token.";
  return reply(context, 403, { error_code: 403, message: reason }, { [responseHeaders.reasonPhrase]: reason });
}

export function permissionDenied(context: EmulatorContext, message: string): LocalReply {
  return errorReply(context, 403, "PERMISSION_DENIED", message);
}

export function invalidParameter(context: EmulatorContext, message: string): LocalReply {
  return errorReply(context, 400, "INVALID_PARAMETER_VALUE", message);
}

/** The answer to a body that is JSON and not of the message's types. */
export function malformedRequest(context: EmulatorContext, message: string): LocalReply {
  return errorReply(context, 400, "MALFORMED_REQUEST", message);
}

export function notFound(context: EmulatorContext, message: string): LocalReply {
  return errorReply(context, 404, "RESOURCE_DOES_NOT_EXIST", message);
}
