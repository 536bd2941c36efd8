import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Store } from "../../src/engine/ports/store.ts";
import type { StoreDoctor } from "../../src/engine/ports/store-doctor.ts";
import type { ResourceRecord } from "../../src/engine/state/records/record.ts";
import { localOwner } from "../../src/service/access/local-owner.ts";
import { examineStore, repairStore } from "../../src/service/use-cases/state/examine-store.ts";
import { PostgresStore } from "../../src/stores/postgres/postgres-store.ts";
import { SqliteDoctor } from "../../src/stores/sqlite/doctor/sqlite-doctor.ts";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { countingIds, holder, put, result } from "../contract/journal-samples.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../contract/postgres-server.ts";
import { brickDatabase, brickedMemory, brickFile } from "./bricked-stores.ts";

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

const batches = [[holds], [late], [older]].map((effects) => [result(null, effects)]);

/** A whole stack beside the bricked one. */
async function addWhole(store: Store): Promise<void> {
  const lease = await store.acquire("prod", holder, now, 30_000, () => true);
  if (lease.kind !== "held") throw new Error("busy");
  await store.append("prod", lease.epoch, [result(null, [put("u9", {}, "claim of prod")])]);
  await store.release("prod", lease.epoch);
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
  const found = await examineStore(doctor, localOwner);
  expect(found).toMatchObject({ status: "damaged", lost: [] });
  expect(found.damage.toSorted()).toEqual([
    expect.stringMatching(/^stack `dev`: .*`a`, .* iam:OAuthClient id u1$/),
    expect.stringMatching(/^stack `dev`: .*`a`, .* iam:OAuthClient id u2$/),
  ]);
  const repaired = await repairStore(doctor, localOwner);
  expect(repaired).toMatchObject({ status: "repaired", lost: [] });
  expect(repaired.mended.map(({ code, detail }) => `${code}: ${detail}`).toSorted()).toEqual(
    ["u1", "u2"].map((uid) =>
      expect.stringMatching(
        new RegExp(`^doubled-name: .*\`dev\` .*\`a\`, iam:OAuthClient id ${uid} .*\`plumb plan -s dev\``),
      ),
    ),
  );
  expect(await examineStore(doctor, localOwner)).toMatchObject({ status: "whole", damage: [] });
  await reads(store);
  const { doubled } = await store.readStack("dev");
  expect(doubled).toBeUndefined();
  const edit = (await store.readJournal("dev")).findLast((entry) => entry.run.endsWith("-doctor"));
  expect(edit).toMatchObject({ kind: "result", at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) });
  // Neither claim has gone to anybody else, and each is still of its own record.
  expect((await store.claims(["one", "old", "two"].map(claimOf))).map(({ uid }) => uid)).toEqual(["u1", "u1", "u2"]);
  const lease = await store.acquire("dev", holder, now, 30_000, () => true);
  if (lease.kind !== "held") throw new Error("busy");
  expect(await store.append("dev", lease.epoch, [result(null, [holds])])).toMatchObject({ kind: "done" });
}

test("a bricked store in memory answers", async () => {
  const store = brickedMemory(batches);
  await addWhole(store);
  await reads(store);
});

describe("a bricked file", () => {
  const directory = mkdtempSync(join(tmpdir(), "plumb-doubled-"));
  const path = join(directory, "state.db");
  afterAll(() => rmSync(directory, { recursive: true }));

  test("answers, and its doctor mends it", async () => {
    brickFile(path, batches);
    const store = new SqliteStore(path, countingIds());
    await addWhole(store);
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
    await brickDatabase(server.address, batches);
    store = new PostgresStore({ address: server.address, ids: countingIds() });
    await addWhole(store);
    await reads(store);
    await mends(store, () => store.doctor());
  });
});
