import type { PlanListRow } from "../../../contract/documents/plans/plan.ts";
import type { Deployment } from "../deployment.ts";
import type { Page, PageRequest } from "../lists/page.ts";
import { isOf, planOfRow } from "./kept-plans.ts";
import { PlanBriefs } from "./plan-briefs.ts";

/** How many rows are asked for at once: more than most pages have. */
const mostRows = 100;

/**
 * A page of the plans of a stack, the newest first. A cursor is the moment and the digest of the last row; the list
 * goes on there, be that plan still kept or not. Ends where the caller has gone.
 */
export async function listPlans(
  stack: string,
  { after: cursor, limit }: PageRequest,
  deployment: Deployment,
): Promise<Page<PlanListRow>> {
  const { store, planBriefs = new PlanBriefs() } = deployment;
  const { lineage } = await store.progress(stack);
  const items: PlanListRow[] = [];
  for (let after = cursor === null ? null : placeIn(cursor); ; ) {
    const asked = Math.min(limit + 1 - items.length, mostRows);
    const { rows } = await store.planRows(stack, { after, limit: asked });
    for (const row of rows) {
      const last = items.at(-1);
      if (items.length === limit && last !== undefined) return { items, next: `${last.createdAt} ${last.digest}` };
      const read = () => planOfRow(stack, row, deployment);
      const brief = await planBriefs.of(stack, row, read, deployment.client?.());
      // Gone since the row was read, or of an earlier stack of this name.
      if (brief === null || !isOf(brief.lineage, lineage)) continue;
      items.push({ ...row, kind: brief.kind, summary: brief.summary });
    }
    if (rows.length < asked) return { items, next: null };
    after = rows.at(-1) ?? null;
  }
}

function placeIn(cursor: string) {
  const end = cursor.indexOf(" ");
  return { createdAt: cursor.slice(0, end), digest: cursor.slice(end + 1) };
}
