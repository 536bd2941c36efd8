import type { SteadyClock } from "../../packages/base/clock.ts";
import type { Exchange } from "../../packages/base/exchange/exchange.ts";
import { invariant } from "../../packages/base/invariant.ts";
import { type Wait, waitText } from "../engine/ports/call-listener.ts";
import type { Driver, ProviderInstance } from "../engine/ports/driver.ts";
import type { CallUnderWay } from "../engine/ports/secret-masker.ts";
import { boundDriver, type OpenPassage } from "../providers/credentials/guards/bound-driver.ts";
import { readsOnly } from "../providers/credentials/guards/reads-only.ts";
import type { Passages } from "../providers/credentials/passages.ts";
import { fillNullFields } from "../providers/null-fields/fill-null-fields.ts";
import type { ReserveTurns } from "../providers/pacing/call-rate.ts";
import { paced } from "../providers/pacing/paced.ts";
import { readable } from "../providers/pacing/readable.ts";
import type { Recorder } from "../providers/recording/recorder.ts";
import { maskAnswers } from "../secrets/mask-answers.ts";
import { type EmbeddedAccess, embeddedOrigin } from "./cloud/embedded-access.ts";
import type { DeploymentPartsOptions } from "./deployment-parts-options.ts";
import { InstanceCache } from "./instance-cache.ts";
import type { CallTimes } from "./service/call-times.ts";
import { heardCalls } from "./service/heard-calls.ts";
import type { PendingCalls } from "./service/pending-calls.ts";
import { type Product, vendorOf } from "./vendors.ts";

/**
 * Origins of the workspaces that the service reaches as it was started: the local cloud's, or the one of its
 * environment.
 */
export function workspacesAt({
  PLUMB_CLOUD: cloud = "local",
  DATABRICKS_HOST: host = "",
}: DeploymentPartsOptions["environment"]): readonly string[] {
  if (cloud === "local") return [embeddedOrigin];
  const parsed = URL.parse(/^https?:/.test(host) ? host : `https://${host}`);
  return parsed === null || host === "" ? [] : [parsed.origin];
}

interface DriversOptions {
  readonly product: Product;
  readonly local: EmbeddedAccess;
  /** Out to a vendor, or to a local cloud on this machine. */
  readonly exchangeOf: (provider: ProviderInstance, passage: OpenPassage) => Exchange;
  readonly passages: Passages;
  readonly clock: SteadyClock;
  /** Nothing but reads leaves, wherever a provider leads. */
  readonly isReadOnly: boolean;
  /** How long a platform may put off a call that no run makes; left out: as its provider says, else ten minutes. */
  readonly retryForMs?: number | undefined;
  /** Left out: calls of a provider keep to no budget while they are made. */
  readonly inTimeFor?: CallTimes["inTimeFor"] | undefined;
  /** Hears why a call waits that no run tells of. */
  readonly notice?: ((text: string) => void) | undefined;
  /** Keeps which calls are under way; left out: nothing does. */
  readonly pending?: PendingCalls | undefined;
  /** Reserves the turns of calls under a name, among all who share them. Left out: each driver has its own. */
  readonly turnsOf?: ((name: string) => ReserveTurns) | undefined;
  /** Left out or null: nothing is recorded. */
  readonly recorder?: Recorder | null;
  /** The call for which an exchange is made; left out: it is not told. */
  readonly callNow?: () => CallUnderWay | undefined;
}

/**
 * One paced driver per provider instance and passage: credentials and limits belong to those, not to the vendor. What
 * is in use keeps its driver, and with it what that has learned of the platform's limits; of the others the last used
 * are kept. What leads into the embedded cloud leaves the process nowhere and needs no passage.
 */
export function driversOver({
  product: { catalog, vendors },
  local,
  exchangeOf,
  passages,
  clock,
  isReadOnly,
  retryForMs,
  inTimeFor,
  notice = () => {},
  pending,
  turnsOf,
  recorder = null,
  callNow = () => undefined,
}: DriversOptions): (provider: ProviderInstance, stack: string | null) => Driver {
  const makerOf = ({ kind }: ProviderInstance) => {
    const vendor = vendorOf(kind, vendors);
    invariant(vendor !== undefined, `no driver of kind ${kind}`);
    return vendor.driver;
  };
  const paths = new InstanceCache<Driver>();
  const bound = new InstanceCache<Driver>();
  const keyOf = (provider: ProviderInstance) => `${provider.kind} ${JSON.stringify(provider.config)}`;
  const wayOf = (passage: OpenPassage) => JSON.stringify(passage);
  const titleOf = (kind: string) => catalog.providers[kind]?.title ?? kind;
  const heard = heardCalls(
    clock,
    (text) => callNow()?.masker.masked(text) ?? text,
    pending && ((call, make) => pending.during({ ...call, platform: titleOf(call.platform) }, make)),
  );
  const around = ({ kind }: ProviderInstance, exchange: Exchange): Exchange => {
    const timed = heard.exchange(exchange);
    const recorded = recorder === null ? timed : recorder.around(kind, timed, callNow);
    // What was not sent is not recorded.
    const sent = isReadOnly ? readsOnly(recorded, vendorOf(kind, vendors)?.access.places.readingPosts) : recorded;
    return maskAnswers(sent, () => callNow()?.masker);
  };
  const onWait = (wait: Wait) => notice(waitText(wait, titleOf(wait.kind)));
  const pacedOver = (provider: ProviderInstance, key: string, exchange: Exchange): Driver =>
    heard.driver(
      readable(
        paced(fillNullFields(makerOf(provider)(around(provider, exchange)), catalog), {
          clock,
          random: Math.random,
          retryForMs,
          onWait,
          turnsOf: turnsOf && ((ref) => turnsOf(`${key} ${ref}`)),
        }),
        clock,
      ),
      inTimeFor?.(provider),
    );
  return (provider, stack) => {
    if (local.isMeantBy(provider))
      return paths.get(keyOf(provider), () => pacedOver(provider, keyOf(provider), local.exchangeOf(provider)));
    return bound.get(`${keyOf(provider)} ${JSON.stringify(stack)}`, () => {
      // Held by the bound driver, so that they last as long as it does.
      const held = new Map<string, Driver>();
      const through = (to: ProviderInstance, passage: OpenPassage) => {
        const key = `${keyOf(to)} ${wayOf(passage)}`;
        const driver = paths.get(key, () => pacedOver(to, key, exchangeOf(to, passage)));
        held.set(key, driver);
        return driver;
      };
      return boundDriver(makerOf(provider)(withoutNetwork), { stack, passages, through });
    });
  };
}

async function withoutNetwork(): Promise<never> {
  throw new Error("nothing is sent from here");
}
