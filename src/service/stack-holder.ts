import { type Problem, problem } from "../base/problem.ts";
import type { LeaseHolder } from "../engine/ports/store.ts";
import type { Deployment } from "./deployment.ts";

/** Who holds a stack now; null when nobody does, or only a process that is known to be gone. */
export async function holderNow(
  stack: string,
  { store, clock, isDead }: Pick<Deployment, "store" | "clock" | "isDead">,
): Promise<LeaseHolder | null> {
  const lease = await store.lease(stack);
  return lease === null || lease.until <= clock.now() || isDead(lease.holder) ? null : lease.holder;
}

/** Why nothing can be done to a stack that another holds. */
export function stackBusy(stack: string, holder: LeaseHolder): Problem {
  return problem("stack-busy", heldBy(stack, holder));
}

/** What is to be known before anything else of a plan that is made while a run holds the stack. */
export function runAtWork(stack: string, holder: LeaseHolder): Problem {
  return problem("run-at-work", `${heldBy(stack, holder)}; what the plan shows may be of the moment`);
}

function heldBy(stack: string, { pid, host, user, since }: LeaseHolder): string {
  const whose = user === undefined ? "" : ` (user ${user})`;
  return `process ${pid} on ${host}${whose} holds stack \`${stack}\` since ${since}`;
}
