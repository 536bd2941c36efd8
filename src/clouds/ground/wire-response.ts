import { truncatedResponse } from "./broken-exchange.ts";
import type { Delivery } from "./faulty-delivery.ts";
import type { LocalReply } from "./local-vendor.ts";

/** A handler's answer as it goes over the wire. */
export function toResponse(reply: LocalReply): Response {
  const headers = new Headers(reply.headers);
  if (reply.body === undefined) return new Response(null, { status: reply.status, headers });
  if (typeof reply.body === "string" && headers.has("content-type")) {
    return new Response(reply.body, { status: reply.status, headers });
  }
  if (!headers.has("content-type")) headers.set("content-type", "application/json; charset=utf-8");
  return new Response(JSON.stringify(reply.body), { status: reply.status, headers });
}

/** The same for an answer that still has something before it: its own completion, or a fault that cuts it off. */
export async function completedResponse({ reply, cut }: Extract<Delivery, { kind: "answer" }>): Promise<Response> {
  const whole = toResponse(reply.complete === undefined ? reply : await reply.complete());
  return cut === undefined ? whole : truncatedResponse(whole, cut.bytes, cut.ending);
}
