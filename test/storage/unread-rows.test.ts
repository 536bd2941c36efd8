import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import type { JournalEntry } from "../../src/engine/state/journal.ts";
import { rowSum, tallied } from "../../src/stores/rows/checksum.ts";
import { packed } from "../../src/stores/rows/packed-text.ts";
import type { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { handle, holder, intent, put, result } from "../contract/journal-samples.ts";
import { doctorIn, fileIn, fill, managed, openIn } from "./stored-world.ts";

/** A filled store that was closed. */
async function filled(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), "plumb-unread-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const store = openIn(dir);
  await fill(store);
  await store.close();
  return dir;
}

/** Runs statements over the file; `row_sum` signs a row as we do, `tallied` moves a tally. */
function sql(dir: string, text: string): void {
  const database = new DatabaseSync(fileIn(dir));
  database.function("row_sum", { varargs: true }, (table, ...cells) =>
    rowSum(String(table), ...cells.map((cell) => (typeof cell === "bigint" ? String(cell) : cell))),
  );
  database.function("packed", (text) => packed(String(text)));
  database.function("tallied", (tally, came, went) => tallied(Number(tally), Number(came), Number(went)));
  database.exec(text);
  database.close();
}

function rows(dir: string, table: string): unknown {
  const database = new DatabaseSync(fileIn(dir), { readOnly: true });
  try {
    return database.prepare(`SELECT * FROM ${table}`).all();
  } finally {
    database.close();
  }
}

async function append(store: SqliteStore, ...entries: readonly JournalEntry[]): Promise<unknown> {
  const lease = await store.acquire("dev", holder, 0, 1000, () => true);
  if (lease.kind !== "held") throw new Error("held");
  return store.append("dev", lease.epoch, entries);
}

const plan = { digest: "d", kind: "apply", createdAt: "2027", document: { steps: ["x".repeat(9000)] } };

describe("a damaged row is not signed anew by a write that meets it", () => {
  const cases: readonly {
    readonly name: string;
    readonly table: string;
    readonly spoil: string;
    readonly write: (store: SqliteStore) => Promise<unknown>;
  }[] = [
    {
      name: "a plan that is made once more",
      table: "plan",
      spoil: "UPDATE plan SET document = packed('{}')",
      write: (store) => store.putPlan("dev", plan),
    },
    {
      name: "a plan that is no JSON any more",
      table: "plan",
      spoil: "UPDATE plan SET document = substr(document, 1, 10)",
      write: (store) => store.putPlan("dev", plan),
    },
    {
      name: "an intent that gets the handle of its operation",
      table: "intent",
      spoil: "UPDATE intent SET body = replace(body, 'create', 'delete') WHERE stack = 'dev'",
      write: (store) => append(store, handle(3, "operations/late")),
    },
    {
      name: "the place of a run that goes on",
      table: "run",
      spoil: "UPDATE run SET first_seq = 7 WHERE stack = 'dev'",
      write: (store) => append(store, intent(9, "later")),
    },
    {
      name: "a claim on the same object, of another address",
      table: "claim",
      spoil: "UPDATE claim SET address = 'elsewhere' WHERE claim_key = 'claim u1'",
      write: (store) => append(store, result(null, [put("u1", { generation: 1 })])),
    },
    {
      name: "a claim that seems to be another stack's",
      table: "claim",
      spoil: "UPDATE claim SET uid = 'other' WHERE claim_key = 'claim u1'",
      write: (store) => append(store, result(null, [put("u1", { generation: 1 })])),
    },
  ];

  test.each(cases)("$name", async ({ table, spoil, write }) => {
    const dir = await filled();
    sql(dir, spoil);
    const before = rows(dir, table);
    const store = openIn(dir);
    await expect(write(store)).rejects.toMatchObject({ code: "store-damaged" });
    await store.close();
    expect(rows(dir, table)).toEqual(before);
    expect(await doctorIn(dir).examine()).toMatchObject({ kind: "damaged" });
  });

  test("a claim that is lost after all of them were looked at is not free", async () => {
    const dir = await filled();
    const store = openIn(dir);
    expect(await store.claims(["free"])).toEqual([]);
    await append(store, result(null, [put("u7", { generation: 1 })]));
    expect(await store.claims(["free"])).toEqual([]);
    sql(dir, "DELETE FROM claim WHERE claim_key = 'shared'");
    // The journal still says who has it.
    expect(await store.claims(["shared", "free"])).toMatchObject([{ claimKey: "shared", stack: "prod" }]);
    sql(dir, "UPDATE journal SET entry = x'7b7d'");
    await expect(store.claims(["shared"])).rejects.toMatchObject({ code: "store-damaged" });
    await expect(store.claims(["free"])).rejects.toMatchObject({ code: "store-damaged" });
    await store.close();
  });

  test("a stack whose records are lost is not taken for an empty one and removed", async () => {
    const dir = await filled();
    sql(dir, "DELETE FROM record; DELETE FROM intent");
    const store = openIn(dir);
    await expect(store.removeStack("dev", 9_999)).rejects.toMatchObject({ code: "store-damaged" });
    await store.close();
  });
});

describe("a row that nobody can read, under a checksum that is right", () => {
  const resigned: readonly { readonly name: string; readonly spoil: string }[] = [
    ...['{"steps":', "null", "[]", '"x"'].map((text) => ({
      name: `plan ${text}`,
      spoil: `UPDATE stack SET plan_sum = 0;
        UPDATE plan SET document = packed('${text}'),
          sum = row_sum('plan', stack, digest, kind, created_at, packed('${text}'));
        UPDATE stack SET plan_sum = (SELECT sum FROM plan WHERE plan.stack = stack.name)
          WHERE name = 'dev'`,
    })),
    ...["{", "null", '{"kind":"no such entry"}'].map((text) => ({
      name: `record ${text}`,
      spoil: `UPDATE stack SET state_sum = tallied(state_sum, row_sum('record', 'dev', 'u1.1', '${text}'),
          (SELECT sum FROM record WHERE stack = 'dev' AND key = 'u1.1')) WHERE name = 'dev';
        UPDATE record SET body = '${text}', sum = row_sum('record', stack, key, '${text}')
          WHERE stack = 'dev' AND key = 'u1.1'`,
    })),
    {
      name: "intent",
      spoil: `UPDATE stack SET state_sum = tallied(state_sum, row_sum('intent', 'dev', 'u0', '{', NULL),
          (SELECT sum FROM intent WHERE stack = 'dev')) WHERE name = 'dev';
        UPDATE intent SET body = '{', sum = row_sum('intent', stack, key, '{', NULL) WHERE stack = 'dev'`,
    },
    {
      name: "outputs",
      spoil: `UPDATE stack SET state_sum = tallied(state_sum, row_sum('outputs', 'dev', '7'),
          (SELECT sum FROM outputs WHERE stack = 'dev')) WHERE name = 'dev';
        UPDATE outputs SET body = '7', sum = row_sum('outputs', stack, '7') WHERE stack = 'dev'`,
    },
    ...["{", "null", '{"kind":"result"}'].map((text) => ({
      name: `newest journal entry ${text}`,
      spoil: `UPDATE journal SET entry = packed('${text}'),
          sum = row_sum('journal', stack, epoch, serial, run, prior, packed('${text}'))
          WHERE seq = (SELECT journal_seq FROM stack WHERE name = 'prod');
        UPDATE stack SET journal_sum = (SELECT sum FROM journal WHERE seq = journal_seq) WHERE name = 'prod'`,
    })),
    { name: "keys", spoil: "UPDATE sealing_keys SET body = '{', sum = row_sum('sealing_keys', '{')" },
    {
      name: "document",
      spoil: `UPDATE document SET body = '{', sum = row_sum('document', collection, key, revision, expires_at, '{')
          WHERE key = '1'`,
    },
    {
      name: "holder",
      spoil: "UPDATE stack SET holder = '{', lease_until = 5",
    },
    {
      name: "numbers beyond what ours can be",
      spoil: "UPDATE stack SET serial = 4611686018427387904; UPDATE journal SET epoch = 4611686018427387904",
    },
    { name: "expiry beyond what ours can be", spoil: "UPDATE document SET expires_at = 4611686018427387904" },
  ].map((each) =>
    // The heads of stacks are signed as well.
    each.name.includes("beyond")
      ? each
      : {
          ...each,
          spoil: `${each.spoil}; UPDATE stack SET
            sum = row_sum('stack', name, lineage, serial, epoch, holder, lease_until, lease_ms,
               cancel_epoch, state_sum, claim_sum, plan_sum, run_sum, journal_seq, journal_sum)`,
        },
  );

  test.each(resigned)("is damage to who reads it and to the doctor, who mends it: $name", async ({ spoil }) => {
    const dir = await filled();
    sql(dir, spoil);
    const store = openIn(dir);
    const reads = [
      () => managed(store),
      () => store.listPlans("dev"),
      () => store.getPlan("dev", "d"),
      () => store.readJournal("prod"),
      () => store.readRun("prod", "run-1"),
      () => store.readJournalAfter("prod", 0, 99),
      () => store.lease("dev"),
      () => store.sealed.readKeys(),
      () => store.documentStore.get("runs", "1"),
      () => store.documentStore.list("runs", { limit: 99 }),
      () => store.acquire("dev", holder, 0, 1000, () => true),
    ];
    const codes = await Promise.all(
      reads.map((read) =>
        read().then(
          () => "read",
          (cause: { readonly code?: string }) => cause.code ?? String(cause),
        ),
      ),
    );
    await store.close();
    expect([...new Set(codes)].sort()).toEqual(["read", "store-damaged"]);
    expect(await doctorIn(dir).examine()).toMatchObject({ kind: "damaged" });
    expect(await doctorIn(dir).repair()).toMatchObject({ keptAs: expect.any(String) });
    expect(await doctorIn(dir).examine()).toMatchObject({ kind: "whole" });
    const mended = openIn(dir);
    await managed(mended);
    await mended.listPlans("dev");
    await mended.close();
  });
});
