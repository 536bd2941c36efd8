import type { Exchange } from "../../../../packages/base/exchange/exchange.ts";
import { ExchangeFailed } from "../../../../packages/base/exchange/exchange-failed.ts";
import { Unreached } from "../../../../packages/base/exchange/unreached.ts";
import { codeOfFailure, wordsOfFailure } from "../../../../packages/base/exchange/words-of-failure.ts";
import { Bug } from "../../../../packages/base/invariant.ts";
import { NotSent } from "../../../engine/ports/not-sent.ts";
import { proxyOf } from "../proxy-of.ts";

type Environment = Readonly<Record<string, string | undefined>>;

interface Told {
  readonly what: string;
  readonly remedy: string;
}

/** The same exchange, whose failures to get an answer say which host, by which proxy, what failed and what to do. */
export function explainedFailures(exchange: Exchange, environment: Environment): Exchange {
  return async (request) => {
    try {
      return await exchange(request);
    } catch (cause) {
      if (cause instanceof NotSent || cause instanceof Bug || cause instanceof Unreached) throw cause;
      // An answer that began says more.
      if (cause instanceof ExchangeFailed && cause.begun !== null) throw cause;
      // Whoever breaks a call off knows why.
      if (request.signal?.aborted === true && !isTimeout(cause)) throw cause;
      const url = new URL(request.url);
      const route = proxyOf(url, environment);
      const proxy = route.kind === "proxy" ? { variable: route.variable, host: hostOf(route.url) } : null;
      const { what, remedy } = told(cause, url.hostname, proxy?.variable ?? null);
      throw new Unreached(`${url.host}${proxy === null ? "" : ` by the proxy ${proxy.host}`}: ${what}`, remedy, cause);
    }
  };
}

/** Of a proxy, without the user name and the password that its address may hold. */
function hostOf(proxy: string): string {
  const { protocol, host } = new URL(proxy);
  return `${protocol}//${host}`;
}

/** `variable`: the one that names the proxy, where there is one. */
function told(cause: unknown, host: string, variable: string | null): Told {
  const code = codeOfFailure(cause);
  if (code === "ERR_PROXY_TUNNEL" && variable !== null) return ofTunnel(statusOf(cause), host, variable);
  if (isTimeout(cause))
    return { what: "no answer in time", remedy: "look at the network and what stands between, or try later" };
  const certificate = code === undefined ? undefined : certificateRemedy(code, host);
  if (certificate !== undefined) return { what: `its certificate is not believed: ${code}`, remedy: certificate };
  const looks =
    variable === null
      ? "look at the network and its firewall, or set HTTPS_PROXY where a proxy leads out"
      : `see that ${variable} names the proxy, and that it runs`;
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN": {
      const what = `${variable === null ? "the name" : "the proxy"} has no address: ${code}`;
      const direct = "look at the address and the name service, or set HTTPS_PROXY where a proxy leads out";
      return { what, remedy: variable === null ? direct : looks };
    }
    case "ECONNRESET":
    case "EPIPE":
      return {
        what: `the connection broke off: ${code}`,
        remedy:
          variable === null
            ? "look at what stands between, or try later"
            : `see whether ${variable} names the right proxy, and try later`,
      };
    case "ETIMEDOUT":
      return { what: `no connection in time: ${code}`, remedy: looks };
    case "ECONNREFUSED":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return { what: `no connection: ${code}`, remedy: looks };
    default:
      return { what: withoutPassword(wordsOfFailure(cause)), remedy: looks };
  }
}

function ofTunnel(status: number | undefined, host: string, variable: string): Told {
  if (status === undefined)
    return {
      what: "the proxy broke off",
      remedy: `see that ${variable} names the proxy, with \`https://\` if it speaks TLS`,
    };
  if (status === 407)
    return {
      what: "the proxy answers 407 Proxy Authentication Required",
      remedy: `give ${variable} a user name and a password that the proxy takes: http://USER:PASSWORD@HOST:PORT`,
    };
  return { what: `the proxy answers ${status}`, remedy: `ask whoever runs the proxy whether it leads to ${host}` };
}

/** What to do about a certificate, by the codes of Node's TLS; undefined for any other code. */
function certificateRemedy(code: string, host: string): string | undefined {
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID")
    return "set this machine's clock, or have the certificate renewed";
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return `it is for another name: see who answers for ${host}`;
  if (/^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF))/.test(code))
    return "name the authority that signed it in NODE_EXTRA_CA_CERTS, a file in PEM";
  return undefined;
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && (cause.name === "TimeoutError" || isTimeout(cause.cause));
}

/** The status with which a proxy refused a tunnel. */
function statusOf(cause: unknown): number | undefined {
  if (!(cause instanceof Error)) return undefined;
  if ("statusCode" in cause && typeof cause.statusCode === "number") return cause.statusCode;
  return statusOf(cause.cause);
}

function withoutPassword(text: string): string {
  return text.replace(/\/\/[^@/\s]*@/g, "//").slice(0, 300);
}
