import { inTurns } from "../../../../packages/base/turns.ts";
import type { DriftView } from "../../../contract/documents/drift.ts";
import { ofRun } from "../../../engine/apply/steps/perform-record.ts";
import type { Selection } from "../../../engine/plan/selection/selection.ts";
import { refreshed } from "../../../engine/state/journal.ts";
import { keepingClaimsInParts } from "../../../engine/state/records/kept-claims.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import type { Deployment } from "../deployment.ts";
import { appendOrReject, holdStack } from "../lease/hold-stack.ts";
import { claimKeyOf } from "../objects/claim-key-of.ts";
import { driftView } from "../objects/drift-view.ts";
import { refreshEffectsOf } from "../objects/refresh-effects.ts";
import { selectedRecords } from "../objects/selected-records.ts";
import { refuseDroppingAll } from "../plans/refuse-dropping-all.ts";
import { recoverHeld } from "../runs/recover-stack.ts";
import { observeRecords } from "./observe-records.ts";
import { edited } from "./record-effects.ts";

/**
 * Adopts into the records what is seen; records of objects that are gone are dropped. Writes to the state only.
 * `dropAllOf`: providers of which every record may go.
 */
export async function refreshStack(
  stack: string,
  deployment: Deployment,
  { dropAllOf = [], ...selection }: Selection & { readonly dropAllOf?: readonly string[] } = {},
): Promise<DriftView> {
  return holdStack(stack, deployment, async (held) => {
    const { state } = await recoverHeld(held, deployment);
    const selected = selectedRecords(selection, state);
    const snapshot = await observeRecords(stack, selected, deployment);
    const run = deployment.ids.unique();
    const refreshing = await inTurns(refreshEffectsOf(selected, snapshot, deployment.catalog), deployment.turns);
    const adopted = refreshing.map(({ effect }) => ofRun(effect, run));
    refuseDroppingAll(selected, adopted, dropAllOf);
    const keyOf = (record: ResourceRecord) => claimKeyOf(record, deployment.catalog);
    const effects = await inTurns(keepingClaimsInParts(adopted, state, keyOf), deployment.turns);
    const view = await driftView(snapshot, deployment);
    const hasReadAll = selected === state && view.drift.every((row) => row.class !== "unreadable");
    const endsRestored = state.restored !== undefined && hasReadAll;
    if (effects.length > 0 || endsRestored) {
      const entry = edited(run, refreshed, effects, deployment.clock);
      await appendOrReject(held, [{ ...entry, ...(endsRestored ? { endsRestored } : {}) }]);
    }
    return view;
  });
}
