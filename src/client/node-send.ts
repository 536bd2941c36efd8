import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { joinedFields } from "../../packages/base/exchange/exchange.ts";
import type { ClientRequest, ClientResponse } from "./send.ts";

/**
 * So long a server may say nothing, in milliseconds: before its answer, and amid it. A stream that is broken off so is
 * taken up again.
 */
const silenceMs = 300_000;

/** Sends a request by Node's own client. Throws where no answer comes. */
export function nodeSend(
  { method, url, headers, body, signal }: ClientRequest,
  mostSilentMs = silenceMs,
): Promise<ClientResponse> {
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const length = body === null ? {} : { "content-length": Buffer.byteLength(body) };
    const sent = request(url, { method, headers: { ...headers, ...length }, signal }, (answer) => {
      resolve({ status: answer.statusCode ?? 0, headers: joinedFields(answer.headers), body: answer });
    });
    sent.once("error", reject);
    sent.once("upgrade", (_, socket) => {
      socket.destroy();
      reject(new Error("the server answered in another protocol"));
    });
    sent.setTimeout(mostSilentMs, () =>
      sent.destroy(new Error(`the server said nothing for ${Math.round(mostSilentMs / 1000)} s`)),
    );
    sent.end(body ?? undefined);
  });
}
