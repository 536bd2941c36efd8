import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemIds } from "../src/composition/machine/system.ts";
import type { Store } from "../src/engine/ports/store.ts";
import { SqliteStore } from "../src/stores/sqlite/sqlite-store.ts";
import { holder, put, result } from "../test/contract/journal-samples.ts";

/** Measures reading one of many records straight from the store: the share of a GET that the store costs. */

const records = 10_000;
const reads = 50_000;
const inFlight = 32;

async function fill(store: Store): Promise<void> {
  const lease = await store.acquire("dev", holder, 0, 1000, () => true);
  if (lease.kind !== "held") throw new Error("held by another process");
  const text = "x".repeat(600);
  for (let first = 0; first < records; first += 500) {
    const effects = Array.from({ length: 500 }, (_, index) => put(`u${first + index}`, { inputs: { text } }));
    await store.append("dev", lease.epoch, [result(null, effects)]);
  }
}

/** Milliseconds that each read took, `inFlight` of them at a time. */
async function measure(store: Store): Promise<readonly number[]> {
  const taken: number[] = [];
  const readMany = async (first: number) => {
    for (let index = first; index < reads; index += inFlight) {
      const start = performance.now();
      const { record } = await store.readRecord("dev", `at-u${(index * 7919) % records}`);
      if (record === null) throw new Error(`record ${index} is missing`);
      taken.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, (_, index) => readMany(index)));
  return taken.sort((a, b) => a - b);
}

async function report(name: string, store: Store): Promise<void> {
  await fill(store);
  await measure(store);
  const start = performance.now();
  const taken = await measure(store);
  const perSecond = Math.round(reads / ((performance.now() - start) / 1000));
  const p99 = taken[Math.floor(taken.length * 0.99)] ?? 0;
  process.stdout.write(`${name}: ${perSecond} reads/s, p99 ${p99.toFixed(3)} ms\n`);
  await store.close();
}

const directory = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
try {
  await report("SQLite", new SqliteStore(join(directory, "state.db"), systemIds));
  const address = process.env["PLUMB_STORE"];
  if (address !== undefined) {
    const { PostgresStore } = await import("../src/stores/postgres/postgres-store.ts");
    await report("PostgreSQL", new PostgresStore({ address, ids: systemIds }));
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
