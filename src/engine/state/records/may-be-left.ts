import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { Intent } from "../journal.ts";
import { mayNotShow } from "./lagging-reads.ts";

/**
 * What the failed creation among calls about one object may have left of it, in words, so soon after its failure that
 * reads may lag behind. Undefined where none has failed, or nothing can show itself any more.
 */
export function mayBeLeft(calls: readonly Intent[], at: string): string | undefined {
  const failed = calls.find((each) => each.failedWith !== undefined && mayNotShow(each.at, at));
  return failed === undefined ? undefined : leftWords(failed);
}

/** The same of a call that has failed, whenever that was; `name`: under which, where that is not told beside it. */
export function leftWords({ run, identity, failedWith }: Intent, name?: string): string {
  const under = name === undefined ? "" : ` under the name \`${name}\``;
  return (
    `run ${run} may have left something of \`${identity.id}\`, whose creation${under} ended with ` +
    `${failedWith ?? "an error"}`
  );
}

/** What is to be told of a deletion that has found nothing of it. */
export function remainsProblem(address: string, remains: string): Problem {
  const detail =
    `${remains}, and nothing shows it yet; what shows itself within five minutes is deleted by the next run of ` +
    "`plumb destroy` or `plumb up`";
  return problem("may-be-left", detail, { address });
}
