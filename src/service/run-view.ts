import type { InFlightCall } from "../contract/documents/in-flight-calls.ts";
import type { RunStepRow } from "../contract/documents/runs.ts";

/** A run as its stack's journal has it. */
export interface RunRow {
  readonly run: string;
  /** Digest of the plan it carried out. */
  readonly plan: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly status: "running" | "done" | "failed" | "cancelled" | "broken off";
  /** Steps that changed something. */
  readonly changes: number;
}

/** One call of a run, or a step that ended without any, as the journal has it. */
export type RunStep = Omit<RunStepRow, "needs">;

export interface RunView extends RunRow {
  /** Digests of the plans of its rounds. */
  readonly rounds: readonly string[];
  readonly steps: readonly RunStep[];
  /** Calls whose end is not noted: these objects may exist. */
  readonly inFlight: readonly InFlightCall[];
}
