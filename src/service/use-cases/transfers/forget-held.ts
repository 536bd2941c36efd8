import { stateImported } from "../../../engine/state/journal.ts";
import type { Deployment } from "../deployment.ts";
import { appendOrReject, type HeldStack } from "../lease/hold-stack.ts";
import { edited, remove } from "../state/record-effects.ts";

/**
 * Forgets a stack in one's own hands whose objects are another store's, with its records and claims; false where
 * another took it over. A crash on the way leaves it without records, and still marked as moved or arriving.
 */
export async function forgetHeld(held: HeldStack, deployment: Deployment): Promise<boolean> {
  const { records, superseded } = held.state;
  const effects = [...records.values(), ...superseded].map((record) => remove(record, deployment));
  if (effects.length > 0)
    await appendOrReject(held, [edited(deployment.ids.unique(), stateImported, effects, deployment.clock)]);
  const isGone = await deployment.store.removeStack(held.stack, held.epoch);
  deployment.newestPlan.forget();
  return isGone;
}
