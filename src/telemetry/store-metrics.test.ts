import { expect, test } from "vitest";

import { Fault } from "../../packages/base/fault.ts";
import { MemoryStore } from "../../test/memory-store/memory-store.ts";
import { countingIds } from "../service/use-cases/watch/watched-records.fixture.ts";
import { ServiceMetrics } from "./service-metrics.ts";
import { StoreMetrics } from "./store-metrics.ts";

const holder = { host: "h", pid: 1, since: "" };

/** A store that takes 20 ms to list its stacks, and fails to read one; its metrics. */
function measured() {
  let elapsed = 0;
  const inner = Object.assign(new MemoryStore(countingIds()), {
    listStacks: async () => {
      elapsed += 20;
      return [];
    },
    readStack: () => Promise.reject(new Fault("store-busy", "it is locked")),
  });
  const metrics = new ServiceMetrics();
  const measures = new StoreMetrics(metrics.registry, () => elapsed);
  const lines = async (name: string) => (await metrics.text()).split("\n").filter((line) => line.startsWith(name));
  return { store: measures.ofStore(inner), documentStore: measures.ofDocumentStore(inner.documentStore), lines };
}

test("tells how long each call of the store and the document store took", async () => {
  const { store, documentStore, lines } = measured();
  expect(await store.listStacks()).toEqual([]);
  expect(store.isLockedOut).toBe(false);
  await documentStore.put("runs", "a", { secret: "hush" });
  expect(await lines("plumb_store_seconds_sum")).toEqual([
    'plumb_store_seconds_sum{call="listStacks"} 0.02',
    'plumb_store_seconds_sum{call="put"} 0',
  ]);
  expect((await lines("")).join("\n")).not.toContain("hush");
});

test("counts what the store failed to answer, by the fault's code", async () => {
  const { store, lines } = measured();
  await expect(store.readStack("dev")).rejects.toThrow("it is locked");
  expect(await lines("plumb_store_failures_total")).toEqual(['plumb_store_failures_total{code="store-busy"} 1']);
});

test("counts no lease of a stack that has got another name or was removed", async () => {
  const { store, lines } = measured();
  const take = (stack: string) => store.acquire(stack, holder, 0, 1000, () => false);
  const [dev, prod] = [await take("dev"), await take("prod")];
  if (dev.kind === "held") expect(await store.renameStack("dev", "later", dev.epoch)).toBe(true);
  if (dev.kind === "held") await store.release("later", dev.epoch);
  if (prod.kind === "held") expect(await store.removeStack("prod", prod.epoch)).toBe(true);
  expect(await lines("plumb_leases_held")).toEqual(["plumb_leases_held 0"]);
});

test("counts leases: held, refused, lost and given back", async () => {
  const { store, lines } = measured();
  const take = () => store.acquire("dev", holder, 0, 1000, () => false);
  const taken = await take();
  expect(await take()).toMatchObject({ kind: "busy" });
  expect(await lines("plumb_leases_held")).toEqual(["plumb_leases_held 1"]);
  if (taken.kind === "held") await store.release("dev", taken.epoch);
  expect(await lines("plumb_leases_held")).toEqual(["plumb_leases_held 0"]);
  await take();
  expect(await store.renew("dev", 0, 1)).toBe(false);
  expect(await lines("plumb_leases_")).toEqual([
    'plumb_leases_total{outcome="held"} 2',
    'plumb_leases_total{outcome="busy"} 1',
    'plumb_leases_total{outcome="lost"} 1',
    "plumb_leases_held 0",
  ]);
});
