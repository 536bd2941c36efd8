/** Codes of failures before a connection stood and the other side had proved who it is: no byte of the request left. */
const unsentCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_REVOKED",
  "CERT_SIGNATURE_FAILURE",
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_PROXY_TUNNEL",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** True when what `fetch` threw proves that nothing of the request was sent. Source: codes of Node's net, tls and undici. */
export function provenUnsent(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  // Several addresses were tried: none of them may have been reached.
  if (cause instanceof AggregateError && cause.errors.length > 0) return cause.errors.every(provenUnsent);
  if ("code" in cause && typeof cause.code === "string" && unsentCodes.has(cause.code)) return true;
  return provenUnsent(cause.cause);
}
