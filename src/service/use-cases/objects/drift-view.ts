import { inTurns } from "../../../../packages/base/turns.ts";
import type { DriftView } from "../../../contract/documents/drift.ts";
import { ofRun } from "../../../engine/apply/steps/perform-record.ts";
import { comparedRecords } from "../../../engine/observe/compared-records.ts";
import { driftOf } from "../../../engine/observe/drift-of-snapshot.ts";
import type { Selection } from "../../../engine/plan/selection/selection.ts";
import { refreshed } from "../../../engine/state/journal.ts";
import { keepingClaimsInParts } from "../../../engine/state/records/kept-claims.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import type { Snapshot } from "../../../engine/state/snapshot.ts";
import type { Deployment } from "../../deployment.ts";
import { refuseDroppingAll } from "../plans/refuse-dropping-all.ts";
import { driftRow } from "../plans/view/drift-row.ts";
import { inFlightIn } from "../runs/in-flight.ts";
import { recoverHeld } from "../runs/recover-stack.ts";
import { strikeSecrets } from "../secrets/strike-secrets.ts";
import { appendOrReject, holdStack } from "../stacks/hold-stack.ts";
import { observeRecords } from "../state/observe-records.ts";
import { edited } from "../state/record-effects.ts";
import { refuseTransferred } from "../transfers/refuse-transferred.ts";
import { claimKeyOf } from "./claim-key-of.ts";
import { refreshEffectsOf } from "./refresh-effects.ts";
import { refuseReadOnly } from "./refuse-read-only.ts";
import { selectedRecords } from "./selected-records.ts";

/** Compares every managed object with its record, without regard to any declaration. Reads only. */
export async function driftStack(stack: string, deployment: Deployment, selection: Selection = {}): Promise<DriftView> {
  const state = await deployment.store.readStack(stack);
  refuseTransferred(stack, state);
  const view = await driftView(await observeRecords(stack, selectedRecords(selection, state), deployment), deployment);
  return { ...view, inFlight: inFlightIn(state) };
}

/**
 * Adopts into the records what is seen; records of objects that are gone are dropped. Writes to the state only.
 * `dropAllOf`: providers of which every record may go.
 */
export async function refreshStack(
  stack: string,
  deployment: Deployment,
  { dropAllOf = [], ...selection }: Selection & { readonly dropAllOf?: readonly string[] } = {},
): Promise<DriftView> {
  refuseReadOnly(deployment, "no refresh is recorded");
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

/** The differences that a look at the records has found, in the API's words. */
export async function driftView(snapshot: Snapshot, deployment: Deployment): Promise<DriftView> {
  const { catalog, turns, store } = deployment;
  // The snapshot may be of a part of the stack.
  const strike = await strikeSecrets(snapshot.stack, deployment, () => store.readStack(snapshot.stack));
  const drift = (await inTurns(driftOf(snapshot, catalog), turns)).map(({ address: name, ...rest }) =>
    driftRow({ name, ...rest }, catalog, strike),
  );
  return { stack: snapshot.stack, objects: comparedRecords(snapshot.state, catalog).length, drift, inFlight: [] };
}
