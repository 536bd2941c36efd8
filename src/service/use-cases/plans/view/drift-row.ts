import type { Json } from "../../../../../packages/base/json/json.ts";
import type { DriftRow } from "../../../../contract/documents/drift.ts";
import type { RightsChangeView } from "../../../../contract/documents/plans/differences.ts";
import type { Catalog } from "../../../../definitions/schema/definition.ts";
import type { Drift } from "../../../../engine/observe/drift-of-snapshot.ts";
import type { StrikeSecrets } from "../../secrets/strike-secrets.ts";
import { withDifference } from "./field-difference.ts";
import { driftRights } from "./step-rights.ts";

/** A row of drift with where its values differ, and with who gains and who loses what by it. */
export function driftRow(
  { grant, since, ...seen }: DriftRow & Pick<Drift, "grant" | "since">,
  catalog: Pick<Catalog, "resources">,
  strike: StrikeSecrets,
): DriftRow {
  const row = { ...seen, ...struck("old", seen, strike), ...struck("new", seen, strike) };
  const isMoved = row.class !== "equivalent form" && row.class !== "lagging read";
  const rights = isMoved
    ? driftRights(since === undefined ? row : rowSince(row, strike(since.old)), grant, catalog)
    : undefined;
  const told = withDifference(row, row.type, catalog);
  if (rights === undefined) return told;
  return { ...told, ...(row.class === "gone" ? { rank: rankOfEnd(rights) } : {}), rights };
}

/** The row as it would be told of what our own last write has left. */
function rowSince({ old: _recorded, ...row }: DriftRow, left: Json | null): DriftRow {
  return left === null ? row : { ...row, old: left };
}

function struck(side: "old" | "new", row: DriftRow, strike: StrikeSecrets): Pick<DriftRow, "old" | "new"> {
  return row[side] === undefined ? {} : { [side]: strike(row[side]) };
}

/** What it means that an object is not there any more: where a guard ends, people can do more. */
function rankOfEnd({ gains }: RightsChangeView): "guard-removed" | "rights-lost" {
  return gains.length > 0 ? "guard-removed" : "rights-lost";
}
