import type { JsonObject } from "../../../packages/base/json/json.ts";
import type { Problem } from "../../../packages/base/problems/problem.ts";
import type { Overwritten } from "./drift/overwritten.ts";
import type { PhysicalIdentity, RecordedOptions, RecordedProvider, ResourceRecord } from "./records/record.ts";
import type { StackContext } from "./stack-context.ts";
import type { OutputSources } from "./stack-outputs.ts";

/** What a plan is for. `refresh` and `import` change records only. */
export type PlanKind = "apply" | "destroy" | "undo" | "refresh" | "import";

/** A run has begun: which plan it carries out. */
export interface RunStarted {
  readonly kind: "run-started";
  readonly run: string;
  readonly plan: string;
  /** What the plan is for. Absent in journals of 0.1. */
  readonly planKind?: PlanKind;
  readonly at: string;
  /** The stack was restored from a backup, and its plan has read everything: done, it ends that. Absent elsewhere. */
  readonly endsRestored?: true;
}

/** All that a record will say and that is known before the call that makes its object. */
export interface RecordSketch {
  readonly generation: number;
  /** Absent where they are the request's. */
  readonly inputs?: JsonObject;
  readonly options: RecordedOptions;
  readonly dependsOn: readonly string[];
  /**
   * Uids of the resources that it names, by name: they may get other names before it is known what came of the call.
   * Absent where it names none, and in journals of older versions.
   */
  readonly named?: Readonly<Record<string, string>>;
  readonly beforeUs?: JsonObject;
  readonly besideUs?: readonly Overwritten[];
  readonly imported: boolean;
  /** Of what is taken back half made: what its creation ended with. */
  readonly tainted?: string;
  /** Of a call before a deletion: the inputs that it changes, as they stood before. */
  readonly readied?: JsonObject;
  /** What becomes of the record that the uid had before: replaced in place, kept as superseded, or removed. */
  readonly former: "same" | "superseded" | "removed";
  /**
   * Of an update by an undo: what others have changed since the record, and the call leaves alone, keeps its recorded
   * values and so stays drift. Absent elsewhere, and in journals of older versions.
   */
  readonly keepsDrift?: true;
}

/** A wire write is about to be sent; durable before the call. */
export interface Intent {
  readonly kind: "intent";
  readonly format: number;
  readonly run: string;
  /** When it was noted; what waits for the platform counts from here. */
  readonly at: string;
  /** Unique in the run, names the intent. */
  readonly seq: number;
  readonly step: string;
  readonly uid: string;
  readonly address: string;
  readonly type: string;
  readonly attempt: number;
  readonly epoch: number;
  readonly identity: PhysicalIdentity;
  /** Store-wide key of the object; reserved from here on. */
  readonly claimKey: string;
  readonly provider: RecordedProvider;
  readonly apiVersion: string;
  readonly operation: "create" | "update" | "delete" | "undelete";
  /** The resolved request: the whole object and which fields change. */
  readonly request: { readonly inputs: JsonObject; readonly fields: readonly string[] };
  /** Last seen value and version. */
  readonly before: { readonly outputs: JsonObject; readonly version: string | null } | null;
  /**
   * What else the physical object held and the write takes away; absent where nothing, and in journals of older
   * versions.
   */
  readonly displaced?: readonly Overwritten[];
  /**
   * Of an update that its step makes before another call: which one follows. What it is about is recorded, and the step
   * goes on. Absent in journals of older versions.
   */
  readonly precedes?: "delete";
  /** What the write puts back beside its object; given, it leaves all else that the physical object holds. */
  readonly restores?: readonly Overwritten[];
  /**
   * Another hand had taken away the object that was recorded so far, as the plan saw: this one is made in its place.
   * Absent where that was not certain, and in journals of older versions.
   */
  readonly isFormerGone?: true;
  /**
   * Of a deletion: its plan did not see the object, which was gone, or hidden by a read that lags behind; `before` is
   * what was recorded. Absent where the plan saw it, and in journals of older versions.
   */
  readonly unseen?: "gone" | "may-lag";
  readonly condition: string | null;
  /** The record that comes of it; null where the object's record goes. */
  readonly record: RecordSketch | null;
  readonly idempotencyKey: string;
  /** Numbered behaviour flags, so that old journals replay as they ran. */
  readonly flags: readonly number[];
  /**
   * No call is sent for it: it stands for one that was refused and may have been delivered twice, the other time with
   * effect. The object stays reserved until a look has told. It is not in flight.
   */
  readonly isAnswered?: true;
  /**
   * Of a creation: one that was sent before it may have made the object, so that an object that this one meets may be
   * ours. Absent where none was, and in journals of older versions.
   */
  readonly mayBeMade?: true;
  /**
   * Of a creation that `isAnswered`: its operation has ended with this error, and no read showed yet what it may have
   * left; noted then. Absent in journals of older versions.
   */
  readonly failedWith?: string;
}

/**
 * Orders a stack's intents, the earliest first: by who held the stack, then by number. Clocks may have been set
 * meanwhile.
 */
export function byAge(one: Intent, other: Intent): number {
  return one.epoch - other.epoch || one.seq - other.seq;
}

/** The name of a long-running operation (`url`), durable as soon as it is known. */
export interface Handle {
  readonly kind: "handle";
  readonly run: string;
  readonly intentSeq: number;
  readonly url: string;
}

/** What a result does to the records. */
export type RecordEffect =
  | { readonly kind: "put"; readonly record: ResourceRecord; readonly claimKey: string }
  /** `claimKey`: null where another record of the uid goes on under the same claim. */
  | { readonly kind: "remove"; readonly uid: string; readonly generation: number; readonly claimKey: string | null };

/** The detail of the result by which an import puts the records of a document in the place of those that stood. */
export const stateImported = "state imported";

/** The detail of the result of a refresh that was not planned. */
export const refreshed = "refreshed";

/** The same of one that was planned, where it found nothing. */
export const refreshedGone = "refreshed: it is gone";

/** The detail of the result that gives records other options, and changes nothing else. */
export const optionsChanged = "only its options were changed";

/** The detail of the result of a deletion that had nothing to do: another hand has taken the object away before. */
export const wasNotThere = "it was not there";

/** The same of a share, where what it had overwritten came back. */
export const onlyRestored = "it was not there; what it had displaced came back";

/** The detail of the result of a write without a call: another hand had given its object the wanted values. */
export const wasAsWanted = "it was as wanted already";

/** The detail of the result of a write that the platform has taken, and that its reads did not show. */
export const notShownYet = "no read shows it yet";

/** The detail of the result of a creation that has written over our own object, which no read showed. */
export const stoodAlready = "it stood there already";

/** The detail of the result of an update that found nothing, and made the object anew. */
export const madeAnew = "it was gone, and was made anew";

/**
 * The detail of the result that closes an intent whose end is unknown, since a later call about its object tells what
 * stands now. Its outcome says that nothing is left to be found out, not that the call was made.
 */
export function settledBy(run: string): string {
  return `${settledWords}${run}`;
}

const settledWords = "settled by run ";

/** Whether a result is of that kind: what came of its call it does not tell. */
export function isSettledOnly({ outcome, detail, effects }: StepResult): boolean {
  return outcome === "done" && effects.length === 0 && detail.startsWith(settledWords);
}

/** What came of an intent (`intentSeq`), or of a step without any write (null): durable before dependents start. */
export interface StepResult {
  readonly kind: "result";
  readonly run: string;
  readonly step: string;
  readonly intentSeq: number | null;
  readonly outcome: "done" | "failed";
  readonly detail: string;
  readonly effects: readonly RecordEffect[];
  /** The whole step came to its end with this, not only one of its calls. */
  readonly ends?: true;
  /** Why a step that ended has failed. */
  readonly problem?: Problem;
  /** Of a refresh of everything, in a stack that was restored from a backup: it ends that. Absent elsewhere. */
  readonly endsRestored?: true;
  /**
   * The object was as it was to be written, and nothing tells that the call has made it so: it may have stood all the
   * time. Of creations only in journals of older versions.
   */
  readonly hasStood?: true;
  /**
   * Of a deletion that may have taken its object away, though nothing is recorded of that: its run broke off, and a
   * read did not show the object any more, or may have lagged behind; or it was answered as done, and a read showed the
   * object still; or it found nothing, and there could be no look.
   */
  readonly mayHaveDeleted?: true;
  /**
   * Of an update whose operation ended with an error, or whose run broke off and left the object otherwise than it was
   * to be, but with some of what was asked for: nothing of it is recorded, and the object may have changed by it.
   */
  readonly mayHaveChanged?: true;
  /** The call was not sent yet, and is noted once more with a later time: the next intent of the step stands for it. */
  readonly isNotedAgain?: true;
  /** Of a deletion that found nothing: what a failed creation may have left there, in words. It is looked for again. */
  readonly remains?: string;
  /** When it was noted: of an edit of the state, when that was made. Absent in journals of older versions. */
  readonly at?: string;
  /**
   * How often its call was made, where the platform had pushed it back; what is sent anew after a conflict has an
   * intent of its own. Absent elsewhere, and in journals of older versions.
   */
  readonly attempts?: number;
  /** How long the call was left before it was made again, all waits together, in milliseconds. Goes with `attempts`. */
  readonly waitedMs?: number;
}

export interface RunEnded {
  readonly kind: "run-ended";
  readonly run: string;
  readonly at: string;
  readonly status: "done" | "failed" | "cancelled";
  /** Values of the stack's outputs; null leaves the former ones. */
  readonly outputs: JsonObject | null;
  /** What the outputs were made from; older versions do not say. */
  readonly outputSources?: OutputSources;
  /**
   * Names of the outputs that have the value which an earlier run gave them, whatever the plan had them declared as: it
   * could not tell them. Absent where there are none, and in journals of older versions.
   */
  readonly leftOutputs?: readonly string[];
}

/** From here on the stack's declaration is one of this project, made with this config. */
interface ContextNoted {
  readonly kind: "context";
  readonly run: string;
  readonly context: StackContext;
}

/** The journal is the truth, the records are its projection. */
export type JournalEntry = RunStarted | ContextNoted | Intent | Handle | StepResult | RunEnded;
