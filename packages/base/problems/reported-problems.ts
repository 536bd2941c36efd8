import { type Problem, problem } from "./problem.ts";
import { mostProblems } from "./problem-limit.ts";

/** As many problems as are told, errors before advice, in the order given; the last one says that there were more. */
export function reportedProblems(problems: readonly Problem[], of: "check" | "plan" = "check"): readonly Problem[] {
  return cut(problems, Math.max(0, mostProblems - errorsIn(problems)), of);
}

/** As many errors as are told, and all advice: what a plan is kept with, as its steps name the advice on them. */
export function withReportedErrors(problems: readonly Problem[]): readonly Problem[] {
  return cut(problems, problems.length, "plan");
}

/** The first errors and so much of the advice, in the order given, and what says that there were more. */
function cut(problems: readonly Problem[], mostAdvice: number, of: "check" | "plan"): readonly Problem[] {
  let [errorsLeft, adviceLeft] = [mostProblems, mostAdvice];
  const told = problems.filter(({ severity }) => {
    if (severity === "error") errorsLeft -= 1;
    else adviceLeft -= 1;
    return (severity === "error" ? errorsLeft : adviceLeft) >= 0;
  });
  if (told.length === problems.length) return problems;
  return [...told, errorsLeft < 0 ? moreErrors(of) : moreAdvice(problems.length - told.length)];
}

function errorsIn(problems: readonly Problem[]): number {
  return problems.filter(({ severity }) => severity === "error").length;
}

function moreErrors(of: "check" | "plan"): Problem {
  const ended = of === "check" ? ", and the check ended there" : "";
  return problem("more-problems", `the first ${mostProblems} problems are told${ended}; correct them and ${of} again`);
}

function moreAdvice(more: number): Problem {
  return problem("more-advice", `${more} more warnings are not told`);
}
