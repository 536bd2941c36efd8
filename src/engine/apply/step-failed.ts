import type { Problem } from "../../../packages/base/problems/problem.ts";

/** A step that came to nothing, with the reason for the user. */
export class StepFailed extends Error {
  override readonly name = "StepFailed";
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** A step whose next call was not sent, since the run was cancelled. */
export class StepCalledOff extends StepFailed {}
