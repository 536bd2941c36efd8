import type { SteadyClock } from "../../packages/base/clock.ts";
import { type Exchange, withFields } from "../../packages/base/exchange/exchange.ts";
import { invariant } from "../../packages/base/invariant.ts";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { memoized } from "../../packages/base/memoized.ts";
import { addressFields } from "../../packages/vendor-wire/google/hosts.ts";
import { catalog } from "../definitions/resources/catalog.ts";
import type { Driver, ProviderInstance } from "../engine/ports/driver.ts";
import type { CallUnderWay } from "../engine/ports/hush.ts";
import { NotSent } from "../engine/ports/not-sent.ts";
import { type Wait, waitText } from "../engine/ports/told-calls.ts";
import { wholeAnswers } from "../providers/answers/whole-answers.ts";
import { armDriver } from "../providers/azure/arm-driver.ts";
import { boundDriver, type OpenPassage } from "../providers/credentials/guards/bound-driver.ts";
import { readsOnly } from "../providers/credentials/guards/reads-only.ts";
import type { Passages } from "../providers/credentials/passages.ts";
import { localToken } from "../providers/credentials/sources/local-credential.ts";
import { databricksDriver } from "../providers/databricks/databricks-driver.ts";
import { googleDriver } from "../providers/google/google-driver.ts";
import { paced } from "../providers/pacing/paced.ts";
import { readable } from "../providers/pacing/readable.ts";
import type { Recorder } from "../providers/recording/recorder.ts";
import { discreetAnswers } from "../stores/sealed/discreet-answers.ts";
import { KeptWhileUsed } from "./kept-while-used.ts";
import type { PartsOptions } from "./parts-options.ts";
import { heardCalls } from "./service/heard-calls.ts";

/** Where the embedded cloud lives; no name server knows it, only the composed exchange does. */
const localCloudOrigin = "http://cloud.plumbline.local";

export function localDefaults(): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(Object.keys(catalog.providers).map((kind) => [kind, { baseUrl: localCloudOrigin }]));
}

/** Origins of the workspaces that the service reaches as it was started: the local cloud's, or the one of its environment. */
export function workspacesAt({
  PLUMB_CLOUD: cloud = "local",
  DATABRICKS_HOST: host = "",
}: PartsOptions["environment"]): readonly string[] {
  if (cloud === "local") return [localCloudOrigin];
  const parsed = URL.parse(/^https?:/.test(host) ? host : `https://${host}`);
  return parsed === null || host === "" ? [] : [parsed.origin];
}

const driverMakers: Readonly<Record<string, (exchange: Exchange) => Driver>> = {
  google: googleDriver,
  azure: armDriver,
  databricks: databricksDriver,
};

interface DriversOptions {
  /** The embedded cloud. */
  readonly local: Exchange;
  /** Out to a vendor, or to a local cloud on this machine. */
  readonly exchangeOf: (provider: ProviderInstance, passage: OpenPassage) => Exchange;
  readonly passages: Passages;
  readonly clock: SteadyClock;
  /** Nothing but reads leaves, wherever a provider leads. */
  readonly isReadOnly: boolean;
  /** Hears why a call waits that no run tells of. */
  readonly notice?: ((text: string) => void) | undefined;
  /** Left out or null: nothing is recorded. */
  readonly recorder?: Recorder | null;
  /** The call for which an exchange is made; left out: nobody tells. */
  readonly callNow?: () => CallUnderWay | undefined;
}

/**
 * One paced driver per provider instance and passage: credentials and limits belong to those, not to the vendor. What is in use
 * keeps its driver, and with it what that has learned of the platform's limits; of the others the last used are kept. What leads
 * into the embedded cloud leaves the process nowhere and needs no passage.
 */
export function driversOver({
  local,
  exchangeOf,
  passages,
  clock,
  isReadOnly,
  notice = () => {},
  recorder = null,
  callNow = () => undefined,
}: DriversOptions): (provider: ProviderInstance, stack: string | null) => Driver {
  const paths = new KeptWhileUsed<Driver>();
  const bound = new KeptWhileUsed<Driver>();
  const keyOf = memoized((provider: ProviderInstance) => `${provider.kind} ${JSON.stringify(provider.config)}`);
  const wayOf = memoized((passage: OpenPassage) => JSON.stringify(passage));
  const heard = heardCalls(clock, (text) => callNow()?.hush.masked(text) ?? text);
  const around = ({ kind }: ProviderInstance, exchange: Exchange): Exchange => {
    const timed = heard.exchange(exchange);
    const recorded = recorder === null ? timed : recorder.around(kind, timed, callNow);
    // What was not sent is not recorded.
    const sent = isReadOnly ? readsOnly(kind, recorded) : recorded;
    return discreetAnswers(sent, () => callNow()?.hush);
  };
  const onWait = (wait: Wait) => notice(waitText(wait, catalog.providers[wait.kind]?.title ?? wait.kind));
  const pacedOver = (provider: ProviderInstance, exchange: Exchange): Driver =>
    heard.driver(
      readable(
        paced(wholeAnswers(makerOf(provider)(around(provider, exchange)), catalog), {
          clock,
          random: Math.random,
          onWait,
        }),
        clock,
      ),
    );
  return (provider, stack) => {
    if (isEmbedded(provider))
      return paths.get(keyOf(provider), () => pacedOver(provider, embeddedExchange(provider, local)));
    return bound.get(`${keyOf(provider)} ${JSON.stringify(stack)}`, () => {
      // Held by the bound driver, so that they last as long as it does.
      const held = new Map<string, Driver>();
      const through = (to: ProviderInstance, passage: OpenPassage) => {
        const key = `${keyOf(to)} ${wayOf(passage)}`;
        const driver = paths.get(key, () => pacedOver(to, exchangeOf(to, passage)));
        held.set(key, driver);
        return driver;
      };
      return boundDriver(makerOf(provider)(withoutNetwork), { stack, passages, through });
    });
  };
}

/** True where a provider leads into the embedded cloud, and nowhere else. */
export const isEmbedded = memoized(({ config }: ProviderInstance): boolean => {
  const { baseUrl } = config;
  if (Object.values(addressFields).some((field) => typeof config[field] === "string")) return false;
  if (baseUrl === localCloudOrigin) return true;
  return typeof baseUrl === "string" && URL.parse(baseUrl)?.origin === localCloudOrigin;
});

function makerOf({ kind }: ProviderInstance): (exchange: Exchange) => Driver {
  const make = driverMakers[kind];
  invariant(make !== undefined, `no driver of kind ${kind}`);
  return make;
}

async function withoutNetwork(): Promise<never> {
  throw new Error("nothing is sent from here");
}

/** Into the embedded cloud, as the principal that the provider names, and nowhere else. */
export function embeddedExchange({ config }: ProviderInstance, local: Exchange): Exchange {
  const token = localToken(config["localPrincipal"]);
  return async (request) => {
    if (!request.url.startsWith(`${localCloudOrigin}/`)) {
      const detail = `${new URL(request.url).origin} is not the local cloud that the provider leads to`;
      throw new NotSent({ kind: "invalid", detail, code: "foreign-origin" });
    }
    return local(withFields(request, { authorization: `Bearer ${token}` }));
  };
}
