import type { RemovalStep, WriteStep } from "../plan/plan.ts";
import type { Change, Observation } from "../ports/driver.ts";
import type { Overwritten } from "../state/drift/overwritten.ts";
import type { RecordSketch } from "../state/journal.ts";

export type WritingStep = WriteStep | RemovalStep;

/** A change with what is noted about it: the claim of its object, and the record that comes of it. */
export interface NotedChange extends Change {
  readonly claim: string;
  /** Null where the object's record goes. */
  readonly record: RecordSketch | null;
  /** What it takes away beside its object, for whoever undoes the run. */
  readonly displaced?: readonly Overwritten[];
  /** The call that follows it in the same step, and for which it is made. */
  readonly precedes?: "delete";
  /**
   * What it changes or takes away, where that is not `prior`: of a deletion that follows another call of its step what
   * stood there before that one, and of an update our last write, which no look shows yet and whose version it demands.
   */
  readonly stood?: Observation | null;
  /** The object that is recorded so far is gone, and this one is made in its place. */
  readonly isFormerGone?: true;
  /** Of a deletion: its plan did not see the object. */
  readonly unseen?: "gone" | "may-lag";
  /** What it puts back there. */
  readonly restores?: readonly Overwritten[];
  /**
   * What its plan has shown that it takes away beside its object, of what the same physical object holds; more it must
   * not.
   */
  readonly displaces: readonly string[];
  /** `prior` is what was there a moment ago: nothing has happened since the look. */
  readonly isJustSeen?: true;
}
