import { type Clock, elapsedSince } from "../../../packages/base/clock.ts";
import { type CallListener, callListener, isLongWait, type Wait } from "../../engine/ports/call-listener.ts";
import type { Change, Driver, ProviderInstance, WriteOutcome } from "../../engine/ports/driver.ts";
import { calledOff } from "../../engine/ports/outcome.ts";
import { RetryBudget } from "../../engine/ports/retry-budget.ts";
import { AdaptiveLimit } from "./adaptive-limit.ts";
import { withAskedWait, withTries } from "./asked-wait.ts";
import { waitMs } from "./backoff.ts";
import { CallRate, ownTurns, type ReserveTurns } from "./call-rate.ts";
import { putOffUnder } from "./put-off-under.ts";
import { sleepUnless } from "./sleep-unless.ts";

export interface PacingOptions {
  readonly clock: Clock;
  /** Numbers in [0, 1). */
  readonly random: () => number;
  /** How often a call is made at most that is answered by "I can't now", the first time included; 5 when absent. */
  readonly attempts?: number;
  /**
   * How long a call is put off by a platform that names a time or is asked too much; absent: as the provider's
   * `retryFor` says, else 10 minutes.
   */
  readonly retryForMs?: number | undefined;
  /** Hears of longer waits that nothing listens for beside the signal of the call. */
  readonly onWait?: (wait: Wait) => void;
  /** The turns of a provider's calls, by its name, where others share them. Left out: this driver has its own. */
  readonly turnsOf?: ((ref: string) => ReserveTurns) | undefined;
}

/** Who is asked too much is left alone for so long at least, also where chance says less. */
const shortestMs = 100;

/**
 * Anybody may make up names of providers: beyond so many, those that have no call under way are forgotten, the oldest
 * first.
 */
const mostLimits = 64;

function forgetIdle(limits: Map<string, Limits>): void {
  for (const [ref, { concurrency }] of limits) {
    if (limits.size <= mostLimits) return;
    if (concurrency.underWay === 0) limits.delete(ref);
  }
}

/** Tells whoever listens that a call waits. */
function teller(kind: string, { clock, onWait }: Pick<PacingOptions, "clock" | "onWait">) {
  return (told: Omit<Wait, "kind" | "untilMs">, signal?: AbortSignal): void => {
    const wait = { kind, untilMs: clock.now() + told.afterMs, ...told };
    const listener = callListener(signal);
    if (listener !== undefined) listener.waits(wait);
    else if (isLongWait(wait)) onWait?.(wait);
  };
}

/** What the calls of one provider keep to. */
interface Limits {
  readonly concurrency: AdaptiveLimit;
  /** Absent where the user sets none. */
  readonly rate?: CallRate;
  /** What the user has set: other values are other limits. */
  readonly said: string;
}

function limitsOf(
  { ref, config: { callsAtOnce, callsPerMinute } }: ProviderInstance,
  said: string,
  turnsOf: NonNullable<PacingOptions["turnsOf"]>,
): Limits {
  return {
    said,
    concurrency: new AdaptiveLimit(typeof callsAtOnce === "number" ? callsAtOnce : undefined),
    ...(typeof callsPerMinute === "number" ? { rate: new CallRate(callsPerMinute, turnsOf(ref)) } : {}),
  };
}

function limitsByProvider(turnsOf: (ref: string) => ReserveTurns = ownTurns): (provider: ProviderInstance) => Limits {
  const limits = new Map<string, Limits>();
  return (provider) => {
    const { ref, config } = provider;
    const said = `${config["callsAtOnce"]} ${config["callsPerMinute"]}`;
    const before = limits.get(ref);
    const known = before?.said === said ? before : limitsOf(provider, said, turnsOf);
    limits.delete(ref);
    limits.set(ref, known);
    if (limits.size > mostLimits) forgetIdle(limits);
    return known;
  };
}

/**
 * The same driver, patient: calls that the platform pushed back (`throttled`, `unavailable`) are made again after a
 * wait, as long as their budget lasts where the platform asks for it, else a few times. For a write both mean that it
 * was not executed, by the platform's word; one whose outcome is `unknown` is never repeated. Calls under way are
 * limited per provider, by the platform and by what the user sets; a call that waits to be repeated holds no place
 * (decision 0002).
 */
export function paced(driver: Driver, options: PacingOptions): Driver {
  const limitOf = limitsByProvider(options.turnsOf);
  const { clock, random, attempts = 5, retryForMs: said } = options;
  const tell = teller(driver.kind, options);
  /** Asks until the platform does not push back, or for as long as it is worth it. */
  const pace = async <Q, A>(
    provider: ProviderInstance,
    ask: (question: Q) => Promise<A>,
    question: Q,
    asks: string,
    signal?: AbortSignal,
  ): Promise<A | typeof calledOff> => {
    const limits = limitOf(provider);
    const listener: Partial<CallListener> = callListener(signal) ?? {};
    const { aside = waitInPlace, leaving } = listener;
    const budget = listener.budget ?? RetryBudget.of(provider, said);
    const putOff = listener.putOff ?? putOffUnder(signal);
    const kind = `${provider.ref} ${asks}`;
    const passedBefore = putOff.passed(kind);
    const isLast = () => isOver(signal) || isOver(leaving);
    const slept = (ms: number) => sleptFor(ms, clock, aside, signal, leaving);
    const since = clock.now();
    let [unasked, waitedMs] = [0, 0];
    for (let attempt = 1; ; attempt += 1) {
      const turnAt = limits.rate === undefined ? 0 : await limits.rate.nextTurn(() => clock.now());
      const turnMs = Math.ceil(turnAt - clock.now());
      if (turnMs > 0 && !(await slept(turnMs))) return calledOff;
      const outcome = await limited(limits.concurrency, ask, question, aside, signal);
      const pushBack = pushBackOf(outcome);
      if (pushBack === undefined) {
        putOff.pass(kind);
        return outcome;
      }
      const { why, retryAfterMs, isAsked } = pushBack;
      unasked += isAsked ? 0 : 1;
      const askedMs = retryAfterMs ?? 0;
      if (askedMs > budget.allMs) return withAskedWait(outcome, askedMs, budget.allMs);
      // Nothing is sent any more: who told a wait would tell of a repetition that never comes.
      if (isLast() || unasked >= attempts) return outcome;
      // Who does not answer at all takes its time too.
      if (!isAsked && elapsedSince(since, clock) > budget.allMs) return outcome;
      const isUsedUp = budget.leftMs <= 0 || askedMs > budget.leftMs;
      // What others of the step have used of it says nothing of this kind.
      if (isAsked && isUsedUp && 2 * waitedMs >= budget.allMs)
        putOff.spend(kind, passedBefore, clock.now() + budget.allMs);
      if (isAsked && (isUsedUp || putOff.isSpent(kind, clock.now()))) return withTries(outcome, budget.allMs);
      const wait = waitMs(attempt - 1, retryAfterMs, random);
      const ms = isAsked ? Math.min(Math.max(wait, shortestMs), budget.leftMs) : wait;
      const { usedMs, allMs } = budget;
      waitedMs += ms;
      if (isAsked) budget.use(ms);
      tell({ afterMs: ms, why, attempt: attempt + 1, ...(isAsked ? { budget: { usedMs, allMs } } : {}) }, signal);
      if (!(await slept(ms))) return outcome;
    }
  };
  const { operationOf, readsLag, isConditional } = driver;
  return {
    kind: driver.kind,
    cloudId: (provider) => driver.cloudId(provider),
    verify: (provider, signal) => pace(provider, driver.verify, provider, "verify", signal),
    read: (target, signal) => pace(target.provider, driver.read, target, `read ${target.type}`, signal),
    collectionOf: (target) => driver.collectionOf(target),
    list: (target, signal) => pace(target.provider, driver.list, target, `list ${target.type}`, signal),
    write: (change, signal) => {
      const send = repeatable((each) => driver.write(each, signal), callListener(signal)?.beforeRepeat);
      return pace(change.target.provider, send, change, `${change.operation} ${change.target.type}`, signal);
    },
    poll: (change, operationName, signal) => {
      const ask = (each: Change) => driver.poll(each, operationName);
      return pace(change.target.provider, ask, change, `poll ${change.target.type}`, signal);
    },
    ...(operationOf === undefined
      ? {}
      : { operationOf: (change, signal) => pace(change.target.provider, operationOf, change, "operation", signal) }),
    ...(readsLag === undefined ? {} : { readsLag }),
    ...(isConditional === undefined ? {} : { isConditional }),
    lookup: (call, signal) => pace(call.provider, driver.lookup, call, `lookup ${call.function}`, signal),
    discover: (question, signal) => pace(question.provider, driver.discover, question, "discover", signal),
  };
}

/**
 * A write that may be sent several times. Where one time was answered in a way that proves nothing, what a later one
 * meets may have come of it, and is told as such. "Come back later" is the word of a front end, as "too many requests"
 * is; of a creation the latter is a refusal like every other, so that no other object is taken for its work.
 */
function repeatable(
  send: (change: Change) => Promise<WriteOutcome>,
  beforeRepeat: CallListener["beforeRepeat"],
): (change: Change) => Promise<WriteOutcome> {
  let mayBeDone = false;
  let isRepeat = false;
  return async (change) => {
    if (isRepeat) await beforeRepeat?.();
    isRepeat = true;
    const outcome = await send(change);
    const told = mayBeDone ? inDoubt(outcome) : outcome;
    if (outcome.kind === "throttled" && change.operation !== "create") mayBeDone = true;
    if (outcome.kind === "unavailable" && outcome.wasSent === true) mayBeDone = true;
    return told;
  };
}

function inDoubt(outcome: WriteOutcome): WriteOutcome {
  switch (outcome.kind) {
    case "conflict": {
      const { isUnsent: _, ...met } = outcome;
      return { ...met, mayBeOurs: true };
    }
    case "absent":
    case "denied":
    case "invalid":
    case "throttled":
      return { ...outcome, mayBeOurs: true };
    case "pending":
      return { ...outcome, mayBeMade: true };
    case "done": {
      const { hasStood: _, ...rest } = outcome;
      return rest;
    }
    default:
      return outcome;
  }
}

/** Waits so long; false where the call is called off meanwhile. */
async function sleptFor(
  ms: number,
  clock: Clock,
  aside: typeof waitInPlace,
  signal: AbortSignal | undefined,
  leaving: AbortSignal | undefined,
): Promise<boolean> {
  try {
    await aside(() => (leaving === undefined ? clock.sleep(ms, signal) : sleepUnless([signal, leaving], ms, clock)));
    return true;
  } catch (cause) {
    if (!isOver(signal) && !isOver(leaving)) throw cause;
    return false;
  }
}

async function limited<Q, A>(
  limit: AdaptiveLimit,
  ask: (question: Q) => Promise<A>,
  question: Q,
  aside: typeof waitInPlace,
  signal?: AbortSignal,
): Promise<A | typeof calledOff> {
  const permit = limit.isFree ? await limit.acquire() : await aside(() => limit.acquire());
  let ending: "passed" | "pushed-back" | "failed" = "failed";
  try {
    if (isOver(signal)) return calledOff;
    const outcome = await ask(question);
    ending = pushBackOf(outcome) === undefined ? "passed" : "pushed-back";
    return outcome;
  } finally {
    permit.release(ending);
  }
}

/** A wait outside of a run keeps no other work up. */
function waitInPlace<T>(wait: () => Promise<T>): Promise<T> {
  return wait();
}

/** Whether the calls under this signal are not wanted any more. */
function isOver(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

interface PushBack {
  /** Null: no time is named. */
  readonly retryAfterMs: number | null;
  readonly why: Wait["why"];
  /** The platform asks to be left alone. A refusal that may only be early is asked again of our own accord. */
  readonly isAsked: boolean;
}

/**
 * When to come back, if the outcome asks for that; undefined for every other outcome, and for a call that was called
 * off, which no platform has answered.
 */
function pushBackOf(outcome: unknown): PushBack | undefined {
  if (typeof outcome !== "object" || outcome === null || !("kind" in outcome)) return undefined;
  if (outcome.kind !== "throttled" && outcome.kind !== "unavailable") return undefined;
  if ("isCalledOff" in outcome) return undefined;
  const after = "retryAfterMs" in outcome ? outcome.retryAfterMs : null;
  const retryAfterMs = typeof after === "number" ? after : null;
  const isEarly = "isLastlyRefused" in outcome && outcome.isLastlyRefused === true;
  return {
    retryAfterMs,
    why: outcome.kind,
    isAsked: outcome.kind === "throttled" || (retryAfterMs !== null && !isEarly),
  };
}
