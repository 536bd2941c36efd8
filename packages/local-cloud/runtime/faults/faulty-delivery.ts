import { unreachable } from "../../../base/invariant.ts";
import { pointerSegments } from "../../../base/json/pointer.ts";
import type { PastMoment } from "../document-history.ts";
import type { LocalReply, LocalRequest, OperationFailure } from "../local-vendor.ts";
import { withValueAt } from "../value-at.ts";
import { withEarlierTags, withStrangeTags } from "../version-tags.ts";
import { brokenExchange } from "./broken-exchange.ts";
import type { DueFault, OperationMark } from "./fault-knobs.ts";
import type { InjectedFault, OperationEffect } from "./fault-rule.ts";
import { isRead } from "./faults.ts";

/** How a request is handed to its handler where a fault bends it. */
export interface Bent {
  readonly request?: LocalRequest;
  /** The documents that the handler sees; the present ones when absent. */
  readonly asOf?: PastMoment;
  /** How far behind the virtual clock its time is, in milliseconds. */
  readonly behindMs?: number;
  /** An operation that begins is pending in the answer, even where operations take no time. */
  readonly pending?: boolean;
  /** How an operation that begins fails. */
  readonly failure?: OperationFailure;
  /** Whether the effects stay; when absent, unless the answer is an error. */
  readonly keep?: (reply: LocalReply) => boolean;
}

/** A request just before its handler, and what a fault may do there. */
export interface FaultedExchange {
  readonly request: LocalRequest;
  /** Runs the handler; its effects commit with everything else. */
  deliver(bent: Bent): LocalReply;
  /** An error in the vendor's own shape. */
  refuse(status: number): LocalReply;
  /** Virtual time, milliseconds since the epoch. */
  now(): number;
  /** Number of the last effective write. */
  lastWrite(): number;
  /** Where to ask after the operation that the answer says has begun. */
  operationPaths(reply: LocalReply): readonly string[];
  /** What is answered there while it goes on. */
  pendingAt(address: string): LocalReply;
  mark(path: string, mark: OperationMark): void;
}

/** What becomes of an exchange, once its effects are durable. */
export type Delivery =
  | {
      readonly kind: "answer";
      readonly reply: LocalReply;
      readonly cut?: { readonly bytes: number | undefined; readonly ending: "broken" | "clean" };
      /** The connection is closed once it is idle. */
      readonly closesIdle?: true;
    }
  /** After so many milliseconds the sender gets an error instead of an answer. */
  | { readonly kind: "broken"; readonly afterMs: number; readonly cause: Error };

const patienceMs = 30_000;

/** Carries out one fault. `hit` is false where it had nothing to hit, and the request went its usual way. */
export function deliverWithFault(
  { fault }: DueFault,
  exchange: FaultedExchange,
): { readonly delivery: Delivery; readonly hit: boolean } {
  const { request } = exchange;
  const answered = (reply: LocalReply) => ({ delivery: { kind: "answer", reply }, hit: true }) as const;
  const broken = (code: Parameters<typeof brokenExchange>[0], afterMs = 0) =>
    ({ delivery: { kind: "broken", afterMs, cause: brokenExchange(code) }, hit: true }) as const;
  switch (fault.kind) {
    case "status": {
      if (fault.when === "after") exchange.deliver({});
      const reply = exchange.refuse(fault.status);
      const { retryAfterSeconds: seconds, retryAfterForm: form } = fault;
      if (seconds === undefined) return answered(reply);
      return answered({ ...reply, headers: { ...reply.headers, ...retryAfter(seconds, form, exchange.now()) } });
    }
    case "answer": {
      if (fault.when === "after") exchange.deliver({});
      return answered(givenAnswer(fault));
    }
    case "reset-before":
      return broken("ECONNRESET");
    case "reset-after":
      exchange.deliver({});
      return broken("ECONNRESET");
    case "lost-response":
      exchange.deliver({});
      return broken("ETIMEDOUT", fault.afterMs ?? patienceMs);
    case "duplicate": {
      const first = exchange.deliver({});
      const second = exchange.deliver({});
      return answered(fault.answer === "first" ? first : second);
    }
    case "read-lag": {
      const asOf: Bent =
        "ms" in fault
          ? { asOf: { kind: "time", at: exchange.now() - fault.ms }, behindMs: fault.ms }
          : { asOf: { kind: "write", seq: exchange.lastWrite() - fault.writes + 1 } };
      return answered(exchange.deliver(asOf));
    }
    case "stuck-operation":
      return withOperation(exchange, fault.effect, (pending) => ({ kind: "stuck", pending }));
    case "vanished-operation":
      return withOperation(exchange, fault.effect, () => ({ kind: "vanished" }));
    case "failed-operation": {
      const { code = 13, message = "Failed to create PSC endpoint", effect } = fault;
      const reply = exchange.deliver({ failure: { code, message, isLost: effect === "lost" } });
      return { delivery: { kind: "answer", reply }, hit: exchange.operationPaths(reply).length > 0 };
    }
    case "truncated-body": {
      const cut = { bytes: fault.bytes, ending: fault.ending ?? "broken" };
      return { delivery: { kind: "answer", reply: exchange.deliver({}), cut }, hit: true };
    }
    case "idle-close":
      return { delivery: { kind: "answer", reply: exchange.deliver({}), closesIdle: true }, hit: true };
    case "stale-etag": {
      if (!isRead(request.method)) return answered(exchange.deliver({ request: withStrangeTags(request) }));
      const earlier = exchange.deliver({ asOf: { kind: "previous" }, keep: () => false });
      return answered(withEarlierTags(exchange.deliver({}), earlier));
    }
    case "other-value": {
      const reply = exchange.deliver({});
      const hit = reply.status < 400 && reply.body !== undefined;
      const body = hit ? withValueAt(reply.body, pointerSegments(fault.at), fault.value) : undefined;
      return { delivery: { kind: "answer", reply: body === undefined ? reply : { ...reply, body } }, hit };
    }
    default:
      return unreachable(fault);
  }
}

/** Lets a write begin its operation and marks that. A write that begins none goes its usual way. */
function withOperation(
  exchange: FaultedExchange,
  effect: OperationEffect | undefined,
  mark: (pending: LocalReply) => OperationMark,
): { readonly delivery: Delivery; readonly hit: boolean } {
  const pending = new Map<string, LocalReply>();
  const reply = exchange.deliver({
    pending: true,
    keep: (begun) => {
      if (begun.status >= 400) return false;
      for (const address of exchange.operationPaths(begun)) pending.set(address, exchange.pendingAt(address));
      return pending.size > 0 && effect !== "lost";
    },
  });
  if (pending.size === 0) return { delivery: { kind: "answer", reply: exchange.deliver({}) }, hit: false };
  for (const [address, answer] of pending) exchange.mark(address, mark(answer));
  return { delivery: { kind: "answer", reply }, hit: true };
}

/** `Date` goes along, as from every server: who reads a date needs to know from when it counts. */
function retryAfter(
  seconds: number,
  form: "seconds" | "date" | undefined,
  now: number,
): Readonly<Record<string, string>> {
  const httpDate = (milliseconds: number) => new Date(milliseconds).toUTCString();
  return { date: httpDate(now), "retry-after": form === "date" ? httpDate(now + seconds * 1000) : String(seconds) };
}

function givenAnswer({ status, headers = {}, body, text }: Extract<InjectedFault, { kind: "answer" }>): LocalReply {
  if (text === undefined) return { status, headers, ...(body === undefined ? {} : { body }) };
  return { status, headers: { "content-type": "text/plain", ...headers }, body: text };
}
