export interface ProblemCodeEntry {
  readonly severity: "error" | "warning";
  /** One constant sentence part, no full stop. */
  readonly summary: string;
  /**
   * `mistake`: the input is wrong (exit 2); `refused`: it is understood and must not be carried out (exit 4);
   * `failure`: the network, disk or platform failed (exit 1); `advice`: a warning.
   */
  readonly kind: "mistake" | "refused" | "failure" | "advice";
  /** What it means and how to get out, for `plumb explain` and the reference page. */
  readonly explanation: string;
}

export function mistake(summary: string, explanation: string): ProblemCodeEntry {
  return { severity: "error", kind: "mistake", summary, explanation };
}
export function refused(summary: string, explanation: string): ProblemCodeEntry {
  return { severity: "error", kind: "refused", summary, explanation };
}
export function failure(summary: string, explanation: string): ProblemCodeEntry {
  return { severity: "error", kind: "failure", summary, explanation };
}
export function advice(summary: string, explanation: string): ProblemCodeEntry {
  return { severity: "warning", kind: "advice", summary, explanation };
}
