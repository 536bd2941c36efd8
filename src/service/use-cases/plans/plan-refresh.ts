import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import { inTurns } from "../../../../packages/base/turns.ts";
import type { DriftRow } from "../../../contract/documents/drift.ts";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import type { FieldChange, Prior, RecordStep } from "../../../engine/plan/plan.ts";
import { allSeen, seenObjects } from "../../../engine/plan/seen-objects.ts";
import type { Selection } from "../../../engine/plan/selection/selection.ts";
import type { RecordEffect } from "../../../engine/state/journal.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import { supersededStepId } from "../../../engine/state/step-id.ts";
import type { Deployment } from "../deployment.ts";
import { driftView } from "../objects/drift-view.ts";
import { refreshEffectsOf, seenOf } from "../objects/refresh-effects.ts";
import { selectedRecords } from "../objects/selected-records.ts";
import { sinceBackupIn } from "../objects/since-backup.ts";
import { recoverStack } from "../runs/recover-stack.ts";
import { observeRecords } from "../state/observe-records.ts";
import { refuseDroppingAll } from "./refuse-dropping-all.ts";
import { keepStateOnlyPlan } from "./state-only-plan.ts";

/** What is to be refreshed. */
interface RefreshRequest {
  readonly stack: string;
  /** Providers of which every record may go. */
  readonly dropAllOf?: readonly string[];
  readonly selection?: Selection;
}

/**
 * Reads every managed object and plans what the records would adopt: new values (paths lie below the outputs), and the
 * end of the records whose objects are gone. Its run makes no call to any platform.
 */
export async function planRefresh(
  { stack, dropAllOf = [], selection = {} }: RefreshRequest,
  deployment: Deployment,
): Promise<PlanView> {
  const { catalog } = deployment;
  const { state, advice, inFlight } = await recoverStack(stack, deployment);
  const selected = selectedRecords(selection, state);
  const snapshot = await observeRecords(stack, selected, deployment);
  const drift = Map.groupBy((await driftView(snapshot, deployment)).drift, ({ name }) => name);
  const records = [...selected.records.values(), ...selected.superseded];
  const refreshing = await inTurns(refreshEffectsOf(selected, snapshot, catalog), deployment.turns);
  refuseDroppingAll(
    selected,
    refreshing.map(({ effect }) => effect),
    dropAllOf,
  );
  const sinceBackup = await sinceBackupIn({ stack, state, declaration: null }, deployment);
  const changed = new Set(refreshing.map(({ record }) => record));
  return keepStateOnlyPlan(
    {
      kind: "refresh",
      stack,
      state,
      inFlight,
      seen:
        selected === state
          ? seenObjects(snapshot.observations, state, catalog)
          : { observed: allSeen(snapshot.observations) },
      steps: refreshing.map(({ record, effect }) => {
        const seen = seenOf(record, snapshot, catalog);
        const { outputs, version } = seen?.kind === "present" ? seen : { outputs: null, version: null };
        const { identity, generation } = record;
        return refreshStep(record, effect, {
          fields: fieldsOf(record, drift),
          prior: outputs === null ? null : { identity, generation, outputs, version },
        });
      }),
      unchanged: records
        .filter((record) => record.status === "current" && !changed.has(record))
        .map(({ address, type, identity }) => ({ address, type, id: identity.id })),
      problems: [
        ...sinceBackup,
        ...advice,
        ...records.flatMap((record) => adviceOn(record, changed.has(record), drift)),
      ],
    },
    deployment,
  );
}

function refreshStep(
  record: ResourceRecord,
  effect: RecordEffect,
  seen: { readonly fields: readonly FieldChange[]; readonly prior: Prior | null },
): RecordStep {
  const { address, type, apiVersion, uid, provider, identity, status } = record;
  return {
    kind: "record",
    id: status === "superseded" ? supersededStepId(record) : address,
    address,
    type,
    apiVersion,
    action: effect.kind === "put" ? "adopt" : "retain",
    needs: [],
    uid,
    provider,
    identity,
    ...seen,
    effect,
  };
}

type DriftByName = ReadonlyMap<string, readonly DriftRow[]>;

/** What is told of the very object of a record: a former object goes by the same name. */
function rowsOf({ address, identity }: ResourceRecord, drift: DriftByName): readonly DriftRow[] {
  return (drift.get(address) ?? []).filter(({ id }) => id === identity.id);
}

function fieldsOf(record: ResourceRecord, drift: DriftByName): readonly FieldChange[] {
  return rowsOf(record, drift)
    .filter(({ path }) => path !== "")
    .map(({ path, old, new: now }) => ({
      path,
      ...(old === undefined ? {} : { old }),
      ...(now === undefined ? {} : { new: now }),
      reason: "drifted",
      replace: false,
    }));
}

/** Why a record goes, or stays although its object could not be seen. */
function adviceOn(record: ResourceRecord, isChanged: boolean, drift: DriftByName): readonly Problem[] {
  const { address, identity } = record;
  return rowsOf(record, drift).flatMap((row) => {
    const detail = `\`${identity.id}\`: ${row.detail ?? row.class}`;
    if (row.class === "unreadable") return [problem("left-unread", detail, { address })];
    if (row.class !== "gone") return [];
    return [problem(isChanged ? "gone-outside" : "left-unread", detail, { address })];
  });
}
