import { expect, test } from "vitest";
import type { Store } from "../../src/engine/ports/store.ts";
import { ended, intent, put, record, remove, result } from "./journal-samples.ts";
import { take } from "./store-holding.ts";

/** What a store gives of a journal to whoever follows it. */
export function following(storeOf: () => Store): void {
  test("a record is read by its address, with how far its stack has come", async () => {
    const store = storeOf();
    expect(await store.readRecord("dev", "at-u1")).toEqual({ lineage: "", serial: 0, record: null });
    const epoch = await take(store);
    await store.append("dev", epoch, [intent(1, "u1"), result(1, [put("u1")]), result(null, [put("u10")])]);
    const { lineage } = await store.readStack("dev");
    expect(await store.readRecord("dev", "at-u1")).toEqual({ lineage, serial: 1, record: record("u1") });
    expect(await store.readRecord("dev", "at-u2")).toEqual({ lineage, serial: 1, record: null });
    expect(await store.readRecord("dev", "at-u2")).toEqual({ lineage, serial: 1, record: null });
    expect(await store.readRecord("prod", "at-u1")).toMatchObject({ serial: 0, record: null });
    // Replaced: the old object is still recorded, and not the one at the address.
    const effects = [put("u1", { status: "superseded" }), put("u1", { generation: 1 }, "claim new")];
    await store.append("dev", epoch, [result(null, effects)]);
    expect(await store.readRecord("dev", "at-u1")).toMatchObject({ serial: 2, record: { generation: 1 } });
    // Moved to another address.
    await store.append("dev", epoch, [result(null, [put("u10", { address: "elsewhere" })])]);
    expect(await store.readRecord("dev", "at-u10")).toMatchObject({ serial: 3, record: null });
    expect(await store.readRecord("dev", "elsewhere")).toMatchObject({ record: { uid: "u10" } });
    await store.append("dev", epoch, [result(null, [remove("u10")])]);
    expect(await store.readRecord("dev", "elsewhere")).toMatchObject({ serial: 4, record: null });
    await store.append("dev", epoch, [result(null, [put("u2")])]);
    expect(await store.readRecord("dev", "at-u2")).toMatchObject({ serial: 5, record: { uid: "u2" } });
  });

  test("a journal is read on from any serial, batch by batch", async () => {
    const store = storeOf();
    expect(await store.readJournalAfter("dev", 0, 9)).toEqual({ lineage: "", serial: 0, batches: [] });
    const epochs = { dev: await take(store), prod: await take(store, "prod") };
    const batches = [[intent(1, "u1"), intent(2, "u2")], [result(1, [put("u1")])], [result(2), ended({})], [ended({})]];
    for (const entries of batches) {
      await store.append("dev", epochs.dev, entries);
      await store.append("prod", epochs.prod, [ended({ other: true })]);
    }
    const { lineage } = await store.readStack("dev");
    const all = batches.map((entries, index) => ({ serial: index + 1, entries }));
    const read = (serial: number, limit: number) => store.readJournalAfter("dev", serial, limit);
    expect(await read(0, 9)).toEqual({ lineage, serial: 4, batches: all });
    expect(await read(-1, 9)).toEqual({ lineage, serial: 4, batches: all });
    for (let serial = 0; serial <= 5; serial += 1) {
      for (const limit of [1, 2, 9]) {
        expect(await read(serial, limit)).toEqual({ lineage, serial: 4, batches: all.slice(serial, serial + limit) });
      }
    }
    const first = { serial: 1, entries: [] };
    const second = { serial: 2, entries: [ended({})] };
    const bare = await take(store, "bare");
    await store.append("bare", bare, []);
    expect(await store.readJournalAfter("bare", 0, 9)).toMatchObject({ serial: 1, batches: [first] });
    await store.append("bare", bare, second.entries);
    expect(await store.readJournalAfter("bare", 0, 9)).toMatchObject({ serial: 2, batches: [first, second] });
    expect(await store.readJournalAfter("bare", 0, 1)).toMatchObject({ batches: [first] });
    expect(await store.readJournalAfter("bare", 1, 9)).toMatchObject({ batches: [second] });
  });

  test("a part of a long journal is read from any serial, whatever other stacks have written in between", async () => {
    const store = storeOf();
    const epochs = { dev: await take(store), prod: await take(store, "prod") };
    // Runs of batches of both, ever longer; those of dev have one to three entries.
    for (let length = 1; length <= 160; length *= 2) {
      for (const stack of ["dev", "prod"] as const)
        await Promise.all(
          Array.from({ length }, (_, at) =>
            store.append(
              stack,
              epochs[stack],
              Array.from({ length: 1 + (at % 3) }, () => ended({ length, at })),
            ),
          ),
        );
    }
    const { serial: last, batches } = await store.readJournalAfter("dev", 0, 999);
    expect(batches.map(({ serial }) => serial)).toEqual(Array.from({ length: last }, (_, at) => at + 1));
    for (let serial = 0; serial <= last; serial += 1)
      expect((await store.readJournalAfter("dev", serial, 2)).batches).toEqual(batches.slice(serial, serial + 2));
  });
}
