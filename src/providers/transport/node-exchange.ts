import { type Agent as HttpAgent, type IncomingMessage, request as plainRequest, type RequestOptions } from "node:http";
import { type Agent as HttpsAgent, request as secureRequest } from "node:https";
import type { Exchange, ExchangeRequest } from "../../../packages/base/exchange/exchange.ts";
import { ExchangeFailed } from "../../../packages/base/exchange/exchange-failed.ts";
import { NotSent } from "../../engine/ports/not-sent.ts";
import { phaseOf } from "./phase-of.ts";
import { wholeAnswer } from "./whole-answer.ts";

/** What makes the connections, and keeps them. */
export interface Agents {
  readonly plain: HttpAgent;
  readonly secure: HttpsAgent;
}

/**
 * Calls over the network. The name in a request's URL is what the other side has to prove by its certificate. How far a
 * call came is read off its connection. A connection that was kept and turns out to be closed is no reason to send
 * anything again: that is for whoever knows what was sent.
 */
export function nodeExchange(agents: Agents): Exchange {
  return async (request) => {
    const url = new URL(request.url);
    const isSecure = url.protocol === "https:";
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = isSecure
      ? secureRequest({ ...optionsOf(url, request), agent: agents.secure })
      : plainRequest({ ...optionsOf(url, request), agent: agents.plain });
    const phase = phaseOf(sent, url);
    const limit = limitOf(request, (reason) => {
      // Until it has a socket, a request does not hear that it is broken off.
      reject(reason);
      sent.destroy(reason);
    });
    sent.once("response", resolve);
    sent.on("error", reject);
    // Else nothing is told of it: neither an answer nor an error.
    sent.once("upgrade", (_, socket) => {
      socket.destroy();
      reject(new Error("the answer changes to another protocol"));
    });
    try {
      sent.end(request.body);
      return await wholeAnswer(await promise, request.mostBytes);
    } catch (cause) {
      const why = limit.reason() ?? cause;
      if (why instanceof NotSent) throw why;
      if (cause instanceof ExchangeFailed)
        throw new ExchangeFailed(cause.phase, limit.reason() ?? cause.cause, cause.begun);
      throw new ExchangeFailed(phase(), why);
    } finally {
      limit.lift();
    }
  };
}

function optionsOf(url: URL, { method, headers, body }: ExchangeRequest): RequestOptions {
  return {
    method,
    hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port,
    path: `${url.pathname}${url.search}`,
    headers: {
      accept: "*/*",
      "accept-encoding": "gzip",
      ...headers,
      ...(body === "" ? {} : { "content-length": Buffer.byteLength(body) }),
    },
  };
}

/** Breaks an exchange off that takes too long, or that is not wanted any more. */
function limitOf({ timeoutMs, signal }: ExchangeRequest, breakOff: (reason: Error) => void) {
  let reason: Error | undefined;
  const end = (why: unknown) => {
    reason ??= why instanceof Error ? why : new Error("the exchange was broken off");
    breakOff(reason);
  };
  const aborted = () => end(signal?.reason);
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => end(timedOut()), timeoutMs);
  if (signal?.aborted === true) aborted();
  else signal?.addEventListener("abort", aborted, { once: true });
  return {
    reason: () => reason,
    lift: () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", aborted);
    },
  };
}

/** Named as the platform names it. */
function timedOut(): Error {
  return Object.assign(new Error("no answer in time"), { name: "TimeoutError" });
}
