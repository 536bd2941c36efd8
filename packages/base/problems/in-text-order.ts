import type { Problem } from "./problem.ts";

/** Problems in the order of the places that they name; those without a place come last. */
export function inTextOrder(problems: readonly Problem[]): readonly Problem[] {
  const line = (each: Problem) => each.span?.line ?? Number.POSITIVE_INFINITY;
  return [...problems].sort((a, b) => line(a) - line(b) || (a.span?.column ?? 0) - (b.span?.column ?? 0));
}
