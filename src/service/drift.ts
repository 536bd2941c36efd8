import { digest } from "../base/digest.ts";
import { echoIdentity } from "../definitions/schema/echo.ts";
import { idKey } from "../definitions/schema/identity.ts";
import type { DriftRow, DriftView } from "../doors/api/documents.ts";
import { expressionLanguage } from "../engine/expressions/expression-language.ts";
import { driftOf } from "../engine/observe/drift.ts";
import { observe } from "../engine/observe/observe.ts";
import type { RecordEffect } from "../engine/state/journal.ts";
import { claimKey, mayLag, type ResourceRecord } from "../engine/state/record.ts";
import { objectKey, type Snapshot } from "../engine/state/snapshot.ts";
import type { StackState } from "../engine/state/stack-state.ts";
import type { Deployment } from "./deployment.ts";
import { appendOrReject, holdStack } from "./hold-stack.ts";
import { recoverHeld } from "./recover-stack.ts";

const readParallelism = 32;

/** Compares every managed object with its record, without regard to any declaration. Reads only. */
export async function driftStack(stack: string, deployment: Deployment): Promise<DriftView> {
  const state = await deployment.store.readStack(stack);
  return driftView(await look(stack, state, deployment), deployment);
}

/** Adopts into the records what is seen; records of objects that are gone are dropped. Writes to the state only. */
export async function refreshStack(stack: string, deployment: Deployment): Promise<DriftView> {
  return holdStack(stack, deployment, async (held) => {
    const { state } = await recoverHeld(held, deployment);
    const snapshot = await look(stack, state, deployment);
    const run = deployment.ids.unique();
    const effects = [...state.records.values(), ...state.superseded].flatMap((record) =>
      adopted(record, snapshot, run, deployment),
    );
    if (effects.length > 0) {
      await appendOrReject(held, [
        { kind: "result", run, step: "", intentSeq: null, outcome: "done", detail: "refreshed", effects },
      ]);
    }
    return driftView(snapshot, deployment);
  });
}

async function look(stack: string, state: StackState, deployment: Deployment): Promise<Snapshot> {
  const { catalog, driverOf, store, ids, clock } = deployment;
  const { snapshot } = await observe({
    stack,
    checked: null,
    language: await expressionLanguage({}),
    state,
    unsettled: [],
    catalog,
    driverOf,
    claims: store.claims,
    ids,
    clock,
    parallel: readParallelism,
    refresh: true,
  });
  return snapshot;
}

/** What a record becomes by what was seen: brought up to date, dropped, or left (unreadable or unchanged). */
function adopted(
  record: ResourceRecord,
  snapshot: Snapshot,
  run: string,
  { catalog }: Deployment,
): readonly RecordEffect[] {
  const definition = catalog.resources[record.type];
  if (definition === undefined) return [];
  const seen = snapshot.observations.get(objectKey(record.provider.cloudId, idKey(definition, record.identity.id)));
  const claim = claimKey(record.provider.cloudId, record.identity.claim, definition.identity.ignoreCase === true);
  if (seen === undefined || seen.kind === "unreadable") return [];
  if (seen.kind === "absent" || seen.deleted) {
    // Nobody would know of the object any more if the read only lagged behind.
    if (mayLag(record, snapshot.at)) return [];
    return [{ kind: "remove", uid: record.uid, generation: record.generation, claimKey: claim }];
  }
  // Where the platform has no tag of its own, the content stands for it.
  const content = digest(seen.outputs);
  const version = seen.version === content ? null : seen.version;
  if (record.observed.version === version && record.observed.digest === content) return [];
  const outputs = echoIdentity(definition, seen.outputs, record.inputs);
  const observed = { version, digest: content, at: snapshot.at };
  return [{ kind: "put", record: { ...record, outputs, observed, lastRun: run }, claimKey: claim }];
}

function driftView(snapshot: Snapshot, { catalog }: Deployment): DriftView {
  const drift: readonly DriftRow[] = driftOf(snapshot, catalog).map(({ address, ...rest }) => ({
    name: address,
    ...rest,
  }));
  return { stack: snapshot.stack, objects: snapshot.state.records.size, drift };
}
