import type { Overwritten } from "../../state/drift/overwritten.ts";
import type { ResourceRecord } from "../../state/records/record.ts";
import { isLagging } from "../../state/records/shows-before.ts";
import type { Observed } from "../../state/snapshot.ts";
import { grantAdvice } from "../advice.ts";
import type { Planning } from "../planning.ts";

/**
 * What the first write of a share overwrote and is not there: it comes back with the share's removal. A read that may
 * show what was before our write shows it still, and proves nothing.
 */
export function grantsBack(
  record: Pick<ResourceRecord, "address" | "type" | "identity" | "besideUs"> &
    Partial<Pick<ResourceRecord, "observed">>,
  observed: Observed,
  planning: Planning,
): readonly Overwritten[] {
  const { address, identity, besideUs, observed: last } = record;
  if (planning.definition(record.type).existence !== "part" || observed.kind === "unreadable") return [];
  if (besideUs === undefined) {
    const detail =
      `what the first write of \`${identity.id}\` overwrote was not noted when it was made, ` +
      "so that none of it comes back; grant again by hand what is needed";
    planning.complain("not-brought-back", detail, { address });
    return [];
  }
  const lags = last !== undefined && isLagging({ observed: last }, observed, planning.snapshot.at);
  const there = lags ? [] : observed.displaces;
  const back = besideUs.filter(({ words }) => !there.includes(words));
  planning.problems.push(...grantAdvice(address, back, "its first write"));
  return back;
}
