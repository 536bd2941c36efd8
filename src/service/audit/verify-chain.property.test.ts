import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { digest } from "../../../packages/base/digest.ts";
import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { MemoryDocumentStore } from "../../../test/memory-store/memory-document-store.ts";
import { Audit } from "./audit.ts";
import { auditLog } from "./chain-writer.ts";
import { type Checkpoint, checkpointKey, freshCheckpointKey } from "./checkpoint.ts";

const key = checkpointKey(freshCheckpointKey());
const clock = { now: () => 0, sleep: () => Promise.resolve() };

/** A log of so many records with a checkpoint over all of them, and what else was signed. */
async function written(records: number, every: number): Promise<{ entries: JsonObject[]; checkpoints: Checkpoint[] }> {
  const documentStore = new MemoryDocumentStore();
  const checkpoints: Checkpoint[] = [];
  const place = { keep: async (each: Checkpoint) => void checkpoints.push(each), read: async () => [] };
  const log = new Audit({ documentStore, clock, key, place, every });
  for (let count = 0; count < records; count += 1) {
    await log.record({
      principal: `user:${count % 3}`,
      from: { address: "192.0.2.1", userAgent: null },
      request: `r-${count}`,
      action: "run:start",
      stack: "dev",
      subject: null,
      plan: null,
    });
  }
  await log.checkpoint();
  return { entries: (await documentStore.readLog(auditLog, 0, records)).map(({ entry }) => entry), checkpoints };
}

/** What another process finds in a log of these entries, with the checkpoints in their place beside the store. */
async function verified(entries: readonly JsonObject[], checkpoints: readonly Checkpoint[]) {
  const documentStore = new MemoryDocumentStore();
  await documentStore.appendLog(auditLog, entries);
  const place = { keep: async () => {}, read: async () => checkpoints };
  return new Audit({ documentStore, clock, key, place }).verify();
}

/** Binds everything anew from a place on, as somebody would who can write to the store but has no key. */
function rebound(entries: readonly JsonObject[]): JsonObject[] {
  let previous: Json = null;
  return entries.map((entry, place) => {
    const { digest: _, ...rest } = entry;
    const content = { ...rest, seq: place + 1, previous };
    const own = digest(content);
    previous = own;
    return { ...content, digest: own };
  });
}

const shape = fc.record({ records: fc.integer({ min: 2, max: 25 }), every: fc.integer({ min: 1, max: 10 }) });
const places = fc.tuple(fc.nat(), fc.nat());

describe("verification finds every", () => {
  test("nothing in a log as it was written", async () => {
    await fc.assert(
      fc.asyncProperty(shape, async ({ records, every }) => {
        const { entries, checkpoints } = await written(records, every);
        expect(await verified(entries, checkpoints)).toMatchObject({ ok: true, vouchedFor: records });
      }),
      { numRuns: 40 },
    );
  });

  test("changed field of any record, also when all digests are made anew", async () => {
    const fields = ["principal", "action", "stack", "plan", "at", "request", "from", "kind", "subject"];
    await fc.assert(
      fc.asyncProperty(shape, places, fc.constantFrom(...fields), fc.boolean(), async (size, [at], field, clever) => {
        const { entries, checkpoints } = await written(size.records, size.every);
        const place = at % entries.length;
        const changed = entries.map((entry, index) => (index === place ? { ...entry, [field]: "forged" } : entry));
        const report = await verified(clever ? rebound(changed) : changed, checkpoints);
        expect(report.ok).toBe(false);
        expect(report.findings[0]?.kind).toMatch(clever ? /changed|rewritten/ : /changed/);
      }),
      { numRuns: 60 },
    );
  });

  test("removed record, also when all digests are made anew", async () => {
    await fc.assert(
      fc.asyncProperty(shape, places, fc.boolean(), async (size, [at], clever) => {
        const { entries, checkpoints } = await written(size.records, size.every);
        const left = entries.toSpliced(at % entries.length, 1);
        expect((await verified(clever ? rebound(left) : left, checkpoints)).ok).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test("two records in each other's place, also when all digests are made anew", async () => {
    await fc.assert(
      fc.asyncProperty(shape, places, fc.boolean(), async (size, [a, b], clever) => {
        const { entries, checkpoints } = await written(size.records, size.every);
        const [from, to] = [a % entries.length, b % entries.length];
        fc.pre(from !== to);
        const swapped = entries.with(from, entries[to] ?? {}).with(to, entries[from] ?? {});
        expect((await verified(clever ? rebound(swapped) : swapped, checkpoints)).ok).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test("log that was cut off behind any record", async () => {
    await fc.assert(
      fc.asyncProperty(shape, places, async (size, [at]) => {
        const { entries, checkpoints } = await written(size.records, size.every);
        const report = await verified(entries.slice(0, at % entries.length), checkpoints);
        expect(report.findings.map(({ kind }) => kind)).toContain("cut-off");
      }),
      { numRuns: 40 },
    );
  });

  test("record that was put in between, also when all digests are made anew", async () => {
    await fc.assert(
      fc.asyncProperty(shape, places, fc.boolean(), async (size, [at, which], clever) => {
        const { entries, checkpoints } = await written(size.records, size.every);
        // The last one once more at the end is a record that came after the checkpoint.
        fc.pre(at % entries.length !== which % entries.length);
        const more = entries.toSpliced(at % entries.length, 0, entries[which % entries.length] ?? {});
        expect((await verified(clever ? rebound(more) : more, checkpoints)).ok).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test("checkpoint that was changed", async () => {
    const { entries, checkpoints } = await written(5, 2);
    const forged = checkpoints.map((each) => ({ ...each, length: 3 }));
    const report = await verified(entries.slice(0, 3), forged);
    expect(report.ok).toBe(false);
    expect(report.findings.map(({ kind }) => kind)).toContain("forged-checkpoint");
  });
});

test("what came since the last checkpoint is vouched for by the process that wrote it", async () => {
  const documentStore = new MemoryDocumentStore();
  const log = new Audit({ documentStore, clock, key, place: null });
  const from = { address: null, userAgent: null };
  const intent = { principal: "p", from, request: "r", action: "a", stack: null, subject: null, plan: null };
  for (let count = 0; count < 3; count += 1) await log.record(intent);
  const entries = (await documentStore.readLog(auditLog, 0, 2)).map(({ entry }) => entry);
  await documentStore.removeLog(auditLog);
  await documentStore.appendLog(auditLog, entries);
  expect((await log.verify()).findings).toMatchObject([{ kind: "cut-off", seq: 3 }]);
});
