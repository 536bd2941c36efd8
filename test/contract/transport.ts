import type { Fetch } from "../../src/base/fetch.ts";

/** How requests reach a cloud. */
export interface Transport {
  readonly name: string;
  /** Where the cloud is, as far as drivers know. */
  readonly origin: string;
  /** A fetch that leads to `answer`; an answer that throws is one that is lost on its way back. */
  carry(answer: Fetch): Fetch;
  /** A fetch at whose end nobody listens. */
  readonly refused: Fetch;
}

/** What `fetch` throws when a connection fails with this system error. */
export function networkError(code: string): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
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
