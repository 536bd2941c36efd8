import type { Fetch } from "../../base/fetch.ts";
import { LightResponse } from "../../base/light-response.ts";
import type { BodyLimits } from "../../contract/operation.ts";
import type { AccessControl } from "../../service/access/access-control.ts";
import type { Audit } from "../../service/audit/audit.ts";
import type { Deployment } from "../../service/deployment.ts";
import type { Dispatcher } from "../../service/dispatch/dispatcher.ts";
import type { Doctor } from "../../service/doctor.ts";
import { Readiness } from "../../service/readiness.ts";
import { ResourceWatch } from "../../service/watch/resource-watch.ts";
import { answerRequest, type Conventions } from "./answer-request.ts";
import { KeyedRequests } from "./conventions/idempotency.ts";
import { problemResponse } from "./conventions/problem-response.ts";
import { type RateLimit, RateLimiter } from "./conventions/rate-limit.ts";
import { Refusal } from "./conventions/refusal.ts";
import { identityHeaders, requestIdentity } from "./conventions/request-identity.ts";
import { StandingWatch } from "./conventions/standing-watch.ts";
import type { Metrics } from "./metrics.ts";
import type { Observer } from "./observer.ts";
import type { Route } from "./route.ts";
import { routeFinder } from "./route-finder.ts";
import { routeTable } from "./route-table.ts";

export interface ApplicationOptions {
  readonly deployment: Deployment;
  readonly dispatcher: Dispatcher;
  /** Null: the user who runs the process is the only caller. */
  readonly access: AccessControl | null;
  readonly audit: Audit | null;
  /** Where it is noted that secrets are revealed, when there is no log of everything; left out: nowhere. */
  readonly reveals?: (() => Audit) | undefined;
  /** Serves `/_local/` where there is an embedded cloud. */
  readonly localCloud: Fetch | null;
  /** Looks after the store's medium where it has one. */
  readonly doctor?: Doctor | undefined;
  readonly metrics?: Metrics | undefined;
  readonly observer?: Observer | undefined;
  /** For each caller; left out: no limit. */
  readonly rateLimit?: RateLimit | undefined;
  /** The largest body, in bytes. */
  readonly bodyLimit?: number | undefined;
  /** Aborts when the process is asked to end: streams end then. */
  readonly ending?: AbortSignal | undefined;
}

/** Of what comes over the network; a caller in this process hands over what it holds already. */
const usualBodyLimits: BodyLimits = { bytes: 2 * 1024 * 1024, values: 50_000 };
const longestUrl = 8192;

/** The HTTP API as one `fetch`: the table of routes under its conventions. */
export function application(options: ApplicationOptions): Fetch {
  const { deployment, access, localCloud, rateLimit } = options;
  const { clock, ids } = deployment;
  let watch: ResourceWatch | undefined;
  const conventions: Conventions = {
    deployment,
    dispatcher: options.dispatcher,
    doctor: options.doctor,
    localCloud,
    metrics: options.metrics ?? null,
    readiness: new Readiness(deployment),
    accessControl: access,
    auditLog: () => options.audit ?? options.reveals?.() ?? null,
    describe: async () => {
      const { openApiDocument } = await import("./openapi/openapi-document.ts");
      return openApiDocument(deployment.catalog, routeTable);
    },
    watch: () => {
      watch ??= new ResourceWatch(deployment);
      return watch;
    },
    admission: access,
    standings: access === null ? null : new StandingWatch(access, clock),
    audit: options.audit,
    reveals: () => options.audit ?? options.reveals?.() ?? null,
    limiter: rateLimit === undefined ? null : new RateLimiter(rateLimit, clock),
    keys: new KeyedRequests(deployment),
    bodyLimits: { ...usualBodyLimits, bytes: options.bodyLimit ?? usualBodyLimits.bytes },
    ids: access === null ? null : ids,
    clock,
    observer: options.observer ?? null,
    ending: options.ending ?? new AbortController().signal,
  };
  const find = routeFinder(routeTable);
  return async (request) => {
    if (request.url.length > longestUrl)
      return refused(
        new Refusal("uri-too-long", `an address has ${longestUrl} characters at most`),
        request,
        conventions,
      );
    const path = pathOf(request.url);
    if (localCloud !== null && path.startsWith("/_local/")) return localCloud(request).catch(problemResponse);
    const found = find(path);
    if (found === undefined)
      return refused(new Refusal("no-such-path", `there is nothing at ${path}`), request, conventions);
    const isHead = request.method === "HEAD";
    const route = found.routes.find(({ method }) => method === (isHead ? "GET" : request.method));
    if (route === undefined) return refused(methodRefusal(request.method, found.routes), request, conventions);
    const answer = await answerRequest(route, found.values, request, conventions);
    return isHead ? new LightResponse(null, answer) : answer;
  };
}

/** What of an address stands before its query. */
function pathOf(url: string): string {
  const begin = url.indexOf("/", url.indexOf("://") + 3);
  const end = url.slice(begin).search(/[?#]/);
  return begin < 0 ? "/" : url.slice(begin, end < 0 ? undefined : begin + end);
}

function methodRefusal(method: string, routes: readonly Route[]): Refusal {
  const known = routes.map((route) => route.method);
  const allow = known.flatMap((each) => (each === "GET" ? ["GET", "HEAD"] : [each])).join(", ");
  return new Refusal("method-not-allowed", `${method} is not known here; ${allow} is`, { headers: { allow } });
}

/** The answer to a request that no route is for. */
function refused(refusal: Refusal, request: Request, { ids, observer }: Conventions): Response {
  const identity = requestIdentity(request.headers, ids);
  const response = problemResponse(refusal);
  for (const [name, value] of identityHeaders(identity)) response.headers.set(name, value);
  response.headers.set("cache-control", "no-store");
  const noCaller = { principal: null, stack: null, why: null, ms: 0 };
  observer?.answered({ operationId: refusal.code, status: response.status, ...noCaller, identity });
  return response;
}
