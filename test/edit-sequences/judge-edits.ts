import { rmSync } from "node:fs";
import { join } from "node:path";
import type { JournalEntry } from "../../src/engine/state/journal.ts";
import { doubledRecords } from "../../src/engine/state/records/one-current.ts";
import { replayRows } from "../../src/engine/state/replay.ts";
import { localOwner } from "../../src/service/access/local-owner.ts";
import type { Deployment } from "../../src/service/use-cases/deployment.ts";
import { claimKeyOf } from "../../src/service/use-cases/objects/claim-key-of.ts";
import { driftStack } from "../../src/service/use-cases/objects/drift-view.ts";
import { planStack } from "../../src/service/use-cases/plans/make-plans.ts";
import { listRunSteps } from "../../src/service/use-cases/runs/list-run-steps.ts";
import { listRuns } from "../../src/service/use-cases/runs/runs-of-stack.ts";
import { showOutputs } from "../../src/service/use-cases/stacks/show-outputs.ts";
import { listStacks } from "../../src/service/use-cases/stacks/stacks.ts";
import { examineStore, repairStore } from "../../src/service/use-cases/state/examine-store.ts";
import { exportState } from "../../src/service/use-cases/state/export-state.ts";
import { inspectResource } from "../../src/service/use-cases/state/inspect-resource.ts";
import { showGraph, showResource } from "../../src/service/use-cases/state/show-state.ts";
import { listResources } from "../../src/service/use-cases/state/state-rows.fixture.ts";
import { SqliteDoctor } from "../../src/stores/sqlite/doctor/sqlite-doctor.ts";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { countingIds, holder } from "../contract/journal-samples.ts";
import type { MemoryStore } from "../memory-store/memory-store.ts";
import type { EditWorld } from "./edit-world.ts";
import { told, up } from "./play-edits.ts";
import { type Declaration, names, type StackName, stacks, textOf } from "./random-stack.ts";

type Reading = readonly [string, (deployment: Deployment) => Promise<unknown>];

/**
 * What a sequence has broken: every reading command answers, the doctor ends healthy, and a reasonable `up` ends with a
 * reason.
 */
export async function judge(
  world: EditWorld,
  declarations: ReadonlyMap<StackName, Declaration>,
  directory: string,
): Promise<readonly string[]> {
  const violations: string[] = [];
  for (const stack of stacks)
    for (const [what, read] of readings(stack, declarations.get(stack) ?? new Map())) {
      const { violation } = told(await world.command(read));
      if (violation !== undefined) violations.push(`${what} of ${stack}: ${violation}`);
    }
  violations.push(...(await inexactClaims(world)));
  violations.push(...doubledAddresses(world.world.memory));
  violations.push(...(await unhealthy(world.world.memory, directory)));
  if (violations.length > 0) return violations;
  await world.arrive();
  for (const stack of stacks) {
    const declaration = textOf(declarations.get(stack) ?? new Map());
    const ending = await world.command((deployment, signal) => up(stack, declaration, deployment, signal));
    const { label, violation } = told(ending);
    if (violation !== undefined) violations.push(`the last up of ${stack}: ${violation}`);
    else if (ending.kind === "done" && label !== "done" && ending.value.codes.length === 0)
      violations.push(`the last up of ${stack} ended ${label} without a reason`);
  }
  return [...violations, ...(await inexactClaims(world)), ...doubledAddresses(world.world.memory)];
}

/** No batch of a journal has ever left two current records at one address. */
function doubledAddresses({ events }: MemoryStore): readonly string[] {
  for (const stack of stacks) {
    const journal: JournalEntry[] = [];
    for (const event of events) {
      if (event.stack !== stack || event.kind !== "appended") continue;
      journal.push(...event.entries);
      const [doubled] = event.entries.some(({ kind }) => kind === "result")
        ? doubledRecords(replayRows(journal).records.values())
        : [];
      if (doubled !== undefined) return [`two current records at ${doubled.address} of ${stack}`];
    }
  }
  return [];
}

function readings(stack: StackName, declaration: Declaration): readonly Reading[] {
  const text = textOf(declaration);
  const page = { after: null, limit: 100 };
  return [
    ["stack list", (deployment) => listStacks(page, deployment)],
    ["drift", (deployment) => driftStack(stack, deployment)],
    ["state list", (deployment) => listResources(stack, deployment)],
    ...names.map((name): Reading => ["state show", (deployment) => showResource(stack, name, deployment)]),
    ...names.map((name): Reading => ["why", (deployment) => inspectResource(stack, name, deployment)]),
    ["state export", (deployment) => exportState(stack, deployment)],
    ["outputs", (deployment) => showOutputs(stack, deployment)],
    ["graph", (deployment) => showGraph(text, deployment)],
    [
      "runs",
      async (deployment) => {
        for (const { run } of await listRuns(stack, deployment))
          await listRunSteps(stack, run, { limit: 100, after: null }, deployment);
      },
    ],
    ["plan", (deployment) => planStack({ stack, kind: "apply", declaration: text, refresh: true }, deployment)],
    [
      "plan of a destroy",
      (deployment) => planStack({ stack, kind: "destroy", declaration: null, refresh: true }, deployment),
    ],
  ];
}

/** Every record and every open call has its claim. */
async function inexactClaims({ world }: EditWorld): Promise<readonly string[]> {
  const { memory } = world;
  const { catalog } = world.start(0).deployment;
  const violations: string[] = [];
  for (const stack of stacks) {
    const { records, superseded, openIntents } = await memory.readStack(stack);
    const held = [
      ...[...records.values(), ...superseded].map((record) => ({ uid: record.uid, key: claimKeyOf(record, catalog) })),
      ...openIntents.map(({ intent }) => ({ uid: intent.uid, key: intent.claimKey })),
    ];
    for (const { uid, key } of held) {
      const [claim] = await memory.claims([key]);
      if (claim?.uid !== uid || claim.stack !== stack)
        violations.push(`${uid} of ${stack} has lost its claim on ${key}`);
    }
  }
  return violations;
}

let files = 0;

/** What a doctor finds after its repair in a file that holds the same journal. */
async function unhealthy(memory: MemoryStore, directory: string): Promise<readonly string[]> {
  files += 1;
  const path = join(directory, `${files}.db`);
  const store = new SqliteStore(path, countingIds());
  try {
    const epochs = new Map<string, number>();
    for (const stack of stacks) {
      const lease = await store.acquire(stack, holder, 0, 30_000, () => true);
      if (lease.kind === "held") epochs.set(stack, lease.epoch);
    }
    const outcomes = await Promise.allSettled(
      memory.events.map((event) =>
        event.kind === "appended"
          ? store.append(event.stack, epochs.get(event.stack) ?? 0, event.entries)
          : Promise.resolve({ kind: "done" }),
      ),
    );
    const refused = outcomes.flatMap((each) =>
      each.status === "rejected" ? [String(each.reason)] : each.value.kind === "done" ? [] : [each.value.kind],
    );
    const doctor = () => {
      store.letGo();
      return new SqliteDoctor(path, { clock: { now: () => 0 }, ids: countingIds() });
    };
    await repairStore(doctor, localOwner);
    const { status, damage } = await examineStore(doctor, localOwner);
    const sick =
      status === "whole" || status === "nothing" ? [] : [`doctor after --repair: ${status} ${damage.join("; ")}`];
    return [...refused.map((reason) => `a file refuses what the memory took: ${reason}`), ...sick];
  } finally {
    await store.close();
    for (const suffix of ["", "-wal", "-shm", "-mark"]) rmSync(`${path}${suffix}`, { force: true });
  }
}
