import type { Store } from "../../src/engine/ports/store.ts";

/** What is asked for by a key: the store gives no list of it. */
interface SightKeys {
  readonly runs: readonly string[];
  readonly addresses: readonly string[];
  readonly claimKeys: readonly string[];
}

/** Everything that a store tells of one stack. Its claims are told without its name. */
export async function sightOf(store: Store, stack: string, { runs, addresses, claimKeys }: SightKeys) {
  const claims = await store.claims(claimKeys);
  const plans = await store.listPlans(stack);
  const { serial } = await store.progress(stack);
  const from = [0, 1, Math.floor(serial / 2), serial];
  return {
    state: await store.readStack(stack),
    progress: await store.progress(stack),
    journal: await store.readJournal(stack),
    runs: await Promise.all(runs.map((run) => store.readRun(stack, run))),
    parts: await Promise.all(
      from.flatMap((after) => [1, 99].map((limit) => store.readJournalAfter(stack, after, limit))),
    ),
    records: await Promise.all(addresses.map((address) => store.readRecord(stack, address))),
    claims: claims.filter((claim) => claim.stack === stack).map(({ stack: _, ...claim }) => claim),
    plans,
    planRows: await store.planRows(stack, { limit: 99 }),
    documents: await Promise.all(plans.map(({ digest }) => store.getPlan(stack, digest))),
    lineage: (await store.lineages()).get(stack),
    lease: await store.lease(stack),
    isListed: (await store.listStacks()).includes(stack),
  };
}
