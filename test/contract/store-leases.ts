import { expect, test } from "vitest";
import type { LeaseHolder, Store } from "../../src/engine/ports/store.ts";
import { ended, holder, intent, put, result } from "./journal-samples.ts";
import { alive, dead, now, serialAfter, take, takeFrom, ttlMs, untilOf } from "./store-holding.ts";

/** What every store promises of leases. */
export function leases(storeOf: () => Store): void {
  const hour = 3_600_000;
  const other: LeaseHolder = { host: "two.example", pid: 18, since: "2026-01-01T00:01:00.000Z" };

  test("a held stack is busy and says under which lease; other stacks are free", async () => {
    const store = storeOf();
    const epoch = await take(store);
    const lease = { holder, epoch, until: now + ttlMs, lengthMs: ttlMs };
    expect(await store.acquire("dev", other, now, ttlMs, alive)).toEqual({ kind: "busy", lease });
    expect(await store.acquire("prod", other, now, ttlMs, alive)).toMatchObject({ kind: "held" });
  });

  test("a silent lease and a dead holder's are taken over with a higher epoch, once", async () => {
    const store = storeOf();
    const first = await take(store);
    const silent = await store.lease("dev");
    const taken = await Promise.all([
      store.acquire("dev", other, now, ttlMs, alive, silent),
      store.acquire("dev", holder, now, ttlMs, alive, silent),
    ]);
    expect(taken.map(({ kind }) => kind)).toEqual(["held", "busy"]);
    expect(await store.lease("dev")).toMatchObject({ holder: other, epoch: first + 1 });
    const asked: LeaseHolder[] = [];
    const isDead = (current: LeaseHolder) => asked.push(current) > 0;
    const third = await store.acquire("dev", holder, now + ttlMs, ttlMs, isDead);
    expect(third).toEqual({ kind: "held", epoch: first + 2 });
    expect(asked).toEqual([other]);
    const both = await Promise.all([
      store.acquire("prod", holder, now, ttlMs, alive),
      store.acquire("prod", other, now, ttlMs, alive),
    ]);
    expect(both.map(({ kind }) => kind)).toEqual(["held", "busy"]);
  });

  test("a lease that has beaten since somebody found it silent is not taken, nor is another one", async () => {
    const store = storeOf();
    const epoch = await take(store);
    const silent = await store.lease("dev");
    expect(await store.renew("dev", epoch, now + ttlMs + 1)).toBe(true);
    expect(await store.acquire("dev", other, now, ttlMs, alive, silent)).toMatchObject({ kind: "busy" });
    await store.release("dev", epoch);
    await take(store);
    expect(await store.acquire("dev", other, now, ttlMs, alive, silent)).toMatchObject({ kind: "busy" });
  });

  test("a beat moves the lease on whatever the clock says, never back, and says when the lease was lost", async () => {
    const store = storeOf();
    const epoch = await take(store);
    const seen = [await untilOf(store)];
    for (const until of [now + 2 * ttlMs, now + 2 * ttlMs, now - hour, now + 2 * ttlMs + 1, now + hour, 0]) {
      expect(await store.renew("dev", epoch, until)).toBe(true);
      seen.push(await untilOf(store));
    }
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
    expect(new Set(seen).size).toBe(seen.length);
    expect([seen[1], seen[5]]).toEqual([now + 2 * ttlMs, now + hour]);
    expect(await store.renew("dev", epoch + 1, now)).toBe(false);
    expect(await store.renew("nobody's", 1, now)).toBe(false);
    const next = await takeFrom(store, "dev", other);
    expect(await store.renew("dev", epoch, now + 2 * hour)).toBe(false);
    await store.release("dev", next);
    expect(await store.renew("dev", next, now + 2 * hour)).toBe(false);
  });

  test("only its holder releases a lease; the next one gets a new epoch", async () => {
    const store = storeOf();
    const epoch = await take(store);
    const next = await takeFrom(store, "dev", other);
    await store.release("dev", epoch);
    expect(await store.acquire("dev", holder, now, ttlMs, alive)).toMatchObject({ kind: "busy" });
    await store.release("dev", next);
    expect(await take(store)).toBe(next + 1);
  });

  test.each([
    ["ahead", hour],
    ["behind", -hour],
  ])("whoever asks with a clock that is %s gets nothing, and changes nothing", async (_, off) => {
    const store = storeOf();
    const epoch = await take(store);
    const lease = await store.lease("dev");
    expect(await store.acquire("dev", other, now + off, ttlMs, alive)).toEqual({ kind: "busy", lease });
    expect(await store.lease("dev")).toEqual(lease);
    await serialAfter(store.append("dev", epoch, [ended({ a: 1 })]));
  });

  test("who lost the stack does not get it back by a clock that was set", async () => {
    const store = storeOf();
    const epoch = await take(store);
    const next = await takeFrom(store, "dev", other);
    for (const at of [now - hour, now + hour]) {
      expect(await store.renew("dev", epoch, at + ttlMs)).toBe(false);
      expect(await store.acquire("dev", holder, at, ttlMs, alive)).toMatchObject({ lease: { holder: other } });
    }
    expect(await store.append("dev", epoch, [ended({ a: 1 })])).toEqual({ kind: "fenced" });
    await serialAfter(store.append("dev", next, [ended({ a: 2 })]));
  });

  test("a lease is told until it is given back", async () => {
    const store = storeOf();
    expect(await store.lease("dev")).toBeNull();
    const epoch = await take(store);
    expect(await store.lease("dev")).toEqual({ holder, epoch, until: now + ttlMs, lengthMs: ttlMs });
    await store.renew("dev", epoch, now + 2 * ttlMs);
    expect(await store.lease("dev")).toEqual({ holder, epoch, until: now + 2 * ttlMs, lengthMs: ttlMs });
    await store.release("dev", epoch);
    expect(await store.lease("dev")).toBeNull();
  });

  test("a holder can be asked to stop, and nobody else is", async () => {
    const store = storeOf();
    const epoch = await take(store);
    expect(await store.isCancelRequested("dev", epoch)).toBe(false);
    expect(await store.requestCancel("dev", epoch + 1)).toBe(false);
    expect(await store.requestCancel("nobody's", 1)).toBe(false);
    expect(await store.requestCancel("dev", epoch)).toBe(true);
    expect(await store.isCancelRequested("dev", epoch)).toBe(true);
    // Being asked fences nobody: what was begun is still recorded.
    await serialAfter(store.append("dev", epoch, [ended({ a: 1 })]));
    await store.release("dev", epoch);
    expect(await store.requestCancel("dev", epoch)).toBe(false);
    const next = await take(store);
    expect(await store.isCancelRequested("dev", next)).toBe(false);
  });

  test("who lost the stack writes nothing", async () => {
    const store = storeOf();
    const epoch = await take(store);
    await serialAfter(store.append("dev", epoch, [intent(1, "u1")]));
    await store.acquire("dev", other, now, ttlMs, dead);
    const before = await store.readStack("dev");
    expect(await store.append("dev", epoch, [result(1, [put("u1")]), ended({ a: 1 })])).toEqual({ kind: "fenced" });
    expect(await store.readStack("dev")).toEqual(before);
    expect(await store.append("dev", epoch + 7, [ended({ a: 1 })])).toEqual({ kind: "fenced" });
    expect(await store.append("unheard-of", 1, [ended({ a: 1 })])).toEqual({ kind: "fenced" });
  });

  test("who gave the stack back writes nothing more", async () => {
    const store = storeOf();
    const epoch = await take(store);
    await store.release("dev", epoch);
    expect(await store.append("dev", epoch, [ended({ a: 1 })])).toEqual({ kind: "fenced" });
    expect((await store.readStack("dev")).outputs).toEqual({});
  });
}
