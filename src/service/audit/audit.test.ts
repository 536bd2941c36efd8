import { appendFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { digest } from "../../../packages/base/digest.ts";
import { Fault } from "../../../packages/base/fault.ts";
import { MemoryDocumentStore } from "../../../test/memory-store/memory-document-store.ts";
import type { DocumentStore } from "../../engine/ports/document-store.ts";
import { SqliteStore } from "../../stores/sqlite/sqlite-store.ts";
import { Audit, type AuditOptions } from "./audit.ts";
import type { AuditIntent, AuditOutcome } from "./audit-entry.ts";
import { checkpointFile, checkpointKeyFile } from "./audit-files.ts";
import { auditLog } from "./chain-writer.ts";
import { type Checkpoint, checkpointKey, freshCheckpointKey } from "./checkpoint.ts";

const folder = mkdtempSync(join(tmpdir(), "plumb-audit-"));
afterAll(() => rmSync(folder, { recursive: true }));

const done: AuditOutcome = { result: "done", status: 202, code: null };
const key = checkpointKey(freshCheckpointKey());

function intent(parts: Partial<AuditIntent> = {}): AuditIntent {
  return {
    principal: "user:https://id.test|ann",
    from: { address: "192.0.2.7", userAgent: "plumb/1" },
    request: "r-1",
    action: "run:start",
    stack: "dev",
    subject: null,
    plan: "sha256:00",
    ...parts,
  };
}

function audit(documentStore: DocumentStore, parts: Partial<AuditOptions> = {}): Audit {
  const clock = { now: () => Date.parse("2026-01-01T00:00:00Z"), sleep: () => Promise.resolve() };
  return new Audit({ documentStore, clock, key, place: null, ...parts });
}

describe("a record", () => {
  test("stands before the effect, and its outcome after it, each bound to the one before", async () => {
    const log = audit(new MemoryDocumentStore());
    const ticket = await log.record(intent());
    await log.conclude(ticket, done);
    const [first, second] = await log.list(0, 10);
    expect(first).toMatchObject({
      ...intent(),
      kind: "intent",
      seq: 1,
      previous: null,
      at: "2026-01-01T00:00:00.000Z",
    });
    expect(second).toMatchObject({ ...done, kind: "outcome", seq: 2, of: 1, previous: first?.digest });
    expect(await log.verify()).toMatchObject({ ok: true, length: 2, head: second?.digest, findings: [], open: [] });
  });

  test("without an outcome shows as open", async () => {
    const log = audit(new MemoryDocumentStore());
    await log.conclude(await log.record(intent()), done);
    await log.record(intent({ request: "r-2" }));
    expect(await log.verify()).toMatchObject({ ok: true, open: [3] });
  });

  test("that can't be written is an error for whoever wanted to act, and the next one goes on in the chain", async () => {
    const documentStore = new MemoryDocumentStore();
    const log = audit(documentStore);
    await log.record(intent());
    const { appendLog } = documentStore;
    let failing = true;
    Object.assign(documentStore, {
      appendLog: (...given: Parameters<typeof appendLog>) =>
        failing ? Promise.reject(new Fault("store-failed", "the disk is full")) : appendLog(...given),
    });
    await expect(log.record(intent())).rejects.toThrow("the disk is full");
    failing = false;
    expect(await log.record(intent())).toEqual({ seq: 2 });
    expect((await log.verify()).ok).toBe(true);
  });

  test("of an append that nobody answered for, but that is durable, does not break the chain", async () => {
    const documentStore = new MemoryDocumentStore();
    const log = audit(documentStore);
    const { appendLog } = documentStore;
    let losing = true;
    Object.assign(documentStore, {
      appendLog: async (...given: Parameters<typeof appendLog>) => {
        const outcome = await appendLog(...given);
        if (losing) throw new Fault("store-failed", "the connection was lost");
        return outcome;
      },
    });
    await expect(log.record(intent())).rejects.toThrow("lost");
    losing = false;
    expect(await log.record(intent())).toEqual({ seq: 2 });
    expect(await log.verify()).toMatchObject({ ok: true, length: 2 });
  });

  test("that was changed in the log is not what its writer goes on from", async () => {
    const documentStore = new MemoryDocumentStore();
    const log = audit(documentStore);
    await log.record(intent());
    const [last] = await documentStore.readLog(auditLog, 0, 1);
    const { digest: _, ...rest } = last?.entry ?? { digest: null };
    const forged = { ...rest, request: "forged" };
    await documentStore.removeLog(auditLog);
    await documentStore.appendLog(auditLog, [{ ...forged, digest: digest(forged) }]);
    await log.record(intent());
    expect(await audit(documentStore).verify()).toMatchObject({ ok: false });
  });

  test("holds no credential, whatever a caller writes where it may write", async () => {
    const canaries = [
      "plumb_abcdefghijkl_0123456789012345678901234567890123456789012345678",
      "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl",
      "Bearer c2VjcmV0LWNhbmFyeQ",
      "Basic YW5uOnNlY3JldA==",
    ];
    const documentStore = new MemoryDocumentStore();
    const log = audit(documentStore);
    for (const canary of canaries) {
      await log.record(
        intent({
          from: { address: canary, userAgent: `curl (${canary})` },
          request: canary,
          subject: `x ${canary} y`,
          stack: canary,
          principal: canary,
        }),
      );
    }
    const text = JSON.stringify(await documentStore.readLog(auditLog, 0, 100));
    for (const canary of canaries) expect(text).not.toContain(canary.replace(/^\w+ /, ""));
    expect(text).toContain("[credential]");
    expect((await log.verify()).ok).toBe(true);
  });

  test("is one line of bounded length, whatever a caller sends", async () => {
    const log = audit(new MemoryDocumentStore());
    await log.record(intent({ from: { address: null, userAgent: `a\r\n\u001b[2Jb\u202E${"x".repeat(9000)}` } }));
    const [entry] = await log.list(0, 1);
    if (entry?.kind !== "intent") throw new Error("no intent");
    expect(entry.from.userAgent).toMatch(/^a\uFFFD\uFFFD\uFFFD\[2Jb\uFFFDx+$/);
    expect(entry.from.userAgent).toHaveLength(300);
  });
});

describe("several processes", () => {
  test("lengthen one chain without a gap or a fork", async () => {
    const documentStore = new MemoryDocumentStore();
    const processes = Array.from({ length: 4 }, () => audit(documentStore, { every: 7 }));
    await Promise.all(
      processes.map(async (log, process) => {
        for (let round = 0; round < 20; round += 1) {
          const tickets = await Promise.all(
            [0, 1, 2].map((place) => log.record(intent({ request: `${process}-${round}-${place}` }))),
          );
          await Promise.all(tickets.map((ticket) => log.conclude(ticket, done)));
        }
      }),
    );
    const [log] = processes;
    expect(await log?.verify()).toMatchObject({ ok: true, length: 480, open: [] });
    const entries = (await log?.list(0, 1000)) ?? [];
    const requests = new Set(entries.flatMap((entry) => (entry.kind === "intent" ? [entry.request] : [])));
    expect(requests.size).toBe(240);
  });

  test("lengthen one chain in a file as well", async () => {
    const path = join(folder, "state.db");
    const ids = { unique: () => "0".repeat(32), suffix: () => "x" };
    const stores = [new SqliteStore(path, ids), new SqliteStore(path, ids)];
    const processes = stores.map(({ documentStore }) => audit(documentStore));
    await Promise.all(
      processes.map(async (log) => {
        for (let round = 0; round < 30; round += 1) await log.conclude(await log.record(intent()), done);
      }),
    );
    const report = await processes[0]?.verify();
    expect(report).toMatchObject({ ok: true, length: 120, open: [] });
    // Each process signs when its own record is the first after so many.
    expect(report?.vouchedFor).toBeGreaterThanOrEqual(100);
    for (const store of stores) await store.close();
  });

  test("write what waits in one append", async () => {
    const documentStore = new MemoryDocumentStore();
    let appends = 0;
    const { appendLog } = documentStore;
    Object.assign(documentStore, {
      appendLog: (...given: Parameters<typeof appendLog>) => {
        appends += 1;
        return appendLog(...given);
      },
    });
    const log = audit(documentStore, { key: null });
    await Promise.all(Array.from({ length: 200 }, () => log.record(intent())));
    expect(appends).toBe(2);
  });
});

describe("checkpoints", () => {
  test("are signed every so many records, and on demand", async () => {
    const log = audit(new MemoryDocumentStore(), { every: 5 });
    for (let count = 0; count < 12; count += 1) await log.record(intent());
    expect((await log.verify()).vouchedFor).toBe(10);
    expect(await log.checkpoint()).toMatchObject({ length: 12 });
    expect(await log.verify()).toMatchObject({ ok: true, vouchedFor: 12 });
  });

  test("are signed with the first record a minute after the last", async () => {
    let now = 0;
    const log = audit(new MemoryDocumentStore(), {
      every: 100,
      clock: { now: () => now },
    });
    await log.record(intent());
    now = 60_000;
    await log.record(intent());
    await log.record(intent());
    expect((await log.verify()).vouchedFor).toBe(2);
  });

  test("need a key, and something to sign", async () => {
    expect(await audit(new MemoryDocumentStore()).checkpoint()).toBeNull();
    const keyless = audit(new MemoryDocumentStore(), { key: null });
    await keyless.record(intent());
    expect(await keyless.checkpoint()).toBeNull();
  });

  test("of another key prove nothing, and are no finding", async () => {
    const documentStore = new MemoryDocumentStore();
    const log = audit(documentStore);
    await log.record(intent());
    await log.checkpoint();
    const other = audit(documentStore, { key: checkpointKey(freshCheckpointKey()) });
    expect(await other.verify()).toMatchObject({ ok: true, vouchedFor: 0, ofOtherKeys: 1 });
  });

  test("that can't be kept lose no record", async () => {
    const lost: unknown[] = [];
    const place = { keep: () => Promise.reject(new Error("read-only")), read: async () => [] };
    const log = audit(new MemoryDocumentStore(), { every: 1, place, onCheckpointLost: (cause) => lost.push(cause) });
    expect(await log.record(intent())).toEqual({ seq: 1 });
    expect(await log.record(intent())).toEqual({ seq: 2 });
    await log.record(intent());
    expect(lost.length).toBeGreaterThanOrEqual(2);
  });

  test("live in a file beside the store, under a key that only its owner may read", async () => {
    const path = join(folder, "audit.key");
    const made = checkpointKeyFile(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(checkpointKeyFile(path).id).toBe(made.id);
    const place = checkpointFile(join(folder, "checkpoints"));
    expect(await place.read()).toEqual([]);
    const documentStore = new MemoryDocumentStore();
    const log = audit(documentStore, { key: made, place });
    await log.record(intent());
    const checkpoint = (await log.checkpoint()) as Checkpoint;
    expect(await place.read()).toEqual([checkpoint]);
    expect(statSync(join(folder, "checkpoints")).mode & 0o777).toBe(0o600);
    await documentStore.removeLog(auditLog);
    await documentStore.removeLog("audit-checkpoints");
    const report = await audit(documentStore, { key: made, place }).verify();
    expect(report.findings).toMatchObject([{ kind: "cut-off", seq: 1 }]);
  });

  test("are read past what a power cut has left of another one", async () => {
    const file = join(folder, "torn-checkpoints");
    const place = checkpointFile(file);
    const log = audit(new MemoryDocumentStore(), { key, place });
    await log.record(intent());
    const checkpoint = (await log.checkpoint()) as Checkpoint;
    appendFileSync(file, Buffer.from([0, 0, 0xff, 0x0a]));
    expect(await place.read()).toEqual([checkpoint]);
  });
});
