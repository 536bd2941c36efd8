import { describe, expect, test } from "vitest";
import type { PrunedHistory, Store } from "../../src/engine/ports/store.ts";
import type { JournalEntry } from "../../src/engine/state/journal.ts";
import { checkpointId, checkpointOf, prunedUpTo } from "../../src/engine/state/prune/checkpoint.ts";
import { type PruneRule, prunePoint } from "../../src/engine/state/prune/prune-point.ts";
import { replay } from "../../src/engine/state/replay.ts";
import { ended, holder, intent, put, record, remove, result } from "./journal-samples.ts";
import { serialAfter, take, takeFrom } from "./store-holding.ts";

const at = "2026-01-01T00:00:00.000Z";
const later = "2026-01-02T00:00:00.000Z";
const keys = ["claim u1", "claim u2", "claim u3"];

/** Entries as those of another run. */
function of(run: string, ...entries: readonly JournalEntry[]): readonly JournalEntry[] {
  return [{ kind: "run-started", run, plan: `plan ${run}`, at }, ...entries.map((entry) => ({ ...entry, run }))];
}

/** Three runs: the first makes two objects, the second deletes one, the third makes another. Gives the epoch. */
async function fill(store: Store): Promise<number> {
  const stack = "dev";
  const epoch = await take(store, stack);
  const context = { project: "portal", config: { size: "given" } } as const;
  const made = [intent(1, "u1"), intent(2, "u2"), result(1, [put("u1")]), result(2, [put("u2")])];
  const runs = [
    of("r1", { kind: "context", run: "r1", context }, ...made, ended({ a: 1 })),
    of("r2", { ...intent(1, "u2"), operation: "delete" }, result(1, [remove("u2")]), ended({ a: 1, b: [2] })),
    of("r3", intent(1, "u3"), result(1, [put("u3")]), { ...ended(null), at: later }),
  ];
  for (const entries of runs) {
    const half = Math.floor(entries.length / 2);
    await serialAfter(store.append(stack, epoch, entries.slice(0, half)));
    await serialAfter(store.append(stack, epoch, entries.slice(half)));
  }
  for (const digest of ["plan r1", "plan r2", "plan r3"])
    await store.putPlan(stack, { digest, kind: "apply", createdAt: at, document: { of: digest } });
  return epoch;
}

/** What is pruned of a stack by a rule; fails where nothing is. */
async function historyOf(store: Store, stack: string, rule: Partial<PruneRule>): Promise<PrunedHistory> {
  const { batches } = await store.readJournalAfter(stack, 0, 1_000);
  const point = prunePoint(batches, { isPinned: () => false, ...rule });
  const checkpoint = point === null ? null : checkpointOf(point.entries, { run: checkpointId(later), at: point.upTo });
  if (point === null || checkpoint === null) throw new Error("nothing to prune");
  return { serial: point.serial, checkpoint, plans: point.runs.map((run) => `plan ${run}`) };
}

/** What every store promises of a stack whose history is pruned. `another`: a store over the same medium. */
export function pruning(storeOf: () => Store, another: () => Store): void {
  test("a checkpoint stands for the runs that went: all that is believed stays, and so do later runs, each in its place", async () => {
    const store = storeOf();
    const epoch = await fill(store);
    const prod = await take(store, "prod");
    await serialAfter(store.append("prod", prod, [result(null, [put("p1")]), ended({})]));
    await store.putPlan("prod", { digest: "plan r1", kind: "apply", createdAt: at, document: {} });
    const seen = async (of: Store) => ({
      state: await of.readStack("dev"),
      progress: await of.progress("dev"),
      last: await of.readRun("dev", "r3"),
      records: await Promise.all(["at-u1", "at-u2", "at-u3"].map((address) => of.readRecord("dev", address))),
      claims: await of.claims(keys),
      newest: await of.readJournalAfter("dev", 4, 99).then(({ batches }) => batches),
      brief: (await of.readBrief("dev")).brief?.latestRun,
      prod: await of.readJournal("prod"),
    });
    const before = await seen(store);
    const history = await historyOf(store, "dev", { keep: 1 });
    expect(history.serial).toBe(4);
    expect(await store.prune("dev", epoch, history)).toBe("done");
    for (const each of [store, another()]) {
      expect(await seen(each)).toEqual(before);
      const journal = await each.readJournal("dev");
      expect(journal.slice(0, history.checkpoint.length)).toEqual(history.checkpoint);
      expect(prunedUpTo(journal)).toBe(at);
      expect({ ...replay(journal, ""), serial: 6 }).toEqual({ ...before.state, lineage: "" });
      expect(await each.readRun("dev", "r1")).toEqual([]);
      expect(await each.readRun("dev", checkpointId(later))).toEqual(history.checkpoint);
      const reading = await each.readJournalAfter("dev", 0, 2);
      expect(reading.prunedTo).toBe(4);
      expect(reading.batches.map(({ serial }) => serial)).toEqual([4, 5]);
      expect((await each.listPlans("dev")).map(({ digest }) => digest)).toEqual(["plan r3"]);
      expect(await each.listPlans("prod")).toHaveLength(1);
    }
  });

  test("a stack goes on after it, is pruned again as a whole, and then again nothing goes", async () => {
    const store = storeOf();
    const epoch = await fill(store);
    await store.prune("dev", epoch, await historyOf(store, "dev", { keep: 2 }));
    expect(await serialAfter(store.append("dev", epoch, of("r4", result(null, [remove("u3")]), ended(null))))).toBe(7);
    const { lineage, ...before } = await store.readStack("dev");
    expect(await store.prune("dev", epoch, await historyOf(store, "dev", { keep: 0 }))).toBe("done");
    expect(await store.readStack("dev")).toEqual({ lineage, ...before });
    expect([...before.records.values()]).toEqual([record("u1")]);
    expect((await store.readJournalAfter("dev", 0, 9)).batches).toHaveLength(1);
    await expect(historyOf(store, "dev", { keep: 0 })).rejects.toThrow("nothing to prune");
    expect(await serialAfter(store.append("dev", epoch, of("r5", ended({}))))).toBe(8);
    await store.compact();
    expect(await another().readRun("dev", "r5")).toHaveLength(2);
  });

  test("who does not hold the stack prunes nothing, nor where the checkpoint would be longer", async () => {
    const store = storeOf();
    const epoch = await fill(store);
    const history = await historyOf(store, "dev", { keep: 1 });
    const journal = await store.readJournal("dev");
    const longer = { ...history, serial: 1 };
    expect(await store.prune("dev", epoch, { ...longer, checkpoint: [...journal, ...journal] })).toBe("no-gain");
    const next = await takeFrom(store, "dev", holder);
    expect(await store.prune("dev", epoch, history)).toBe("fenced");
    expect(await store.prune("none", 1, history)).toBe("fenced");
    expect(await store.readJournal("dev")).toEqual(journal);
    expect(await store.listPlans("dev")).toHaveLength(3);
    expect(await store.prune("dev", next, history)).toBe("done");
  });

  test("a stack that was pruned gets another name, and is removed when it manages nothing", async () => {
    const store = storeOf();
    const epoch = await fill(store);
    await store.prune("dev", epoch, await historyOf(store, "dev", { keep: 0 }));
    const journal = await store.readJournal("dev");
    expect(await store.renameStack("dev", "portal/dev", epoch)).toBe(true);
    expect(await another().readJournal("portal/dev")).toEqual(journal);
    const over = of("r9", result(null, [remove("u1"), remove("u3")]), ended({}));
    await serialAfter(store.append("portal/dev", epoch, over));
    expect(await store.removeStack("portal/dev", epoch)).toBe(true);
    const again = await take(store, "portal/dev");
    await serialAfter(store.append("portal/dev", again, [ended({})]));
    expect(await store.readJournalAfter("portal/dev", 0, 9)).not.toHaveProperty("prunedTo");
  });
}

/** What is done to the rows of a stack `dev` behind the store's back, in the words that both databases know. */
const damages: readonly (readonly [what: string, sql: string])[] = [
  [
    "an entry that goes changed",
    "UPDATE journal SET run = 'r9' WHERE stack = 'dev' AND seq = (SELECT min(seq) FROM journal WHERE stack = 'dev')",
  ],
  [
    "an entry that goes missing",
    "DELETE FROM journal WHERE stack = 'dev' AND seq = (SELECT min(seq) + 1 FROM journal WHERE stack = 'dev')",
  ],
  [
    "the newest entry missing",
    "DELETE FROM journal WHERE stack = 'dev' AND seq = (SELECT max(seq) FROM journal WHERE stack = 'dev')",
  ],
];

/** A journal that is not as it was written stays so: new checksums would make damage look whole. */
export function damagedPruning(storeOf: () => Store, spoil: (sql: string) => void | Promise<void>): void {
  describe("a damaged journal is not pruned", () => {
    test.each(damages)("%s", async (_, sql) => {
      const store = storeOf();
      const epoch = await fill(store);
      const history = await historyOf(store, "dev", { keep: 1 });
      await spoil(sql);
      await expect(store.prune("dev", epoch, history)).rejects.toMatchObject({ code: "store-damaged" });
      expect(await store.listPlans("dev")).toHaveLength(3);
      await expect(store.readJournal("dev")).rejects.toMatchObject({ code: "store-damaged" });
    });
  });
}
