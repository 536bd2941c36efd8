import { type Problem, problem } from "../../base/problem.ts";
import type { Refusal } from "../ports/outcome.ts";

/** A platform's refusal to answer a read, as a problem of the node that asked. */
export function refusalProblem(
  refusal: { readonly kind: Refusal["kind"]; readonly detail: string },
  what: string,
  address: string,
): Problem {
  const code = refusal.kind === "absent" ? "not-found" : refusal.kind === "denied" ? "denied" : "unreadable";
  return problem(code, `${what}: ${refusal.detail}`, { address });
}
