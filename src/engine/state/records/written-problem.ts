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
    case notShownYet: {
      const detail = `the platform has taken the write of ${object}, and no read shows it yet; look again with \`plumb drift\``;
      return problem("not-shown-yet", detail, { address });
    }
    case stoodAlready: {
      const detail = `${object} stood there already, as it is recorded, and no read showed it; it was written once more`;
      return problem("stood-already", detail, { address });
    }
    case madeAnew: {
      const detail = `${object} was not there any more when it was to be changed, and was made anew; what only the platform gives is new`;
      return problem("made-anew", detail, { address });
    }
    default:
      return undefined;
  }
}
