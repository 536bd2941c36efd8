/** Stands in no lineage that is drawn. */
const repaired = "R";

/**
 * The lineage of a stack whose head is lost: another one, so that plans saved before are stale; and it still tells the
 * former one, where a plan has kept that, for what was sealed under it.
 */
export function repairedLineage(former: string | null, drawn: string): string {
  return former === null ? drawn : `${originalLineage(former)}${repaired}${drawn}`;
}

/** The lineage that a stack was begun with, which its secrets and documents are bound to. */
export function originalLineage(lineage: string): string {
  return lineage.split(repaired)[0] ?? lineage;
}
