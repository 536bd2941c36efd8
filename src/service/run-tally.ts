import type { JsonObject } from "../base/json.ts";
import type { Problem } from "../base/problem.ts";
import { problem } from "../base/problem.ts";
import type { InFlightCall } from "../contract/documents/in-flight-calls.ts";
import type { RunEvent, RunSummary } from "../contract/documents/runs.ts";
import type { ApplyEvent } from "../engine/apply/run-context.ts";
import type { Plan, Step } from "../engine/plan/plan.ts";
import { type StepResult, wasNotThere } from "../engine/state/journal.ts";
import { remainsProblem } from "../engine/state/may-be-left.ts";
import { writtenProblem } from "../engine/state/written-problem.ts";
import type { Deployment } from "./deployment.ts";
import { storedPlan } from "./make-plans.ts";
import { countsOf, isPutBack, removedAlong } from "./plan-view.ts";

type Emit = (event: RunEvent) => void;

/** Counts what a run did, in the API's words. */
export class Tally {
  readonly #run: string;
  readonly #elapsed: () => number;
  readonly #done: Step[] = [];
  #failed = 0;
  readonly #skipped = new Set<string>();

  constructor(run: string, elapsed: () => number) {
    this.#run = run;
    this.#elapsed = elapsed;
  }

  /** Counts a step's event and tells of it. What a failure left out is told once, however often the run advances. */
  note(event: ApplyEvent, emit: Emit): void {
    const { step } = event;
    const common = {
      event: "step" as const,
      name: step.address,
      type: step.type,
      action: step.action,
      ...(isPutBack(step) ? { putBack: true as const } : {}),
    };
    switch (event.kind) {
      case "started":
        return emit({ ...common, phase: "started" });
      case "waiting":
        return emit({ ...common, phase: "waiting", detail: event.detail });
      case "done": {
        const { durationMs, wasAbsent, warning } = event;
        if (wasAbsent !== true) this.#done.push(step);
        const id = event.id === null ? {} : { id: event.id };
        const told = { ...(wasAbsent === true ? { wasAbsent } : {}), ...(warning === undefined ? {} : { warning }) };
        emit({ ...common, phase: "done", ...id, durationMs, ...told });
        // What went with the write is told as well: as much is gone as by a step of its own.
        for (const { name, type, action, id: gone = "" } of removedAlong(step))
          emit({ event: "step", phase: "done", name, type, action, id: gone, durationMs });
        return;
      }
      case "failed":
        this.#failed += 1;
        return emit({ ...common, phase: "failed", problem: event.problem });
      case "in-flight":
        return emit({ ...common, phase: "in-flight", problem: event.problem });
      case "skipped":
        if (this.#skipped.has(step.id)) return;
        this.#skipped.add(step.id);
        return emit({ ...common, phase: "skipped", problem: event.problem });
    }
  }

  summary(
    status: RunSummary["status"],
    outputs: JsonObject,
    problems: readonly Problem[],
    same = 0,
    inFlight: readonly InFlightCall[] = [],
  ): RunSummary {
    return {
      event: "summary",
      run: this.#run,
      status,
      ...countsOf(this.#done),
      same,
      failed: this.#failed,
      skipped: this.#skipped.size,
      inFlight,
      durationMs: this.#elapsed(),
      outputs,
      problems,
    };
  }
}

/** The ends of a run's steps in all its rounds, as its journal tells them, in their order. */
export async function endedSteps(stack: string, run: string, deployment: Deployment): Promise<readonly ApplyEvent[]> {
  const ends: ApplyEvent[] = [];
  let plan: Plan | null = null;
  for (const entry of await deployment.store.readRun(stack, run)) {
    if (entry.kind === "run-started") plan = (await storedPlan(stack, entry.plan, deployment)).plan;
    if (entry.kind !== "result" || entry.ends !== true) continue;
    const step = plan?.steps.find(({ id }) => id === entry.step);
    if (step === undefined) continue;
    if (entry.outcome === "done")
      ends.push({
        kind: "done",
        step,
        id: idIn(entry),
        durationMs: 0,
        ...(entry.detail === wasNotThere ? { wasAbsent: true } : {}),
        ...warningIn(step.address, entry),
      });
    else ends.push({ kind: "failed", step, problem: entry.problem ?? problem("outcome-unknown", entry.detail) });
  }
  return ends;
}

/** The object that a step was about, where its end wrote a record. */
function idIn({ effects }: StepResult): string | null {
  for (const effect of effects) if (effect.kind === "put") return effect.record.identity.id;
  return null;
}

/** What is to be told of the object that a step has written, or has not found. */
function warningIn(address: string, { effects, detail, remains }: StepResult): { readonly warning?: Problem } {
  if (remains !== undefined) return { warning: remainsProblem(address, remains) };
  for (const effect of effects) {
    const warning = effect.kind === "put" ? writtenProblem(effect.record, detail) : undefined;
    if (warning !== undefined) return { warning };
  }
  return {};
}
