import { Hono } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import type { Fetch } from "../../base/fetch.ts";
import type { AccessControl } from "../../service/access/access-control.ts";
import type { Audit } from "../../service/audit/audit.ts";
import type { Deployment } from "../../service/deployment.ts";
import type { Dispatcher } from "../../service/dispatch/dispatcher.ts";
import type { Doctor } from "../../service/doctor.ts";
import { ResourceWatch } from "../../service/watch/resource-watch.ts";
import { answerRequest, type Conventions } from "./answer-request.ts";
import { KeyedRequests } from "./conventions/idempotency.ts";
import { problemResponse } from "./conventions/problem-response.ts";
import { type RateLimit, RateLimiter } from "./conventions/rate-limit.ts";
import { Refusal } from "./conventions/refusal.ts";
import { identityHeaders, requestIdentity } from "./conventions/request-identity.ts";
import type { Metrics } from "./metrics.ts";
import type { Observer } from "./observer.ts";
import { pathPattern, valuesOf } from "./path-pattern.ts";
import type { Route } from "./route.ts";
import { routeTable } from "./route-table.ts";

export interface ApplicationOptions {
  readonly deployment: Deployment;
  readonly dispatcher: Dispatcher;
  /** Null: whoever runs the process is the only caller there is. */
  readonly access: AccessControl | null;
  readonly audit: Audit | null;
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

const usualBodyLimit = 64 * 1024 * 1024;
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
    accessControl: access,
    auditLog: options.audit,
    describe: async () => {
      const { openApiDocument } = await import("./openapi/openapi-document.ts");
      return openApiDocument(deployment.catalog, routeTable);
    },
    watch: () => {
      watch ??= new ResourceWatch(deployment);
      return watch;
    },
    admission: access,
    audit: options.audit,
    limiter: rateLimit === undefined ? null : new RateLimiter(rateLimit, clock),
    keys: new KeyedRequests(deployment),
    bodyLimit: options.bodyLimit ?? usualBodyLimit,
    ids: access === null ? null : ids,
    clock,
    observer: options.observer ?? null,
    ending: options.ending ?? new AbortController().signal,
  };
  const app = new Hono({ router: new TrieRouter() });
  for (const [pattern, routes] of byPattern()) {
    for (const route of routes) {
      const values = valuesOf(route.path);
      app.on(route.method, pattern, ({ req: { raw } }) => answerRequest(route, values(raw.url), raw, conventions));
    }
    const known = routes.map(({ method }) => method);
    app.all(pattern, ({ req }) => refused(methodRefusal(req.method, known), req.raw, conventions));
  }
  app.all("/_local/*", async (context) => (localCloud === null ? context.notFound() : localCloud(context.req.raw)));
  app.notFound(({ req }) =>
    refused(new Refusal("no-such-path", `there is nothing at ${req.path}`), req.raw, conventions),
  );
  app.onError(problemResponse);
  return async (request) => {
    if (request.url.length <= longestUrl) return app.fetch(request);
    const refusal = new Refusal("uri-too-long", `an address has ${longestUrl} characters at most`);
    return refused(refusal, request, conventions);
  };
}

/** The table by the router's patterns. What hangs on a value by a colon comes first: else it would be taken for a part of it. */
function byPattern(): readonly (readonly [string, readonly Route[]])[] {
  const patterns = [...Map.groupBy(routeTable, ({ path }) => pathPattern(path))];
  return patterns.sort(([a], [b]) => Number(b.includes("{")) - Number(a.includes("{")));
}

function methodRefusal(method: string, known: readonly string[]): Refusal {
  const allow = [...new Set(known.flatMap((each) => (each === "GET" ? ["GET", "HEAD"] : [each])))].join(", ");
  return new Refusal("method-not-allowed", `${method} is not known here; ${allow} is`, { headers: { allow } });
}

/** The answer to a request that no route is for. */
function refused(refusal: Refusal, request: Request, { ids, observer }: Conventions): Response {
  const identity = requestIdentity(request.headers, ids);
  const response = problemResponse(refusal);
  for (const [name, value] of identityHeaders(identity)) response.headers.set(name, value);
  response.headers.set("cache-control", "no-store");
  const nobody = { principal: null, stack: null, why: null, ms: 0 };
  observer?.answered({ operationId: refusal.code, status: response.status, ...nobody, identity });
  return response;
}
