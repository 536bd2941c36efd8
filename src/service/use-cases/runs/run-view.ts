import type { RunDetails, RunStepRow } from "../../../contract/documents/runs/runs.ts";
import type { PlanKind } from "../../../engine/state/journal.ts";

/** A run as its stack's journal has it. */
export interface RunRow {
  readonly run: string;
  /** Digest of the plan it carried out. */
  readonly plan: string;
  /** What the plan is for; undefined in journals of 0.1. */
  readonly kind?: PlanKind | undefined;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly status: "running" | "done" | "failed" | "cancelled" | "broken off";
  /** Steps that changed something. */
  readonly changes: number;
}

/** One call of a run, or a step that ended without any, as the journal has it. */
export interface RunStep extends Omit<RunStepRow, "needs"> {
  /** Where it stands among the steps of its run: they ascend by it, by code unit. */
  readonly place: string;
}

/** The same as it is told, with what went before it. */
export type ReportedStep = RunStepRow & Pick<RunStep, "place">;

export type StepCounts = RunDetails["stepCounts"];
