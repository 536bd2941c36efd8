import { Fault } from "../../../packages/base/fault.ts";
import { secondsSoFar } from "../../../packages/base/time-in-words.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { RunDocument } from "../../contract/documents/runs/runs.ts";
import type { Invocation } from "../command.ts";
import type { RunDisplay } from "../rendering/run-display.ts";
import { clean } from "../rendering/text.ts";
import { shortDigest } from "./whole-plan.ts";

const lookEveryMs = 1_000;

/** After so long without an event the service is asked how the run stands: before the first one, and amid them. */
const unbegunMs = 3_000;
const silentMs = 15_000;
const askAgainMs = 5_000;

/** A service that takes longer to answer is told to be away. */
const answerWithinMs = 5_000;

/** What is shorter is not told. */
const toldFromMs = 2_000;

/** From then on it is said what to do about a run that no process takes. */
const untakenMs = 10_000;

/** A log is told again so often. */
const loggedAgainMs = 60_000;

/** Why nothing is known of a run at the moment. */
interface Trouble {
  readonly since: number;
  /** `broken`: the events broke off; `silent`: the service was asked and says nothing. */
  readonly kind: "broken" | "silent";
  /** What the service, or the network, has said; undefined where nothing came. */
  readonly failure: ProblemDocument | undefined;
}

/** Which run is watched, and how it stood when it was started. */
type WatchedRun = Pick<RunDocument, "run" | "stack" | "status">;

/** What is to be told at the moment; the same kind is told once in a while. */
interface Said {
  readonly kind: "away" | "failing" | "queued" | "untaken";
  readonly lines: readonly string[];
}

/**
 * Watches the service that a run is followed at. While no event comes it asks how the run stands, so that people are
 * told whether a process has taken the run, and whether it is the service that says nothing, and not a platform.
 */
export class ServiceWatch {
  readonly #invocation: Invocation;
  readonly #server: string;
  readonly #display: RunDisplay;
  readonly #path: { readonly stack: string; readonly run: string };
  readonly #over = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #begun: number;
  #isTaken: boolean;
  #heardAt: number;
  #askedAt: number;
  #askingSince: number | undefined;
  #trouble: Trouble | undefined;
  /** The stream of events that is open, or is being opened. */
  #stream: AbortController | undefined;
  #openedAt: number | undefined;
  #told: { readonly kind: Said["kind"]; readonly at: number } | undefined;

  constructor(invocation: Invocation, server: string, { run, stack, status }: WatchedRun, display: RunDisplay) {
    this.#invocation = invocation;
    this.#server = server;
    this.#display = display;
    this.#path = { stack, run };
    this.#begun = invocation.context.now();
    this.#heardAt = this.#begun;
    this.#askedAt = this.#begun;
    this.#isTaken = status !== "queued";
    this.#timer = setInterval(() => this.#look(), lookEveryMs).unref();
    display.watchedBy({ lines: () => this.#said()?.lines ?? [], isBlind: () => this.#trouble !== undefined });
  }

  close(): void {
    clearInterval(this.#timer);
    this.#over.abort();
  }

  /** A stream of the events is about to be opened; what is given ends it. */
  opening(): AbortController {
    this.#stream = new AbortController();
    this.#openedAt = undefined;
    return this.#stream;
  }

  opened(): void {
    this.#openedAt = this.#invocation.context.now();
  }

  /** An event has come. */
  heard(): void {
    this.#heardAt = this.#invocation.context.now();
    this.#isTaken = true;
    this.#back();
  }

  /** The events broke off, or can't be had: the service's own words, where it has said something. */
  lost(failure: ProblemDocument | undefined): void {
    this.#stream = undefined;
    this.#openedAt = undefined;
    const { since = this.#invocation.context.now(), failure: before } = this.#trouble ?? {};
    this.#trouble = { since, kind: "broken", failure: failure ?? before };
  }

  #look(): void {
    const now = this.#invocation.context.now();
    // A stream that stays open shows that the service is there.
    if (this.#trouble?.kind === "broken" && this.#openedAt !== undefined && now - this.#openedAt >= lookEveryMs)
      this.#back();
    const isSilent = now - this.#heardAt >= (this.#isTaken ? silentMs : unbegunMs);
    if (this.#stream !== undefined && isSilent && this.#askingSince === undefined && now - this.#askedAt >= askAgainMs)
      void this.#ask();
    if (this.#askingSince !== undefined && now - this.#askingSince >= answerWithinMs)
      this.#trouble ??= { since: this.#askingSince, kind: "silent", failure: undefined };
    if (!this.#invocation.people.live) this.#log(now);
  }

  async #ask(): Promise<void> {
    const { api, context } = this.#invocation;
    this.#askingSince = context.now();
    try {
      const answer = await api.start("getRun", { path: this.#path }, this.#over.signal);
      if (answer.ok) this.#answered(answer.value);
      // The run is not there any more: the stream, opened anew, says so.
      else if (answer.error.status === 404) this.#stream?.abort();
      else if (answer.error.status >= 500)
        this.#trouble = { since: this.#askingSince, ...this.#trouble, kind: "silent", failure: answer.error };
    } catch (cause) {
      if (!this.#over.signal.aborted && !(cause instanceof Fault)) throw cause;
    } finally {
      this.#askingSince = undefined;
      this.#askedAt = context.now();
    }
  }

  #answered({ status }: RunDocument): void {
    this.#isTaken ||= status !== "queued" && status !== "awaiting-approval";
    if (this.#trouble === undefined) return;
    this.#back();
    // What was open while the service was away may never tell anything again.
    this.#stream?.abort();
  }

  /** The service is there; a log that was told otherwise is told so. */
  #back(): void {
    const wasTold = this.#trouble !== undefined && (this.#told?.kind === "away" || this.#told?.kind === "failing");
    this.#trouble = undefined;
    if (!wasTold) return;
    this.#told = undefined;
    this.#display.say(`The service at ${clean(this.#server)} answers again.`);
  }

  #said(): Said | undefined {
    const now = this.#invocation.context.now();
    const short = shortDigest(clean(this.#path.run));
    const server = clean(this.#server);
    if (this.#trouble !== undefined) {
      const { since, failure } = this.#trouble;
      if (now - since < toldFromMs) return undefined;
      const time = secondsSoFar(now - since);
      if (failure === undefined || failure.code === "server-unreachable") {
        const first = `The service at ${server} has not answered for ${time}.`;
        const second = `Run ${short} goes on without it where another process of its store carries it out.`;
        return { kind: "away", lines: [first, second] };
      }
      const why = clean(failure.detail);
      const first = `The service at ${server} has not been able to tell of the run for ${time}: ${why}`;
      const isStore = failure.code === "store-failed";
      return { kind: "failing", lines: [first, ...(isStore ? ["No call begins until its store answers again."] : [])] };
    }
    const waited = now - this.#begun;
    if (this.#isTaken || waited < toldFromMs) return undefined;
    const first = `Run ${short} waits for a process that carries it out; ${secondsSoFar(waited)} so far.`;
    if (waited < untakenMs) return { kind: "queued", lines: [first] };
    const second = "None has taken it: each is busy, or there is none. `plumb worker`, over the same store, is one.";
    return { kind: "untaken", lines: [first, second] };
  }

  #log(now: number): void {
    const said = this.#said();
    if (said === undefined) return;
    const { kind } = said;
    if (this.#told?.kind === kind && now - this.#told.at < loggedAgainMs) return;
    this.#told = { kind, at: now };
    for (const line of said.lines) this.#display.say(line);
  }
}
