/** For tests: what an embedded Plumbline answers over HTTP, as a `fetch`; `/_local/` is its cloud's control surface. */
import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import { fetchOver } from "../../packages/base/exchange/fetch-over.ts";
import { application } from "../http/application.ts";
import { fetchOf } from "../http/fetch-of.ts";
import type { Embedded } from "./embedded.ts";
import { systemClock } from "./machine/system.ts";

export function embeddedFetch({ calls, localCloud }: Pick<Embedded, "calls" | "localCloud">): Fetch {
  const cloud = fetchOver(localCloud);
  const served = fetchOf(application({ calls, clock: systemClock, ids: null }));
  return (request) => (new URL(request.url).pathname.startsWith("/_local/") ? cloud(request) : served(request));
}
