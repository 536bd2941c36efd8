import type { ExchangeResponse } from "../../base/exchange/exchange.ts";
import { truncatedAnswer } from "./faults/broken-exchange.ts";
import type { Delivery } from "./faults/faulty-delivery.ts";
import type { LocalReply } from "./local-vendor.ts";

/** An answer, and what becomes of the connection on which it goes out, where there is one. */
export interface ServedAnswer extends ExchangeResponse {
  /** It is closed once it is idle. */
  readonly closesIdle?: true;
}

/** A handler's answer as it goes over the wire. */
export function toAnswer(reply: LocalReply): ExchangeResponse {
  const { status, body } = reply;
  const headers = Object.fromEntries(
    Object.entries(reply.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  if (body === undefined) return { status, headers, body: "" };
  const hasType = headers["content-type"] !== undefined;
  if (typeof body === "string" && hasType) return { status, headers, body };
  const typed = hasType ? headers : { ...headers, "content-type": "application/json; charset=utf-8" };
  return { status, headers: typed, body: JSON.stringify(body) };
}

/**
 * The same for an answer that still has something before it: its own completion, which may fail, or a fault that cuts
 * it off. Throws ExchangeFailed where that breaks it off.
 */
export async function completedAnswer(
  { reply, cut }: Extract<Delivery, { kind: "answer" }>,
  failed: (cause: unknown) => ExchangeResponse,
): Promise<ExchangeResponse> {
  const whole = await completed(reply).catch(failed);
  return cut === undefined ? whole : truncatedAnswer(whole, cut.bytes, cut.ending);
}

async function completed(reply: LocalReply): Promise<ExchangeResponse> {
  return toAnswer(reply.complete === undefined ? reply : await reply.complete());
}
