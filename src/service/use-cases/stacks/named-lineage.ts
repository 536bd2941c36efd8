import { Fault } from "../../../../packages/base/fault.ts";
import type { Deployment } from "../deployment.ts";
import { leaseMs } from "../lease/held-lease.ts";

/**
 * The lineage of a stack, which one that was never held gets now. Nothing is written to its journal: it stays a stack
 * that was never made.
 */
export async function namedLineage(stack: string, { store, clock, holder, isDead }: Deployment): Promise<string> {
  const now = clock.now();
  const since = new Date(now).toISOString();
  const outcome = await store.acquire(stack, { ...holder, since }, now, leaseMs, isDead);
  // Whoever holds it has named it.
  if (outcome.kind === "held") await store.release(stack, outcome.epoch);
  const { lineage } = await store.progress(stack);
  if (lineage === "") throw new Fault("store-busy", `stack \`${stack}\` was removed meanwhile`);
  return lineage;
}
