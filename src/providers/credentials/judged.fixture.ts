import { exchangeOver } from "../../../packages/base/exchange/exchange-over.fixture.ts";
import type { Machine } from "./sources/machine.ts";

/**
 * A way out for tests: each call is judged as a connection would be, and then sent by `send`, which is told where it
 * may lead.
 */
export function judged(
  send: (request: Request, addresses: readonly string[] | null) => Promise<Response>,
): Machine["guarded"] {
  return (judge) => async (request) => {
    const addresses = await judge(new URL(new URL(request.url).origin));
    return exchangeOver((sent) => send(sent, addresses))(request);
  };
}
