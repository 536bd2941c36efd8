import { text } from "node:stream/consumers";
import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { ExchangeFailed } from "../../../packages/base/exchange/exchange-failed.ts";
import type { Fetch } from "../../../packages/base/exchange/fetch.ts";
import { version } from "../../../packages/base/version.ts";
import type { RunningService } from "../../cli/connection/running-service.ts";
import { type Application, application } from "../../http/application.ts";
import { fetchOf } from "../../http/fetch-of.ts";
import { listen } from "../../http/listen.ts";
import { openEmbedded } from "../embedded.ts";
import { systemClock, systemIds } from "../machine/system.ts";
import { EventLoopTurns } from "./event-loop-turns.ts";

/** A whole Plumbline in memory, with its own cloud, that knows nothing of this machine. */
export interface ThrowAway {
  /** The API, for whoever holds it, and the cloud's control surface under `/_local/`. */
  readonly fetch: Fetch;
  close(): Promise<void>;
}

/** For tests of programs, in their own process (decision 0111). Two of them know nothing of one another. */
export function openThrowAway(): ThrowAway {
  const { answer, close } = open();
  return { fetch: fetchOf(answer), close };
}

/** The same for tests in other processes, on this machine alone. It is over when standard input ends. */
export async function serveThrowAway(port: number): Promise<RunningService> {
  const { answer, close } = open();
  const pieces = new EventLoopTurns(systemClock.elapsed);
  const { url, stop } = await listen(answer, { host: "127.0.0.1", port, tls: null, pieces });
  const over = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve).resume();
  });
  return { url, firstAdmin: null, over, stop: async () => void (await Promise.all([close(), stop(0)])) };
}

function open(): { readonly answer: Application; readonly close: () => Promise<void> } {
  const { calls, localCloud, close } = openEmbedded({
    version,
    dir: ":memory:",
    environment: {},
    clock: systemClock,
    ids: systemIds,
    network: nowhere,
  });
  const api = application({ calls, clock: systemClock, ids: null });
  const cloud = cloudSurface(localCloud);
  return { answer: (request) => (request.target.startsWith("/_local/") ? cloud : api)(request), close };
}

/** Nothing leaves it: a provider that names an address of its own gets no answer. */
const nowhere: Exchange = async () => {
  throw new ExchangeFailed("resolve", new Error("a test reaches no platform but its own"));
};

function cloudSurface(cloud: Exchange): Application {
  return async ({ method, target, headers, body, signal }) => {
    const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const answer = await cloud({
      method,
      url: `http://cloud.local${target}`,
      headers: Object.fromEntries(given),
      body: body === null ? "" : await text(body),
      signal,
    });
    return { ...answer, body: answer.body === "" ? null : { text: answer.body } };
  };
}
