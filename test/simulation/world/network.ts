import {
  type Exchange,
  type ExchangeRequest,
  type ExchangeResponse,
  isOk,
} from "../../../packages/base/exchange/exchange.ts";
import { ExchangeFailed } from "../../../packages/base/exchange/exchange-failed.ts";
import type { OperationFailure } from "../../../packages/local-cloud/runtime/local-vendor.ts";
import { failedAfterAll, OperationTrouble } from "../actions/operation-trouble.ts";
import type { Encounter } from "../encounters.ts";
import { bindingsOf } from "../judges/world-judge.ts";
import { Random } from "../random.ts";
import type { NetworkFault, Scenario, StrangerAt, StrangersAct } from "../scenario.ts";
import type { SimulatedCloud } from "./cloud.ts";
import type { CloudMemory, Moment } from "./cloud-memory.ts";
import type { SimulatedProcess } from "./process.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** One request of ours and what its sender came to know. */
export interface Call {
  readonly number: number;
  readonly pid: number;
  readonly atMs: number;
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly body: string;
  /** When the platform got it first, behind what strangers did right before it. */
  arrived: Moment | null;
  /** When the sender heard of its end. */
  heardMs: number | null;
  /** The answer that it heard refuses the call, and so names no operation. */
  isHeardRefused: boolean;
  /** It came twice, and the answer that it heard is that of the second time. */
  isHeardOfSecond: boolean;
  /** A write of which the sender heard nothing that tells whether it took effect. */
  readonly isUnknown: boolean;
  /** The answer refuses what the platform has carried out. */
  readonly isBelied: boolean;
  /** The operation that it began has done its work, and tells an error. */
  isFailedAfterAll: boolean;
  /** A read that shows what was, and not what is. */
  showsFormer: boolean;
  /** It does so because a write of ours is hidden from reads. */
  isHidden: boolean;
  /** A question after operations that is refused, whatever goes on. */
  readonly isRefused: boolean;
  /** The answer's body was cut off: it names no operation. */
  readonly isCutOff: boolean;
  /** What others do right before it arrives. */
  readonly strangers: readonly StrangerAt[];
  /** Strangers' bindings that it took away, in words. */
  readonly displaced: string[];
}

/** One arrival of a request, and what befalls it. */
interface Delivery {
  readonly isRepetition: boolean;
  readonly fault: NetworkFault | undefined;
  readonly failure: OperationFailure | undefined;
  /** For so long reads show what was there before. */
  readonly hiddenMs: number;
}

/** A write that reads do not show yet. */
interface Unseen {
  readonly place: string;
  readonly sinceMs: number;
  readonly untilMs: number;
}

interface NetworkParts {
  readonly scenario: Pick<
    Scenario,
    | "seed"
    | "operationMs"
    | "networkFaults"
    | "strangersAt"
    | "operationFaults"
    | "questionFaults"
    | "listFaults"
    | "renamesPolicies"
  >;
  readonly time: VirtualTime;
  readonly storage: CloudMemory;
  readonly cloud: SimulatedCloud;
  /** Has somebody else do something, at once. */
  readonly before: (act: StrangersAct) => void;
  /** The same of one call; whether the platform takes it. */
  readonly asStranger: (method: string, path: string, body: string) => boolean;
  readonly note: (line: string) => void;
  readonly meet: (encounter: Encounter) => void;
}

/** Who sends a call, and how that is to go wrong on the platform. */
interface Sender {
  readonly process: SimulatedProcess;
  readonly trouble: ReturnType<SimulatedProcess["sends"]>;
}

/** A client gives up on an answer after so long. */
const patienceMs = 30_000;

/** A list of operations lags behind by so much at most. */
const listsLagMs = 1_500;

/** The network between our processes and the clouds: it takes its time, and fails as the scenario says. */
export class Network {
  readonly calls: Call[] = [];
  /** How many faults have struck. */
  struck = 0;
  /** Reads show nothing that was over then. */
  caughtUpMs = 0;
  /** When all is over that a refused call has begun all the same: nobody asks after it. */
  beliedUntilMs = 0;
  /** Nor do lists of operations what was over then. */
  listsCaughtUpMs = 0;
  readonly #parts: NetworkParts;
  readonly #random: Random;
  #faults: ReadonlyMap<number, NetworkFault>;
  #strangersAt: readonly StrangerAt[];
  /** Calls that write and have been sent so far. */
  #writes = 0;
  #deletions = 0;
  readonly #trouble: OperationTrouble;
  #unseen: readonly Unseen[] = [];

  constructor(parts: NetworkParts) {
    const { seed, networkFaults, strangersAt = [] } = parts.scenario;
    this.#parts = parts;
    this.#random = new Random(seed, "network");
    this.#faults = new Map(networkFaults.map((fault) => [fault.call, fault]));
    this.#strangersAt = strangersAt;
    this.#trouble = new OperationTrouble(parts.scenario);
  }

  /** No fault strikes from here on. */
  calm(): void {
    this.#faults = new Map();
    this.#strangersAt = [];
    this.#unseen = [];
    this.#trouble.calm();
  }

  exchangeOf(process: SimulatedProcess): Exchange {
    return (request) =>
      new Promise((resolve, reject) => {
        const trouble = process.sends(request.method);
        if (process.leaves()) this.#send(request, { process, trouble }, resolve, reject);
      });
  }

  #send(
    request: ExchangeRequest,
    { process, trouble: meant }: Sender,
    resolve: (response: ExchangeResponse) => void,
    reject: (cause: unknown) => void,
  ): unknown {
    const { time } = this.#parts;
    const { method, url, body } = request;
    const address = new URL(url);
    const path = address.pathname;
    const number = this.calls.length + 1;
    const strangers = this.#comingBefore(method, number);
    const isTurnedAway = meant === "refused" || strangers.some(({ act }) => act.kind === "denied");
    const refused = isTurnedAway ? undefined : this.#trouble.refusal(method, path);
    const trouble = isTurnedAway ? undefined : meant;
    // What the sender hears is decided then: no fault of the network comes to it any more.
    const isDecided = isTurnedAway || refused !== undefined || (trouble !== undefined && trouble !== "fails");
    const fault = isDecided ? undefined : this.#faults.get(number);
    const isOutlived = trouble === "outlived";
    const isUnknown =
      method !== "GET" && ((fault !== undefined && hidesOutcome(fault)) || trouble === "unanswered" || isOutlived);
    const { search } = address;
    const call: Call = {
      number,
      pid: process.pid,
      atMs: time.now,
      method,
      path,
      search,
      body,
      arrived: null,
      heardMs: null,
      isHeardRefused: false,
      isHeardOfSecond: false,
      isUnknown,
      isBelied: trouble === "denied" || trouble === "conflicts",
      isFailedAfterAll: false,
      showsFormer: false,
      isHidden: false,
      isRefused: refused !== undefined,
      isCutOff: fault?.kind === "truncated",
      strangers,
      displaced: [],
    };
    this.calls.push(call);
    if (fault !== undefined) this.struck += 1;
    this.#parts.note(`${process.pid} > ${number} ${method} ${path}${fault === undefined ? "" : ` ! ${fault.kind}`}`);

    const answers = (response: ExchangeResponse | null, afterMs: number, isRepetition = false) =>
      time.schedule(afterMs, () => {
        process.hears(() => {
          call.heardMs = time.now;
          call.isHeardRefused = response !== null && !isOk(response);
          call.isHeardOfSecond = isRepetition;
          if (isRepetition && call.isHeardRefused) this.#parts.storage.heardRefused.add(number);
          this.#parts.note(`${process.pid} < ${number} ${response?.status ?? "nothing"}`);
          if (response === null) reject(broken("ECONNRESET"));
          else resolve(response);
        });
      });
    const hiddenMs = trouble === "unanswered" ? process.hiddenMs : 0;
    const arrives = (afterMs: number, then: (response: ExchangeResponse) => void, isRepetition = false) =>
      time.schedule(afterMs, () => then(this.#deliver(request, call, { isRepetition, fault, failure, hiddenMs })));

    const [out, back] = [this.#random.between(1, 12), this.#random.between(1, 12)];
    if (isTurnedAway) return answers(denied(path), out);
    if (refused !== undefined) {
      // Who may not ask believes what a read shows.
      if (refused.status !== 503 && path.endsWith("/operations")) this.#parts.storage.hidOperations = true;
      this.struck += 1;
      return answers(refused, out);
    }
    const drawn = this.#trouble.failure(method, path);
    if (drawn !== undefined) this.struck += 1;
    const failure = trouble === "fails" ? failedAfterAll : drawn;
    if (call.isBelied) return arrives(out, () => answers(trouble === "denied" ? denied(path) : conflict(path), back));
    if (isOutlived) {
      process.kill();
      return arrives(out + process.underWayMs, () => {
        this.#parts.meet("outlived call");
        if (this.calls.some((later) => later.number > number)) this.#parts.meet("outlived call, seen past");
      });
    }
    if (trouble === "unanswered") return arrives(out, () => answers(null, back));
    switch (fault?.kind) {
      case undefined:
      case "lags":
        return arrives(out, (response) => answers(response, back));
      case "slow":
        // A connection that was not through yet dies with its process.
        return time.schedule(
          out + fault.ms,
          () => process.isAlive && arrives(0, (response) => answers(response, back)),
        );
      case "refused":
        return time.schedule(out, () => process.hears(() => reject(broken("ECONNREFUSED"))));
      case "reset-before":
        return answers(null, out);
      case "reset-after":
        return arrives(out, () => answers(null, back));
      case "lost":
        arrives(out, () => {});
        return answers(null, patienceMs);
      case "twice":
        arrives(out, (response) => fault.answer === "first" && answers(response, back));
        return arrives(
          out + back,
          (response) => {
            if (fault.answer !== "second") return;
            if (!isOk(response)) this.#noteRefused(call);
            answers(response, back, true);
          },
          true,
        );
      case "pushed-back":
        return answers(pushedBack(fault.status, fault.after, time.now), out);
      case "gateway":
        if (!fault.carriedOut) return answers(gatewayError(), out);
        return arrives(out, () => answers(gatewayError(), back));
      case "truncated":
        return arrives(out, (response) => answers(halved(response), back));
    }
  }

  #deliver(
    request: ExchangeRequest,
    call: Call,
    { isRepetition, fault, failure, hiddenMs }: Delivery,
  ): ExchangeResponse {
    const { storage, cloud, before: strangersBefore } = this.#parts;
    if (!isRepetition)
      for (const { act, toIts, copies } of call.strangers) {
        if (copies === true) this.#copy(call);
        else strangersBefore(toIts === true ? { ...act, ...slotIn(call) } : act);
      }
    call.arrived ??= storage.now;
    storage.sender = { pid: call.pid, call: call.number, isRepetition };
    if (call.isBelied) this.beliedUntilMs = this.#parts.time.now + this.#parts.scenario.operationMs;
    const hiddenSinceMs = call.method === "GET" ? this.#hiddenSinceMs(call.path) : 0;
    call.isHidden = hiddenSinceMs > 0;
    if (call.isHidden) this.struck += 1;
    const lagMs = Math.max(fault?.kind === "lags" ? fault.ms : 0, hiddenSinceMs);
    storage.lagMs = call.method === "GET" ? Math.min(lagMs, this.#mostLagMs(call.path)) : 0;
    const { now: nowMs } = this.#parts.time;
    if (hiddenMs > 0)
      this.#unseen = [...this.#unseen, { place: placeOf(call.path), sinceMs: nowMs, untilMs: nowMs + hiddenMs }];
    call.showsFormer = storage.lagMs > 0;
    call.isFailedAfterAll = failure !== undefined && !failure.isLost;
    if (storage.lagMs > 0 && call.path.endsWith("/operations")) storage.hidOperations = true;
    const before = call.path.endsWith("/setIamPolicy") ? strangersBindings(storage, call.path) : [];
    const response = cloud.answer(request, "us", failure);
    if (call.method === "PATCH" && response.status === 404) this.#parts.meet("update of nothing");
    if (before.length > 0) {
      const left = strangersBindings(storage, call.path);
      call.displaced.push(...before.filter((binding) => !left.includes(binding)));
    }
    storage.lagMs = 0;
    return response;
  }

  /** The bindings that a call has set, and of which its sender hears a refusal. */
  #noteRefused({ path, body }: Call): void {
    if (!path.endsWith("/setIamPolicy")) return;
    const reservation = reservationIn(path);
    for (const { role, members } of bindingsOf(JSON.parse(body)["policy"]))
      for (const member of members) this.#parts.storage.refusedTwice.add(`${reservation} ${role} ${member}`);
  }

  /**
   * Somebody else makes the attachment that a call is to make, to the letter and right before it. Whoever hears nothing
   * of the call can't tell that it was refused.
   */
  #copy({ method, path, search, body, isUnknown }: Call): void {
    if (method !== "POST" || !path.endsWith("/endpointAttachments")) return;
    const name = new URLSearchParams(search).get("endpointAttachmentId");
    if (!this.#parts.asStranger(method, `${path}${search}`, body) || isUnknown) return;
    this.#parts.storage.copied.add(`${path.replace(/^\/v1\//, "")}/${name}`.toLowerCase());
  }

  /** What strangers do before a call; counts the call. */
  #comingBefore(method: string, call: number): readonly StrangerAt[] {
    if (method !== "GET") this.#writes += 1;
    if (method === "DELETE") this.#deletions += 1;
    return this.#strangersAt.filter(({ at, number }) => {
      if (at === "call") return number === call;
      return at === "write"
        ? method !== "GET" && number === this.#writes
        : method === "DELETE" && number === this.#deletions;
    });
  }

  /** How far back a read has to reach to show what was there before a write that is to be hidden from it. */
  #hiddenSinceMs(path: string): number {
    const { now } = this.#parts.time;
    const hiding = this.#unseen.filter(({ place, untilMs }) => place === placeOf(path) && now < untilMs);
    return Math.max(0, ...hiding.map(({ sinceMs }) => now - sinceMs + 1));
  }

  #mostLagMs(path: string): number {
    const { now } = this.#parts.time;
    return path.endsWith("/operations") ? Math.min(listsLagMs, now - this.listsCaughtUpMs) : now - this.caughtUpMs;
  }
}

/** What a call reads or writes: a policy is read and written at two paths. */
function placeOf(path: string): string {
  return path.replace(/\/[gs]etIamPolicy$/, "").toLowerCase();
}

/** The slot whose object a call is about, by how objects are named. */
function slotIn({ path, search }: Call): Partial<StrangersAct> {
  // The last name is its own: a credential's path names its client before it.
  const found = [...`${path}${search}`.matchAll(/(client|cred|gate|coll|wave|moved)-r(\d+)(-moved)?/g)].at(-1);
  if (found === undefined) return {};
  const moved = found[1] === "moved" || found[3] !== undefined || path.includes("/moved/");
  return { slot: Number(found[2]), moved };
}

/** The bindings of others on the policy that a call is about, as a plan words them. */
function strangersBindings(storage: CloudMemory, path: string): readonly string[] {
  const policy = storage.contents("google", "policy").get(reservationIn(path));
  return bindingsOf(policy ?? { bindings: [] }).flatMap(({ role, members }) =>
    members.filter((member) => member.includes("stranger")).map((member) => `${role} to ${member}`),
  );
}

function reservationIn(path: string): string {
  return /projects\/.+\/reservations\/[^/]+/.exec(path)?.[0] ?? "";
}

function hidesOutcome({ kind }: NetworkFault): boolean {
  return kind === "reset-before" || kind === "reset-after" || kind === "lost" || kind === "gateway";
}

function broken(code: "ECONNREFUSED" | "ECONNRESET"): ExchangeFailed {
  const cause = Object.assign(new Error(code), { code });
  return new ExchangeFailed(code === "ECONNREFUSED" ? "connect" : "sent", cause);
}

/** The vendor's refusal of a caller who lacks a right. */
function denied(path: string): ExchangeResponse {
  return refusal(path, "the caller does not have permission", 403, {
    google: "PERMISSION_DENIED",
    arm: "AuthorizationFailed",
    databricks: "PERMISSION_DENIED",
  });
}

/** The vendor's refusal of a call that meets another one. */
function conflict(path: string): ExchangeResponse {
  return refusal(path, "another operation is under way", 409, {
    google: "ABORTED",
    arm: "Conflict",
    databricks: "RESOURCE_CONFLICT",
  });
}

function refusal(
  path: string,
  message: string,
  status: 403 | 409,
  codes: { readonly google: string; readonly arm: string; readonly databricks: string },
): ExchangeResponse {
  const google = { error: { code: status, message, status: codes.google } };
  const arm = { error: { code: codes.arm, message } };
  const databricks = { error_code: codes.databricks, message };
  const body = path.startsWith("/subscriptions/") ? arm : path.startsWith("/api/") ? databricks : google;
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

function gatewayError(): ExchangeResponse {
  return { status: 502, headers: {}, body: "<html>" };
}

function pushedBack(status: number, after: "none" | "seconds" | "date", now: number): ExchangeResponse {
  const date = new Date(now).toUTCString();
  const value = after === "seconds" ? "3" : new Date(now + 5_000).toUTCString();
  return {
    status,
    headers: { date, "content-type": "application/json", ...(after === "none" ? {} : { "retry-after": value }) },
    body: "{}",
  };
}

/** The head of an answer whose body breaks off. */
function halved({ status, body }: ExchangeResponse): ExchangeResponse {
  return { status, headers: {}, body: body.slice(0, Math.floor(body.length / 2)) };
}
