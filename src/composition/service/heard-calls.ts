import { AsyncLocalStorage } from "node:async_hooks";
import type { SteadyClock } from "../../../packages/base/clock.ts";
import type { Exchange, ExchangeRequest } from "../../../packages/base/exchange/exchange.ts";
import { ExchangeFailed } from "../../../packages/base/exchange/exchange-failed.ts";
import type { PlatformCall } from "../../cli/cli-context.ts";
import { type CallListener, callListener } from "../../engine/ports/call-listener.ts";
import type { Driver } from "../../engine/ports/driver.ts";
import { NotSent } from "../../engine/ports/not-sent.ts";
import type { InTime } from "./call-times.ts";

/** Tells the listener of a driver's call of each request that it makes. */
export interface HeardCalls {
  /** The same driver, whose calls are heard by the listener of their signal. `inTime`: left out: without a limit. */
  driver(driver: Driver, inTime?: InTime): Driver;
  /** The same exchange, which stands below that driver. */
  exchange(exchange: Exchange): Exchange;
}

/** Makes a call to a platform, which is named by its kind here, and knows of it meanwhile. */
type During = <T>(call: PlatformCall, make: () => Promise<T>) => Promise<T>;

const unlimited: InTime = (_, make) => make();

/**
 * A driver hands no signal down to its exchange, since a call in flight is finished. So the listener goes beside the
 * call. `masked`: a text without the secrets of the call that is under way: an address may be one, and an id. `during`:
 * left out where nothing asks what is under way.
 */
export function heardCalls(clock: SteadyClock, masked: (text: string) => string, during?: During): HeardCalls {
  const listening = new AsyncLocalStorage<CallListener | undefined>();
  const under =
    (inTime: InTime): Under =>
    (platform, about, signal, make) => {
      const heard = () => listening.run(callListener(signal), () => inTime(signal, make));
      return during === undefined ? heard() : during({ platform, about: masked(about), since: clock.now() }, heard);
    };
  const exchange = (inner: Exchange): Exchange => {
    return async (request) => {
      const listener = listening.getStore();
      if (listener === undefined) return inner(request);
      const begun = clock.elapsed();
      const tell = (status: number | null) => {
        const durationMs = Math.max(0, Math.round(clock.elapsed() - begun));
        listener.made({ method: request.method, host: masked(hostOf(request)), status, durationMs });
      };
      try {
        const response = await inner(request);
        tell(response.status);
        return response;
      } catch (cause) {
        // It was not sent.
        if (!(cause instanceof NotSent)) tell(cause instanceof ExchangeFailed ? (cause.begun?.status ?? null) : null);
        throw cause;
      }
    };
  };
  return { driver: (driver, inTime = unlimited) => heardDriver(driver, under(inTime)), exchange };
}

/** Without a name and a password that an address may begin with. */
function hostOf({ url }: ExchangeRequest): string {
  return URL.parse(url)?.host ?? "";
}

type Under = <T>(
  platform: string,
  about: string,
  signal: AbortSignal | undefined,
  make: () => Promise<T>,
) => Promise<T>;

function heardDriver(driver: Driver, under: Under): Driver {
  const { operationOf, kind } = driver;
  return {
    ...driver,
    verify: (provider, signal) => under(kind, provider.ref, signal, () => driver.verify(provider, signal)),
    read: (target, signal) => under(kind, target.id, signal, () => driver.read(target, signal)),
    list: (target, signal) => under(kind, target.type, signal, () => driver.list(target, signal)),
    write: (change, signal) => under(kind, change.target.id, signal, () => driver.write(change, signal)),
    poll: (change, operationName, signal) =>
      under(kind, change.target.id, signal, () => driver.poll(change, operationName, signal)),
    ...(operationOf === undefined
      ? {}
      : {
          operationOf: (change, signal) => under(kind, change.target.id, signal, () => operationOf(change, signal)),
        }),
    lookup: (call, signal) => under(kind, call.function, signal, () => driver.lookup(call, signal)),
    discover: (question, signal) => under(kind, question.type, signal, () => driver.discover(question, signal)),
  };
}
