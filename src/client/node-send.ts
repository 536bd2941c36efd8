import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { ClientRequest, ClientResponse } from "./send.ts";

/** Sends a request by Node's own client. */
export function nodeSend({ method, url, headers, body, signal }: ClientRequest): Promise<ClientResponse> {
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const length = body === null ? {} : { "content-length": Buffer.byteLength(body) };
    const sent = request(url, { method, headers: { ...headers, ...length }, signal }, (answer) => {
      resolve({ status: answer.statusCode ?? 0, headers: fieldsOf(answer), body: answer });
    });
    sent.once("error", reject);
    sent.end(body ?? undefined);
  });
}

function fieldsOf({ headers }: IncomingMessage): ClientResponse["headers"] {
  const fields = Object.entries(headers).map(([name, value]) => [
    name,
    typeof value === "object" ? value.join(", ") : value,
  ]);
  return Object.fromEntries(fields);
}
