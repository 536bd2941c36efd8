import type { Problem } from "../../../packages/base/problems/problem.ts";
import type { Step } from "../plan/plan.ts";
import type { MadeCall } from "../ports/call-listener.ts";
import type { Refusal } from "../ports/outcome.ts";

/**
 * Why a step waits: its platform has put a call off, is at work on what a call has begun, or may still be at work on
 * what an earlier run has begun.
 */
export type WaitReason = "throttled" | "unavailable" | "operation" | "earlier-run";

/** What happens to a step. */
export type StepEvent =
  /** `platform`: whom its calls go to, for people; absent where it makes none. */
  | { readonly kind: "started"; readonly platform?: string }
  /** `platform`: who is waited for, for people; `since`: when the wait began. */
  | {
      readonly kind: "waiting";
      readonly why: WaitReason;
      readonly platform?: string;
      readonly detail: string;
      readonly since: string;
    }
  /** One of its calls is made again after a wait: why, and the status of the answer where that is why. */
  | {
      readonly kind: "retrying";
      readonly why: Refusal["kind"];
      readonly status: number | null;
      readonly afterMs: number;
    }
  /** A request to its platform has ended. */
  | ({ readonly kind: "call" } & MadeCall)
  | {
      readonly kind: "done";
      readonly id: string | null;
      readonly durationMs: number;
      /** What was to be removed was gone before. */
      readonly wasAbsent?: true;
      /** No call was made: another hand had given the object the wanted values. */
      readonly wasAsWanted?: true;
      /** A replacement that has only made an object: the old one stays. */
      readonly keepsOld?: true;
      /** What is to be told of it although it is done. */
      readonly warning?: Problem;
    }
  /** `in-flight`: its call was sent, and what it began goes on without the run. */
  | { readonly kind: "failed" | "skipped" | "in-flight"; readonly problem: Problem };

/** What can be watched of a run. */
export type ApplyEvent = StepEvent & {
  readonly step: Step;
  /** When; null where it was not recorded. */
  readonly at: string | null;
  /** How often the step was tried by then, 1 for the first time; of a call that is made again, with that time. */
  readonly attempt: number;
};
