import type { Problem } from "../../../../packages/base/problems/problem.ts";
import type { CheckedDeclaration } from "../../../engine/check/checked-declaration.ts";
import type { KeptOptions } from "../../../engine/check/kept-options.ts";
import type { ExpressionLanguage } from "../../../engine/expressions/expression-language.ts";
import type { PlanInput } from "../../../engine/plan/make-plan.ts";
import type { Selection } from "../../../engine/plan/selection/selection.ts";
import type { StackContext } from "../../../engine/state/stack-context.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import type { InverseOfRun } from "../../../engine/undo/inverse-of-run.ts";

/** What is to be planned, once all that was written has passed its checks. */
export interface CheckedPlanRequest {
  readonly stack: string;
  readonly kind: PlanInput["kind"];
  readonly checked: CheckedDeclaration | null;
  /** What a declaration keeps, where a destroy has one. */
  readonly keeps?: ReadonlyMap<string, KeptOptions>;
  readonly language: ExpressionLanguage;
  /** Advice from the check. */
  readonly problems: readonly Problem[];
  readonly refresh: boolean;
  /** Whose declaration it is; left out where it is none of a project's. */
  readonly project?: string;
  /** What the stack is to have been applied with; left out: what it was. */
  readonly context?: StackContext;
  readonly withoutConfig?: readonly string[];
  /**
   * Of an undo: what is to be declared, and what it is about, by what is believed once all is known that reading can
   * tell.
   */
  readonly undo?: (state: StackState) => Promise<InverseOfRun>;
  /** Providers of which every record may go. */
  readonly dropAllOf?: readonly string[];
  /** The part of the stack that it is about; left out: all of it. */
  readonly selection?: Selection;
}
