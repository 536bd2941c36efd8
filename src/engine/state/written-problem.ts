import { type Problem, problem } from "../../base/problem.ts";
import type { ResourceRecord } from "./record.ts";
import { unmetProblem } from "./unmet.ts";

/**
 * What is to be told of a record that was just written: its write has not come out as it was sent, or the platform has taken it and its
 * reads do not show it (`isUnshown`). Undefined where all is well.
 */
export function writtenProblem(record: ResourceRecord, isUnshown: boolean): Problem | undefined {
  const unmet = unmetProblem(record);
  if (unmet !== undefined || !isUnshown) return unmet;
  const { address, identity } = record;
  const detail = `the platform has taken the write of \`${identity.id}\`, and no read shows it yet; look again with \`plumb drift\``;
  return problem("not-shown-yet", detail, { address });
}
