import { LightResponse } from "../../base/light-response.ts";
import { truncatedResponse } from "./broken-exchange.ts";
import type { Delivery } from "./faulty-delivery.ts";
import type { LocalReply } from "./local-vendor.ts";

/** A handler's answer as it goes over the wire. */
export function toResponse(reply: LocalReply): Response {
  const { status, headers = {}, body } = reply;
  if (body === undefined) return new LightResponse(null, { status, headers });
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === "content-type");
  if (typeof body === "string" && hasType) return new LightResponse({ text: body }, { status, headers });
  const typed = hasType ? headers : { ...headers, "content-type": "application/json; charset=utf-8" };
  return new LightResponse({ text: JSON.stringify(body) }, { status, headers: typed });
}

/** The same for an answer that still has something before it: its own completion, or a fault that cuts it off. */
export async function completedResponse({ reply, cut }: Extract<Delivery, { kind: "answer" }>): Promise<Response> {
  const whole = toResponse(reply.complete === undefined ? reply : await reply.complete());
  return cut === undefined ? whole : truncatedResponse(whole, cut.bytes, cut.ending);
}
