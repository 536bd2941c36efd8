import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemIds } from "../../src/composition/machine/system.ts";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { intent } from "../contract/journal-samples.ts";
import { type ForeignLock, lockElsewhere } from "./foreign-lock.ts";

let folder: string;
let store: SqliteStore;
let lock: ForeignLock;
let epoch: number;
const holder = { host: "here", pid: 1, since: "2026-01-01T00:00:00Z" };
const leaseMs = 8_000;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "plumb-lock-"));
  store = new SqliteStore(join(folder, "state.db"), systemIds);
  const taken = await store.acquire("dev", holder, 0, leaseMs, () => false);
  epoch = taken.kind === "held" ? taken.epoch : 0;
  lock = await lockElsewhere(join(folder, "state.db"));
});
afterEach(async () => {
  await lock.release();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Lets everything else have so many turns. */
async function turns(count: number): Promise<number> {
  for (let turn = 0; turn < count; turn += 1) await sleep(1);
  return count;
}

const writes: readonly (readonly [string, () => Promise<unknown>])[] = [
  ["a beat", () => store.renew("dev", epoch, 9_000)],
  ["a stack that is taken", () => store.acquire("other", holder, 0, leaseMs, () => false)],
  ["journal entries", () => store.append("dev", epoch, [{ ...intent(1, "u"), epoch }])],
  ["a document", () => store.documentStore.put("papers", "one", { a: 1 })],
  ["a log", () => store.documentStore.appendLog("log", [{ a: 1 }])],
  ["a plan", () => store.putPlan("dev", { digest: "d", kind: "apply", createdAt: "now", document: {} })],
  ["a sealed value", () => store.sealed.add({ id: "s", keyVersion: 1, sealed: "x" })],
  ["a stack that is removed", () => store.removeStack("dev", epoch)],
];

test.each(writes)(
  "while another process holds the lock this one works on; then it is written: %s",
  async (_, write) => {
    let isOver = false;
    const written = write().finally(() => {
      isOver = true;
    });
    expect(await turns(100)).toBe(100);
    expect(isOver).toBe(false);
    await lock.release();
    await written;
  },
);

test("what is written while the lock is held is written in the order in which it was asked for", async () => {
  const over: string[] = [];
  const work = writes.slice(0, 6).map(([name, write]) => write().then(() => over.push(name)));
  await turns(20);
  await lock.release();
  await Promise.all(work);
  expect(over).toHaveLength(6);
  expect((await store.readStack("dev")).serial).toBe(1);
});

test("what is read is read meanwhile, and who watches is told nothing wrong", async () => {
  const end = new AbortController();
  const news = store.changes("dev", end.signal)[Symbol.asyncIterator]();
  expect((await news.next()).value).toMatchObject({ serial: 0 });
  expect((await store.readStack("dev")).serial).toBe(0);
  const written = store.append("dev", epoch, [{ ...intent(1, "u"), epoch }]);
  await turns(200);
  await lock.release();
  await written;
  expect((await news.next()).value).toMatchObject({ serial: 1 });
  end.abort();
});
