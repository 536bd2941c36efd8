import type { Clock } from "../../packages/base/clock.ts";
import type { Ids } from "../../packages/base/ids.ts";
import { apiOperations } from "../contract/api.ts";
import type { Calls, Refused } from "../contract/call.ts";
import type { BodyLimits, Operation } from "../contract/operation.ts";
import { callIdentity, identityHeaders } from "../service/requests/admission/call-identity.ts";
import { refusedFor } from "../service/requests/answers/problem-document.ts";
import { CallRefusal } from "../service/requests/call-refusal.ts";
import type { Observer } from "../service/requests/observer.ts";
import { callIn, sourceOf } from "./call-in.ts";
import type { HttpRequest, HttpResponse } from "./http-message.ts";
import { responseOf } from "./response-of.ts";
import { routeFinder } from "./route-finder.ts";

export interface ApplicationOptions {
  readonly calls: Calls;
  readonly clock: Clock;
  /** Gives requests that are no call their ids; null where only the client would read them. */
  readonly ids: Ids | null;
  readonly observer?: Observer | undefined;
  /** The largest body, in bytes. */
  readonly bodyLimit?: number | undefined;
}

export type Application = (request: HttpRequest) => Promise<HttpResponse>;

const usualBodyLimits: BodyLimits = { bytes: 2 * 1024 * 1024, values: 50_000 };
const longestTarget = 8192;

/** The API over HTTP: makes a call of each request, and a response of its answer. */
export function application(options: ApplicationOptions): Application {
  const { calls, clock } = options;
  const limits = { ...usualBodyLimits, bytes: options.bodyLimit ?? usualBodyLimits.bytes };
  const find = routeFinder(Object.values(apiOperations));
  return async (request) => {
    try {
      const { operation, escaped } = asked(request, find);
      const { call, media } = callIn(request, operation, escaped, limits);
      return responseOf(await calls(call, sourceOf(request)), request, media, clock);
    } catch (cause) {
      return responseOf(noCall(cause, request, options), request, "", clock);
    }
  };
}

interface Asked {
  readonly operation: Operation;
  readonly escaped: Readonly<Record<string, string>>;
}

/** The operation that a request asks for; a CallRefusal where there is none. */
function asked({ method, target }: HttpRequest, find: ReturnType<typeof routeFinder>): Asked {
  if (target.length > longestTarget)
    throw new CallRefusal("uri-too-long", `an address has ${longestTarget} characters at most`);
  const path = target.split(/[?#]/, 1)[0] ?? "";
  const found = find(path);
  if (found === undefined) throw new CallRefusal("no-such-path", `there is nothing at ${path}`);
  const wanted = method === "HEAD" ? "GET" : method;
  const operation = found.operations.find((each) => each.method === wanted);
  if (operation === undefined) throw methodRefusal(method, found.operations);
  return { operation, escaped: found.values };
}

function methodRefusal(method: string, operations: readonly Operation[]): CallRefusal {
  const known = operations.map((each) => each.method);
  const allow = known.flatMap((each) => (each === "GET" ? ["GET", "HEAD"] : [each])).join(", ");
  return new CallRefusal("method-not-allowed", `${method} is not known here; ${allow} is`, { headers: { allow } });
}

/** The answer to a request that is no call. */
function noCall(cause: unknown, request: HttpRequest, { ids, observer }: ApplicationOptions): Refused {
  const identity = callIdentity(sourceOf(request), ids);
  const refused = refusedFor(cause);
  const { status, code } = refused.problem;
  if (!(cause instanceof CallRefusal)) observer?.bug(cause, identity);
  const noCaller = { principal: null, stack: null, why: null, ms: 0 };
  observer?.answered({ operationId: code, status, ...noCaller, identity });
  return { ...refused, headers: { ...refused.headers, ...Object.fromEntries(identityHeaders(identity)) } };
}
