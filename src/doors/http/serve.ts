import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { Fault } from "../../base/fault.ts";
import type { Fetch } from "../../base/fetch.ts";

export interface Serving {
  readonly url: string;
  /** Settles when the server has ended, which `signal` brings about. */
  readonly closed: Promise<void>;
}

/** Serves a `fetch` over HTTP on the loopback address. Port 0 takes a free one. Throws Fault when the port is taken. */
export async function serve(fetch: Fetch, port: number, signal: AbortSignal): Promise<Serving> {
  const server = createServer(async (incoming, outgoing) => {
    try {
      const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
      const request = new Request(`http://${incoming.headers.host ?? "127.0.0.1"}${incoming.url ?? "/"}`, {
        method: incoming.method ?? "GET",
        headers: Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
          value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
        ),
        ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: "half" } : {}),
      });
      const response = await fetch(request);
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      if (response.body !== null) for await (const chunk of response.body) outgoing.write(chunk);
      outgoing.end();
    } catch (cause) {
      // An answer that breaks off must not look like a whole one, nor a connection that broke like an answer.
      if (outgoing.headersSent || isBrokenExchange(cause)) outgoing.destroy();
      else outgoing.writeHead(500).end();
    }
  });
  const closed = new Promise<void>((resolve) => server.once("close", resolve));
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) => reject(new Fault("local-cloud-failed", `port ${port} can't be served`, { cause })));
    server.listen(port, "127.0.0.1", resolve);
  });
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, closed };
}

/** What `fetch` throws when there was no answer: an error whose cause has a system's or the client's code. */
function isBrokenExchange(cause: unknown): boolean {
  return cause instanceof TypeError && cause.cause instanceof Error && "code" in cause.cause;
}
