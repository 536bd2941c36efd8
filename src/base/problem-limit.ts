import { type Problem, problem } from "./problem.ts";

/** How many problems of one request are told at most. */
export const mostProblems = 100;

/**
 * Ends a check that has found more errors than are told: who collects them throws it, and who began the check catches it. It
 * never leaves a room.
 */
export class EnoughProblems extends Error {
  override readonly name = "EnoughProblems";
}

/** As many problems as are told, errors before advice, in the order given; the last one says that there were more. */
export function toldProblems(problems: readonly Problem[], of: "check" | "plan" = "check"): readonly Problem[] {
  if (problems.length <= mostProblems) return problems;
  const errors = problems.filter(({ severity }) => severity === "error").length;
  let [errorsLeft, adviceLeft] = [mostProblems, Math.max(0, mostProblems - errors)];
  const told = problems.filter(({ severity }) => {
    if (severity === "error") errorsLeft -= 1;
    else adviceLeft -= 1;
    return (severity === "error" ? errorsLeft : adviceLeft) >= 0;
  });
  return [...told, errors > mostProblems ? moreErrors(of) : moreAdvice(problems.length - told.length)];
}

/** As many errors as are told, and all advice: what a plan is kept with, as its steps name the advice on them. */
export function withToldErrors(problems: readonly Problem[]): readonly Problem[] {
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length <= mostProblems) return problems;
  const untold = new Set(errors.slice(mostProblems));
  return [...problems.filter((each) => !untold.has(each)), moreErrors("plan")];
}

function moreErrors(of: "check" | "plan"): Problem {
  const ended = of === "check" ? ", and the check ended there" : "";
  return problem("more-problems", `the first ${mostProblems} problems are told${ended}; correct them and ${of} again`);
}

function moreAdvice(untold: number): Problem {
  return problem("more-advice", `${untold} more warnings are not told`);
}
