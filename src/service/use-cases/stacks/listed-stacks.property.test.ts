import fc from "fast-check";
import { expect, test } from "vitest";
import { countingIds, ended, holder, put, remove, result } from "../../../../test/contract/journal-samples.ts";
import { MemoryStore } from "../../../../test/memory-store/memory-store.ts";
import { recordKey } from "../../../engine/state/records/record.ts";
import { ListedStacks } from "./listed-stacks.ts";

const uid = fc.constantFrom("a", "b", "c");
const effect = fc.record({ uid, isPut: fc.boolean() });
const outputs = fc.option(fc.dictionary(fc.constantFrom("x", "y", "z"), fc.uniqueArray(uid, { maxLength: 2 })));
const entry = fc.oneof(
  fc.array(effect, { maxLength: 3 }).map((effects) =>
    result(
      null,
      effects.map(({ uid, isPut }) => (isPut ? put(uid, { address: uid }) : remove(uid))),
    ),
  ),
  // Each output is made from some objects, or from none.
  outputs.map((drawn) => {
    if (drawn === null) return ended(null);
    const sources = Object.entries(drawn).map(
      ([name, uids]) => [name, uids.map((uid) => recordKey({ uid, generation: 0 }))] as const,
    );
    const values = Object.fromEntries(Object.keys(drawn).map((name, at) => [name, at]));
    return { ...ended(values), outputSources: Object.fromEntries(sources) };
  }),
);

const first = result(null, [put("a", { address: "a" })]);

test("what is followed is what a whole read tells, resources and outputs, and only the first read is whole", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(entry, { maxLength: 3 }), { maxLength: 8 }), async (batches) => {
      const store = new MemoryStore(countingIds());
      await store.acquire("dev", holder, 0, 1000, () => false);
      await store.append("dev", 1, [first]);
      let wholeReads = 0;
      const counted = {
        readJournalAfter: store.readJournalAfter,
        readStack: (stack: string) => {
          wholeReads += 1;
          return store.readStack(stack);
        },
      };
      const listed = new ListedStacks();
      await listed.of("dev", counted);
      for (const entries of batches) {
        await store.append("dev", 1, entries);
        const { outputs, serial, rows } = await listed.of("dev", counted);
        const state = await store.readStack("dev");
        expect({ outputs, serial }).toEqual({ outputs: state.outputs, serial: state.serial });
        expect(rows).toEqual((await new ListedStacks().of("dev", store)).rows);
      }
      expect(wholeReads).toBe(1);
    }),
    { numRuns: 300 },
  );
});
