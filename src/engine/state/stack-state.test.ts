import { describe, expect, test } from "vitest";
import type { Intent, JournalEntry, StepResult } from "./journal.ts";
import { claimKey, type ResourceRecord, recordKey } from "./records/record.ts";
import { objectKey } from "./snapshot.ts";
import { noContext } from "./stack-context.ts";
import { assembleState, emptyState, project, type StateRows } from "./stack-state.ts";

/** Rows in maps, as a store would hold them. */
function memoryRows() {
  const records = new Map<string, ResourceRecord>();
  const intents = new Map<string, { intent: Intent; operationName: string | null }>();
  const claims = new Map<string, string>();
  const seen = { outputs: {} as unknown, context: noContext };
  const rows: StateRows = {
    putRecord: (key, record) => records.set(key, record),
    removeRecord: (key) => records.delete(key),
    putIntent: (key, intent) => intents.set(key, { intent, operationName: null }),
    setHandle: (key, operationName) => {
      const open = intents.get(key);
      if (open !== undefined) open.operationName = operationName;
    },
    removeIntent: (key) => intents.delete(key),
    putClaim: (key, uid, address) => claims.set(key, `${uid} ${address}`),
    removeClaim: (key, uid) => {
      if (claims.get(key)?.startsWith(`${uid} `) === true) claims.delete(key);
    },
    setOutputs: (outputs) => {
      seen.outputs = outputs;
    },
    setContext: (context) => {
      seen.context = context;
    },
  };
  return { rows, records, intents, claims, seen };
}

const provider = { ref: "google", kind: "google", cloudId: "https://cloud", configDigest: "d", config: {} };
const identity = { id: "things/a", claim: "things/a", variables: {} };

function recordOf(change: Partial<ResourceRecord> = {}): ResourceRecord {
  return {
    format: 1,
    uid: "u1",
    address: "a",
    generation: 1,
    status: "current",
    type: "x:Thing",
    definitionVersion: "1",
    apiVersion: "1",
    provider,
    identity,
    inputs: {},
    outputs: {},
    observed: { version: "v1", digest: "d", at: "2026-01-01T00:00:00Z" },
    dependsOn: [],
    options: { protect: false, onDestroy: "delete" },
    imported: false,
    lastRun: "r1",
    ...change,
  };
}

const intent: Intent = {
  kind: "intent",
  format: 1,
  run: "r1",
  seq: 1,
  step: "a",
  uid: "u1",
  address: "a",
  type: "x:Thing",
  at: "2026-01-01T00:00:00.000Z",
  record: null,
  attempt: 1,
  epoch: 1,
  identity,
  claimKey: "https://cloud things/a",
  provider,
  apiVersion: "1",
  operation: "create",
  request: { inputs: {}, fields: [] },
  before: null,
  condition: null,
  idempotencyKey: "k",
  flags: [],
};

function result(effects: StepResult["effects"], intentSeq: number | null = 1): StepResult {
  return { kind: "result", run: "r1", step: "a", intentSeq, outcome: "done", detail: "", effects };
}

describe("project", () => {
  test("an intent is open and holds its claim until its result", () => {
    const { rows, ...seen } = memoryRows();
    project(intent, rows);
    expect(seen.intents.get("r1.1")).toEqual({ intent, operationName: null });
    expect([...seen.claims]).toEqual([["https://cloud things/a", "u1 a"]]);

    project({ kind: "handle", run: "r1", intentSeq: 1, url: "operations/7" }, rows);
    expect(seen.intents.get("r1.1")?.operationName).toBe("operations/7");
    expect(seen.records.size).toBe(0);

    const record = recordOf();
    project(result([{ kind: "put", record, claimKey: intent.claimKey }]), rows);
    expect(seen.intents.size).toBe(0);
    expect([...seen.records]).toEqual([["u1.1", record]]);
    expect(seen.claims.has(intent.claimKey)).toBe(true);
  });

  test("a operationName or a result touches only its own intent", () => {
    const { rows, intents } = memoryRows();
    project(intent, rows);
    project({ ...intent, seq: 2 }, rows);
    project({ ...intent, run: "r2" }, rows);
    project(result([], 2), rows);
    project(result([], null), rows);
    expect([...intents.keys()]).toEqual(["r1.1", "r2.1"]);
  });

  test("a replacement keeps the old generation until it is removed", () => {
    const { rows, records, claims } = memoryRows();
    const old = recordOf({ status: "superseded" });
    const made = recordOf({ generation: 2, identity: { ...identity, id: "things/b", claim: "things/b" } });
    project(
      result([
        { kind: "put", record: old, claimKey: "c a" },
        { kind: "put", record: made, claimKey: "c b" },
      ]),
      rows,
    );
    expect([...records.keys()]).toEqual(["u1.1", "u1.2"]);
    project(result([{ kind: "remove", uid: "u1", generation: 1, claimKey: "c a" }], null), rows);
    expect([...records.keys()]).toEqual(["u1.2"]);
    expect([...claims.keys()]).toEqual(["c b"]);
  });

  test("a failed step closes its intent and leaves the records", () => {
    const { rows, records, intents } = memoryRows();
    project(result([{ kind: "put", record: recordOf(), claimKey: "c a" }], null), rows);
    project(intent, rows);
    project({ ...result([]), outcome: "failed" }, rows);
    expect([...records.keys()]).toEqual(["u1.1"]);
    expect(intents.size).toBe(0);
  });

  test.each<[string, JournalEntry, unknown]>([
    ["a run's start changes nothing", { kind: "run-started", run: "r1", plan: "p", at: "t" }, {}],
    [
      "its end gives the outputs",
      { kind: "run-ended", run: "r1", at: "t", status: "done", outputs: { a: 1 } },
      { a: 1 },
    ],
    ["or leaves the former ones", { kind: "run-ended", run: "r1", at: "t", status: "failed", outputs: null }, {}],
  ])("%s", (_, entry, outputs) => {
    const { rows, records, intents, claims, seen } = memoryRows();
    project(entry, rows);
    expect(seen.outputs).toEqual(outputs);
    expect([records.size, intents.size, claims.size]).toEqual([0, 0, 0]);
  });
});

describe("assembleState", () => {
  const head = { lineage: "l", serial: 3, outputs: { a: 1 }, context: noContext };

  test("tells current records from superseded ones", () => {
    const old = recordOf({ status: "superseded" });
    const now = recordOf({ generation: 2 });
    const state = assembleState(head, [old, now], [{ intent, operationName: null }]);
    expect(state).toMatchObject({ ...head, superseded: [old], openIntents: [{ intent, operationName: null }] });
    expect([...state.records]).toEqual([["a", now]]);
  });

  test("of two current records at one address, which older versions could leave, one is taken for superseded", () => {
    const first = recordOf({ uid: "u2" });
    const late = recordOf({ observed: { ...first.observed, at: "2026-01-02T00:00:00Z" } });
    for (const records of [
      [first, late],
      [late, first],
    ]) {
      const state = assembleState(head, records, []);
      expect([...state.records]).toEqual([["a", first]]);
      expect(state.superseded).toEqual([{ ...late, status: "superseded" }]);
      expect(state.doubled).toEqual([late]);
    }
  });

  test("an empty state has nothing", () => {
    expect(emptyState("l")).toEqual(
      assembleState({ lineage: "l", serial: 0, outputs: {}, context: noContext }, [], []),
    );
  });
});

test("keys tell objects apart as the platform does", () => {
  expect(recordKey({ uid: "u", generation: 3 })).toBe("u.3");
  expect(claimKey("https://Cloud", "Things/A", true)).toBe(claimKey("https://Cloud", "things/a", true));
  expect(claimKey("https://cloud", "Things/A", false)).not.toBe(claimKey("https://cloud", "things/a", false));
  expect(claimKey("https://one", "a", true)).not.toBe(claimKey("https://two", "a", true));
  expect(objectKey("https://one", "a")).not.toBe(objectKey("https://two", "a"));
});
