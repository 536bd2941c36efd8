import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../src/engine/ports/store.ts";
import type { JournalEntry } from "../../src/engine/state/journal.ts";
import { noContext } from "../../src/engine/state/stack-context.ts";
import { ended, handle, holder, intent, put, record, remove, result, run } from "./journal-samples.ts";
import { briefs } from "./store-briefs.ts";
import { following } from "./store-following.ts";
import { alive, dead, now, serialAfter, take, takeFrom, ttlMs } from "./store-holding.ts";
import { leases } from "./store-leases.ts";
import { compaction, losses } from "./store-losses.ts";
import { damagedPruning, pruning } from "./store-pruning.ts";
import { damagedRenames, renames } from "./store-renames.ts";

/**
 * A medium under trial. `open` gives a store over the same medium each time, where it has one that outlives a store.
 */
export interface StoreMedium {
  readonly name: string;
  readonly outlivesStore: boolean;
  prepare(): void | Promise<void>;
  open(): Store;
  cleanUp(): void;
  /** Damages the row of a stack behind the store's back, where the medium lies open to that. */
  damageHead?(stack: string): void | Promise<void>;
  /** Runs SQL behind the store's back, whose tables have their plain names. */
  spoil?(sql: string): void | Promise<void>;
  /** What it takes of its place, in bytes, where it gives room back when it is asked to. */
  size?(): number;
}

/** What every store promises the engine. */
export function storeContract(medium: StoreMedium): void {
  describe(`store over ${medium.name}`, () => {
    let stores: Store[];
    let store: Store;
    const open = () => {
      const opened = medium.open();
      stores.push(opened);
      return opened;
    };
    beforeEach(async () => {
      await medium.prepare();
      stores = [];
      store = open();
    });
    afterEach(async () => {
      for (const each of stores) await each.close();
      medium.cleanUp();
    });

    leases(() => store);
    journal(() => store);
    following(() => store);
    briefs(() => store, medium.outlivesStore ? open : () => store);
    removal(() => store);
    lineages(() => store, medium.outlivesStore ? open : () => store);
    renames(() => store, medium.outlivesStore ? open : () => store);
    if (medium.spoil !== undefined) damagedRenames(() => store, medium.spoil);
    pruning(() => store, medium.outlivesStore ? open : () => store);
    if (medium.spoil !== undefined) damagedPruning(() => store, medium.spoil);
    claims(() => store);
    plans(() => store);
    watching(
      () => store,
      "this process",
      () => store,
    );
    if (medium.damageHead !== undefined) besideDamage(() => store, medium.damageHead);
    if (medium.spoil !== undefined) losses(() => store, medium.spoil);
    if (medium.size !== undefined) compaction(() => store, medium.size);
    if (medium.outlivesStore) {
      sharing(() => store, open);
      watching(() => store, "another connection", open);
    }
  });
}

function journal(storeOf: () => Store): void {
  test("a stack nobody wrote to is empty; the first append gives it a lineage for good", async () => {
    const store = storeOf();
    expect(await store.readStack("dev")).toMatchObject({ serial: 0, superseded: [], openIntents: [], outputs: {} });
    const epoch = await take(store);
    await serialAfter(store.append("dev", epoch, [intent(1, "u1")]));
    const { lineage } = await store.readStack("dev");
    expect(lineage).not.toBe("");
    await serialAfter(store.append("dev", epoch, [result(1)]));
    expect((await store.readStack("dev")).lineage).toBe(lineage);
    await serialAfter(store.append("prod", await take(store, "prod"), [ended({})]));
    expect((await store.readStack("prod")).lineage).not.toBe(lineage);
  });

  test("intents stay open, know their operation, and close with the result that makes the record", async () => {
    const store = storeOf();
    const epoch = await take(store);
    const begun = intent(1, "u1");
    await serialAfter(store.append("dev", epoch, [{ kind: "run-started", run, plan: "sha256:p", at: "now" }, begun]));
    expect((await store.readStack("dev")).openIntents).toEqual([{ intent: begun, operationName: null }]);
    await serialAfter(store.append("dev", epoch, [handle(1, "operations/o")]));
    expect((await store.readStack("dev")).openIntents).toEqual([{ intent: begun, operationName: "operations/o" }]);
    await serialAfter(store.append("dev", epoch, [result(1, [put("u1")])]));
    const state = await store.readStack("dev");
    expect(state.openIntents).toEqual([]);
    expect([...state.records]).toEqual([["at-u1", record("u1")]]);
    expect((await store.readStack("prod")).records.size).toBe(0);
  });

  test("a batch that would leave two current records at one address is refused whole, beside others; names may be swapped", async () => {
    const store = storeOf();
    const epoch = await take(store);
    await serialAfter(store.append("dev", epoch, [result(null, [put("u1"), put("u2")])]));
    const refused = /two current records would be at at-u1/;
    const second = put("u3", { address: "at-u1" });
    const outcomes = await Promise.allSettled([
      store.append("dev", epoch, [intent(1, "u4")]),
      store.append("dev", epoch, [intent(2, "u3"), result(2, [second])]),
      store.append("dev", epoch, [result(1, [put("u4")])]),
      store.append("dev", epoch, [result(null, [put("u5", { address: "at-u4" })])]),
      store.append("dev", epoch, [result(null, [put("u1", { generation: 1 })])]),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
      "rejected",
      "rejected",
    ]);
    await expect(store.append("dev", epoch, [result(null, [second])])).rejects.toThrow(refused);
    const swapped = [put("u1", { address: "at-u2" }), put("u2", { address: "at-u1" })];
    await serialAfter(store.append("dev", epoch, [result(null, swapped)]));
    const state = await store.readStack("dev");
    expect([...state.records].map(([address, { uid }]) => `${address} ${uid}`).sort()).toEqual([
      "at-u1 u2",
      "at-u2 u1",
      "at-u4 u4",
    ]);
    expect(state.openIntents).toEqual([]);
    expect(await store.claims(["claim u3", "claim u5"])).toEqual([]);
    const freed = [put("u3", { address: "at-u2" }), put("u1", { address: "at-u2", status: "superseded" })];
    await serialAfter(store.append("dev", epoch, [result(null, freed)]));
    expect((await store.readRecord("dev", "at-u2")).record?.uid).toBe("u3");
  });

  test("the first of two batches that wait together is held against what stands there, whatever the second makes of it", async () => {
    const store = storeOf();
    const epoch = await take(store);
    await serialAfter(store.append("dev", epoch, [result(null, [put("u1"), put("u2")])]));
    const outcomes = await Promise.allSettled([
      store.append("dev", epoch, [result(null, [put("u3", { address: "at-u2" })])]),
      store.append("dev", epoch, [result(null, [put("u3")])]),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect([...(await store.readStack("dev")).records.keys()].sort()).toEqual(["at-u1", "at-u2", "at-u3"]);
  });

  test("records are replaced, superseded and removed", async () => {
    const store = storeOf();
    const epoch = await take(store);
    await serialAfter(store.append("dev", epoch, [result(null, [put("u1"), put("u2")])]));
    const old = record("u1", { status: "superseded" });
    const renewed = record("u1", { generation: 1 });
    await serialAfter(
      store.append("dev", epoch, [result(null, [put("u1", old), put("u1", renewed, "claim new"), remove("u2")])]),
    );
    const state = await store.readStack("dev");
    expect([...state.records.values()]).toEqual([renewed]);
    expect(state.superseded).toEqual([old]);
    await serialAfter(store.append("dev", epoch, [result(null, [remove("u1", 0)])]));
    expect((await store.readStack("dev")).superseded).toEqual([]);
    expect(await store.claims(["claim u1", "claim u2", "claim new"])).toMatchObject([
      { claimKey: "claim new", uid: "u1" },
    ]);
  });

  test("the journal is there as it was appended, whole and by run, each stack's its own", async () => {
    const store = storeOf();
    const epoch = await take(store);
    const of = (name: string) => ({ ...ended(null), run: name });
    const begun = intent(1, "u1");
    await serialAfter(store.append("dev", epoch, [begun, handle(1, "operations/o")]));
    await serialAfter(store.append("prod", await take(store, "prod"), [of("run-1"), of("run-3")]));
    await serialAfter(store.append("dev", epoch, [of("run-2"), result(1, [put("u1")])]));
    expect(await store.append("dev", epoch + 1, [of("run-1")])).toEqual({ kind: "fenced" });
    await serialAfter(store.append("dev", epoch, [of("run-1")]));
    const first = [begun, handle(1, "operations/o"), result(1, [put("u1")]), of("run-1")];
    expect(await store.readJournal("dev")).toEqual([...first.slice(0, 2), of("run-2"), ...first.slice(2)]);
    expect(await store.readRun("dev", run)).toEqual(first);
    expect(await store.readRun("dev", "run-2")).toEqual([of("run-2")]);
    expect(await store.readRun("prod", run)).toEqual([of(run)]);
    expect(await store.readRun("dev", "run-3")).toEqual([]);
    expect(await store.readRun("none", run)).toEqual([]);
  });

  test("outputs stay until a run gives new ones", async () => {
    const store = storeOf();
    const epoch = await take(store);
    await serialAfter(store.append("dev", epoch, [ended({ url: "x" })]));
    await serialAfter(store.append("dev", epoch, [ended(null)]));
    expect((await store.readStack("dev")).outputs).toEqual({ url: "x" });
    await serialAfter(store.append("dev", epoch, [ended({})]));
    expect((await store.readStack("dev")).outputs).toEqual({});
  });

  test("the project and the config that a stack was applied with stay until others are noted", async () => {
    const store = storeOf();
    expect((await store.readStack("dev")).context).toEqual(noContext);
    const epoch = await take(store);
    const context = { project: "portal", config: { size: "given" } } as const;
    await serialAfter(store.append("dev", epoch, [{ kind: "context", run, context }]));
    await serialAfter(store.append("dev", epoch, [ended({})]));
    expect((await store.readStack("dev")).context).toEqual(context);
    const renamed = { project: "portal-2", config: {} };
    await serialAfter(store.append("dev", epoch, [{ kind: "context", run, context: renamed }]));
    expect((await store.readStack("dev")).context).toEqual(renamed);
    expect(await store.removeStack("dev", epoch)).toBe(true);
    expect((await store.readStack("dev")).context).toEqual(noContext);
  });

  test("many appends at once are all durable, under serials of their own in the order of the calls", async () => {
    const store = storeOf();
    const epoch = await take(store);
    const before = (await store.readStack("dev")).serial;
    const serials = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        serialAfter(store.append("dev", epoch, [intent(index, `u${index}`), result(index, [put(`u${index}`)])])),
      ),
    );
    expect(serials).toEqual(Array.from({ length: 300 }, (_, index) => before + index + 1));
    const state = await store.readStack("dev");
    expect(state.serial).toBe(before + 300);
    expect(state.records.size).toBe(300);
  });

  test("entries that can't be written are their own caller's only", async () => {
    const store = storeOf();
    const epoch = await take(store);
    await serialAfter(store.append("dev", epoch, [intent(1, "u1")]));
    const outcomes = await Promise.allSettled([
      store.append("dev", epoch, [result(null, [put("u2")])]),
      store.append("dev", epoch, [result(null, [put("u3")]), intent(1, "u1")]),
      store.append("dev", epoch, [result(null, [put("u4")])]),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(outcomes[1]).toMatchObject({ reason: { name: "Fault", code: "store-failed" } });
    expect([...(await store.readStack("dev")).records.keys()]).toEqual(["at-u2", "at-u4"]);
  });

  test("closing waits for what was appended", async () => {
    const store = storeOf();
    const epoch = await take(store);
    const append = store.append("dev", epoch, [ended({ a: 1 })]);
    await store.close();
    expect(await append).toMatchObject({ kind: "done" });
  });
}

function watching(storeOf: () => Store, who: string, writerOf: () => Store): void {
  test(`what ${who} writes is told: how far the stack has come, at once and then as it comes`, async () => {
    const [store, writer] = [storeOf(), writerOf()];
    const epoch = await take(writer);
    await take(writer, "prod");
    const over = new AbortController();
    const changes = store.changes("dev", over.signal)[Symbol.asyncIterator]();
    const { lineage } = await store.readStack("dev");
    expect(await changes.next()).toEqual({ done: false, value: { lineage, serial: 0 } });
    for (const serial of [1, 2]) {
      await writer.append("prod", 1, [ended({})]);
      await writer.append("dev", epoch, [ended({})]);
      expect(await changes.next()).toEqual({ done: false, value: { lineage, serial } });
    }
    await writer.removeStack("dev", epoch);
    expect(await changes.next()).toEqual({ done: false, value: { lineage: "", serial: 0 } });
    const next = changes.next();
    over.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });
}

function removal(storeOf: () => Store): void {
  test("the journal is read back whole, by stack and in order; stacks are listed once they were written to", async () => {
    const store = storeOf();
    const dev = await take(store, "dev");
    const prod = await take(store, "prod");
    await take(store, "only held");
    const entries = [intent(1, "u1"), handle(1, "o"), result(1, [put("u1")])];
    await serialAfter(store.append("prod", prod, [ended({ a: 1 })]));
    await serialAfter(store.append("dev", dev, entries));
    await serialAfter(store.append("dev", dev, [ended(null)]));
    expect(await store.readJournal("dev")).toEqual([...entries, ended(null)]);
    expect(await store.readJournal("none")).toEqual([]);
    expect(await store.listStacks()).toEqual(["dev", "prod"]);
  });

  test("only a stack that manages nothing and has no open intent is removed, and only by its holder", async () => {
    const store = storeOf();
    expect(await store.removeStack("dev", 1)).toBe(true);
    const epoch = await take(store);
    await serialAfter(store.append("dev", epoch, [result(null, [put("u1")])]));
    expect(await store.removeStack("dev", epoch)).toBe(false);
    await serialAfter(store.append("dev", epoch, [result(null, [remove("u1")]), intent(1, "u2")]));
    expect(await store.removeStack("dev", epoch)).toBe(false);
    await serialAfter(store.append("dev", epoch, [result(1)]));
    const next = await takeFrom(store, "dev", holder);
    expect(await store.removeStack("dev", epoch)).toBe(false);
    await store.release("dev", next);
    expect(await store.removeStack("dev", next)).toBe(false);
    expect(await store.removeStack("dev", await take(store))).toBe(true);
  });

  test("a removed stack leaves nothing, and whoever held it writes nothing into its successor", async () => {
    const store = storeOf();
    const epoch = await take(store);
    await serialAfter(store.append("dev", epoch, [intent(1, "u1", "shared"), result(1), ended({ a: 1 })]));
    await store.putPlan("dev", { digest: "d", kind: "apply", createdAt: "2026", document: {} });
    const { lineage } = await store.readStack("dev");
    expect(await store.removeStack("dev", epoch)).toBe(true);
    expect(await store.readStack("dev")).toMatchObject({ lineage: "", serial: 0, outputs: {}, openIntents: [] });
    expect(await store.readJournal("dev")).toEqual([]);
    expect(await store.listStacks()).toEqual([]);
    expect(await store.listPlans("dev")).toEqual([]);
    expect(await store.claims(["shared"])).toEqual([]);
    expect(await store.append("dev", epoch, [ended({ a: 2 })])).toEqual({ kind: "fenced" });
    const next = await take(store);
    expect(next).toBeGreaterThan(epoch);
    expect(await store.append("dev", epoch, [ended({ a: 2 })])).toEqual({ kind: "fenced" });
    expect(await serialAfter(store.append("dev", next, [ended({ a: 3 })]))).toBe(1);
    const successor = await store.readStack("dev");
    expect(successor).toMatchObject({ serial: 1, outputs: { a: 3 } });
    expect(["", lineage]).not.toContain(successor.lineage);
  });
}

function besideDamage(storeOf: () => Store, damageHead: (stack: string) => void | Promise<void>): void {
  test("a stack whose head is damaged is told as such; others go on, new ones begin, and its claims stay its own", async () => {
    const store = storeOf();
    const dev = await take(store, "dev");
    const prod = await take(store, "prod");
    await serialAfter(store.append("dev", dev, [result(null, [put("u1", {}, "shared")]), intent(1, "u2")]));
    await serialAfter(store.append("prod", prod, [result(null, [put("p1")])]));
    await damageHead("dev");
    await expect(store.readStack("dev")).rejects.toMatchObject({ code: "store-damaged" });
    const fresh = await take(store, "fresh");
    for (const [stack, epoch] of [["prod", prod] as const, ["fresh", fresh] as const]) {
      expect(await store.claims(["shared", "claim u2", "free"])).toMatchObject([{ uid: "u1" }, { uid: "u2" }]);
      const late = store.append(stack, epoch, [intent(1, "x1", "shared")]);
      expect(await late).toMatchObject({ kind: "claimed", claim: { stack: "dev" } });
      await serialAfter(store.append(stack, epoch, [result(null, [put(`of-${stack}`)])]));
      expect((await store.readStack(stack)).records.has(`at-of-${stack}`)).toBe(true);
      await store.release(stack, epoch);
    }
    expect(await store.listStacks()).toEqual(["dev", "fresh", "prod"]);
  });

  test("what waits together with entries for a damaged stack is written all the same", async () => {
    const store = storeOf();
    const [dev, prod] = [await take(store, "dev"), await take(store, "prod")];
    await serialAfter(store.append("dev", dev, [result(null, [put("u1")])]));
    await damageHead("dev");
    const outcomes = await Promise.allSettled([
      store.append("prod", prod, [result(null, [put("p1")])]),
      store.append("dev", dev, [result(null, [put("u2")])]),
      store.append("prod", prod, [result(null, [put("p2")])]),
    ]);
    expect(outcomes).toMatchObject([
      { value: { kind: "done", serial: 1 } },
      { reason: { code: "store-damaged" } },
      { value: { kind: "done", serial: 2 } },
    ]);
    expect([...(await store.readStack("prod")).records.keys()]).toEqual(["at-p1", "at-p2"]);
  });
}

function lineages(storeOf: () => Store, another: () => Store): void {
  test("lineages are those of the stacks that stand: a stack made anew has another, one that is only held has none", async () => {
    const store = storeOf();
    const other = another();
    const both = async () => {
      const [here, there] = await Promise.all([store.lineages(), other.lineages()]);
      expect(there).toEqual(here);
      return here;
    };
    expect(await both()).toEqual(new Map());
    const epoch = await take(store);
    const named = (await store.progress("dev")).lineage;
    expect(named).not.toBe("");
    expect(await both()).toEqual(new Map());
    await serialAfter(store.append("dev", epoch, [ended({})]));
    await serialAfter(store.append("prod", await take(store, "prod"), [ended({})]));
    const prod = (await store.readStack("prod")).lineage;
    expect(await both()).toEqual(
      new Map([
        ["dev", named],
        ["prod", prod],
      ]),
    );
    expect(await store.removeStack("dev", epoch)).toBe(true);
    expect(await both()).toEqual(new Map([["prod", prod]]));
    await serialAfter(other.append("dev", await take(other), [ended({})]));
    const anew = await both();
    expect([...anew.keys()].toSorted()).toEqual(["dev", "prod"]);
    expect(anew.get("dev")).toBe((await store.readStack("dev")).lineage);
    expect(new Set([...anew.values(), named]).size).toBe(3);
  });
}

function claims(storeOf: () => Store): void {
  test("a claim is one declaration's over all stacks; who comes late leaves nothing, others of the flush stay", async () => {
    const store = storeOf();
    const dev = await take(store, "dev");
    const prod = await take(store, "prod");
    await serialAfter(store.append("dev", dev, [intent(1, "u1", "shared")]));
    const before = await store.readStack("prod");
    const outcomes = await Promise.all([
      store.append("dev", dev, [intent(2, "u2")]),
      store.append("prod", prod, [result(null, [put("p0")]), intent(1, "p1", "shared"), ended({ a: 1 })]),
      store.append("dev", dev, [intent(3, "u3")]),
    ]);
    const claim = { claimKey: "shared", stack: "dev", uid: "u1", address: "at-u1" };
    expect(outcomes).toMatchObject([{ kind: "done" }, { kind: "claimed", claim }, { kind: "done" }]);
    expect(await store.readStack("prod")).toEqual(before);
    expect(await store.claims(["claim p0"])).toEqual([]);
    expect((await store.readStack("dev")).openIntents).toHaveLength(3);
    expect(await store.claims(["nobody's", "shared"])).toEqual([claim]);
  });

  test("a copy of a record in another stack is another claim, whatever its uid, and takes nothing along when it goes", async () => {
    const store = storeOf();
    const dev = await take(store, "dev");
    const copy = await take(store, "copy");
    await serialAfter(store.append("dev", dev, [result(null, [put("u1", {}, "shared")])]));
    expect(await store.append("copy", copy, [result(null, [put("u1", {}, "shared")])])).toMatchObject({
      kind: "claimed",
      claim: { stack: "dev", uid: "u1" },
    });
    await serialAfter(store.append("copy", copy, [result(null, [remove("u1", 0, "shared")])]));
    expect(await store.claims(["shared"])).toMatchObject([{ stack: "dev", uid: "u1" }]);
  });

  test("its holder claims again, under a new address too, and lets it go with the record", async () => {
    const store = storeOf();
    const dev = await take(store, "dev");
    const prod = await take(store, "prod");
    const mine = [result(null, [put("u1", {}, "shared")]), intent(1, "u1", "shared")];
    await serialAfter(store.append("dev", dev, mine));
    await serialAfter(store.append("dev", dev, [result(1, [put("u1", { address: "moved" }, "shared")])]));
    expect(await store.claims(["shared"])).toMatchObject([{ stack: "dev", uid: "u1", address: "moved" }]);
    const strange: JournalEntry = result(null, [remove("p1", 0, "shared")]);
    await serialAfter(store.append("prod", prod, [strange]));
    expect(await store.claims(["shared"])).toHaveLength(1);
    await serialAfter(store.append("dev", dev, [result(null, [remove("u1", 0, "shared")])]));
    expect(await store.claims(["shared"])).toEqual([]);
    await serialAfter(store.append("prod", prod, [intent(1, "p1", "shared")]));
  });
}

function plans(storeOf: () => Store): void {
  const plan = (digest: string, createdAt: string) => ({ digest, kind: "apply", createdAt, document: { of: digest } });

  test("plans are kept by stack and digest, and listed newest first", async () => {
    const store = storeOf();
    await store.putPlan("dev", plan("a", "2026-01-01T00:00:00.000Z"));
    await store.putPlan("dev", plan("c", "2026-01-03T00:00:00.000Z"));
    await store.putPlan("dev", plan("b", "2026-01-02T00:00:00.000Z"));
    await store.putPlan("prod", plan("p", "2026-01-04T00:00:00.000Z"));
    expect(await store.getPlan("dev", "b")).toEqual(plan("b", "2026-01-02T00:00:00.000Z"));
    expect(await store.getPlan("dev", "p")).toBeNull();
    expect((await store.listPlans("dev")).map(({ digest }) => digest)).toEqual(["c", "b", "a"]);
    expect(await store.listPlans("none")).toEqual([]);
  });

  test("rows of plans come without documents, in pages that go on where the last one ended", async () => {
    const store = storeOf();
    for (const [digest, day] of [
      ["a", 1],
      ["c", 2],
      ["b", 2],
      ["d", 3],
    ] as const)
      await store.putPlan("dev", plan(digest, `2026-01-0${day}T00:00:00.000Z`));
    const row = (digest: string, day: number) => ({
      digest,
      kind: "apply",
      createdAt: `2026-01-0${day}T00:00:00.000Z`,
    });
    const first = await store.planRows("dev", { limit: 2 });
    expect(first).toEqual({ total: 4, rows: [row("d", 3), row("b", 2)] });
    await store.removePlans("dev", ["b", "unheard-of"]);
    const after = first.rows[1] ?? null;
    expect(await store.planRows("dev", { after, limit: 9 })).toEqual({ total: 3, rows: [row("c", 2), row("a", 1)] });
    expect(await store.planRows("dev", { limit: 0 })).toEqual({ total: 3, rows: [] });
    expect(await store.planRows("none", { limit: 9 })).toEqual({ total: 0, rows: [] });
  });

  test("a plan that was removed is gone, and may be kept anew", async () => {
    const store = storeOf();
    for (const digest of ["a", "b"]) await store.putPlan("dev", plan(digest, "2026-01-01T00:00:00.000Z"));
    await store.removePlans("dev", ["a"]);
    expect(await store.getPlan("dev", "a")).toBeNull();
    expect((await store.listPlans("dev")).map(({ digest }) => digest)).toEqual(["b"]);
    await store.putPlan("dev", plan("a", "2026-01-02T00:00:00.000Z"));
    expect((await store.listPlans("dev")).map(({ digest }) => digest)).toEqual(["a", "b"]);
  });

  test("a plan alone makes no stack, and goes with the stack", async () => {
    const store = storeOf();
    await store.putPlan("dev", plan("a", "2026-01-01T00:00:00.000Z"));
    expect(await store.listStacks()).toEqual([]);
    expect(await store.readStack("dev")).toMatchObject({ lineage: "", serial: 0 });
    const epoch = await take(store);
    await serialAfter(store.append("dev", epoch, []));
    expect(await store.listPlans("dev")).toHaveLength(1);
    expect(await store.removeStack("dev", epoch)).toBe(true);
    expect(await store.listPlans("dev")).toEqual([]);
    expect(await store.getPlan("dev", "a")).toBeNull();
  });

  test("a plan of a stack that was removed meanwhile is not kept, be there another of its name or not", async () => {
    const store = storeOf();
    const epoch = await take(store);
    await serialAfter(store.append("dev", epoch, []));
    const { lineage } = await store.progress("dev");
    await store.putPlan("dev", plan("a", "2026-01-01T00:00:00.000Z"), lineage);
    expect(await store.listPlans("dev")).toHaveLength(1);
    expect(await store.removeStack("dev", epoch)).toBe(true);
    await store.putPlan("dev", plan("b", "2026-01-01T00:00:00.000Z"), lineage);
    expect(await store.listPlans("dev")).toEqual([]);
    await serialAfter(store.append("dev", await take(store), []));
    await store.putPlan("dev", plan("c", "2026-01-01T00:00:00.000Z"), lineage);
    expect(await store.listPlans("dev")).toEqual([]);
    await store.putPlan("dev", plan("d", "2026-01-01T00:00:00.000Z"), (await store.progress("dev")).lineage);
    // Of a stack that was not there when it was planned.
    await store.putPlan("dev", plan("e", "2026-01-01T00:00:00.000Z"), "");
    expect(await store.listPlans("dev")).toHaveLength(2);
  });

  test("the same plan made again is one plan, with its new date", async () => {
    const store = storeOf();
    await store.putPlan("dev", plan("a", "2026-01-01T00:00:00.000Z"));
    await store.putPlan("dev", plan("b", "2026-01-02T00:00:00.000Z"));
    expect(await store.getPlan("dev", "a")).toEqual(plan("a", "2026-01-01T00:00:00.000Z"));
    await store.putPlan("dev", plan("a", "2026-01-03T00:00:00.000Z"));
    expect(await store.getPlan("dev", "a")).toEqual(plan("a", "2026-01-03T00:00:00.000Z"));
    expect((await store.listPlans("dev")).map(({ digest }) => digest)).toEqual(["a", "b"]);
  });
}

function sharing(storeOf: () => Store, open: () => Store): void {
  test("what was written is there when the medium is opened again", async () => {
    const store = storeOf();
    const epoch = await take(store);
    await serialAfter(
      store.append("dev", epoch, [intent(1, "u1"), handle(1, "o"), result(null, [put("u2")]), ended({ a: 1 })]),
    );
    await store.putPlan("dev", { digest: "d", kind: "apply", createdAt: "2026", document: { a: [1] } });
    const before = await store.readStack("dev");
    await store.close();
    const again = open();
    expect(await again.readStack("dev")).toEqual(before);
    expect(await again.getPlan("dev", "d")).toMatchObject({ document: { a: [1] } });
    expect(await again.claims(["claim u1", "claim u2"])).toHaveLength(2);
    // The lease outlives the process, and so does its epoch.
    expect(await again.acquire("dev", holder, now, ttlMs, alive)).toMatchObject({ kind: "busy" });
    expect(await again.acquire("dev", holder, now, ttlMs, dead)).toEqual({ kind: "held", epoch: epoch + 1 });
  });

  test("two stores over one medium share leases, fences, claims and states", async () => {
    const first = storeOf();
    const second = open();
    const epoch = await take(first);
    expect(await second.acquire("dev", holder, now, ttlMs, alive)).toMatchObject({ kind: "busy" });
    const prod = await take(second, "prod");
    const both = await Promise.all([
      first.append("dev", epoch, [intent(1, "u1", "shared")]),
      second.append("prod", prod, [intent(1, "p1", "shared")]),
      second.append("prod", prod, [intent(2, "p2")]),
    ]);
    expect(both.map(({ kind }) => kind).sort()).toEqual(["claimed", "done", "done"]);
    expect(await first.readStack("prod")).toEqual(await second.readStack("prod"));
    await second.acquire("dev", holder, now, ttlMs, dead);
    expect(await first.append("dev", epoch, [ended({ a: 1 })])).toEqual({ kind: "fenced" });
    expect(await first.renew("dev", epoch, now + ttlMs)).toBe(false);
  });
}
