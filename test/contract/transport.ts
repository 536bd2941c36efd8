import type { Exchange } from "../../packages/base/exchange/exchange.ts";
import { ExchangeFailed, type ExchangePhase } from "../../packages/base/exchange/exchange-failed.ts";

/** How requests reach a cloud. */
export interface Transport {
  readonly name: string;
  /** Where the cloud is, as far as drivers know. */
  readonly origin: string;
  /** An exchange that leads to `answer`; an answer that throws is one that is lost on its way back. */
  carry(answer: Exchange): Exchange;
  /** An exchange at whose end nobody listens. */
  readonly refused: Exchange;
}

const phases: Readonly<Record<string, ExchangePhase>> = {
  ENOTFOUND: "resolve",
  EAI_AGAIN: "resolve",
  ECONNREFUSED: "connect",
  ETIMEDOUT: "connect",
};

/** What an exchange throws when a connection fails with this system error. */
export function networkError(code: string): ExchangeFailed {
  return new ExchangeFailed(phases[code] ?? "sent", Object.assign(new Error(code), { code }));
}

export const inProcess: Transport = {
  name: "in process",
  origin: "http://cloud.contract.test",
  carry: (answer) => async (request) => {
    try {
      return await answer(request);
    } catch {
      throw networkError("ECONNRESET");
    }
  },
  refused: async () => {
    throw networkError("ECONNREFUSED");
  },
};
