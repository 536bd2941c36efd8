import { mayLag } from "../../state/records/lagging-reads.ts";
import type { ResourceRecord } from "../../state/records/record.ts";
import { mayShowBefore } from "../../state/records/shows-before.ts";
import type { Observed } from "../../state/snapshot.ts";
import type { Case } from "../resource-case.ts";

/**
 * Says of a step that its plan goes by a read that may lag behind: it shows what was before our last write, which is
 * that young.
 */
export function warnOfLag({ node, planning }: Case, record: ResourceRecord, observed: Observed): void {
  const { at } = planning.snapshot;
  const { address } = node;
  const object = `\`${record.identity.id}\``;
  const complain = (what: string) =>
    planning.complain("lagging-read", `${what}; plan again in a few minutes`, { address });
  if (observed.kind === "unreadable") return;
  if (observed.kind === "present" && !observed.deleted) {
    if (mayShowBefore(record, observed.outputs, at))
      complain(
        `the platform shows what was before our last write of ${object}: it has not caught up yet, or another hand ` +
          "has put it back",
      );
    return;
  }
  if (!mayLag(record, at)) return;
  const gone = observed.kind === "absent" ? "does not exist any more" : "is soft-deleted";
  complain(`${object} ${gone} by what is read, and a read so soon after our last write may lag behind`);
}
