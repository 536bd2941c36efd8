import type { Problem } from "../../../packages/base/problems/problem.ts";
import { secondsSoFar, timeInWords } from "../../../packages/base/time-in-words.ts";
import type { PlanView } from "../../contract/documents/plans/plan.ts";
import type { Action } from "../../contract/documents/plans/steps.ts";
import type { RunEvent } from "../../contract/documents/runs/run-events.ts";
import { type Terminal, writeLines } from "../terminal.ts";
import { cutMiddle } from "./cut.ts";
import { LiveRegion } from "./live-region.ts";
import type { Color } from "./paint.ts";
import { actionWords, symbolOf } from "./plan/action-words.ts";
import { renderSettled } from "./render-in-flight.ts";
import { renderProblem, type Sources } from "./render-problems.ts";
import { type RunningStep, RunningSteps } from "./running-steps.ts";
import { clean, inARow, padTo, textWidth, widest } from "./text.ts";

/** The event of a step that goes on no further. */
type EndedStep = Exclude<Extract<RunEvent, { event: "step" }>, { phase: "started" } | { phase: "waiting" }>;

const shownRunning = 8;

/** How many are named of those that failed alike. */
const shownAlike = 8;

/** A wait that is shorter is no line of its own. */
const toldFromMs = 1_000;

/** A log that has been silent for so long is told what goes on. */
const silenceMs = 15_000;

const wayToLeave = "Ctrl-C stops waiting: what has begun goes on, and the next run settles it.";

/** What is known besides the events of a run. */
interface Watch {
  /** Lines that tell of it, at the moment. */
  lines(): readonly string[];
  /** Whether no event can come at the moment: it is not known then how a step stands. */
  isBlind(): boolean;
}

/**
 * Shows a run as its events come: one lasting line a finished step, and the running ones below on a terminal, elsewhere
 * after a long silence.
 */
export class RunDisplay {
  readonly #terminal: Terminal;
  readonly #sources: Sources;
  readonly #now: () => number;
  readonly #nameWidth: number;
  readonly #symbolWidth: number;
  readonly #createsFirst: ReadonlySet<string>;
  readonly #keepsOld: ReadonlySet<string>;
  readonly #running: RunningSteps;
  /** By the problem and the platform: the step that told of it, and those that failed for the same reason. */
  readonly #failed = new Map<string, { readonly first: string; readonly others: string[] }>();
  /** By platform and reason: when a wait was last told. */
  readonly #waitsTold = new Map<string, number>();
  readonly #live: LiveRegion | undefined;
  readonly #reminder: NodeJS.Timeout | undefined;
  #watch: Watch = { lines: () => [], isBlind: () => false };

  /** The plan is for the widths of the columns, and for how far the run has come. */
  constructor(terminal: Terminal, sources: Sources, now: () => number, plan: Pick<PlanView, "steps" | "estimate">) {
    const { steps } = plan;
    this.#terminal = terminal;
    this.#sources = sources;
    this.#now = now;
    this.#running = new RunningSteps(plan, now);
    const shown = steps.filter((step) => step.action !== "same");
    this.#createsFirst = new Set(
      steps.filter((step) => step.order === "create-before-delete").map((step) => step.name),
    );
    this.#keepsOld = new Set(steps.filter((step) => step.keepsOld === true).map((step) => step.name));
    this.#nameWidth = Math.min(
      32,
      widest(shown, (step) => textWidth(clean(step.name))),
    );
    this.#symbolWidth = Math.max(
      1,
      widest(shown, (step) => actionWords[step.action].symbol.length),
    );
    if (terminal.live) this.#live = new LiveRegion(terminal, () => this.#runningLines());
    else this.#reminder = setInterval(() => writeLines(terminal, this.#runningLines()), silenceMs).unref();
  }

  show(event: RunEvent): void {
    this.#running.note(event);
    if (event.event === "retrying" && event.afterMs >= toldFromMs && !isPushedBack(event))
      return this.#write([this.#retryLine(event)]);
    // A server of an earlier version tells no calls.
    if (event.event === "started" && (event.inFlight ?? []).length > 0)
      return this.#write(renderSettled(event.inFlight, this.#terminal, "the run"));
    if (event.event === "taken-over") return this.say("Another process goes on with the run.");
    if (event.event !== "step") return;
    if (event.phase === "started") return;
    if (event.phase === "waiting") return this.#tellWait(event);
    if (event.phase === "done" && event.action === "same") return;
    if (event.phase === "failed" && this.#isTold(event.name, event.type, event.problem)) return;
    const lines = this.#finishedLines(event);
    this.#write(lines);
  }

  /** The lines of the watch are shown below the live ones; in a log it tells them itself. */
  watchedBy(watch: Watch): void {
    this.#watch = watch;
  }

  /** Says something that lasts, above the live lines. */
  say(line: string): void {
    this.#write([line]);
  }

  /** Removes the live lines; to be called whatever happens. */
  close(): void {
    this.#tellAlike();
    this.#live?.close();
    clearInterval(this.#reminder);
  }

  #write(lines: readonly string[]): void {
    if (this.#live !== undefined) return this.#live.print(lines);
    writeLines(this.#terminal, lines);
    this.#reminder?.refresh();
  }

  /** Whether a step of the same platform has failed for the same reason before; then it is counted with that. */
  #isTold(name: string, type: string, { code, detail }: Problem): boolean {
    const key = JSON.stringify([type.split(":")[0], code, detail]);
    const known = this.#failed.get(key);
    if (known === undefined) this.#failed.set(key, { first: name, others: [] });
    else known.others.push(name);
    return known !== undefined;
  }

  /** Says once how many have failed as another one did. */
  #tellAlike(): void {
    const lines = [...this.#failed.values()].flatMap(({ first, others }) => {
      if (others.length === 0) return [];
      const who = inARow(others.map(clean), shownAlike);
      return [`${this.#terminal.paint("red", "!")} ${others.length} more failed as ${clean(first)} did: ${who}`];
    });
    this.#failed.clear();
    if (lines.length > 0) this.#write(lines);
  }

  #finishedLines(event: EndedStep): readonly string[] {
    const { paint, width } = this.#terminal;
    const words = actionWords[event.action];
    const symbol = this.#symbolOf(event);
    const name = padTo(clean(event.name), this.#nameWidth);
    // Symbol, name, outcome and time stand before the type.
    const type = cutMiddle(
      clean(event.type),
      Math.max(20, width - this.#symbolWidth - this.#nameWidth - 24),
      this.#terminal,
    );
    const head = (color: Color, sign: string): string => `${paint(color, sign.padEnd(this.#symbolWidth))} ${name}`;
    if (event.phase === "done") {
      const time = timeInWords(event.durationMs).padStart(8);
      const timed = paint("dim", `${time}  ${type}`);
      const line = `${head(words.color, symbol)}  ${this.#pastOf(event).padEnd(9)}  ${timed}`;
      return [line, ...(event.warning === undefined ? [] : this.#told(event.warning))];
    }
    if (event.phase !== "failed") {
      const why = event.problem.detail === "" ? event.problem.summary : event.problem.detail;
      const isSkipped = event.phase === "skipped";
      const how = paint(isSkipped ? "dim" : "yellow", (isSkipped ? "skipped" : "in flight").padEnd(9));
      return [`${isSkipped ? head("dim", ".") : head("yellow", "?")}  ${how}  ${clean(why)}`];
    }
    const details = this.#told(event.problem);
    return [`${head("red", "!")}  ${paint("red", "failed".padEnd(9))}  ${paint("dim", type)}`, ...details];
  }

  /**
   * Says that a platform is waited for: for each platform and reason now and then, whichever step it is that waits. On
   * a terminal the live lines tell of an operation that goes on, as it is nothing unusual.
   */
  #tellWait({ name, action, why, platform, detail }: Extract<RunEvent, { phase: "waiting" }>): void {
    if (this.#live !== undefined && why === "operation") return;
    const wait = JSON.stringify([platform, why]);
    const told = this.#waitsTold.get(wait);
    if (told !== undefined && this.#now() - told < silenceMs) return;
    this.#waitsTold.set(wait, this.#now());
    this.#write([`${this.#head({ name, action })}  ${this.#terminal.paint("yellow", clean(detail))}`]);
  }

  #head(step: { readonly name: string; readonly action: Action }): string {
    const symbol = this.#terminal.paint(actionWords[step.action].color, this.#symbolOf(step).padEnd(this.#symbolWidth));
    return `${symbol} ${padTo(clean(step.name), this.#nameWidth)}`;
  }

  /** A call that the run makes again after a while, whose outcome it does not know or whose object has moved. */
  #retryLine({ name, action, afterMs, why, status, attempt }: Extract<RunEvent, { event: "retrying" }>): string {
    const again = `retrying in ${timeInWords(afterMs)} (${status ?? why}), attempt ${attempt}`;
    return `${this.#head({ name, action })}  ${this.#terminal.paint("yellow", again)}`;
  }

  /** A replacement is told as in the plan: which of both objects comes first. */
  #symbolOf({ name, action }: Pick<RunningStep, "name" | "action">): string {
    if (action !== "replace") return actionWords[action].symbol;
    const order = this.#createsFirst.has(name) ? ({ order: "create-before-delete" } as const) : {};
    return symbolOf({ action, ...order, ...(this.#keepsOld.has(name) ? { keepsOld: true } : {}) });
  }

  /** What became of the object of a step that is done. */
  #pastOf({ name, action, wasAbsent, wasAsWanted, putBack }: Extract<EndedStep, { phase: "done" }>): string {
    if (wasAbsent === true) return "was not there";
    if (wasAsWanted === true) return "unchanged: it is as wanted already";
    if (putBack === true) return "put back";
    return actionWords[action === "replace" && this.#keepsOld.has(name) ? "create" : action].past;
  }

  /** A problem below the line of its step. */
  #told(problem: Problem): readonly string[] {
    const indent = " ".repeat(this.#symbolWidth + 3);
    const screen = { ...this.#terminal, width: this.#terminal.width - indent.length };
    return renderProblem(problem, this.#sources, screen).map((line) => `${indent}${line}`);
  }

  #runningLines(): readonly string[] {
    const steps = this.#running.all;
    const isBlind = this.#watch.isBlind();
    const beside = this.#terminal.live ? this.#watch.lines() : [];
    const most = this.#terminal.live ? this.#shownRunning(beside.length) : shownRunning;
    const lines = steps.slice(0, most).map((step) => this.#runningLine(step, isBlind));
    const more = steps.length - lines.length;
    const isLong = steps.some(({ since, waitingFor }) => waitingFor !== undefined && this.#now() - since >= silenceMs);
    const progress = this.#running.progress(isBlind);
    return [
      ...lines,
      ...(more > 0 ? [`${" ".repeat(this.#symbolWidth)} … and ${more} more`] : []),
      ...(progress === null || steps.length === 0 ? [] : [progress]),
      ...beside,
      ...(isLong && !isBlind ? [wayToLeave] : []),
    ];
  }

  #runningLine(step: RunningStep, isBlind: boolean): string {
    const time = secondsSoFar(this.#now() - step.since);
    const phase = this.#running.phaseOf(step);
    const words = actionWords[step.action];
    const verb = step.putBack ? "put back" : words.verb;
    const how = isBlind ? "begun; how it stands is not known" : `${time}${phase === "" ? "" : `  ${phase}`}`;
    const head = `${this.#symbolOf(step).padEnd(this.#symbolWidth)} ${padTo(clean(step.name), this.#nameWidth)}`;
    return `${head}  ${verb}  ${how}`;
  }

  /** In a small window fewer steps are named: what is redrawn must not scroll. */
  #shownRunning(beside: number): number {
    return Math.max(1, Math.min(shownRunning, this.#terminal.height - 5 - beside));
  }
}

/** Whether a platform has put the call off: the wait is told by itself, with what it is waited for. */
function isPushedBack({ why }: Extract<RunEvent, { event: "retrying" }>): boolean {
  return why === "throttled" || why === "unavailable";
}
