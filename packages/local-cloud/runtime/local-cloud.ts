import type { Clock } from "../../base/clock.ts";
import type { Exchange, ExchangeResponse, Fields } from "../../base/exchange/exchange.ts";
import { fetchOver } from "../../base/exchange/fetch-over.ts";
import type { Ids } from "../../base/ids.ts";
import { invariant } from "../../base/invariant.ts";
import { jsonOf } from "../../base/json/plain.ts";
import { bearerToken, controlRoutes, knownPrincipals, principalOf } from "./control-surface.ts";
import { brokenExchange } from "./faults/broken-exchange.ts";
import { FaultKnobs, type Faults } from "./faults/fault-knobs.ts";
import { faultRoutes } from "./faults/fault-routes.ts";
import { isRead } from "./faults/faults.ts";
import { type Bent, type Delivery, deliverWithFault, type FaultedExchange } from "./faults/faulty-delivery.ts";
import { isLocked, type LocalStorage } from "./local-storage.ts";
import type {
  Documents,
  EmulatorContext,
  LocalMode,
  LocalReply,
  LocalRequest,
  LocalVendor,
  Principal,
} from "./local-vendor.ts";
import {
  type Arrived,
  arrive,
  bareRequest,
  type Received,
  type RouteTable,
  receive,
  routeTable,
} from "./received-request.ts";
import { demandsVersion } from "./version-tags.ts";
import { completedAnswer, type ServedAnswer, toAnswer } from "./wire-answer.ts";

export interface LocalCloudOptions {
  readonly storage: LocalStorage;
  readonly vendors: readonly LocalVendor[];
  readonly clock: Clock;
  /**
   * Time that goes on while this process is stopped, in milliseconds; only differences count. Left out: it never is.
   */
  readonly elapsed?: (() => number) | undefined;
  readonly ids: Ids;
  readonly mode: LocalMode;
  /** How long a long-running operation stays pending, in virtual milliseconds. */
  readonly operationMs: number;
  /** Hears of every request that is answered with 500 because something failed here. Left out: nothing does. */
  readonly failed?: ((failure: LocalFailure) => void) | undefined;
}

/** A request that failed by no fault of its sender's: a bug of a handler, or the database's failure. */
export interface LocalFailure {
  readonly method: string;
  /** Without its query, which may hold a token. */
  readonly path: string;
  readonly cause: unknown;
}

/** For how long a lock of another process is waited for, in milliseconds. */
const lockedMostMs = 10_000;

/** Pauses between two tries, in milliseconds: the first, and the longest. */
const [firstPauseMs, longestPauseMs] = [5, 50];

/**
 * A delayed request that wakes so much too late was on its way while this process was stopped. At a platform it would
 * have arrived in time, or its connection would have ended: it has no effect any more. Shorter than the silence after
 * which another takes a stack over.
 */
const oversleptMs = 4_000;

interface Waiting {
  readonly arrived: Arrived;
  /** It has waited for what its latency is. */
  readonly delayed?: true;
  resolve(response: ExchangeResponse): void;
  reject(cause: unknown): void;
}

/**
 * The embedded cloud as one Exchange: all vendors on their own paths, one database. Requests that wait together
 * share one transaction (group commit); an answer leaves only after its effects are durable (decision 0001).
 */
export class LocalCloud {
  readonly #options: LocalCloudOptions;
  readonly #routes: RouteTable;
  readonly #knobs: FaultKnobs;
  #waiting: Waiting[] = [];

  constructor(options: LocalCloudOptions) {
    this.#options = options;
    this.#knobs = new FaultKnobs(
      options.storage,
      options.vendors.map(({ name }) => name),
    );
    this.#routes = routeTable([
      ...[...controlRoutes(options), ...faultRoutes(this.#knobs)].map((route) => ({ vendor: null, route })),
      ...options.vendors.flatMap((vendor) => vendor.routes.map((route) => ({ vendor, route }))),
    ]);
  }

  /** What it calls itself at `/_local/cloud`. */
  get id(): string | null {
    return this.#options.storage.id;
  }

  readonly exchange: Exchange = async (request) => {
    const arrived = arrive(this.#routes, request);
    const loading = arrived.found?.route.prepare?.(request.body);
    // Requests that wait for nothing keep the order in which they came.
    if (loading !== undefined) {
      try {
        await loading;
      } catch (cause) {
        return this.#failure(arrived, cause);
      }
    }
    return new Promise((resolve, reject) => this.#arrive({ arrived, resolve, reject }));
  };

  /** The same for callers that know no other way. */
  readonly fetch = fetchOver(this.exchange);

  /** The same rules as at `/_local/faults`, without a request. */
  readonly faults: Faults = {
    add: (...rules) =>
      this.#transact((knobs) => {
        const added = knobs.add(jsonOf(rules));
        invariant(added.ok, added.ok ? "" : added.error.join("; "));
        return added.value;
      }),
    list: () => this.#transact((knobs) => knobs.list()),
    clear: () => {
      this.#transact((knobs) => knobs.clear());
    },
  };

  #transact<T>(work: (knobs: FaultKnobs) => T): T {
    try {
      return this.#options.storage.transaction(() => {
        this.#knobs.refresh();
        return work(this.#knobs);
      });
    } catch (cause) {
      this.#knobs.doubt();
      throw cause;
    }
  }

  #arrive(waiting: Waiting): void {
    this.#waiting.push(waiting);
    if (this.#waiting.length === 1) setImmediate(() => this.#answerWaiting());
  }

  /**
   * While another process keeps the database locked all wait, whatever came meanwhile included, and nothing is begun.
   */
  #answerWaiting(until = performance.now() + lockedMostMs, pause = firstPauseMs): void {
    const batch = this.#waiting;
    let isBegun = false;
    let settled: readonly (() => void)[];
    try {
      settled = this.#transact(() => {
        isBegun = true;
        this.#waiting = [];
        return batch.map((each) => this.#settle(each));
      });
    } catch (cause) {
      if (!isBegun && isLocked(cause) && performance.now() < until) {
        setTimeout(() => this.#answerWaiting(until, Math.min(2 * pause, longestPauseMs)), pause);
        return;
      }
      this.#waiting = isBegun ? this.#waiting : [];
      for (const each of batch) each.resolve(this.#failure(each.arrived, cause));
      return;
    }
    for (const tell of settled) tell();
  }

  /** The answer where we failed: 500 in the vendor's own shape. Its cause is told here and not to the sender. */
  #failure({ sent, url, path, found }: Arrived, cause: unknown): ExchangeResponse {
    this.#options.failed?.({ method: sent.method, path: url.pathname, cause });
    const vendor = found?.vendor ?? null;
    const request = bareRequest(sent, url, path);
    try {
      const reply = vendor?.refusal?.(500, request, this.#context(vendor.name, request, {}));
      if (reply !== undefined) return toAnswer(reply);
    } catch {
      // Where the database is what fails, even the virtual time can't be had.
    }
    return toAnswer({ status: 500, body: { error: { code: 500, message: "Internal error.", status: "INTERNAL" } } });
  }

  /**
   * Answers one request of a batch; how to tell its sender is for after the commit. A failure is its own sender's only.
   */
  #settle(each: Waiting): () => void {
    try {
      const received = receive(each.arrived, this.#callerOf);
      if (!this.#knobs.active || received.request.path.startsWith(controlPath)) {
        const reply = this.#deliver(received, {});
        return () => this.#tell(each, { kind: "answer", reply });
      }
      return this.#settleAmidFaults(each, received);
    } catch (cause) {
      // Without a transaction its neighbours could not be undone any more.
      if (!this.#options.storage.isInTransaction) throw cause;
      return () => each.resolve(this.#failure(each.arrived, cause));
    }
  }

  #settleAmidFaults(each: Waiting, received: Received): () => void {
    const { vendor, request } = received;
    const call = {
      vendor: vendor?.name ?? null,
      method: request.method,
      path: request.path,
      carriesVersion: () => demandsVersion(request),
    };
    const delayMs = each.delayed === true ? 0 : this.#knobs.delayOf(call);
    if (delayMs > 0) return () => this.#arriveLater(each, delayMs);
    const exchange = this.#exchange(received);
    const due = this.#knobs.choose(call);
    if (due === undefined) {
      const reply = exchange.deliver({});
      return () => this.#tell(each, { kind: "answer", reply });
    }
    const { delivery, hit } = deliverWithFault(due, exchange);
    if (hit) this.#knobs.fired(due.id);
    return () => this.#tell(each, delivery);
  }

  #arriveLater(each: Waiting, delayMs: number): void {
    const { clock, elapsed = () => 0 } = this.#options;
    const since = elapsed();
    clock.sleep(delayMs, each.arrived.sent.signal).then(() => {
      if (elapsed() - since - delayMs < oversleptMs) this.#arrive({ ...each, delayed: true });
      else each.reject(brokenExchange("ECONNRESET"));
    }, each.reject);
  }

  /** The request as a fault sees it; a poll of an operation that a fault has marked is answered by the mark. */
  #exchange(received: Received): FaultedExchange {
    const { storage } = this.#options;
    const { vendor, request } = received;
    const moment = this.#moment();
    const context = () => this.#context(vendor?.name ?? "_local", request, {}, moment);
    const refuse = (status: number) =>
      vendor?.refusal?.(status, request, context()) ?? { status, body: { message: `HTTP ${status}` } };
    const mark = isRead(request.method) ? this.#knobs.markOf(request.path) : undefined;
    const handle = mark === undefined ? received.handle : () => (mark.kind === "stuck" ? mark.pending : refuse(404));
    return {
      request,
      deliver: (bent) => this.#deliver({ vendor, request, handle }, bent, moment),
      refuse,
      now: () => context().now(),
      lastWrite: () => storage.lastWrite(),
      operationPaths: (reply) => vendor?.operationPaths?.(reply) ?? [],
      pendingAt: (address) => this.#pendingAt(address, request, moment),
      mark: (path, operation) => this.#knobs.mark(path, operation),
    };
  }

  /** What the sender of a request would be answered at an operation's address while the operation goes on. */
  #pendingAt(address: string, { url, headers }: LocalRequest, moment: () => number): LocalReply {
    const poll = { method: "GET", url: new URL(`/${address}`, url).href, headers: pollHeaders(headers), body: "" };
    const { vendor, request, handle } = receive(arrive(this.#routes, poll), this.#callerOf);
    return handle(request, this.#context(vendor?.name ?? "_local", request, { pending: true }, moment));
  }

  #deliver({ vendor, request, handle }: Received, bent: Bent, moment?: () => number): LocalReply {
    const asked = bent.request ?? request;
    // An error answer leaves no trace.
    const keep = bent.keep ?? ((reply: LocalReply) => reply.status < 400 || reply.keepsWrites === true);
    return this.#options.storage.savepoint(
      () => handle(asked, this.#context(vendor?.name ?? "_local", asked, bent, moment)),
      keep,
    );
  }

  #tell(each: Waiting, delivery: Delivery): void {
    if (delivery.kind === "broken") {
      const { afterMs, cause } = delivery;
      if (afterMs === 0) each.reject(cause);
      else this.#options.clock.sleep(afterMs, each.arrived.sent.signal).then(() => each.reject(cause), each.reject);
      return;
    }
    const { reply, cut, closesIdle } = delivery;
    if (closesIdle === true) {
      const told = (answer: ExchangeResponse): ServedAnswer => ({ ...answer, closesIdle });
      completedAnswer(delivery, (cause) => this.#failure(each.arrived, cause)).then(
        (answer) => each.resolve(told(answer)),
        each.reject,
      );
    } else if (reply.complete === undefined && cut === undefined) each.resolve(toAnswer(reply));
    else {
      completedAnswer(delivery, (cause) => this.#failure(each.arrived, cause)).then(each.resolve, each.reject);
    }
  }

  /** Asks the vendor first: it may have given the token out itself. */
  readonly #callerOf = (request: LocalRequest, vendor: LocalVendor | null): Principal | null => {
    const token = bearerToken(request.headers);
    const asked = token === undefined ? undefined : vendor?.bearer?.(token, this.#context(vendor.name, request, {}));
    return asked === undefined ? principalOf(token, this.#options.storage.documents("_local")) : asked;
  };

  /** One request happens at one moment of the virtual clock, however often it is looked at and long it takes. */
  #moment(): () => number {
    const { storage, clock } = this.#options;
    let moment: number | undefined;
    return () => {
      moment ??= clock.now() + storage.counted("clock-offset-ms");
      return moment;
    };
  }

  #context(
    vendor: string,
    request: LocalRequest,
    { asOf, behindMs = 0, pending = false, failure }: Bent,
    moment = this.#moment(),
  ): EmulatorContext {
    const { storage, ids, mode, operationMs } = this.#options;
    // What begins a moment ago and takes a moment longer is pending now and done by the time that somebody asks.
    const offsetMs = pending ? -1 : -behindMs;
    const now = () => moment() + offsetMs;
    const timestamp = (digits: number) =>
      `${new Date(now()).toISOString().slice(0, -1)}${"0".repeat(Math.max(0, digits - 3))}Z`;
    return {
      mode,
      documents: this.#documents(vendor, asOf, now),
      principals: () => knownPrincipals(storage.documents("_local")),
      now,
      timestamp,
      unique: () => ids.unique(),
      next: () => storage.count(`sequence-${vendor}`, 1),
      operationMs: operationMs + (pending ? 1 : 0),
      ...(failure === undefined ? {} : { failure }),
      wrote: (action, object) =>
        storage.log({
          at: timestamp(3),
          vendor,
          action,
          object,
          method: request.method,
          // With the query: it says in which version of the interface the call was made.
          path: `/${request.path}${request.url.search}`,
          caller: request.caller?.name ?? "",
        }),
    };
  }

  #documents(vendor: string, asOf: Bent["asOf"], now: () => number): Documents {
    const { storage } = this.#options;
    const present = storage.documents(vendor);
    if (asOf !== undefined) return storage.history.asOf(present, vendor, asOf);
    if (!this.#knobs.remembers) return present;
    const write = storage.lastWrite() + 1;
    return storage.history.remembering(present, vendor, () => ({ at: now(), write }));
  }
}

const controlPath = "_local/";

function pollHeaders({ authorization }: Fields): Fields {
  return authorization === undefined ? {} : { authorization };
}
