import type { RunEvent } from "../../contract/documents/runs/run-events.ts";
import type { Advanced } from "../use-cases/runs/advance-once.ts";
import type { RunStatus } from "./dispatcher.ts";
import type { Note } from "./events/background-event.ts";
import type { EndMeans } from "./events/report-end.ts";
import type { KeptRun } from "./kept-runs/run-repository.ts";
import type { PeriodicTasks } from "./periodic-tasks.ts";

/**
 * Who drives the runs that are kept: sees to it that each one that may go on is advanced until it has ended. Whoever
 * does may deliver late, twice, or in two processes at once: attempts and epochs decide (decision 0130).
 */
export interface RunDriver {
  /** Whether a run that is asked for now begins in this process; if not, it waits for whoever comes to it. */
  readonly hasRoom: boolean;
  /** How many runs this process carries out. */
  readonly underWay: number;
  /** Whether this process carries the run out. */
  carries(run: string): boolean;
  /**
   * A caller has changed a run, which is kept already: it was asked for, approved, rejected or resumed, or is to end.
   * Must not throw. Where a crash comes before it, a look finds the run as well.
   */
  changed(kept: KeptRun): void;
  /** Begins what it does by itself. */
  serve(tasks: PeriodicTasks): void;
  /** Begins nothing new, lets calls in flight finish and gives runs back; settles when idle. */
  drain(): Promise<void>;
}

/** How far a run is taken, and who hears of it meanwhile. */
export interface RunPatience {
  /** See `AdvanceRequest`. */
  readonly patienceMs: number;
  /** Aborted when somebody asks the run to end. */
  readonly cancelled: AbortSignal;
  /** Aborted when the process is to give the run back. */
  readonly leaving: AbortSignal;
  /** How often going on from here has been tried, this time included. Left out: how often the run was taken up. */
  readonly tries?: number;
  /** Hears the run's events, which are written without it. */
  readonly heard?: (event: RunEvent) => void;
}

/** What became of a run that is kept. */
export type KeptAdvance =
  /** Null where nothing is kept of it any more. */
  | { readonly kind: "ended"; readonly status: RunStatus | null }
  | { readonly kind: "awaits-approval" }
  /** Another process has it. */
  | { readonly kind: "lost" }
  | Extract<Advanced, { readonly kind: "put-off" | "held" }>;

/** What a driver of runs is given. */
export interface DriverMeans extends EndMeans {
  /**
   * Takes a run up and as far as it goes, writes its events, and keeps its document and tells its end when it has one.
   * Safe to call again, late, or at once in two processes. Throws the Faults of the store, where the next try may do
   * better.
   */
  readonly advance: (stack: string, run: string, patience: RunPatience) => Promise<KeptAdvance>;
  /** The same for one that was just looked at: `lost` where another has taken it up since. */
  readonly take: (found: KeptRun, patience: RunPatience) => Promise<KeptAdvance>;
  /** Looks at the lease of a stack: who does so again and again knows for how long its holder has been silent. */
  readonly watch: (stack: string) => Promise<void>;
  readonly note: Note;
}
