import { beforeEach, describe, expect, test } from "vitest";
import { MemoryDocumentStore } from "../../../test/memory-store/memory-document-store.ts";
import type { DocumentStore } from "../../engine/ports/document-store.ts";
import { Audit } from "./audit.ts";
import type { AuditIntent, AuditOutcome } from "./audit-entry.ts";
import { type AuditQuestion, searchAudit } from "./audit-search.ts";

const begin = Date.parse("2026-01-01T00:00:00Z");
const day = 86_400_000;

let now: number;
let documentStore: DocumentStore;
let log: Audit;
/** How many places of the log were read. */
let read: number;
beforeEach(() => {
  now = begin;
  read = 0;
  const memory = new MemoryDocumentStore();
  const { readLog } = memory;
  documentStore = Object.assign(memory, {
    readLog: async (...given: Parameters<typeof readLog>) => {
      const found = await readLog(...given);
      read += found.length;
      return found;
    },
  });
  log = new Audit({ documentStore, clock: { now: () => now }, key: null, place: null });
});

function intent(parts: Partial<AuditIntent>): AuditIntent {
  return {
    principal: "user:ann",
    from: { address: null, userAgent: null },
    request: "r",
    action: "run:start",
    stack: "dev",
    subject: null,
    plan: null,
    ...parts,
  };
}

async function deed(parts: Partial<AuditIntent>, result: AuditOutcome["result"] = "done"): Promise<void> {
  await log.conclude(await log.record(intent(parts)), { result, status: null, code: null });
}

/** All places that a question finds, page by page. */
async function places(question: Partial<AuditQuestion>, limit = 2): Promise<readonly number[]> {
  const found: number[] = [];
  for (let after: number | null = null; ; ) {
    const page = await searchAudit(documentStore, { isNewestFirst: false, ...question }, after, limit);
    expect(page.entries.length).toBeLessThanOrEqual(limit);
    found.push(...page.entries.map(({ seq }) => seq));
    if (page.next === null) return found;
    after = page.next;
  }
}

describe("a search of the log", () => {
  beforeEach(async () => {
    await deed({ principal: "user:ann", stack: "dev" });
    now += 1000;
    const open = await log.record(intent({ principal: "user:ben", action: "plan:make", stack: "prod" }));
    now += 1000;
    await deed({ principal: "user:ann", stack: "prod" }, "refused");
    now += 1000;
    await log.conclude(open, { result: "failed", status: 500, code: "store-failed" });
  });

  test("gives all, in either order, page by page", async () => {
    expect(await places({})).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await places({ isNewestFirst: true })).toEqual([6, 5, 4, 3, 2, 1]);
    expect(await places({ isNewestFirst: true }, 4)).toEqual([6, 5, 4, 3, 2, 1]);
  });

  test("by who, what and where gives the intents, and what came of them", async () => {
    expect(await places({ principal: "user:ann" })).toEqual([1, 2, 4, 5]);
    expect(await places({ principal: "user:ann", isNewestFirst: true })).toEqual([5, 4, 2, 1]);
    expect(await places({ action: "plan:make" })).toEqual([3, 6]);
    expect(await places({ stack: "prod", principal: "user:ann" }, 1)).toEqual([4, 5]);
    expect(await places({ stack: "other" })).toEqual([]);
  });

  test("by what was done takes the word that lists show, the request's operation, as well", async () => {
    await deed({ action: "run:start", operation: "startRun" });
    await deed({ action: "secret:reveal", operation: "openConfigValues" });
    expect(await places({ action: "run:start" })).toEqual([1, 2, 4, 5, 7, 8]);
    expect(await places({ action: "startRun" })).toEqual([7, 8]);
    expect(await places({ action: "secret:reveal by openConfigValues" })).toEqual([9, 10]);
    expect(await places({ action: "secret:reveal by startRun" })).toEqual([]);
  });

  test("by result gives the outcomes, each with its intent, however far that is away", async () => {
    const { entries } = await searchAudit(documentStore, { result: "failed", isNewestFirst: true }, null, 10);
    expect(entries).toMatchObject([{ seq: 6, kind: "outcome", intent: { seq: 3, principal: "user:ben" } }]);
    expect(await places({ result: "refused", stack: "prod" })).toEqual([5]);
    expect(await places({ result: "done", stack: "prod" })).toEqual([]);
  });

  test("by time takes the first moment in and leaves the last out", async () => {
    expect(await places({ from: begin + 1000 })).toEqual([3, 4, 5, 6]);
    expect(await places({ to: begin + 2000 })).toEqual([1, 2, 3]);
    expect(await places({ from: begin + 1000, to: begin + 3000, isNewestFirst: true })).toEqual([5, 4, 3]);
  });

  test("is not led astray by a clock that was set back meanwhile", async () => {
    now = begin - 3_600_000;
    await deed({ principal: "user:cem" });
    expect(await places({ to: begin })).toEqual([7, 8]);
    expect(await places({ from: begin + 3000, isNewestFirst: true })).toEqual([6]);
  });
});

describe("of a long log", () => {
  beforeEach(async () => {
    for (let index = 0; index < 3_000; index += 1) {
      await deed({ principal: `user:${index % 2}` });
      now += day / 10;
    }
  }, 30_000);

  test("the newest page reads no more than it gives", async () => {
    const { entries, next } = await searchAudit(documentStore, { isNewestFirst: true }, null, 50);
    expect([entries[0]?.seq, entries.length, next]).toEqual([6_000, 50, 5_951]);
    expect(read).toBe(50);
  });

  test.each([true, false])("what a time bounds is found without the rest (newest first: %s)", async (isNewestFirst) => {
    const from = begin + 150 * day;
    const found = await places({ from, to: from + day, isNewestFirst }, 100);
    expect(found).toHaveLength(20);
    expect(read).toBeLessThan(2_500);
  });

  test("a few of somebody's are found near the end", async () => {
    await searchAudit(documentStore, { principal: "user:1", isNewestFirst: true }, null, 50);
    expect(read).toBeLessThanOrEqual(1_001);
  });
});
