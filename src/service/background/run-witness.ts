import type { RunDocument, RunStatus } from "./dispatcher.ts";

/** Whoever is to know of each run before it does anything. */
export interface RunWitness {
  /**
   * A process is about to carry the run out, or on. It waits for this, and does not when it fails. What is given back
   * is told how the run stands when the process is through with it: at its end, or `queued` when it is left to another
   * process.
   */
  begins(run: RunDocument): Promise<(status: RunStatus) => Promise<void>>;
}
