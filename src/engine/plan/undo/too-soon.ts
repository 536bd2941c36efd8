import { laggingUntil } from "../../state/records/lagging-reads.ts";
import type { ResourceRecord } from "../../state/records/record.ts";
import { isLagging } from "../../state/records/shows-before.ts";
import type { Observed } from "../../state/snapshot.ts";
import type { Case } from "../resource-case.ts";

/**
 * Whether an undo would go by a read that may show what was before the run: it would find nothing to put back, or
 * nothing to put it back on. Says so, and when it can be told (decision 0122).
 */
export function isTooSoon({ node, inverse, planning }: Case, record: ResourceRecord, observed: Observed): boolean {
  if (inverse === undefined || inverse.mayBeGone === true) return false;
  if (!isLagging(record, observed, planning.snapshot.at)) return false;
  const { address } = node;
  const detail =
    `the platform may still show what was before our last write of \`${record.identity.id}\`; ` +
    `undo again after ${laggingUntil(record.observed.at)}`;
  planning.complain("undo-too-soon", detail, { address });
  planning.setSeen(address, record.outputs);
  return true;
}
