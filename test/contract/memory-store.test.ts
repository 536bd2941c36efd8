import { describe, expect, test } from "vitest";
import { MemoryStore } from "../memory-store/memory-store.ts";
import { countingIds, ended, handle, holder, intent, put, remove, result } from "./journal-samples.ts";
import { storeContract } from "./store-contract.ts";

let store: MemoryStore;
storeContract({
  name: "maps",
  // The maps are the medium, and closing leaves them alone.
  outlivesStore: true,
  prepare: () => {
    store = new MemoryStore(countingIds());
  },
  open: () => store,
  cleanUp: () => {},
});

describe("a copy", () => {
  const alive = () => false;

  test("as of any event is what the store was then", async () => {
    const original = new MemoryStore(countingIds());
    await original.acquire("dev", holder, 0, 1000, alive);
    await original.acquire("prod", holder, 0, 1000, alive);
    const append = (stack: string, ...entries: Parameters<MemoryStore["append"]>[2]) =>
      original.append(stack, 1, entries);
    const moments = [await seen(original)];
    for (const step of [
      () => append("dev", intent(1, "u1"), intent(2, "u2", "shared")),
      () => append("prod", result(null, [put("p1")])),
      () => append("dev", handle(1, "operations/o"), result(2, [put("u2", {}, "shared")])),
      () => append("dev", result(1, [put("u1")]), ended({ a: 1 })),
      () => append("prod", result(null, [remove("p1")])),
      () => original.removeStack("prod", 1),
    ]) {
      await step();
      moments.push(await seen(original));
    }
    // Taken by another stack, so no event and no trace.
    await original.acquire("prod", holder, 0, 1000, alive);
    expect(await original.append("prod", 3, [intent(1, "p1"), intent(2, "p2", "shared")])).toMatchObject({
      kind: "claimed",
    });
    expect(original.events).toHaveLength(6);
    for (const [count, moment] of moments.entries()) expect(await seen(original.copy(count))).toEqual(moment);
    expect(await seen(original.copy())).toEqual(await seen(original));
  });

  test("goes its own way, and fences whoever held the original", async () => {
    const original = new MemoryStore(countingIds());
    await original.acquire("dev", holder, 0, 1000, alive);
    await original.append("dev", 1, [intent(1, "u1")]);
    await original.putPlan("dev", { digest: "d", kind: "apply", createdAt: "2026", document: {} });
    await original.sealed.add({ id: "s", keyVersion: 1, sealed: "x" });
    const copied = original.copy();
    expect(await copied.acquire("dev", holder, 0, 1000, alive)).toMatchObject({ kind: "busy" });
    expect(await copied.acquire("dev", holder, 0, 1000, () => true)).toEqual({ kind: "held", epoch: 2 });
    expect(await copied.append("dev", 1, [result(1)])).toEqual({ kind: "fenced" });
    await copied.append("dev", 2, [result(1)]);
    expect((await original.readStack("dev")).openIntents).toHaveLength(1);
    expect((await copied.readStack("dev")).openIntents).toEqual([]);
    expect(await copied.listPlans("dev")).toHaveLength(1);
    expect(await copied.sealed.get("s")).toMatchObject({ sealed: "x" });
  });

  test("as of a moment before a stack got another name has it under the old one, with its lease and its plans", async () => {
    const original = new MemoryStore(countingIds());
    await original.acquire("dev", holder, 0, 1000, alive);
    await original.append("dev", 1, [intent(1, "u1")]);
    await original.putPlan("dev", { digest: "d", kind: "apply", createdAt: "2026", document: {} });
    await original.renameStack("dev", "portal/dev", 1);
    await original.append("portal/dev", 1, [result(1, [put("u1")])]);
    for (const [count, name, other] of [
      [1, "dev", "portal/dev"],
      [2, "portal/dev", "dev"],
      [3, "portal/dev", "dev"],
    ] as const) {
      const copied = original.copy(count);
      expect(await copied.listStacks()).toEqual([name]);
      expect(await copied.readStack(name)).toMatchObject({ serial: count === 3 ? 2 : 1 });
      expect(await copied.claims(["claim u1"])).toMatchObject([{ stack: name }]);
      expect([await copied.lease(name), await copied.lease(other)]).toMatchObject([{ epoch: 1 }, null]);
      expect([await copied.listPlans(name), await copied.listPlans(other)]).toMatchObject([[{ digest: "d" }], []]);
      expect(await copied.append(name, 1, [ended({})])).toMatchObject({ kind: "done" });
    }
  });

  async function seen(of: MemoryStore) {
    const [dev, prod] = [await of.readStack("dev"), await of.readStack("prod")];
    return {
      // A lineage given by a later lease is no part of what was appended.
      states: [dev, { ...prod, lineage: "" }],
      journals: [await of.readJournal("dev"), await of.readJournal("prod")],
      claims: await of.claims(["claim u1", "shared", "claim p1"]),
      stacks: await of.listStacks(),
    };
  }
});
