import type { Deployment } from "../deployment.ts";
import { stackDocuments } from "../stacks/stack-documents.ts";

/** How many plans of a stack are kept that no run took. */
export const mostUnusedPlans = 100;

/** Runs are looked through once in so many plans: that costs what the stack's journal is long. */
const every = 50;

/** How many go at once. */
const mostAtOnce = 2 * every;

const pageLength = 500;

/**
 * Forgets the oldest of the plans that no run took, where there are too many. What a run began with is kept as long as
 * the stack, for its end, its undo and its tale need it; so is what a run waits with.
 */
export async function removeUnusedPlans(
  stack: string,
  deployment: Pick<Deployment, "store" | "documentStore">,
): Promise<void> {
  const { store } = deployment;
  const { total } = await store.planRows(stack, { limit: 0 });
  if (total <= mostUnusedPlans || total % every !== 0) return;
  const { rows } = await store.planRows(stack, { limit: total });
  const used = await plansOfRuns(stack, deployment);
  const unused = rows.map(({ digest }) => digest).filter((digest) => !used.has(digest));
  const gone = unused.slice(mostUnusedPlans).slice(-mostAtOnce);
  if (gone.length > 0) await store.removePlans(stack, gone);
}

/** The plans that runs of the stack took, or wait with. */
async function plansOfRuns(
  stack: string,
  { store, documentStore }: Pick<Deployment, "store" | "documentStore">,
): Promise<ReadonlySet<unknown>> {
  const used = new Set<unknown>();
  for (const entry of await store.readJournal(stack)) if (entry.kind === "run-started") used.add(entry.plan);
  const prefix = `${stack}/`;
  for (let after = prefix; ; ) {
    const page = await documentStore.list(stackDocuments.runs, { prefix, after, limit: pageLength });
    for (const { document } of page) used.add(document["plan"]);
    const last = page.at(-1);
    if (last === undefined || page.length < pageLength) return used;
    after = last.key;
  }
}
