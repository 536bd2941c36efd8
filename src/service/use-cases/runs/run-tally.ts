import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { Problem } from "../../../../packages/base/problems/problem.ts";
import type { InFlightCall } from "../../../contract/documents/in-flight-calls.ts";
import type { RunEvent, RunSummary } from "../../../contract/documents/runs/run-events.ts";
import type { ApplyEvent } from "../../../engine/apply/apply-events.ts";
import type { Step } from "../../../engine/plan/plan.ts";
import { countsOf } from "../plans/plan-view.ts";
import { reportedEvents } from "./step-events.ts";

type Emit = (event: RunEvent) => void;

/** When a run ends, and how long it took by then. */
export interface RunEnd {
  /** Null where it was not recorded. */
  readonly at: string | null;
  readonly durationMs: number;
}

/** Counts what a run did, in the API's words. */
export class Tally {
  readonly #run: string;
  readonly #end: () => RunEnd;
  readonly #done: Step[] = [];
  readonly #keepsOld = new Set<Step>();
  #failed = 0;
  readonly #skipped = new Set<string>();

  /** `end`: asked when the summary is made. */
  constructor(run: string, end: () => RunEnd) {
    this.#run = run;
    this.#end = end;
  }

  /** Counts a step's event and tells of it. What a failure left out is told once, however often the run advances. */
  note(event: ApplyEvent, emit: Emit): void {
    const { kind, step } = event;
    if (kind === "skipped" && this.#skipped.has(step.id)) return;
    if (kind === "skipped") this.#skipped.add(step.id);
    if (kind === "failed") this.#failed += 1;
    if (kind === "done" && event.wasAbsent !== true && event.wasAsWanted !== true) this.#done.push(step);
    if (kind === "done" && event.keepsOld === true) this.#keepsOld.add(step);
    for (const told of reportedEvents(event)) emit(told);
  }

  summary(
    status: RunSummary["status"],
    outputs: JsonObject,
    problems: readonly Problem[],
    same = 0,
    inFlight: readonly InFlightCall[] = [],
  ): RunSummary {
    const { at, durationMs } = this.#end();
    return {
      event: "summary",
      ...(at === null ? {} : { at }),
      run: this.#run,
      status,
      ...countsOf(this.#done, (step) => this.#keepsOld.has(step)),
      same,
      failed: this.#failed,
      skipped: this.#skipped.size,
      inFlight,
      durationMs,
      outputs,
      problems,
    };
  }
}
