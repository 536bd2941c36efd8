import {
  type Exchange,
  type ExchangeRequest,
  type ExchangeResponse,
  withFields,
} from "../../../packages/base/exchange/exchange.ts";
import { ExchangeFailed } from "../../../packages/base/exchange/exchange-failed.ts";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import type { ProviderInstance } from "../../engine/ports/driver.ts";
import { NotSent } from "../../engine/ports/not-sent.ts";
import { localToken } from "../../providers/credentials/sources/local-credential.ts";
import { usualTimeoutMs } from "../../providers/credentials/vendor-exchange.ts";

/** Where the embedded cloud lives; no name server knows it, only the composed exchange does. */
export const embeddedOrigin = "http://cloud.plumbline.local";

/** Sends the providers of every kind into the embedded cloud unless they name an address. */
export function localDefaults({ providers }: Catalog): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(Object.keys(providers).map((kind) => [kind, { baseUrl: embeddedOrigin }]));
}

/** The cloud within this process, as providers lead to it. */
export class EmbeddedAccess {
  readonly #exchange: Exchange;
  readonly #addressFields: (kind: string) => readonly string[];
  readonly #limitMs: () => number;

  /**
   * `addressFields`: the fields by which a provider of a kind names other addresses than `baseUrl`. `limitMs`: how
   * long a call that begins now may take, as over the network.
   */
  constructor(
    exchange: Exchange,
    addressFields: (kind: string) => readonly string[],
    limitMs: () => number = () => usualTimeoutMs,
  ) {
    this.#exchange = exchange;
    this.#limitMs = limitMs;
    this.#addressFields = addressFields;
  }

  /** True where a provider leads into it, and nowhere else. */
  isMeantBy({ kind, config }: ProviderInstance): boolean {
    if (this.#addressFields(kind).some((field) => typeof config[field] === "string")) return false;
    const { baseUrl } = config;
    return typeof baseUrl === "string" && URL.parse(baseUrl)?.origin === embeddedOrigin;
  }

  /** Into it as the principal that the provider names, and nowhere else. */
  exchangeOf({ config }: ProviderInstance): Exchange {
    const token = localToken(config["localPrincipal"]);
    return async (request) => {
      if (!request.url.startsWith(`${embeddedOrigin}/`)) {
        const detail = `${new URL(request.url).origin} is not the local cloud that the provider leads to`;
        throw new NotSent({ kind: "invalid", detail, code: "foreign-origin" });
      }
      return this.#inTime(withFields(request, { authorization: `Bearer ${token}` }));
    };
  }

  async #inTime(request: ExchangeRequest): Promise<ExchangeResponse> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.#limitMs());
    const signals = [late.signal, ...(request.signal === undefined ? [] : [request.signal])];
    try {
      return await this.#exchange({ ...request, signal: AbortSignal.any(signals) });
    } catch (cause) {
      if (!late.signal.aborted) throw cause;
      throw new ExchangeFailed("sent", Object.assign(new Error("no answer in time"), { name: "TimeoutError" }));
    } finally {
      clearTimeout(timer);
    }
  }
}
