import { type Clock, elapsedSince } from "../../../packages/base/clock.ts";
import type { Ids } from "../../../packages/base/ids.ts";
import type { Answer, Call, CallSource, Calls, Outcome } from "../../contract/call.ts";
import { changesSomething } from "../../contract/operation.ts";
import { wholeName } from "../../contract/stack-name.ts";
import type { Authority } from "../access/authority.ts";
import { localOwner } from "../access/local-owner.ts";
import type { Deployment } from "../use-cases/deployment.ts";
import { refuseReadOnly } from "../use-cases/refuse-read-only.ts";
import { requireStack } from "../use-cases/stacks/require-stack.ts";
import { type Admission, admit, authorize, stackOf } from "./admission/admission.ts";
import { callIdentity, identityHeaders } from "./admission/call-identity.ts";
import type { RateLimiter } from "./admission/rate-limit.ts";
import type { RightsWatch, WatchedRights } from "./admission/rights-watch.ts";
import { watchedEvents } from "./admission/watched-events.ts";
import { minimal } from "./answers/minimal.ts";
import { isBug, refusedFor } from "./answers/problem-document.ts";
import { revealing } from "./answers/revealing.ts";
import { concealed, refuseSealed } from "./answers/sealed-values.ts";
import { type Audited, type AuditLog, audited, refusedOnRecord } from "./auditing.ts";
import type { CallContext, Surroundings } from "./call-context.ts";
import { CallRefusal } from "./call-refusal.ts";
import type { CallInput, HandledOperation } from "./handler.ts";
import { checkKey, type KeyedRequests } from "./idempotency/idempotency.ts";
import { type KeptAnswer, keptOf, outcomeOf } from "./idempotency/kept-answer.ts";
import { repeatableIds } from "./idempotency/repeatable-ids.ts";
import type { Observer } from "./observer.ts";
import { askedPage } from "./paging.ts";
import { expectedBy } from "./preconditions.ts";
import { readBody, readPath, readQuery } from "./read-values.ts";

/** What the conventions need to hold a call to them. */
export interface Conventions {
  readonly deployment: Deployment;
  readonly surroundings: Surroundings;
  readonly admission: Admission | null;
  /** Looks after the rights of those whose answers last; null where rights are never lost. */
  readonly standings: RightsWatch | null;
  readonly audit: AuditLog | null;
  /** Where it is noted that secrets are revealed. */
  readonly reveals: () => AuditLog | null;
  readonly limiter: RateLimiter | null;
  readonly keys: KeyedRequests;
  /** Gives calls their ids; null where only the caller would read them. */
  readonly ids: Ids | null;
  readonly clock: Clock;
  readonly observer: Observer | null;
  /** Aborts when the process is asked to end: what streams ends then. */
  readonly ending: AbortSignal;
  /** Answers a call of any operation. */
  readonly calls: Calls;
}

/** Answers a call of an operation, by all the conventions in their order. Never throws (decision 0084). */
export async function answerCall(
  operation: HandledOperation,
  call: Call,
  source: CallSource,
  conventions: Conventions,
): Promise<Answer> {
  const { clock, ids, observer } = conventions;
  const { metrics } = conventions.surroundings;
  const identity = callIdentity(source, ids);
  const begun = clock.now();
  metrics?.begin();
  const seen: Seen = { principal: null, headers: {}, why: null };
  const told = () => ({ ...seen.headers, ...Object.fromEntries(identityHeaders(identity)) });
  let answer: Answer;
  try {
    const outcome = await outcomeFor({ operation, call, source, identity }, seen, conventions);
    answer = { kind: "answered", ...outcome, headers: { ...outcome.headers, ...told() } };
  } catch (cause) {
    if (isBug(cause)) observer?.bug(cause, identity);
    if (cause instanceof CallRefusal) seen.why = cause.why;
    const refused = refusedFor(cause);
    answer = { ...refused, headers: { ...refused.headers, ...told() } };
  }
  const status = answer.kind === "answered" ? answer.status : answer.problem.status;
  const ms = elapsedSince(begun, clock);
  const { operationId } = operation;
  metrics?.end(operationId, status, ms / 1000);
  const { principal, why } = seen;
  const { project, stack: name } = call.path;
  const stack = project === undefined || name === undefined ? null : wholeName({ project, stack: name });
  observer?.answered({ operationId, status, ms, principal, stack, why, identity });
  return answer;
}

/** What is known of a call by the time it is answered, however that ends. */
interface Seen {
  principal: string | null;
  why: string | null;
  headers: Readonly<Record<string, string>>;
}

type Asked = Pick<Audited, "operation" | "source" | "identity"> & { readonly call: Call };

async function outcomeFor(
  { operation, call, source, identity }: Asked,
  seen: Seen,
  conventions: Conventions,
): Promise<Outcome> {
  const authority = await admitted(operation, source, seen, conventions);
  if (call.flaw?.in === "path") throw call.flaw.cause;
  const path = readPath(call.path);
  const lineage = await lookAtStacks(operation, path, conventions);
  await permit({ operation, path, body: null, authority, identity, source }, conventions);
  if (changesSomething(operation)) refuseReadOnly(conventions.deployment);
  if (call.flaw !== null) throw call.flaw.cause;
  const query = readQuery(operation, call.query);
  const { body, text } = await readBody(operation, call.body);
  refuseSealed(operation, body);
  const { preferences, lastEventId, wantsBody } = call;
  const input: CallInput = {
    ...{ path, query, body, preferences, lastEventId, wantsBody },
    expected: expectedBy(operation, call.expected),
    page: askedPage(operation, path, query),
  };
  const asked: Audited = { operation, path, body, authority, identity, source };
  const rights = () => conventions.standings?.begin({ operation, path, authority }, lineage) ?? null;
  const perform = (effect: string | null) => performed(input, asked, effect, conventions, rights);
  const isMinimal = operation.method !== "GET" && preferences.isMinimal;
  const preferred = ({ outcome, whyLost }: Performed) => still(isMinimal ? minimal(outcome) : outcome, whyLost);
  const key = operation.isIdempotentByKey === true ? call.idempotencyKey : null;
  checkKey(key);
  if (key === null) return preferred(await perform(null));
  const { principal } = authority.caller;
  const target = `${operation.operationId} ${JSON.stringify(path)}`;
  const keyed = { key, principal, target, stack: operation.makes?.(body, path) ?? path["stack"] ?? null, body: text() };
  const once = await conventions.keys.once(keyed, async (effect) => {
    const answer = await perform(effect);
    return { answer, kept: keptOf(answer.outcome, operation) };
  });
  if (once.kind === "performed") return preferred(once.answer);
  const { kept } = once;
  if (kept.isShortened !== true || isMinimal) return preferred({ outcome: outcomeOf(kept), whyLost: stands });
  return madeWhole(kept, asked, conventions, rights);
}

/** Whose call it is. Who may be anybody is not asked; all others have their share of calls. */
async function admitted(
  { action }: HandledOperation,
  { authorization }: CallSource,
  seen: Seen,
  { clock, limiter, admission }: Conventions,
): Promise<Authority> {
  if (action === null) return localOwner;
  const authority = await admit(admission, authorization, clock.now());
  seen.principal = authority.caller.principal;
  if (limiter !== null) seen.headers = Object.fromEntries(limiter.take(seen.principal));
  return authority;
}

/**
 * Rights hang on stacks, not on their names: which one is asked about is looked at before it is decided. Gives its
 * lineage, null where there is none.
 */
async function lookAtStacks(
  operation: HandledOperation,
  path: Readonly<Record<string, string>>,
  { admission, deployment }: Conventions,
): Promise<string | null> {
  if (operation.action === null) return null;
  const stack = stackOf(operation, path);
  // By then stacks have the names by which they are asked for.
  if (stack !== null || operation.action === "stack:list") await deployment.movesFinished();
  if (admission === null) return null;
  if (stack !== null) return admission.look(stack);
  if (operation.action === "stack:list") await admission.look(null);
  return null;
}

/** Holds the caller to their rights; what they were refused is on record as well as what they did. */
async function permit(asked: Audited, { audit, observer }: Conventions): Promise<void> {
  const { operation, path, authority, identity } = asked;
  try {
    authorize(operation, path, authority);
  } catch (cause) {
    const lost = (why: unknown) => observer?.unrecorded(why, identity);
    // A handler that reveals notes that itself, and this one is not reached.
    const auditLog = operation.isAudited === true || operation.reveals === true ? audit : null;
    await refusedOnRecord(auditLog, asked, cause, lost);
    throw cause;
  }
}

/** The result of a handler. */
interface Performed {
  readonly outcome: Outcome;
  /** Why the caller may not have it any more; null while they may. */
  readonly whyLost: () => unknown;
}

const stands = () => null;

type Rights = () => WatchedRights | null;

/** Has the handler carry the call out, on record. `effect`: id of what a keyed call makes. */
async function performed(
  input: CallInput,
  asked: Audited,
  effect: string | null,
  conventions: Conventions,
  rights: Rights,
): Promise<Performed> {
  const { operation, path, authority, identity } = asked;
  const perform = async (): Promise<Performed> => {
    const { context, whyLost, leave } = lasting(
      asked,
      effect,
      conventions,
      operation.action === null ? stands : rights,
    );
    if (operation.needsStack === true) await requireStack(path["stack"] ?? "", context.deployment);
    const given = await operation.handle(input, context).catch((cause: unknown) => {
      leave();
      throw cause;
    });
    const outcome = concealed(given, path["stack"] ?? null, authority);
    const { stream } = outcome;
    // Whatever a handler has opened all the same for an answer without a body is let go.
    if (stream === undefined || !input.wantsBody) {
      leave();
      return { outcome: outcome.status === 202 ? polled(outcome) : outcome, whyLost };
    }
    const events = watchedEvents(stream.events, context.signal, leave);
    return { outcome: { ...outcome, stream: { ...stream, events } }, whyLost };
  };
  const auditLog = operation.isAudited === true ? conventions.audit : null;
  return audited(
    auditLog,
    asked,
    perform,
    ({ outcome }) => outcome.status,
    (cause) => conventions.observer?.unrecorded(cause, identity),
  );
}

/** A caller who polls needs to do so no more often than this. */
function polled(outcome: Outcome): Outcome {
  return { ...outcome, headers: { ...outcome.headers, "retry-after": "1" } };
}

/** A repeated answer with what was not kept of it, which its handler gives again. */
async function madeWhole(kept: KeptAnswer, asked: Audited, conventions: Conventions, rights: Rights): Promise<Outcome> {
  const { operation, path, authority } = asked;
  const { context, whyLost, leave } = lasting(asked, null, conventions, rights);
  try {
    const missing = await operation.again?.(kept.headers["location"] ?? "", path, context);
    return still(concealed(outcomeOf(kept, missing), path["stack"] ?? null, authority), whyLost);
  } finally {
    leave();
  }
}

/** An answer whose caller has lost the right to it while it was made is none for them; what was done stays done. */
function still(outcome: Outcome, whyLost: () => unknown): Outcome {
  const why = whyLost();
  if (why !== null) throw why;
  return outcome;
}

interface LastingContext {
  readonly context: CallContext;
  readonly whyLost: () => unknown;
  /** Says that the answer is over. */
  readonly leave: () => void;
}

/** What a handler may use, on behalf of the caller, for as long as they listen and have the right to. */
function lasting(
  asked: Audited,
  effect: string | null,
  { deployment: own, surroundings, ending, reveals, observer, calls }: Conventions,
  rights: Rights,
): LastingContext {
  const { source, authority, identity } = asked;
  const drawn = effect === null ? {} : { ids: repeatableIds(effect) };
  let left: AbortController | undefined;
  let signal: AbortSignal | undefined;
  let standing: WatchedRights | null = null;
  const whenGone = () => {
    if (signal !== undefined) return signal;
    left = new AbortController();
    standing = rights();
    const all = [source.signal, ending, left.signal, ...(standing === null ? [] : [standing.signal])];
    signal = AbortSignal.any(all);
    return signal;
  };
  // What happens once under a key is done to its end: the caller comes back for it.
  const client = effect === null ? { client: whenGone } : {};
  const deployment: Deployment =
    own.authority === authority && effect === null ? own : { ...own, authority, ...drawn, ...client };
  const context: CallContext = {
    ...surroundings,
    ...{ deployment, authority, effect, trace: identity.trace },
    get signal() {
      return whenGone();
    },
    answered: (call) => calls(call, { ...source, signal: whenGone() }),
    revealing: (paths, open) =>
      revealing(reveals(), asked, paths, open, (cause) => observer?.unrecorded(cause, identity)),
  };
  const leave = () => {
    standing?.end();
    left?.abort();
  };
  return { context, whyLost: () => standing?.lost ?? null, leave };
}
