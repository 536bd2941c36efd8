import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemIds } from "../../src/composition/machine/system.ts";
import type { Lease } from "../../src/engine/ports/store.ts";
import { leaseMs } from "../../src/service/use-cases/lease/held-lease.ts";
import { Hold, keepRenewing } from "../../src/service/use-cases/lease/hold.ts";
import { LivenessTracker } from "../../src/service/use-cases/lease/liveness-tracker.ts";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { type ForeignLock, lockElsewhere } from "./foreign-lock.ts";

let folder: string;
let store: SqliteStore;
let other: SqliteStore;
let epoch: number;
let lock: ForeignLock | undefined;
const holder = { host: "here", pid: 1, since: "2026-01-01T00:00:00Z" };
const asker = { ...holder, host: "there" };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "plumb-locked-lease-"));
  store = new SqliteStore(join(folder, "state.db"), systemIds);
  other = new SqliteStore(join(folder, "state.db"), systemIds);
  const taken = await store.acquire("dev", holder, 0, leaseMs, () => false);
  epoch = taken.kind === "held" ? taken.epoch : 0;
});
afterEach(async () => {
  await lock?.release();
  await Promise.all([store.close(), other.close()]);
  rmSync(folder, { recursive: true, force: true });
});

/** Takes a stack from a holder that was seen to be silent for a whole length. */
async function takeOver(silent: Lease | null) {
  return other.acquire("dev", asker, 0, leaseMs, () => false, silent);
}

test("a holder that is silent because nobody can write is not replaced when the lock goes", async () => {
  const silent = await other.lease("dev");
  lock = await lockElsewhere(join(folder, "state.db"));
  const taking = takeOver(silent);
  await sleep(5);
  const beat = store.renew("dev", epoch, leaseMs + 1);
  await sleep(50);
  await lock.release();
  expect([(await taking).kind, await beat]).toEqual(["busy", true]);
});

test("nor by one who asks as soon as the lock has gone", async () => {
  const silent = await other.lease("dev");
  lock = await lockElsewhere(join(folder, "state.db"));
  const beat = store.renew("dev", epoch, leaseMs + 1);
  // The holder pauses between two tries when the lock goes.
  await sleep(200);
  await lock.release();
  expect([(await takeOver(silent)).kind, await beat]).toEqual(["busy", true]);
});

test("one that is silent though it could beat is replaced", async () => {
  expect((await takeOver(await other.lease("dev"))).kind).toBe("held");
});

test("a holder goes on after a lock of nine seconds, and beats again", async () => {
  let elapsed = 0;
  const clock = {
    now: () => elapsed,
    elapsed: () => elapsed,
    sleep: async (ms: number) => {
      elapsed += ms;
      await sleep(ms / 20);
    },
  };
  const ending = new AbortController();
  const hold = new Hold(leaseMs, clock, store);
  const work = hold.stoppedBy(new AbortController().signal);
  lock = await lockElsewhere(join(folder, "state.db"));
  const renewing = keepRenewing(
    "dev",
    { epoch, at: 0 },
    { store, clock, holder, isDead: () => false, liveness: new LivenessTracker() },
    ending.signal,
    hold,
  );
  while (!store.isLockedOut) await sleep(1);
  elapsed = 9_000;
  await sleep(50);
  expect(work.aborted).toBe(false);
  await lock.release();
  while (hold.until < elapsed + leaseMs / 2) await sleep(1);
  expect([work.aborted, hold.lost.aborted]).toEqual([false, false]);
  ending.abort();
  await renewing;
  hold.end();
  expect((await store.lease("dev"))?.epoch).toBe(epoch);
});
