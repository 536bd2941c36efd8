import type { Exchange } from "./exchange.ts";
import { ExchangeFailed, type ExchangePhase } from "./exchange-failed.ts";
import type { Fetch } from "./fetch.ts";

/**
 * An exchange over a `fetch` that a test plays: how far a call came is read from the codes of what the `fetch` throws.
 */
export function exchangeOver(fetch: Fetch): Exchange {
  return async ({ method, url, headers, body, signal, timeoutMs }) => {
    const signals = [
      ...(signal === undefined ? [] : [signal]),
      ...(timeoutMs === undefined ? [] : [AbortSignal.timeout(timeoutMs)]),
    ];
    const request = new Request(url, {
      ...{ method, headers, redirect: "manual", signal: AbortSignal.any(signals) },
      ...(body === "" ? {} : { body }),
    });
    let response: Response;
    try {
      response = await fetch(request);
    } catch (cause) {
      if (cause instanceof TypeError || cause instanceof DOMException) throw new ExchangeFailed(phaseOf(cause), cause);
      throw cause;
    }
    const head = { status: response.status, headers: Object.fromEntries(response.headers) };
    try {
      return { ...head, body: await response.text() };
    } catch (cause) {
      throw new ExchangeFailed("answered", cause, { ...head, body: "" });
    }
  };
}

const phases: Readonly<Record<string, ExchangePhase>> = {
  ENOTFOUND: "resolve",
  EAI_AGAIN: "resolve",
  ECONNREFUSED: "connect",
  ERR_PROXY_TUNNEL: "connect",
  UND_ERR_CONNECT_TIMEOUT: "connect",
  DEPTH_ZERO_SELF_SIGNED_CERT: "tls",
  SELF_SIGNED_CERT_IN_CHAIN: "tls",
  CERT_HAS_EXPIRED: "tls",
  ERR_TLS_CERT_ALTNAME_INVALID: "tls",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "tls",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "tls",
};

function phaseOf(cause: unknown): ExchangePhase {
  if (!(cause instanceof Error)) return "sent";
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  return phases[code] ?? phaseOf(cause.cause);
}
