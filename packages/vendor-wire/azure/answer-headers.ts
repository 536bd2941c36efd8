/**
 * Headers that name the time to come back in milliseconds, in the order of the vendor's own clients (azcore,
 * shared.go).
 */
export const millisecondHeaders = ["x-ms-retry-after-ms", "retry-after-ms"] as const;

/** Headers with the ids under which the vendor's support finds a call. */
export const requestIdHeaders = ["x-ms-request-id", "x-ms-correlation-request-id"] as const;

/** Header with the code of an error, which an empty body has not. */
export const errorCodeHeader = "x-ms-error-code";

/** Header under which the vendor keeps an id of the caller's own for a call. */
export const clientRequestIdHeader = "x-ms-client-request-id";
