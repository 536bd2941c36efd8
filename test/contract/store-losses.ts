import { describe, expect, test } from "vitest";
import type { Store } from "../../src/engine/ports/store.ts";
import { ended, holder, put, result } from "./journal-samples.ts";
import { alive, now, serialAfter, take, ttlMs } from "./store-holding.ts";

type Call = (store: Store, epoch: number) => Promise<unknown>;

const plan = { digest: "d", kind: "apply", createdAt: "2026-01-01T00:00:00.000Z", document: {} };

/** Every call of a store, by the table without which it can neither answer nor do anything. */
const calls: Readonly<Record<string, Readonly<Record<string, Call>>>> = {
  stack: {
    readStack: (store) => store.readStack("dev"),
    progress: (store) => store.progress("dev"),
    readBrief: (store) => store.readBrief("dev"),
    readRecord: (store) => store.readRecord("dev", "at-u1"),
    acquire: (store) => store.acquire("prod", holder, now, ttlMs, alive),
    renew: (store, epoch) => store.renew("dev", epoch, now + ttlMs),
    release: (store, epoch) => store.release("dev", epoch),
    lease: (store) => store.lease("dev"),
    requestCancel: (store, epoch) => store.requestCancel("dev", epoch),
    isCancelRequested: (store, epoch) => store.isCancelRequested("dev", epoch),
    listStacks: (store) => store.listStacks(),
    lineages: (store) => store.lineages(),
    removeStack: (store, epoch) => store.removeStack("dev", epoch),
    renameStack: (store, epoch) => store.renameStack("dev", "prod", epoch),
  },
  journal: {
    append: (store, epoch) => store.append("dev", epoch, [ended({})]),
    readJournal: (store) => store.readJournal("dev"),
    readRun: (store) => store.readRun("dev", "run-1"),
    readJournalAfter: (store) => store.readJournalAfter("dev", 0, 9),
    prune: (store, epoch) => store.prune("dev", epoch, { serial: 1, checkpoint: [ended({})], plans: [] }),
  },
  claim: { claims: (store) => store.claims(["claim u1"]) },
  plan: {
    putPlan: (store) => store.putPlan("dev", plan),
    getPlan: (store) => store.getPlan("dev", "d"),
    listPlans: (store) => store.listPlans("dev"),
    planRows: (store) => store.planRows("dev", { limit: 9 }),
    removePlans: (store) => store.removePlans("dev", ["d"]),
  },
};

const lost = Object.entries(calls).flatMap(([table, those]) =>
  Object.entries(those).map(([name, call]) => [name, table, call] as const),
);

/** A medium that has lost what it was given is never told as one to which nothing was given. */
export function losses(storeOf: () => Store, spoil: (sql: string) => void | Promise<void>): void {
  describe("what the medium has lost is a fault", () => {
    test.each(lost)("of %s", async (_, table, call) => {
      const store = storeOf();
      const epoch = await take(store);
      await serialAfter(store.append("dev", epoch, [result(null, [put("u1")]), ended({})]));
      await store.putPlan("dev", plan);
      await spoil(`ALTER TABLE ${table} RENAME TO lost`);
      await expect(call(store, epoch)).rejects.toMatchObject({ name: "Fault", code: "store-damaged" });
    });
  });

  test("a store that was closed answers no more, and may be closed again", async () => {
    const store = storeOf();
    await take(store);
    await store.close();
    await expect(store.readStack("dev")).rejects.toMatchObject({ name: "Fault" });
    await store.close();
  });
}

/** What was forgotten takes no room after a while. `size`: what the medium takes, in bytes. */
export function compaction(storeOf: () => Store, size: () => number): void {
  test("the room of what was forgotten is given back, again and again", async () => {
    const store = storeOf();
    const epoch = await take(store);
    await serialAfter(store.append("dev", epoch, [result(null, [put("u1")])]));
    const before = await store.readStack("dev");
    for (const round of [1, 2]) {
      const digests = Array.from({ length: 8 }, (_, index) => `${round} ${index}`);
      for (const digest of digests) {
        const text = Array.from({ length: 4_000 }, (_, at) => `${digest} ${at * at}`).join("\n");
        await store.putPlan("dev", { ...plan, digest, document: { text } });
      }
      const full = size();
      await store.removePlans("dev", digests);
      await store.compact();
      expect(size()).toBeLessThan(full / 2);
    }
    expect(await store.readStack("dev")).toEqual(before);
  });
}
