import { describe, expect, test } from "vitest";
import type { Store, StoredPlan } from "../../src/engine/ports/store.ts";
import { ended, handle, holder, intent, put, result, run } from "./journal-samples.ts";
import { sightOf } from "./stack-sight.ts";
import { alive, now, serialAfter, take, takeFrom, ttlMs } from "./store-holding.ts";

const to = "portal/dev";
const keys = {
  runs: [run, "run-2", "run-9"],
  addresses: ["at-u1", "at-u2", "at-none"],
  claimKeys: ["claim u1", "shared", "claim p1", "claim none"],
};
const plan = (digest: string): StoredPlan => {
  return { digest, kind: "apply", createdAt: "2026-01-01T00:00:00.000Z", document: { of: digest } };
};

/** Fills the stack `dev` with all that a stack may have, and `prod` beside it. Gives the epoch that holds `dev`. */
async function fill(store: Store): Promise<number> {
  const epoch = await take(store);
  const prod = await take(store, "prod");
  const context = { project: "portal", config: { size: "given" } } as const;
  await serialAfter(store.append("dev", epoch, [{ kind: "context", run, context }, intent(1, "u1")]));
  await serialAfter(store.append("prod", prod, [result(null, [put("p1")]), ended({ of: "prod" })]));
  await serialAfter(store.append("dev", epoch, [result(1, [put("u1")]), { ...ended({ a: 1 }), run: "run-2" }]));
  await serialAfter(store.append("dev", epoch, [intent(2, "u2", "shared"), handle(2, "operations/o")]));
  for (const digest of ["d", "e"]) await store.putPlan("dev", plan(digest));
  await store.putPlan("prod", plan("p"));
  return epoch;
}

/** What every store promises of a stack that gets another name. `another`: a store over the same medium. */
export function renames(storeOf: () => Store, another: () => Store): void {
  test("all there is of a stack is told under its new name, and nothing under the old one; others stay", async () => {
    const store = storeOf();
    const epoch = await fill(store);
    const nothing = await sightOf(store, "none", keys);
    const [before, prod] = [await sightOf(store, "dev", keys), await sightOf(store, "prod", keys)];
    expect(before).toMatchObject({
      isListed: true,
      lease: { epoch },
      state: { openIntents: [{ intent: { seq: 2 } }] },
    });
    expect(await store.renameStack("dev", to, epoch)).toBe(true);
    for (const each of [store, another()]) {
      expect(await sightOf(each, to, keys)).toEqual(before);
      expect(await sightOf(each, "dev", keys)).toEqual(nothing);
      expect(await sightOf(each, "prod", keys)).toEqual(prod);
      expect(await each.listStacks()).toEqual([to, "prod"]);
      expect(await each.claims(["shared"])).toEqual([{ claimKey: "shared", stack: to, uid: "u2", address: "at-u2" }]);
    }
  });

  test("its holder goes on under the new name: beats, writes, is asked to stop, gives back; a later one has a later epoch", async () => {
    const store = storeOf();
    const epoch = await fill(store);
    await store.requestCancel("dev", epoch);
    const { serial } = await store.progress("dev");
    expect(await store.renameStack("dev", to, epoch)).toBe(true);
    expect(await store.isCancelRequested(to, epoch)).toBe(true);
    expect(await store.renew("dev", epoch, now + 2 * ttlMs)).toBe(false);
    expect(await store.renew(to, epoch, now + 2 * ttlMs)).toBe(true);
    expect(await store.append("dev", epoch, [ended({ a: 2 })])).toEqual({ kind: "fenced" });
    expect(await serialAfter(store.append(to, epoch, [result(2, [put("u2", {}, "shared")])]))).toBe(serial + 1);
    expect((await store.readRecord(to, "at-u2")).record?.uid).toBe("u2");
    expect(await store.readRun(to, run)).toHaveLength(6);
    await store.putPlan(to, plan("f"), (await store.progress(to)).lineage);
    await store.removePlans(to, ["d"]);
    expect((await store.listPlans(to)).map(({ digest }) => digest)).toEqual(["e", "f"]);
    await store.release(to, epoch);
    expect(await take(store, to)).toBe(epoch + 1);
  });

  test("its claims stand against all others, and no plan of before comes in under the old name", async () => {
    const store = storeOf();
    const epoch = await fill(store);
    const { lineage } = await store.progress("dev");
    await store.renameStack("dev", to, epoch);
    for (const other of ["prod", "dev"]) {
      const late = other === "prod" ? 1 : await take(store, "dev");
      const outcome = await store.append(other, late, [intent(7, "x1", "shared")]);
      expect(outcome).toMatchObject({ kind: "claimed", claim: { stack: to, uid: "u2" } });
    }
    await store.putPlan("dev", plan("late"), lineage);
    expect(await store.listPlans("dev")).toEqual([]);
  });

  test("whoever held the old name writes nothing into a stack that is made anew there", async () => {
    const store = storeOf();
    const epoch = await fill(store);
    await store.renameStack("dev", to, epoch);
    const next = await take(store);
    expect(next).toBeGreaterThan(epoch);
    expect(await store.append("dev", epoch, [ended({})])).toEqual({ kind: "fenced" });
    expect(await serialAfter(store.append("dev", next, [ended({})]))).toBe(1);
    expect(await store.listStacks()).toEqual(["dev", to, "prod"]);
    expect((await store.progress("dev")).lineage).not.toBe((await store.progress(to)).lineage);
  });

  test("no name is taken from another stack, and none given by who does not hold the stack; then all is as it was", async () => {
    const store = storeOf();
    const epoch = await fill(store);
    const before = await sightOf(store, "dev", keys);
    expect(await store.renameStack("dev", "prod", epoch)).toBe(false);
    expect(await store.renameStack("dev", "dev", epoch)).toBe(false);
    expect(await store.renameStack("dev", to, epoch + 1)).toBe(false);
    expect(await store.renameStack("none", to, epoch)).toBe(false);
    expect(await sightOf(store, "dev", keys)).toEqual(before);
    expect(await store.progress(to)).toEqual({ lineage: "", serial: 0 });
    const later = await takeFrom(store, "dev", holder);
    expect(await store.renameStack("dev", to, epoch)).toBe(false);
    await store.release("dev", later);
    expect(await store.renameStack("dev", to, later)).toBe(false);
    expect(await store.listStacks()).toEqual(["dev", "prod"]);
    // What was refused is not refused for good.
    expect(await store.renameStack("dev", to, await take(store))).toBe(true);
  });

  test("a name that was held and never written to is free; who held it is fenced, and its plans are gone", async () => {
    const store = storeOf();
    const epoch = await fill(store);
    const before = await sightOf(store, "dev", keys);
    for (let times = 0; times < 3; times += 1) await store.release(to, await take(store, to));
    const held = await take(store, to);
    await store.putPlan(to, plan("stale"));
    await store.putPlan(to, plan("d"));
    expect(await store.renameStack("dev", to, epoch)).toBe(true);
    expect(await store.append(to, held, [ended({})])).toEqual({ kind: "fenced" });
    // The lease goes on, under the first epoch that nobody ever held there.
    const lease = await store.lease(to);
    expect(lease).toEqual({ ...before.lease, epoch: held + 1 });
    expect({ ...(await sightOf(store, to, keys)), lease: before.lease }).toEqual(before);
    await serialAfter(store.append(to, held + 1, [ended({})]));
  });

  test("a stack gets its name back, and one that was removed leaves its name free", async () => {
    const store = storeOf();
    const epoch = await fill(store);
    const before = await sightOf(store, "dev", keys);
    await store.renameStack("dev", to, epoch);
    await store.release(to, epoch);
    const again = await take(store, to);
    expect(await store.renameStack(to, "dev", again)).toBe(true);
    expect(await sightOf(store, "dev", keys)).toEqual({ ...before, lease: { ...before.lease, epoch: again } });
    await store.renameStack("dev", to, again);
    const bare = await take(store, "bare");
    await serialAfter(store.append("bare", bare, []));
    const { lineage } = await store.progress("bare");
    await store.renameStack("bare", "dev", bare);
    expect(await store.readJournalAfter("dev", 0, 9)).toMatchObject({ lineage, serial: 1 });
    expect(await store.removeStack("dev", (await store.lease("dev"))?.epoch ?? 0)).toBe(true);
    expect(await store.listStacks()).toEqual([to, "prod"]);
  });

  test("of two who want one name, and of two who want each other's, one gets it", async () => {
    const [store, other] = [storeOf(), another()];
    const epochs = [await fill(store), 1] as const;
    const both = await Promise.all([store.renameStack("dev", to, epochs[0]), other.renameStack("prod", to, epochs[1])]);
    expect(both.toSorted()).toEqual([false, true]);
    const [here, there] = both[0] ? [to, "prod"] : ["dev", to];
    expect(await Promise.all([store.renameStack(here, there, 1), other.renameStack(there, here, 1)])).toEqual([
      false,
      false,
    ]);
    expect(await store.listStacks()).toEqual([here, there].sort());
    expect(await store.acquire(to, holder, now, ttlMs, alive)).toMatchObject({ kind: "busy" });
  });

  test("who watches the old name is told that it is gone, who watches the new one sees it", async () => {
    const [store, watcher] = [storeOf(), another()];
    const epoch = await fill(store);
    const over = new AbortController();
    const watch = (name: string) => watcher.changes(name, over.signal)[Symbol.asyncIterator]();
    const [old, fresh] = [watch("dev"), watch(to)];
    const { lineage, serial } = await store.progress("dev");
    expect((await old.next()).value).toEqual({ lineage, serial });
    expect((await fresh.next()).value).toEqual({ lineage: "", serial: 0 });
    await store.renameStack("dev", to, epoch);
    expect((await old.next()).value).toEqual({ lineage: "", serial: 0 });
    expect((await fresh.next()).value).toEqual({ lineage, serial });
    over.abort();
  });
}

/** What is done to a stack `dev` behind the store's back, in the words that both databases know. */
const damages: readonly (readonly [what: string, sql: string])[] = [
  ["a record changed", "UPDATE record SET body = replace(body, 'displayName', 'displayNane') WHERE stack = 'dev'"],
  ["a record gone", "DELETE FROM record WHERE stack = 'dev'"],
  ["an intent's handle changed", "UPDATE intent SET handle = 'operations/p' WHERE stack = 'dev'"],
  ["an intent gone", "DELETE FROM intent WHERE stack = 'dev'"],
  ["outputs changed", `UPDATE outputs SET body = '{"a":2}' WHERE stack = 'dev'`],
  ["the context gone", "DELETE FROM context WHERE stack = 'dev'"],
  ["a claim changed", "UPDATE claim SET address = 'elsewhere' WHERE claim_key = 'shared'"],
  ["a claim gone", "DELETE FROM claim WHERE claim_key = 'shared'"],
  [
    "an entry changed",
    `UPDATE journal SET run = 'run-9' WHERE stack = 'dev' AND seq = (SELECT min(seq) FROM journal WHERE stack = 'dev')`,
  ],
  [
    "an entry gone",
    "DELETE FROM journal WHERE stack = 'dev' AND seq = (SELECT min(seq) + 1 FROM journal WHERE stack = 'dev')",
  ],
  [
    "the newest entry gone",
    "DELETE FROM journal WHERE stack = 'dev' AND seq = (SELECT max(seq) FROM journal WHERE stack = 'dev')",
  ],
  ["a plan changed", `UPDATE plan SET kind = 'destroy' WHERE stack = 'dev' AND digest = 'd'`],
  ["its head changed", "UPDATE stack SET serial = serial + 1 WHERE name = 'dev'"],
  ["a row under the new name", `UPDATE context SET stack = '${to}' WHERE stack = 'dev'`],
];

/** A stack that is not as it was written keeps its name: a new checksum would make damage look whole. */
export function damagedRenames(storeOf: () => Store, spoil: (sql: string) => void | Promise<void>): void {
  describe("a damaged stack gets no other name", () => {
    test.each(damages)("%s", async (_, sql) => {
      const store = storeOf();
      const epoch = await fill(store);
      await store.release(to, await take(store, to));
      await spoil(sql);
      await expect(store.renameStack("dev", to, epoch)).rejects.toMatchObject({ code: "store-damaged" });
      expect(await store.listStacks()).toEqual(["dev", "prod"]);
      expect(await store.progress(to)).toMatchObject({ serial: 0 });
      expect(await store.renameStack("prod", "portal/prod", 1)).toBe(true);
    });
  });
}
