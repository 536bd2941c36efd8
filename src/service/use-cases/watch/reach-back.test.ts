import { expect, test } from "vitest";
import { MemoryStore } from "../../../../test/memory-store/memory-store.ts";
import { ResourceWatch } from "./resource-watch.ts";
import type { WatchedStore } from "./stack-feed.ts";
import { countingIds, put, recordOf, remove, writer } from "./watched-records.fixture.ts";

const clock = { now: () => 0, sleep: () => new Promise<void>(() => {}) };
const page = { after: null, limit: 1 };

/** A store that counts the batches that are read of its journal. */
function counting(store: MemoryStore): { readonly store: WatchedStore; read(): number } {
  let batches = 0;
  return {
    store: {
      readStack: store.readStack,
      changes: store.changes,
      readJournalAfter: async (...given) => {
        const reading = await store.readJournalAfter(...given);
        batches += reading.batches.length;
        return reading;
      },
    },
    read: () => batches,
  };
}

/** A stack with a long history, of which the last change is told to somebody who is one change behind. */
async function oneBehind(last: "changed" | "removed") {
  const memory = new MemoryStore(countingIds());
  const { write } = await writer(memory, "dev");
  for (let count = 0; count < 5_000; count += 1) await write(put(recordOf(`r${count % 10}`, { outputs: { count } })));
  const { resourceVersion } = await new ResourceWatch({ store: memory, clock }).list("dev", page);
  await write(last === "changed" ? put(recordOf("r3", { outputs: { last } })) : remove(recordOf("r3")));
  const counted = counting(memory);
  const end = new AbortController();
  const events = (await new ResourceWatch({ store: counted.store, clock }).watch("dev", resourceVersion, end.signal))[
    Symbol.asyncIterator
  ]();
  const { value } = await events.next();
  end.abort();
  return { value, read: counted.read() };
}

test.each([
  ["changed", { type: "MODIFIED", resource: { key: "r3.1", outputs: { last: "changed" } } }],
  ["removed", { type: "DELETED", resource: { key: "r3.1", outputs: { count: 4_993 } } }],
] as const)("a watch that is one event behind reads little of a long journal: %s", async (last, told) => {
  const { value, read } = await oneBehind(last);
  expect(value).toMatchObject(told);
  expect(read).toBeLessThan(50);
});

/** A stack with so many changes before somebody lists it, and an object that is made after that. */
async function madeSince(changes: number) {
  const memory = new MemoryStore(countingIds());
  const { write } = await writer(memory, "dev");
  for (let count = 0; count < changes; count += 1) await write(put(recordOf(`r${count % 10}`, { outputs: { count } })));
  const { resourceVersion } = await new ResourceWatch({ store: memory, clock }).list("dev", page);
  await write(put(recordOf("made")));
  const counted = counting(memory);
  const end = new AbortController();
  const watching = new ResourceWatch({ store: counted.store, clock }).watch("dev", resourceVersion, end.signal);
  return { watching, end, read: counted.read };
}

test("an object that was made meanwhile is told as added, where the journal before is not long", async () => {
  const { watching, end } = await madeSince(300);
  const { value } = await (await watching)[Symbol.asyncIterator]().next();
  end.abort();
  expect(value).toMatchObject({ type: "ADDED", resource: { key: "made.1" } });
});

test("whether an object was made meanwhile is not looked for through the whole of a long journal: who asks lists again", async () => {
  const { watching, read } = await madeSince(5_000);
  await expect(watching).rejects.toThrow("not kept");
  expect(read()).toBeLessThan(1_100);
});

test("who is too far behind is told so without the journal being read whole", async () => {
  const memory = new MemoryStore(countingIds());
  const { write } = await writer(memory, "dev");
  await write(put(recordOf("a")));
  const { resourceVersion } = await new ResourceWatch({ store: memory, clock }).list("dev", page);
  for (let count = 0; count < 3_000; count += 1) await write(put(recordOf("a", { outputs: { count } })));
  const counted = counting(memory);
  const watch = new ResourceWatch({ store: counted.store, clock }, { window: 10, bookmarkMs: 1_000 });
  await expect(watch.watch("dev", resourceVersion, new AbortController().signal)).rejects.toThrow("not kept");
  expect(counted.read()).toBeLessThan(1_000);
});
