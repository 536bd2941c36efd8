import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Store } from "../../src/engine/ports/store.ts";
import type { StoreDoctor } from "../../src/engine/ports/store-doctor.ts";
import type { ResourceRecord } from "../../src/engine/state/record.ts";
import { examineStore, repairStore } from "../../src/service/doctor.ts";
import { MemoryStore } from "../../src/stores/memory/memory-store.ts";
import { PostgresStore } from "../../src/stores/postgres/postgres-store.ts";
import { SqliteDoctor } from "../../src/stores/sqlite/sqlite-doctor.ts";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { countingIds, holder, put, result } from "../contract/journal-samples.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../contract/postgres-server.ts";

const rule = vi.hoisted(() => ({ isOff: false }));
vi.mock(import("../../src/engine/state/one-current.ts"), async (original) => {
  const real = await original();
  return {
    ...real,
    refuseDoubles: (...given) => {
      if (!rule.isOff) real.refuseDoubles(...given);
    },
  };
});

const now = Date.UTC(2026, 0, 2);
const seen = (at: string) => ({ observed: { version: null, digest: "sha256:1", at } });
const claimOf = (claim: string) => `https://cloud.test ${claim}`;
const under = (uid: string, claim: string, rest: Partial<ResourceRecord>) =>
  put(uid, { address: "a", identity: { id: `id ${uid}`, claim, variables: {} }, ...rest }, claimOf(claim));
const holds = under("u1", "one", { generation: 2, ...seen("2026-01-01T00:00:00.000Z") });
/** Found late, as a version without the rule recorded it. */
const late = under("u2", "two", seen("2026-01-01T00:05:00.000Z"));
/** Of the same resource, an older object. */
const older = under("u1", "old", { generation: 1 });

/** A store as older versions could leave it: a stack whose journal comes to three current records at one address, and a whole one. */
async function brick(store: Store): Promise<void> {
  rule.isOff = true;
  for (const [stack, batches] of [
    ["dev", [[holds], [late], [older]]],
    ["prod", [[put("u9", {}, "claim of prod")]]],
  ] as const) {
    const lease = await store.acquire(stack, holder, now, 30_000, () => true);
    if (lease.kind !== "held") throw new Error("busy");
    for (const effects of batches) await store.append(stack, lease.epoch, [result(null, effects)]);
    await store.release(stack, lease.epoch);
  }
  rule.isOff = false;
}

const superseded = [older, late].map((effect) => effect.kind === "put" && { ...effect.record, status: "superseded" });

async function reads(store: Store): Promise<void> {
  const state = await store.readStack("dev");
  expect(state.records.get("a")).toMatchObject({ uid: "u1", generation: 2 });
  expect([...state.superseded].sort((one, other) => (one.uid < other.uid ? -1 : 1))).toEqual(superseded);
  expect((await store.readRecord("dev", "a")).record).toMatchObject({ uid: "u1", generation: 2 });
  expect((await store.readStack("prod")).records.size).toBe(1);
}

async function mends(store: Store, doctor: () => StoreDoctor): Promise<void> {
  const found = await examineStore(doctor);
  expect(found).toMatchObject({ status: "damaged", lost: [] });
  expect(found.damage.toSorted()).toEqual([
    "stack `dev`: two objects are recorded as `a`, one of them iam:OAuthClient id u1",
    "stack `dev`: two objects are recorded as `a`, one of them iam:OAuthClient id u2",
  ]);
  const repaired = await repairStore(doctor);
  expect(repaired).toMatchObject({ status: "repaired", lost: [] });
  expect(repaired.mended.map(({ code, detail }) => `${code}: ${detail}`).toSorted()).toEqual(
    ["u1", "u2"].map(
      (uid) =>
        `doubled-name: Of two objects that stack \`dev\` has as \`a\`, iam:OAuthClient id ${uid} waits for its deletion; \`plumb plan -s dev\` shows what becomes of it.`,
    ),
  );
  expect(await examineStore(doctor)).toMatchObject({ status: "whole", damage: [] });
  await reads(store);
  const { doubled } = await store.readStack("dev");
  expect(doubled).toBeUndefined();
  // Neither claim has gone to anybody else, and each is still of its own record.
  expect((await store.claims(["one", "old", "two"].map(claimOf))).map(({ uid }) => uid)).toEqual(["u1", "u1", "u2"]);
  const lease = await store.acquire("dev", holder, now, 30_000, () => true);
  if (lease.kind !== "held") throw new Error("busy");
  expect(await store.append("dev", lease.epoch, [result(null, [holds])])).toMatchObject({ kind: "done" });
}

test("a bricked store in memory answers", async () => {
  const store = new MemoryStore(countingIds());
  await brick(store);
  await reads(store);
});

describe("a bricked file", () => {
  const directory = mkdtempSync(join(tmpdir(), "plumb-doubled-"));
  const path = join(directory, "state.db");
  afterAll(() => rmSync(directory, { recursive: true }));

  test("answers, and its doctor mends it", async () => {
    const store = new SqliteStore(path, countingIds());
    await brick(store);
    await reads(store);
    await mends(store, () => {
      store.letGo();
      return new SqliteDoctor(path, { clock: { now: () => now }, ids: countingIds() });
    });
    await store.close();
  });
});

const programs = findPostgres();
describe.skipIf(programs === undefined)("a bricked database", () => {
  let server: PostgresServer;
  let store: PostgresStore;
  beforeAll(async () => {
    server = await startPostgres(programs ?? "");
  });
  afterEach(() => store.close());
  afterAll(() => server.stop());

  test("answers, and its doctor mends it", async () => {
    store = new PostgresStore({ address: server.address, ids: countingIds() });
    await brick(store);
    await reads(store);
    await mends(store, () => store.doctor());
  });
});
