import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import { unmetProblem } from "../drift/unmet.ts";
import { madeAnew, notShownYet, stoodAlready } from "../journal.ts";
import type { ResourceRecord } from "./record.ts";

/**
 * What is to be told of a record that was just written: its write has not come out as it was sent, or the platform has
 * found something else than was planned (`found`: the detail of the write's result). Undefined where all is well.
 */
export function writtenProblem(record: ResourceRecord, found: string): Problem | undefined {
  const unmet = unmetProblem(record);
  if (unmet !== undefined) return unmet;
  const { address, identity } = record;
  const object = `\`${identity.id}\``;
  switch (found) {
    case notShownYet:
      return problem(
        "not-shown-yet",
        `the platform has taken the write of ${object}, and no read shows it yet; look again with \`plumb drift\``,
        { address },
      );
    case stoodAlready:
      return problem(
        "stood-already",
        `${object} stood there already, as it is recorded, and no read showed it; it was written once more`,
        { address },
      );
    case madeAnew:
      return problem(
        "made-anew",
        `${object} was not there any more when it was to be changed, and was made anew; ` +
          "what only the platform gives is new",
        { address },
      );
    default:
      return undefined;
  }
}
