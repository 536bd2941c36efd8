import { inTurns } from "../../../../packages/base/turns.ts";
import type { DriftView } from "../../../contract/documents/drift.ts";
import { comparedRecords } from "../../../engine/observe/compared-records.ts";
import { driftOf } from "../../../engine/observe/drift-of-snapshot.ts";
import type { Selection } from "../../../engine/plan/selection/selection.ts";
import { ownChanges } from "../../../engine/state/drift/own-changes.ts";
import type { Intent } from "../../../engine/state/journal.ts";
import type { Snapshot } from "../../../engine/state/snapshot.ts";
import type { Deployment } from "../deployment.ts";
import { driftRow } from "../plans/view/drift-row.ts";
import { inFlightCalls, openCallsIn } from "../runs/in-flight.ts";
import { strikeSecrets } from "../secrets/strike-secrets.ts";
import { observeRecords } from "../state/observe-records.ts";
import { refuseTransferred } from "../transfers/refuse-transferred.ts";
import { selectedRecords } from "./selected-records.ts";

/** Compares every managed object with its record, without regard to any declaration. Reads only. */
export async function driftStack(stack: string, deployment: Deployment, selection: Selection = {}): Promise<DriftView> {
  const state = await deployment.store.readStack(stack);
  refuseTransferred(stack, state);
  const snapshot = await observeRecords(stack, selectedRecords(selection, state), deployment);
  const calls = openCallsIn(state);
  const view = await driftView(
    snapshot,
    deployment,
    calls.map(({ intent }) => intent),
  );
  return { ...view, inFlight: inFlightCalls(calls) };
}

/** The differences that a look at the records has found, in the API's words. `calls`: see `driftOf`. */
export async function driftView(
  snapshot: Snapshot,
  deployment: Deployment,
  calls: readonly Intent[] = [],
): Promise<DriftView> {
  const { catalog, turns, store } = deployment;
  // The snapshot may be of a part of the stack.
  const strike = await strikeSecrets(snapshot.stack, deployment, () => store.readStack(snapshot.stack));
  const seen = await inTurns(driftOf(snapshot, catalog, calls), turns);
  // Only what seems to be another hand's doing can be that of a call of ours which failed.
  const failed = seen.some((each) => each.class === "out-of-band" && each.path !== "")
    ? ownChanges(await store.readJournal(snapshot.stack))
    : [];
  const told = failed.length === 0 ? seen : await inTurns(driftOf(snapshot, catalog, calls, failed), turns);
  const drift = told.map(({ address: name, ...rest }) => driftRow({ name, ...rest }, catalog, strike));
  return { stack: snapshot.stack, objects: comparedRecords(snapshot.state, catalog).length, drift, inFlight: [] };
}
