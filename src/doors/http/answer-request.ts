import { type Clock, elapsedSince } from "../../base/clock.ts";
import type { Ids } from "../../base/ids.ts";
import { LightResponse } from "../../base/light-response.ts";
import { localOwner } from "../../service/access/local-owner.ts";
import type { Deployment } from "../../service/deployment.ts";
import { requireStack } from "../../service/require-stack.ts";
import { type Admission, admit, authorize } from "./conventions/admission.ts";
import { type AuditBook, type Audited, audited } from "./conventions/auditing.ts";
import { idempotencyKey, type KeptAnswer, type KeyedRequests } from "./conventions/idempotency.ts";
import { acceptedMedia, refuseForeignBody } from "./conventions/negotiate.ts";
import { askedPage } from "./conventions/paging.ts";
import { expectedBy } from "./conventions/preconditions.ts";
import { isBug, problemResponse } from "./conventions/problem-response.ts";
import type { RateLimiter } from "./conventions/rate-limit.ts";
import { readBody, readPath, readQuery } from "./conventions/read-input.ts";
import { Refusal } from "./conventions/refusal.ts";
import { repeatableIds } from "./conventions/repeatable-ids.ts";
import { identityHeaders, type RequestIdentity, requestIdentity } from "./conventions/request-identity.ts";
import { revealing } from "./conventions/revealing.ts";
import { concealed, refuseSealed } from "./conventions/sealed-values.ts";
import type { Observer } from "./observer.ts";
import { responseTo } from "./response-to.ts";
import type { Route } from "./route.ts";
import type { RouteContext, Surroundings } from "./route-context.ts";

/** What the conventions need to hold a request to them. */
export interface Conventions extends Surroundings {
  readonly deployment: Deployment;
  readonly admission: Admission | null;
  readonly audit: AuditBook | null;
  /** Where it is noted that secrets are revealed. */
  readonly reveals: () => AuditBook | null;
  readonly limiter: RateLimiter | null;
  readonly keys: KeyedRequests;
  /** In bytes. */
  readonly bodyLimit: number;
  /** Gives requests their ids; null where nobody but the caller would read them. */
  readonly ids: Ids | null;
  readonly clock: Clock;
  readonly observer: Observer | null;
  /** Aborts when the process is asked to end: what streams ends then. */
  readonly ending: AbortSignal;
}

type Headers_ = readonly (readonly [string, string])[];

/** Answers a request to a route, by all the conventions in their order. Never throws. */
export async function answerRequest(
  route: Route,
  raw: Readonly<Record<string, string>>,
  request: Request,
  conventions: Conventions,
): Promise<Response> {
  const { clock, ids, observer, metrics } = conventions;
  const identity = requestIdentity(request.headers, ids);
  const begun = clock.now();
  metrics?.begin();
  const seen: Seen = { principal: null, stack: raw["stack"] ?? null, headers: [], why: null };
  let response: Response;
  try {
    response = await answer(route, raw, request, identity, seen, conventions);
  } catch (cause) {
    if (isBug(cause)) observer?.bug(cause, identity);
    if (cause instanceof Refusal) seen.why = cause.why;
    response = problemResponse(cause);
  }
  for (const [name, value] of [...identityHeaders(identity), ...seen.headers]) response.headers.set(name, value);
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
  const ms = elapsedSince(begun, clock);
  metrics?.end(route.operationId, response.status, ms / 1000);
  const { principal, stack, why } = seen;
  observer?.answered({ operationId: route.operationId, status: response.status, ms, principal, stack, why, identity });
  return response;
}

/** What is known of a request by the time it is answered, however that ends. */
interface Seen {
  principal: string | null;
  readonly stack: string | null;
  why: string | null;
  headers: Headers_;
}

async function answer(
  route: Route,
  raw: Readonly<Record<string, string>>,
  request: Request,
  identity: RequestIdentity,
  seen: Seen,
  conventions: Conventions,
): Promise<Response> {
  const { clock, limiter, admission, bodyLimit, keys } = conventions;
  const authority = route.action === null ? localOwner : await admit(admission, request, clock.now());
  if (route.action !== null) {
    seen.principal = authority.caller.principal;
    if (limiter !== null) seen.headers = limiter.take(seen.principal);
  }
  const path = readPath(raw);
  await permit({ route, path, body: null, authority, identity, request }, conventions);
  const media = acceptedMedia(route, request.headers);
  refuseForeignBody(route, request.headers);
  const query = readQuery(route, request.url);
  const { body, text } = await readBody(route, request, bodyLimit);
  refuseSealed(route, body);
  const expected = expectedBy(route, request.headers);
  const input = { path, query, body, expected, page: askedPage(route, path, query), headers: request.headers, media };
  const asked: Audited = { route, path, body, authority, identity, request };
  const perform = (effect: string | null) =>
    audited(
      conventions.audit,
      asked,
      async () => {
        const context = contextOf(asked, effect, conventions);
        if (route.needsStack === true) await requireStack(path["stack"] ?? "", context.deployment);
        const answer = await route.handle(input, context);
        return responseTo(concealed(answer, path["stack"] ?? null, authority), route, input, context);
      },
      (cause) => conventions.observer?.bug(cause, identity),
    );
  const key = route.isIdempotentByKey === true ? idempotencyKey(request.headers) : null;
  if (key === null) return perform(null);
  const { principal } = authority.caller;
  const target = `${route.operationId} ${JSON.stringify(path)}`;
  const { answer: kept, isReplayed } = await keys.once({ key, principal, target, body: text() }, async (effect) =>
    keptOf(await perform(effect), route.shownOnce ?? []),
  );
  return new LightResponse(kept.body === "" ? null : { text: kept.body }, {
    status: kept.status,
    headers: { ...kept.headers, ...(isReplayed ? { "idempotency-replayed": "true" } : {}) },
  });
}

/** Holds the caller to their rights; what they were refused is on record as well as what they did. */
async function permit(asked: Audited, { audit, observer }: Conventions): Promise<void> {
  try {
    authorize(asked.route, asked.path, asked.authority);
  } catch (cause) {
    const lost = (why: unknown) => observer?.bug(why, asked.identity);
    await audited(audit, asked, () => Promise.reject(cause), lost);
    throw cause;
  }
}

/** What a handler may use, on behalf of the caller. */
function contextOf(asked: Audited, effect: string | null, conventions: Conventions): RouteContext {
  const { request, authority, identity } = asked;
  const {
    deployment: own,
    dispatcher,
    doctor,
    localCloud,
    metrics,
    accessControl,
    auditLog,
    watch,
    describe,
    ending,
  } = conventions;
  const drawn = effect === null ? {} : { ids: repeatableIds(effect) };
  const deployment: Deployment = own.authority === authority && effect === null ? own : { ...own, authority, ...drawn };
  let left: AbortController | undefined;
  let signal: AbortSignal | undefined;
  return {
    ...{
      deployment,
      authority,
      effect,
      dispatcher,
      doctor,
      localCloud,
      metrics,
      accessControl,
      auditLog,
      watch,
      describe,
    },
    get signal() {
      left ??= new AbortController();
      signal ??= AbortSignal.any([request.signal, ending, left.signal]);
      return signal;
    },
    revealing: (paths, open) =>
      revealing(conventions.reveals(), asked, paths, open, (cause) => conventions.observer?.bug(cause, identity)),
    leave: () => left?.abort(),
  };
}

/** An answer as it is kept under a key: without what is shown once. */
async function keptOf(
  response: Response,
  shownOnce: readonly string[],
): Promise<{ readonly answer: KeptAnswer; readonly kept: KeptAnswer }> {
  const body = await response.text();
  const answer = { status: response.status, headers: Object.fromEntries(response.headers), body };
  if (shownOnce.length === 0 || body === "") return { answer, kept: answer };
  const document = Object.entries(JSON.parse(body) as object).filter(([name]) => !shownOnce.includes(name));
  return { answer, kept: { ...answer, body: JSON.stringify(Object.fromEntries(document)) } };
}
