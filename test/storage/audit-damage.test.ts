import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Audit } from "../../src/service/audit/audit.ts";
import { checkpointKey, freshCheckpointKey } from "../../src/service/audit/checkpoint.ts";
import type { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { fileIn, openIn } from "./stored-world.ts";

const key = checkpointKey(freshCheckpointKey());
const clock = { now: () => 0, sleep: () => Promise.resolve() };

let dir = "";
let store: SqliteStore;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "plumbline-audit-"));
  store = openIn(dir);
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const audit = () => new Audit({ documentStore: store.documentStore, clock, key, place: null, every: 10 });

/** Writes so many records, and opens the store anew after the statements have changed its file. */
async function written(records: number, ...statements: readonly string[]): Promise<void> {
  const log = audit();
  for (let count = 0; count < records; count += 1) {
    const from = { address: null, userAgent: null };
    const intent = { principal: "p", from, request: `r-${count}`, action: "a", stack: null, subject: null, plan: null };
    await log.record(intent);
  }
  await store.close();
  const database = new DatabaseSync(fileIn(dir));
  for (const statement of statements) database.exec(statement);
  database.close();
  store = openIn(dir);
}

describe("verification of an audit log whose rows were changed beside the service", () => {
  test("tells each break and goes on behind it", async () => {
    await written(
      30,
      "UPDATE log_entry SET body = replace(body, 'r-6', 'r-7') WHERE log = 'audit' AND place = 7",
      "DELETE FROM log_entry WHERE log = 'audit' AND place IN (12, 13)",
      "UPDATE log_entry SET body = '{}' WHERE log = 'audit' AND place = 30",
    );
    const { ok, length, findings } = await audit().verify();
    expect([ok, length]).toEqual([false, 30]);
    expect(findings.map(({ seq, kind }) => `${seq} ${kind}`)).toEqual([
      "7 unreadable",
      "12 unreadable",
      "13 unreadable",
      "30 unreadable",
    ]);
  });

  test("lists a hundred breaks and counts the rest", async () => {
    await written(130, "UPDATE log_entry SET body = '{}' WHERE log = 'audit' AND place > 5");
    const { findings, moreFindings } = await audit().verify();
    expect([findings.length, findings[0]?.seq, findings.at(-1)?.seq, moreFindings]).toEqual([100, 6, 105, 25]);
  });

  test("finds checkpoints that can't be read, and goes by the others", async () => {
    await written(30, "UPDATE log_entry SET body = '{}' WHERE log = 'audit-checkpoints' AND place = 1");
    const { findings, vouchedFor } = await audit().verify();
    expect(findings).toMatchObject([{ seq: 0, kind: "forged-checkpoint" }]);
    expect(vouchedFor).toBe(30);
  });
});
