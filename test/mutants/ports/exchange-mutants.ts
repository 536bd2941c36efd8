import type { Exchange, ExchangeRequest, ExchangeResponse } from "../../../packages/base/exchange/exchange.ts";
import { ExchangeFailed } from "../../../packages/base/exchange/exchange-failed.ts";
import type { Mutant, Mutants } from "../mutant.ts";
import { byRule } from "../rule/by-rule.ts";
import { on } from "./driver-mutants.ts";

/** An exchange as the one member of a port. */
interface Network {
  readonly exchange: Exchange;
}

const client = "iam:OAuthClient";
const setting = "settings:RestrictWorkspaceAdmins";

const rule = byRule<Network>("Exchange", "exchange of drivers", {
  exchange: {
    success: (): ExchangeResponse => ({ status: 200, headers: {}, body: "{}" }),
    isRefusal: (answer) => (answer as ExchangeResponse).status >= 400,
    alike: ([request]) => {
      const { method, url, body } = request as ExchangeRequest;
      return [method, url, body];
    },
    fates: {
      skipped: on(client, "a created object reads back as declared, with every key of the response"),
      "done twice": on(client, "a created object reads back as declared, with every key of the response"),
      "done late": on(client, "a created object reads back as declared, with every key of the response"),
      "refusal told as success": on(client, "created objects are not created twice"),
      "stale answer": on(client, "a created object reads back as declared, with every key of the response"),
    },
  },
});

const lies: readonly Mutant<Exchange>[] = [
  {
    name: "404 told as success",
    suite: "exchange of drivers",
    killer: on(client, "an update of what is not there says so, or makes it anew and says that"),
    wrap: (real) => async (request) => {
      const response = await real(request);
      return response.status === 404 ? { ...response, status: 200 } : response;
    },
  },
  {
    name: "a connection that broke told as one that was never made",
    suite: "exchange of drivers",
    killer: on(client, "an answer lost after the work was done is unknown, and a read shows the effect"),
    wrap: (real) => (request) =>
      real(request).catch((cause: unknown) => {
        throw cause instanceof ExchangeFailed ? new ExchangeFailed("connect", cause.cause) : cause;
      }),
  },
  {
    name: "a redirect followed",
    suite: "exchange of drivers",
    killer: on(client, "a redirect is not followed"),
    wrap: (real) => async (request) => {
      const response = await real(request);
      return response.status >= 300 && response.status < 400 ? { status: 200, headers: {}, body: "{}" } : response;
    },
  },
  {
    name: "a condition left out of what is sent",
    suite: "exchange of drivers",
    killer: on(setting, "update under a stale version is a conflict and writes nothing"),
    wrap: (real) => (request) => real({ ...request, body: request.body.replace(/"etag":"[^"]*",?/, "") }),
  },
];

export const exchangeMutants: Mutants<Exchange> = {
  mutants: [
    ...rule.mutants.map(({ wrap, ...entry }) => ({
      ...entry,
      wrap: (exchange: Exchange): Exchange => {
        const { exchange: wrong } = wrap({ exchange });
        return (request) => wrong(request);
      },
    })),
    ...lies,
  ],
  harmless: rule.harmless,
};
