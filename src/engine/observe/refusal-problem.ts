import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import { deniedCode, type Refusal } from "../ports/outcome.ts";

/** A platform's refusal to answer a read, as a problem of the node that asked. */
export function refusalProblem(refusal: Refusal, what: string, address: string): Problem {
  const code = refusal.kind === "absent" ? "not-found" : refusal.kind === "denied" ? deniedCode(refusal) : "unreadable";
  return problem(code, `${what}: ${refusal.detail}`, { address });
}
