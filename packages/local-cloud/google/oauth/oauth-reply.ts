import type { JsonObject } from "../../../base/json/json.ts";
import type { LocalReply } from "../../runtime/local-vendor.ts";

/** Error codes of RFC 6749 (4.1.2.1, 5.2) and OpenID Connect Core (3.1.2.6). */
export type OauthError =
  | "access_denied"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_request"
  | "invalid_scope"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "unsupported_response_type";

/** Answers that hold tokens, or say why there are none, are not to be kept (RFC 6749, 5.1). */
const uncached = { "cache-control": "no-store", pragma: "no-cache" } as const;

/** The refusal of an OAuth endpoint (RFC 6749, 5.2); a client that is not known for sure is 401. */
export function oauthRefusal(error: OauthError, description: string): LocalReply {
  const body = { error, error_description: description };
  return { status: error === "invalid_client" ? 401 : 400, headers: uncached, body };
}

export function oauthAnswer(body: JsonObject): LocalReply {
  return { status: 200, headers: uncached, body };
}
