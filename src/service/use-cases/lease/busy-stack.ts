import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { LeaseHolder } from "../../../engine/ports/store.ts";
import { type LeaseObserver, liveLease } from "./held-lease.ts";

/** Who holds a stack now, as far as a look tells; null when none does, or only a process that seems to be gone. */
export async function holderNow(stack: string, deployment: LeaseObserver): Promise<LeaseHolder | null> {
  return (await liveLease(stack, deployment))?.holder ?? null;
}

/** Why nothing can be done to a stack that another holds. */
export function stackBusy(stack: string, holder: LeaseHolder): Problem {
  return problem("stack-busy", heldBy(stack, holder));
}

/** What is to be known before anything else of a plan that is made while a run holds the stack. */
export function runAtWork(stack: string, holder: LeaseHolder): Problem {
  return problem("run-at-work", `${heldBy(stack, holder)}; what the plan shows may be of the moment`);
}

/** Who holds a stack, as it is told. */
export function heldBy(stack: string, { pid, host, user, since }: LeaseHolder): string {
  const whose = user === undefined ? "" : ` (user ${user})`;
  return `process ${pid} on ${host}${whose} holds stack \`${stack}\` since ${since}`;
}
