import type { Exchange, ExchangeResponse } from "./exchange.ts";
import { ExchangeFailed } from "./exchange-failed.ts";
import type { Fetch } from "./fetch.ts";

interface Bounds {
  /** Of an answer's body. Left out: what the exchange bears. */
  readonly mostBytes?: number;
}

/**
 * An exchange as a `fetch`, for code that knows no other way: a vendor's library, or jose. What fails looks as Node's
 * `fetch` shows it: a TypeError whose cause has the system's code.
 */
export function fetchOver(exchange: Exchange, bounds: Bounds = {}): Fetch {
  return async (request) => {
    const { method, url, headers, signal } = request;
    const body = method === "GET" || method === "HEAD" ? "" : await request.text();
    try {
      return responseAs(await exchange({ method, url, headers: Object.fromEntries(headers), body, signal, ...bounds }));
    } catch (cause) {
      if (!(cause instanceof ExchangeFailed)) throw cause;
      if (cause.begun === null) throw new TypeError("fetch failed", { cause: cause.cause });
      return brokenOff(cause.begun, cause.cause);
    }
  };
}

function responseAs({ status, headers, body }: ExchangeResponse): Response {
  // The platform's own has none of these.
  if (status < 200 || status > 599) throw new TypeError("fetch failed", { cause: new Error(`HTTP status ${status}`) });
  return new Response(body === "" ? null : body, { status, headers });
}

/** An answer whose body breaks off as the one that came did. */
function brokenOff({ status, headers, body: begun }: ExchangeResponse, cause: unknown): Response {
  let isGiven = false;
  const body = new ReadableStream<Uint8Array>(
    {
      // In two steps: an error would throw away what is still waiting to be read.
      pull: (controller) => {
        if (isGiven || begun === "") controller.error(new TypeError("terminated", { cause }));
        else controller.enqueue(new TextEncoder().encode(begun));
        isGiven = true;
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status, headers });
}
