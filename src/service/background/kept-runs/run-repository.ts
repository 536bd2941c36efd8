import type { TracePlace } from "../../../../packages/base/trace/span.ts";
import type { RunSummary } from "../../../contract/documents/runs/run-events.ts";
import type { LeaseHolder } from "../../../engine/ports/store.ts";
import type { RunDocument, RunStatus } from "../dispatcher.ts";

/** What a service keeps of a run: the document that is shown, and who carries it out. */
export interface KeptRun {
  readonly document: RunDocument;
  /**
   * Of its stack: one that is made anew under the same name has nothing to do with the run. Empty: there was none yet.
   */
  readonly lineage: string;
  /** Grows whenever somebody takes the run up: whoever had it before writes no more about it. */
  readonly attempt: number;
  /** Who carries it out, or is about to; null when it is anybody's. */
  readonly holder: LeaseHolder | null;
  /** It is to end as soon as can be, whoever carries it out. */
  readonly cancelAsked: boolean;
  /** The attempt that was asked for by `resume`, which tells of the rest alone; null when there was none. */
  readonly resumedBy: number | null;
  /** The call that asked for it, where spans are sent: whoever carries the run out goes on with that trace. */
  readonly trace?: TracePlace;
  /** Its last event, once it has ended: whoever finds it untold tells it. */
  readonly summary: RunSummary | null;
}

/** Documents of runs. Each change is conditional on what it was made from. */
export interface RunRepository {
  /** Null: there is one of that id. */
  add(kept: KeptRun): Promise<KeptRun | null>;
  get(stack: string, run: string): Promise<KeptRun | null>;
  list(stack: string): Promise<readonly KeptRun[]>;
  /**
   * Writes what `edit` makes of the run, asked again whenever another came between. Null when `edit` gives null, or
   * there is no such run: nothing is written.
   */
  change(stack: string, run: string, edit: (kept: KeptRun) => KeptRun | null): Promise<KeptRun | null>;
  /**
   * Runs that have not ended, and those whose end is not settled. Asked again, it reads only what has changed since. A
   * run of a stack that was removed may be among them until it is swept: `get` and `change` find none of that key.
   */
  open(): Promise<readonly KeptRun[]>;
  /** Nothing is left to do about a run that has ended. */
  settle(stack: string, run: string): Promise<void>;
  /** Whether nothing is left to do about a run that has ended. */
  isSettled(stack: string, run: string): Promise<boolean>;
}

const openStatuses: ReadonlySet<RunStatus> = new Set(["awaiting-approval", "queued", "running"]);

export function isOpen({ document }: KeptRun): boolean {
  return openStatuses.has(document.status);
}

/** A run with another document. */
export function withDocument(kept: KeptRun, changed: Partial<RunDocument>): KeptRun {
  return { ...kept, document: { ...kept.document, ...changed } };
}
