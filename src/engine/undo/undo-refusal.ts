import { invariant } from "../../../packages/base/invariant.ts";
import { problem } from "../../../packages/base/problems/problem.ts";
import type { ResourceRecord } from "../state/records/record.ts";
import type { RunWork } from "./journal/run-work.ts";
import type { Transition } from "./journal/transition.ts";
import type { Verdict } from "./verdict.ts";

/** Who has done something, for people. */
export function doer(run: string, { started, told }: RunWork): string {
  if (!told.has(run)) return "a run that is not kept any more";
  return started.has(run) ? `run ${run}` : `an edit of the state (${run})`;
}

/** A later run stands on what is to be undone. */
export function refused(address: string, detail: string): Verdict {
  const wayOut = "undo that first, or declare what you want and run `plumb up`";
  return { kind: "refused", problem: problem("stands-on-it", `${detail}; ${wayOut}`, { address }) };
}

/** What a run has replaced and not deleted was gone when a later run was to delete it. */
export function formerGone(former: ResourceRecord, now: ResourceRecord, finder: string): Verdict {
  const detail =
    `\`${former.identity.id}\`, which the run has replaced, was gone when ${finder} was to delete it, ` +
    `so that only \`${now.identity.id}\` stands`;
  return { kind: "refused", problem: problem("gone-since", detail, { address: now.address }) };
}

/** The run that made an object as it is now: what was changed and changed back in between does not count. */
export function standing(later: readonly Transition[], isSame: (record: ResourceRecord) => boolean): string {
  const change = later.find(({ after }) => after !== null && isSame(after)) ?? later.at(-1);
  invariant(change !== undefined, "only a later change makes an object another");
  return change.run;
}

/** What of an object was changed, in brackets. */
export function inBrackets(paths: readonly string[]): string {
  return paths.length === 0 ? "" : ` (${paths.map(inWords).join(", ")})`;
}

/** A place below the inputs, for people. */
export const inWords = (path: string) => `\`${path.slice(1).replaceAll("/", ".")}\``;
