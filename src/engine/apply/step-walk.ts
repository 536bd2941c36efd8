import { elapsedSince, sleepUntil } from "../../../packages/base/clock.ts";
import { invariant } from "../../../packages/base/invariant.ts";
import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import type { Place } from "../graph/places.ts";
import { type Visit, walk } from "../graph/walk.ts";
import type { MoveStep, Step } from "../plan/plan.ts";
import { wasAsWanted } from "../state/journal.ts";
import { writtenProblem } from "../state/records/written-problem.ts";
import type { ApplyEvent } from "./apply-events.ts";
import { platformOf } from "./at-work.ts";
import { resultOf } from "./calls/call-notes.ts";
import type { BegunIntent } from "./open-intents.ts";
import type { RunContext } from "./run-context.ts";
import { StepCalledOff, StepFailed } from "./step-failed.ts";
import { StepWaits } from "./step-waits.ts";
import { withEarlierCall } from "./steps/half-done.ts";
import { performRead } from "./steps/perform-read.ts";
import { performRecord } from "./steps/perform-record.ts";
import { performRemoval } from "./steps/perform-removal.ts";
import { performWrite } from "./steps/perform-write.ts";

/** The steps of a plan, carried out one after those that it needs. Lives as long as one advance of the run. */
export class StepWalk {
  /** Why steps have failed, or were not reached. */
  readonly problems: Problem[];
  /** Moments before which steps can't go on, by step id. */
  readonly waits = new Map<string, number>();
  /** Ids of the steps that are done. */
  readonly done = new Set<string>();
  readonly #context: RunContext;
  readonly #steps: ReadonlyMap<string, Step>;
  readonly #halt: AbortSignal;

  constructor(context: RunContext) {
    const { plan, progress, signal, leaving } = context.input;
    this.#context = context;
    this.#steps = new Map(plan.steps.map((step) => [step.id, step]));
    this.#halt = AbortSignal.any([signal, leaving]);
    this.problems = [...progress.results.values()].flatMap((result) => result.problem ?? []);
  }

  /** Goes as far as it goes now. */
  async walk(): Promise<void> {
    const { plan, parallel } = this.#context.input;
    const needs = new Map(plan.steps.map((step) => [step.id, step.needs]));
    const visit = async (id: string, place: Place) => {
      this.#context.places.set(id, place);
      const came = await this.#visit(this.#step(id));
      if (came === "done") this.done.add(id);
      return came;
    };
    const skip = (id: string, because: string) => this.#skip(this.#step(id), this.#step(because));
    try {
      await walk(needs, parallel, visit, skip, (id) => this.#step(id).provider.ref);
    } catch (cause) {
      // A run that its store has failed has calls under way all the same.
      await this.#context.whenQuiet();
      throw cause;
    }
  }

  #step(id: string): Step {
    const step = this.#steps.get(id);
    invariant(step !== undefined, `no step ${id}`);
    return step;
  }

  #skip(step: Step, because: Step): void {
    const detail = `it needs ${toldNeed(because, step)}, which did not succeed`;
    this.#fail("skipped", step, problem("not-reached", detail, { address: step.address }));
  }

  async #visit(step: Step): Promise<Visit> {
    const { progress, waits } = this.#context.input;
    const ended = progress.results.get(step.id);
    if (ended !== undefined) return ended.outcome;
    this.#tellBegin(step);
    let until = waits.get(step.id) ?? 0;
    for (;;) {
      const halted = await this.#halted(step, until);
      if (halted !== undefined) return halted;
      const came = await this.#attempt(step);
      if (typeof came === "string") return came;
      until = came.until;
    }
  }

  #tellBegin(step: Step): void {
    const context = this.#context;
    const { signal, leaving, history, clock } = context.input;
    if (context.waitingIntent(step.id) !== undefined) return context.tellWork(step);
    if (signal.aborted || leaving.aborted) return;
    history.begins(step.id, clock.now());
    context.tell(step, { kind: "started", ...platformOf(step, context.input.catalog) });
  }

  /** Waits until a step may go on; what becomes of it where the run stops first. */
  async #halted(step: Step, until: number): Promise<Visit | undefined> {
    const { clock, patienceMs, signal, leaving } = this.#context.input;
    if (until - clock.now() > patienceMs && !signal.aborted) return this.#leave(step, until);
    await sleepUntil(until, clock, this.#halt);
    // Whether the stack is still ours is found out by this look alone.
    const isCancelled = signal.aborted;
    if (leaving.aborted) return this.#leave(step, until);
    return isCancelled ? this.#cancel(step) : undefined;
  }

  #leave(step: Step, until: number): Visit {
    this.waits.set(step.id, until);
    return "waiting";
  }

  async #cancel(step: Step): Promise<Visit> {
    const sent = this.#context.waitingIntent(step.id);
    if (sent !== undefined) return this.#fail("in-flight", step, stillInFlight(sent));
    const { address } = step;
    return this.#end(step, new StepCalledOff(problem("not-reached", "the run was cancelled", { address })));
  }

  /** Carries a step out as far as it goes without a wait. */
  async #attempt(step: Step): Promise<Visit | StepWaits> {
    const context = this.#context;
    const { mayStep, clock } = context.input;
    try {
      // A call in flight is followed to its end whoever may do what by now.
      const denied = context.waitingIntent(step.id) === undefined ? await mayStep(step) : null;
      if (denied !== null) throw new StepFailed(denied);
      const done = await perform(step, context);
      const durationMs = elapsedSince(context.begunAt(step), clock);
      context.tell(step, { kind: "done", durationMs, ...(context.keepsOld(step) ? { keepsOld: true } : {}), ...done });
      return "done";
    } catch (cause) {
      if (cause instanceof StepWaits) return cause;
      if (cause instanceof StepFailed && this.#isLeft(cause)) return this.#leave(step, clock.now());
      if (cause instanceof StepFailed) return this.#end(step, cause);
      throw cause;
    }
  }

  /**
   * A process that is about to end, or has lost the stack, waits for no platform and calls nothing off: who carries the
   * run on asks again.
   */
  #isLeft(cause: StepFailed): boolean {
    const isUndone = cause instanceof StepCalledOff || cause.problem.code === "platform-unavailable";
    return isUndone && this.#context.input.leaving.aborted;
  }

  async #end(step: Step, cause: StepFailed): Promise<Visit> {
    const failure = withEarlierCall(step, cause, this.#context);
    if (failure instanceof StepCalledOff) return this.#fail("skipped", step, failure.problem);
    await noteFailure(step, failure.problem, this.#context);
    return this.#fail("failed", step, failure.problem);
  }

  #fail(kind: "failed" | "skipped" | "in-flight", step: Step, reason: Problem): Visit {
    this.problems.push(reason);
    this.#context.tell(step, { kind, problem: reason });
    return "failed";
  }
}

type Done = Extract<ApplyEvent, { kind: "done" }>;

/** A step that another one needs, as people know it: by its name, or by what it does where both have one name. */
function toldNeed(step: Step, other: Step): string {
  const isNamed = step.kind !== "removal" || step.id === step.address;
  if (isNamed && step.address !== other.address) return `\`${step.address}\``;
  return `the ${deedOf(step)} of \`${step.kind === "read" ? step.address : (step.identity?.id ?? step.address)}\``;
}

function deedOf(step: Step): string {
  if (step.kind === "removal") return step.how === "restore" ? "restoring" : "deletion";
  if (step.kind === "read") return "read";
  if (step.kind === "write" && step.action !== "update") return step.action === "import" ? "import" : "creation";
  return "change";
}

/** A run that is cancelled does not wait for what a platform has confirmed and not ended. */
function stillInFlight({ intent: { address, identity }, operationName }: BegunIntent): Problem {
  const detail =
    `the platform is still at work on \`${identity.id}\` (operation \`${operationName}\`); ` +
    "the next plan finds out what became of it";
  return problem("in-flight", detail, { address });
}

/** A failure is the end of its step in this run, whoever carries the run on. */
function noteFailure(step: Step, reason: Problem, context: RunContext): Promise<void> {
  const { detail } = reason;
  const end = { seq: null, outcome: "failed", detail, ends: true, problem: reason } as const;
  return context.journal([resultOf(step, end, context)], step);
}

async function perform(
  step: Step,
  context: RunContext,
): Promise<Pick<Done, "id" | "wasAbsent" | "wasAsWanted" | "warning">> {
  switch (step.kind) {
    case "write": {
      const { id, found } = await performWrite(step, context);
      const record = context.records.at(step.address);
      const warning = record === undefined ? undefined : writtenProblem(record, found);
      const uncalled = found === wasAsWanted ? { wasAsWanted: true as const } : {};
      return { id, ...uncalled, ...(warning === undefined ? {} : { warning }) };
    }
    case "removal": {
      return { id: step.identity.id, ...(await performRemoval(step, context)) };
    }
    case "read":
      return { id: await performRead(step, context) };
    case "move":
      return { id: await noteMove(step, context) };
    case "record":
      return { id: await performRecord(step, context) };
  }
}

/** The records have moved before the first step; what is left is to say so in the journal. */
async function noteMove(step: MoveStep, context: RunContext): Promise<string> {
  const end = { seq: null, outcome: "done", detail: `moved from ${step.movedFrom}`, ends: true } as const;
  await context.journal([resultOf(step, end, context)], step);
  return step.identity.id;
}
