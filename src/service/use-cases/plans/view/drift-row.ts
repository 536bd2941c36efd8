import type { DriftRow } from "../../../../contract/documents/drift.ts";
import type { RightsChangeView } from "../../../../contract/documents/plans/differences.ts";
import type { Catalog } from "../../../../definitions/schema/definition.ts";
import type { MovedGrant } from "../../../../engine/observe/drift-of-snapshot.ts";
import type { StrikeSecrets } from "../../secrets/strike-secrets.ts";
import { withDifference } from "./field-difference.ts";
import { driftRights } from "./step-rights.ts";

/** A row of drift with where its values differ, and with who gains and who loses what by it. */
export function driftRow(
  { grant, ...seen }: DriftRow & { readonly grant?: MovedGrant },
  catalog: Pick<Catalog, "resources">,
  strike: StrikeSecrets,
): DriftRow {
  const row = { ...seen, ...struck("old", seen, strike), ...struck("new", seen, strike) };
  const isMoved = row.class !== "equivalent form" && row.class !== "lagging read";
  const rights = isMoved ? driftRights(row, grant, catalog) : undefined;
  const told = withDifference(row, row.type, catalog);
  if (rights === undefined) return told;
  return { ...told, ...(row.class === "gone" ? { rank: rankOfEnd(rights) } : {}), rights };
}

function struck(side: "old" | "new", row: DriftRow, strike: StrikeSecrets): Pick<DriftRow, "old" | "new"> {
  return row[side] === undefined ? {} : { [side]: strike(row[side]) };
}

/** What it means that an object is not there any more: where a guard ends, people can do more. */
function rankOfEnd({ gains }: RightsChangeView): "guard-removed" | "rights-lost" {
  return gains.length > 0 ? "guard-removed" : "rights-lost";
}
