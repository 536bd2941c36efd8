import { join } from "node:path";
import { Fault } from "../../packages/base/fault.ts";
import type { JournalEntry } from "../../src/engine/state/journal.ts";
import type { TestStore } from "../../src/service/use-cases/deployment.fixture.ts";
import { SqliteDoctor } from "../../src/stores/sqlite/doctor/sqlite-doctor.ts";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { countingIds, ended, handle, holder, intent, put, remove, result } from "../contract/journal-samples.ts";

export const stacks = ["dev", "prod"];
const claimKeys = ["claim u0", "claim u1", "claim u2", "claim p1", "shared", "claim big"];
const epochStart = Date.UTC(2026, 0, 1);

export function fileIn(dir: string): string {
  return join(dir, "state.db");
}

export function openIn(dir: string): SqliteStore {
  return new SqliteStore(fileIn(dir), countingIds());
}

export function doctorIn(dir: string): SqliteDoctor {
  let count = 0;
  const unique = () => {
    count += 1;
    return `d${String(count).padStart(31, "0")}`;
  };
  const ids = { ...countingIds(), unique };
  return new SqliteDoctor(fileIn(dir), { clock: { now: () => epochStart }, ids });
}

/**
 * Batches that use all that a store can hold: replaced, removed and large records, open intents, outputs, a context, a
 * claim let go.
 */
const batches: readonly (readonly [stack: string, ...entries: JournalEntry[]])[] = [
  [
    "dev",
    { kind: "run-started", run: "run-1", plan: "d", at: "2026" },
    { kind: "context", run: "run-1", context: { project: "portal", config: { size: "file" } } },
    intent(1, "u1"),
    intent(2, "u2", "shared"),
  ],
  ["prod", intent(1, "p1"), result(1, [put("p1")])],
  ["dev", result(1, [put("u1")]), handle(2, "operations/o"), result(2, [put("u2", {}, "shared")])],
  ["dev", result(null, [put("big", { inputs: { text: "long ".repeat(4000) } })])],
  ["dev", result(null, [put("u1", { status: "superseded" }), put("u1", { generation: 1 })]), ended({ a: 1 })],
  ["dev", result(null, [remove("u2", 0, "shared")])],
  ["prod", { ...intent(2, "p2", "shared"), run: "run-2" }, { ...handle(2, "operations/p"), run: "run-2" }],
  ["dev", ...Array.from({ length: 20 }, (_, index) => result(null, [put(`many-${index}`)]))],
  ["dev", intent(3, "u0")],
  ["prod", ended({ url: "x" })],
];

/** Fills the store in `dir` and leaves it with both stacks given back. */
export async function fill(store: TestStore): Promise<void> {
  const epochs = new Map<string, number>();
  for (const stack of stacks) {
    const lease = await store.acquire(stack, holder, 0, 1000, () => true);
    if (lease.kind === "held") epochs.set(stack, lease.epoch);
  }
  for (const [stack, ...entries] of batches) {
    const outcome = await store.append(stack, epochs.get(stack) ?? 0, entries);
    if (outcome.kind !== "done") throw new Error(JSON.stringify(outcome));
  }
  await store.putPlan("dev", {
    digest: "d",
    kind: "apply",
    createdAt: "2026",
    document: { steps: ["x".repeat(9000)] },
  });
  await store.sealed.replaceKeys(null, { storeId: "s", current: 1, fingerprint: "f", data: { "1": "k" } });
  await store.sealed.add({ id: "value", keyVersion: 1, sealed: "c2VhbGVk" });
  await fillRegister(store);
  for (const [stack, epoch] of epochs) await store.release(stack, epoch);
}

/** Documents that were replaced and removed, a large one, and logs of which one was begun anew. */
async function fillRegister({ documentStore }: TestStore): Promise<void> {
  for (const key of ["1", "2", "3"]) await documentStore.put("runs", key, { of: key });
  await documentStore.put("runs", "2", { of: "two" });
  await documentStore.put("runs", "large", { text: "long ".repeat(3000) }, { expiresAt: 99 });
  await documentStore.remove("runs", "3");
  await documentStore.put("gone", "1", {});
  await documentStore.remove("gone", "1");
  await documentStore.appendLog("events", [{ n: 0 }]);
  await documentStore.removeLog("events");
  for (const n of [1, 2, 3]) await documentStore.appendLog("events", [{ n }, { n, text: "x".repeat(2000) }]);
  await documentStore.appendLog("audit", [{ who: "a" }]);
}

/** Everything that a store tells. */
export async function told(store: TestStore, names: readonly string[] = stacks) {
  const perStack = [];
  for (const stack of names) {
    perStack.push({
      state: await store.readStack(stack),
      journal: await store.readJournal(stack),
      run: await store.readRun(stack, "run-1"),
      plans: await store.listPlans(stack),
    });
  }
  const value = await store.sealed.get("value");
  // As whoever opens a sealed value does.
  if (value === null) throw new Fault("secrets-unreadable", "this store has no sealed value `value`");
  const { documentStore } = store;
  return {
    documents: [...(await documentStore.list("runs", { limit: 99 })), await documentStore.get("runs", "large")],
    noDocuments: [await documentStore.get("runs", "3"), await documentStore.get("gone", "1")],
    logs: [await documentStore.readLog("events", 0, 99), await documentStore.readLog("audit", 0, 99)],
    stacks: await store.listStacks(),
    perStack,
    claims: await store.claims(claimKeys),
    keys: await store.sealed.readKeys(),
    value,
  };
}

export type Told = Awaited<ReturnType<typeof told>>;

/** What is managed and claimed. A stack whose head is gone gets a new lineage, and serials move on with a repair. */
export async function managed(store: SqliteStore, names: readonly string[] = stacks) {
  const states = [];
  for (const stack of names) states.push({ ...(await store.readStack(stack)), lineage: "", serial: 0 });
  return { states, claims: await store.claims(claimKeys) };
}

/** What must be the same after a repair that lost nothing: serials move on, everything else stays. */
export function essence({ perStack, ...rest }: Told) {
  return { ...rest, perStack: perStack.map((each) => ({ ...each, state: { ...each.state, serial: 0 } })) };
}
