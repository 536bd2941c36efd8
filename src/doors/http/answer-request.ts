import { type Clock, elapsedSince } from "../../base/clock.ts";
import type { Ids } from "../../base/ids.ts";
import { LightResponse } from "../../base/light-response.ts";
import { type BodyLimits, beginsOperation } from "../../contract/operation.ts";
import { localOwner } from "../../service/access/local-owner.ts";
import type { Deployment } from "../../service/deployment.ts";
import { requireStack } from "../../service/require-stack.ts";
import { type Admission, admit, authorize, stackOf } from "./conventions/admission.ts";
import { type AuditBook, type Audited, audited } from "./conventions/auditing.ts";
import { idempotencyKey, type KeptAnswer, type KeyedRequests } from "./conventions/idempotency.ts";
import { minimal, wantsMinimal } from "./conventions/minimal.ts";
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
import type { Standing, StandingWatch } from "./conventions/standing-watch.ts";
import type { Observer } from "./observer.ts";
import { responseTo } from "./response-to.ts";
import type { Route } from "./route.ts";
import type { RouteContext, Surroundings } from "./route-context.ts";

/** What the conventions need to hold a request to them. */
export interface Conventions extends Surroundings {
  readonly deployment: Deployment;
  readonly admission: Admission | null;
  /** Looks after the rights of those whose answers last; null where rights are never lost. */
  readonly standings: StandingWatch | null;
  readonly audit: AuditBook | null;
  /** Where it is noted that secrets are revealed. */
  readonly reveals: () => AuditBook | null;
  readonly limiter: RateLimiter | null;
  readonly keys: KeyedRequests;
  readonly bodyLimits: BodyLimits;
  /** Gives requests their ids; null where only the caller would read them. */
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
  const { clock, limiter, admission, bodyLimits, keys } = conventions;
  const authority = route.action === null ? localOwner : await admit(admission, request, clock.now());
  if (route.action !== null) {
    seen.principal = authority.caller.principal;
    if (limiter !== null) seen.headers = limiter.take(seen.principal);
  }
  const path = readPath(raw);
  const lineage = await lookAtStacks(route, path, admission);
  await permit({ route, path, body: null, authority, identity, request }, conventions);
  const media = acceptedMedia(route, request.headers);
  refuseForeignBody(route, request.headers);
  const query = readQuery(route, request.url);
  const { body, text } = await readBody(route, request, bodyLimits);
  refuseSealed(route, body);
  const expected = expectedBy(route, request.headers);
  const input = {
    ...{ path, query, body, expected, page: askedPage(route, path, query), headers: request.headers, media },
    wantsBody: request.method !== "HEAD",
  };
  const asked: Audited = { route, path, body, authority, identity, request };
  const rights = () => conventions.standings?.begin({ route, path, authority }, lineage) ?? null;
  const perform = (effect: string | null) =>
    audited(
      route.isAudited === true ? conventions.audit : null,
      asked,
      async () => {
        const lasting = lastingContext(asked, effect, conventions, route.action === null ? noRights : rights);
        const { context } = lasting;
        if (route.needsStack === true) await requireStack(path["stack"] ?? "", context.deployment);
        const answered = await route.handle(input, context).catch((cause: unknown) => {
          context.leave();
          throw cause;
        });
        // Whatever a handler has opened all the same for an answer without a body is let go.
        if (answered.stream === undefined || !input.wantsBody) context.leave();
        lost = lasting.lost;
        return responseTo(concealed(answered, path["stack"] ?? null, authority), route, input, context);
      },
      (cause) => conventions.observer?.bug(cause, identity),
    );
  let lost: () => unknown = () => null;
  const key = route.isIdempotentByKey === true ? idempotencyKey(request.headers) : null;
  const isMinimal = wantsMinimal(route, request.headers);
  const preferred = (response: Response) => still(isMinimal ? minimal(response) : response, lost);
  if (key === null) return preferred(await perform(null));
  const { principal } = authority.caller;
  const target = `${route.operationId} ${JSON.stringify(path)}`;
  const asking = { key, principal, target, stack: path["stack"] ?? route.makes?.(body) ?? null, body: text() };
  const { answer: kept, isReplayed } = await keys.once(asking, async (effect) => keptOf(await perform(effect), route));
  if (kept.isShortened !== true || isMinimal) return preferred(keptResponse(kept, isReplayed));
  const again = lastingContext(asked, null, conventions, rights);
  try {
    return still(await madeWhole(kept, asked, again.context), again.lost);
  } finally {
    again.context.leave();
  }
}

/** A repeated answer with what was not kept of it, which its route gives again. */
async function madeWhole(
  kept: KeptAnswer,
  { route, path, authority }: Audited,
  context: RouteContext,
): Promise<Response> {
  const { status, headers, body } = kept;
  const missing = await route.again?.(headers["location"] ?? "", path, context);
  const document = { ...missing, ...(JSON.parse(body) as object) };
  const shown = concealed({ status, document }, path["stack"] ?? null, authority).document;
  return new LightResponse({ document: shown }, { status, headers: replayed(headers) });
}

/** An answer whose caller has lost the right to it while it was made is none for them; what was done stays done. */
function still(response: Response, lost: () => unknown): Response {
  const why = lost();
  if (why !== null) throw why;
  return response;
}

function keptResponse(kept: KeptAnswer, isReplayed: boolean): Response {
  return new LightResponse(kept.body === "" ? null : { text: kept.body }, {
    status: kept.status,
    headers: isReplayed ? replayed(kept.headers) : kept.headers,
  });
}

function replayed(headers: KeptAnswer["headers"]): KeptAnswer["headers"] {
  return { ...headers, "idempotency-replayed": "true" };
}

/** Characters of an answer that is kept as it is, where it can be made again by the address that it names. */
const longestKept = 64 * 1024;

/** An answer without its longest members, so that it is short enough to be kept. */
function shortened(answer: KeptAnswer): KeptAnswer {
  const members = Object.entries(JSON.parse(answer.body) as object)
    .map(([name, member]) => ({ name, member, length: JSON.stringify(member).length }))
    .sort((one, other) => one.length - other.length);
  let length = 0;
  const short = members.filter((each) => {
    length += each.length;
    return length <= longestKept;
  });
  const body = JSON.stringify(Object.fromEntries(short.map(({ name, member }) => [name, member])));
  return { ...answer, body, isShortened: true };
}

/**
 * Rights hang on stacks, not on their names: which one is asked about is looked at before it is decided. Gives its lineage, null
 * where there is none.
 */
async function lookAtStacks(
  route: Route,
  path: Readonly<Record<string, string>>,
  admission: Admission | null,
): Promise<string | null> {
  if (admission === null || route.action === null) return null;
  const stack = stackOf(route, path);
  if (stack !== null) return admission.look(stack);
  if (route.action === "stack:list") await admission.look(null);
  return null;
}

/** Holds the caller to their rights; what they were refused is on record as well as what they did. */
async function permit(asked: Audited, { audit, observer }: Conventions): Promise<void> {
  const { route, path, authority, identity } = asked;
  try {
    authorize(route, path, authority);
  } catch (cause) {
    const lost = (why: unknown) => observer?.bug(why, identity);
    // A handler that reveals notes that itself, and this one is not reached.
    const book = route.isAudited === true || route.reveals === true ? audit : null;
    await audited(book, asked, () => Promise.reject(cause), lost);
    throw cause;
  }
}

const noRights = () => null;

/** What a handler may use, on behalf of the caller; and why the caller may not have the answer any more, null while they may. */
function lastingContext(
  asked: Audited,
  effect: string | null,
  conventions: Conventions,
  rights: () => Standing | null,
): { readonly context: RouteContext; readonly lost: () => unknown } {
  const { request, authority, identity } = asked;
  const {
    deployment: own,
    dispatcher,
    doctor,
    localCloud,
    metrics,
    readiness,
    accessControl,
    auditLog,
    watch,
    describe,
    ending,
  } = conventions;
  const drawn = effect === null ? {} : { ids: repeatableIds(effect) };
  let left: AbortController | undefined;
  let signal: AbortSignal | undefined;
  let standing: Standing | null = null;
  const whenGone = () => {
    if (signal !== undefined) return signal;
    left = new AbortController();
    standing = rights();
    const all = [request.signal, ending, left.signal, ...(standing === null ? [] : [standing.signal])];
    signal = AbortSignal.any(all);
    return signal;
  };
  // What happens once under a key is done to its end: the caller comes back for it.
  const client = own.checker === undefined || effect !== null ? {} : { client: whenGone };
  const deployment: Deployment =
    own.authority === authority && effect === null ? own : { ...own, authority, ...drawn, ...client };
  const context: RouteContext = {
    ...{
      deployment,
      authority,
      effect,
      dispatcher,
      doctor,
      localCloud,
      metrics,
      readiness,
      accessControl,
      auditLog,
      watch,
      describe,
    },
    get signal() {
      return whenGone();
    },
    revealing: (paths, open) =>
      revealing(conventions.reveals(), asked, paths, open, (cause) => conventions.observer?.bug(cause, identity)),
    leave: () => {
      standing?.end();
      left?.abort();
    },
  };
  return { context, lost: () => standing?.lost ?? null };
}

/** An answer as it is kept under a key: without what is shown once. One that tells of an operation under way is not the last. */
async function keptOf(
  response: Response,
  route: Route,
): Promise<{ readonly answer: KeptAnswer; readonly kept: KeptAnswer | null }> {
  const { shownOnce = [] } = route;
  const body = await response.text();
  const answer = { status: response.status, headers: Object.fromEntries(response.headers), body };
  if (response.status === 202 && beginsOperation(route)) return { answer, kept: null };
  if (route.again !== undefined && response.status === 201 && body.length > longestKept)
    return { answer, kept: shortened(answer) };
  if (shownOnce.length === 0 || body === "") return { answer, kept: answer };
  const document = Object.entries(JSON.parse(body) as object).filter(([name]) => !shownOnce.includes(name));
  return { answer, kept: { ...answer, body: JSON.stringify(Object.fromEntries(document)) } };
}
