/** What an error answer means, independent of where it was said. Source: error mapping of the vendor's SDKs. */
export type ErrorClass =
  | "bad-request"
  | "unauthenticated"
  | "permission-denied"
  | "not-found"
  | "resource-conflict"
  | "already-exists"
  | "too-many-requests"
  | "cancelled"
  | "internal-error"
  | "not-implemented"
  | "temporarily-unavailable"
  | "deadline-exceeded";

/** The class of an HTTP status, where no known `error_code` says otherwise. */
export const classOfStatus: ReadonlyMap<number, ErrorClass> = new Map([
  [400, "bad-request"],
  [401, "unauthenticated"],
  [403, "permission-denied"],
  [404, "not-found"],
  [409, "resource-conflict"],
  [429, "too-many-requests"],
  [499, "cancelled"],
  [500, "internal-error"],
  [501, "not-implemented"],
  [503, "temporarily-unavailable"],
  [504, "deadline-exceeded"],
]);

/** The class of an `error_code`; it wins over the status. */
export const classOfErrorCode: ReadonlyMap<string, ErrorClass> = new Map([
  ["BAD_REQUEST", "bad-request"],
  ["INVALID_PARAMETER_VALUE", "bad-request"],
  ["INVALID_STATE", "bad-request"],
  ["UNAUTHENTICATED", "unauthenticated"],
  ["PERMISSION_DENIED", "permission-denied"],
  ["NOT_FOUND", "not-found"],
  ["RESOURCE_DOES_NOT_EXIST", "not-found"],
  ["RESOURCE_CONFLICT", "resource-conflict"],
  ["ABORTED", "resource-conflict"],
  ["ALREADY_EXISTS", "already-exists"],
  ["RESOURCE_ALREADY_EXISTS", "already-exists"],
  ["TOO_MANY_REQUESTS", "too-many-requests"],
  ["RESOURCE_EXHAUSTED", "too-many-requests"],
  ["REQUEST_LIMIT_EXCEEDED", "too-many-requests"],
  ["CANCELLED", "cancelled"],
  ["INTERNAL_ERROR", "internal-error"],
  ["UNKNOWN", "internal-error"],
  ["DATA_LOSS", "internal-error"],
  ["NOT_IMPLEMENTED", "not-implemented"],
  ["TEMPORARILY_UNAVAILABLE", "temporarily-unavailable"],
  ["DEADLINE_EXCEEDED", "deadline-exceeded"],
]);

/** `@type` of the detail that carries the fresh etag of a setting, in `metadata.etag`. */
export const errorInfoType = "type.googleapis.com/google.rpc.ErrorInfo";

/** `@type` of the detail with the id of the request, in `request_id`. */
export const requestInfoType = "type.googleapis.com/google.rpc.RequestInfo";

/** In the query of the login page to which a workspace behind a private link sends whoever comes from elsewhere. */
export const privateLinkRedirect = "/login.html?error=private-link-validation-error";

/** Headers of every answer. */
export const responseHeaders = {
  requestId: "x-request-id",
  server: "server",
  serverName: "databricks",
  /** Why the authentication layer refused, in words. */
  reasonPhrase: "x-databricks-reason-phrase",
} as const;
