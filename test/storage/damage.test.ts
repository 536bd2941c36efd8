import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Fault } from "../../packages/base/fault.ts";
import { rowSum, tallied } from "../../src/stores/rows/checksum.ts";
import { headCells, headColumns, headOf } from "../../src/stores/sqlite/rows/stack-head.ts";
import type { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { holder, intent, put, result } from "../contract/journal-samples.ts";
import { doctorIn, essence, fileIn, fill, managed, openIn, stacks, type Told, told } from "./stored-world.ts";

let root = "";
/** A filled store that was closed, one whose writer was killed (its log is still there), and what both tell. */
let closed = "";
let killed = "";
let truth: Told;
let trueStates: Awaited<ReturnType<typeof managed>>;
let count = 0;

beforeAll(async () => {
  root = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "plumbline-damage-"));
  closed = join(root, "closed");
  killed = join(root, "killed");
  mkdirSync(closed);
  const store = openIn(closed);
  await fill(store);
  truth = await told(store);
  trueStates = await managed(store);
  cpSync(closed, killed, { recursive: true });
  rmSync(join(killed, "state.db-shm"));
  await store.close();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function copyOf(dir: string): string {
  count += 1;
  const copy = join(root, `copy-${count}`);
  cpSync(dir, copy, { recursive: true });
  return copy;
}

/** The fault that opening the store or reading all of it ends with, or what it tells. */
async function outcomeOf(dir: string): Promise<string | Told> {
  let store: SqliteStore | undefined;
  try {
    store = openIn(dir);
    return await told(store);
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause;
    return cause.code;
  } finally {
    await store?.close();
  }
}

/** Repairs; the store must be healthy then. Gives what is told and what is managed after. */
async function repaired(dir: string) {
  const repair = await doctorIn(dir).repair();
  expect(await doctorIn(dir).examine()).toMatchObject({ kind: "whole" });
  const store = openIn(dir);
  const kept = await managed(store);
  await store.close();
  return { repair, kept, after: await outcomeOf(dir) };
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(path, bytes);
}

test("a journal with gaps all over is told in a few lines of its stack", async () => {
  const dir = copyOf(closed);
  const database = new DatabaseSync(fileIn(dir));
  database.exec("DELETE FROM journal WHERE stack = 'dev' AND seq % 2 = 0");
  database.close();
  const found = await doctorIn(dir).examine();
  const damage = found.kind === "damaged" ? found.damage.filter((each) => each.startsWith("stack `dev`")) : [];
  expect(damage.length).toBeLessThanOrEqual(4);
  expect(damage.join("; ")).toMatch(/ journal .* \d+, .* \d+ gaps /);
});

describe("a byte that is not what was written", () => {
  test("is noticed, or makes no difference, wherever it is; a repair keeps what is managed", {
    timeout: 180_000,
  }, async () => {
    const size = readFileSync(fileIn(closed)).length;
    const noticed = new Set<number>();
    // A prime that meets every page, at another place in each.
    for (let at = 1; at < size; at += 1009) {
      const dir = copyOf(closed);
      flip(fileIn(dir), at);
      const outcome = await outcomeOf(dir);
      if (typeof outcome !== "string") expect(isDeepStrictEqual(outcome, truth), `byte ${at}`).toBe(true);
      else {
        expect(["store-damaged", "secrets-unreadable"], `byte ${at}`).toContain(outcome);
        noticed.add(at);
        expect(await doctorIn(dir).examine(), `byte ${at}`).toMatchObject({ kind: "damaged" });
        const { repair, after, kept } = await repaired(dir);
        const { lost } = repair?.recovery ?? { lost: [] };
        // Whatever else may be lost (history, plans), what is managed is not.
        expect(kept, `byte ${at}, ${JSON.stringify(lost)}`).toEqual(trueStates);
        if (lost.length === 0) expect(essence(after as Told), `byte ${at}`).toEqual(essence(truth));
      }
      rmSync(dir, { recursive: true });
    }
    expect(noticed.size).toBeGreaterThan(50);
  });

  test("is noticed in the log of a killed writer too, and what lies behind it is recovered", {
    timeout: 180_000,
  }, async () => {
    const log = join(killed, "state.db-wal");
    const size = readFileSync(log).length;
    expect(await outcomeOf(copyOf(killed))).toEqual(truth);
    let noticed = 0;
    for (let at = 40; at < size; at += 20_011) {
      const dir = copyOf(killed);
      flip(join(dir, "state.db-wal"), at);
      const outcome = await outcomeOf(dir);
      if (typeof outcome !== "string") expect(isDeepStrictEqual(outcome, truth), `byte ${at}`).toBe(true);
      else {
        noticed += 1;
        expect(outcome, `byte ${at}`).toBe("store-damaged");
        // Looking has not made it worse: the log is as it was.
        expect(readFileSync(join(dir, "state.db-wal")).length).toBe(size);
        expect((await repaired(dir)).kept, `byte ${at}`).toEqual(trueStates);
      }
      rmSync(dir, { recursive: true });
    }
    expect(noticed).toBeGreaterThan(10);
  });
});

describe("a file that is not the one that was written", () => {
  const cases: readonly { readonly name: string; readonly spoil: (dir: string) => void; readonly keeps: boolean }[] = [
    { name: "is empty", spoil: (dir) => truncateSync(fileIn(dir), 0), keeps: false },
    { name: "is gone", spoil: (dir) => rmSync(fileIn(dir)), keeps: false },
    { name: "is garbage", spoil: (dir) => writeFileSync(fileIn(dir), "no database ".repeat(999)), keeps: false },
    { name: "has no header", spoil: (dir) => overwrite(dir, 0, Buffer.alloc(100)), keeps: true },
    { name: "has no first page", spoil: (dir) => overwrite(dir, 0, Buffer.alloc(4096)), keeps: true },
    { name: "claims to be of a later version", spoil: (dir) => overwrite(dir, 63, Buffer.from([99])), keeps: true },
    { name: "claims to be of an earlier version", spoil: (dir) => overwrite(dir, 63, Buffer.from([1])), keeps: true },
    {
      name: "lacks a table",
      spoil: (dir) => sql(dir, "DROP TABLE claim"),
      keeps: true,
    },
    { name: "lacks a record", spoil: (dir) => sql(dir, "DELETE FROM record WHERE key = 'u1.1'"), keeps: true },
    { name: "has an old record", spoil: (dir) => sql(dir, swap), keeps: true },
    { name: "has a record too many", spoil: (dir) => sql(dir, double), keeps: true },
    { name: "lacks an intent", spoil: (dir) => sql(dir, "DELETE FROM intent WHERE stack = 'dev'"), keeps: true },
    { name: "lacks a claim", spoil: (dir) => sql(dir, "DELETE FROM claim WHERE claim_key = 'shared'"), keeps: true },
    { name: "lacks outputs", spoil: (dir) => sql(dir, "DELETE FROM outputs WHERE stack = 'dev'"), keeps: true },
    { name: "lacks the end of a journal", spoil: (dir) => sql(dir, "DELETE FROM journal WHERE seq > 30"), keeps: true },
    {
      name: "lacks the midst of a journal",
      spoil: (dir) => sql(dir, "DELETE FROM journal WHERE seq = 3"),
      keeps: true,
    },
    { name: "lacks a stack", spoil: (dir) => sql(dir, "DELETE FROM stack WHERE name = 'prod'"), keeps: true },
    { name: "lacks a document", spoil: (dir) => sql(dir, "DELETE FROM document WHERE key = '2'"), keeps: true },
    { name: "lacks the head of a collection", spoil: (dir) => sql(dir, "DELETE FROM collection"), keeps: true },
    { name: "lacks the end of a log", spoil: (dir) => sql(dir, "DELETE FROM log_entry WHERE place > 4"), keeps: true },
    {
      name: "lacks the midst of a log",
      spoil: (dir) => sql(dir, "DELETE FROM log_entry WHERE place = 3"),
      keeps: true,
    },
    { name: "lacks the head of a log", spoil: (dir) => sql(dir, "DELETE FROM log"), keeps: true },
    { name: "lacks its sealing keys", spoil: (dir) => sql(dir, "DELETE FROM sealing_keys"), keeps: true },
    { name: "is cut short", spoil: (dir) => truncateSync(fileIn(dir), 8 * 4096), keeps: false },
    { name: "is cut within a page", spoil: (dir) => truncateSync(fileIn(dir), 20 * 4096 + 77), keeps: false },
  ];
  const swap = "UPDATE record SET body = replace(body, '\"x\"', '\"y\"') WHERE key = 'u1.1'";
  const double = "INSERT INTO record SELECT 'prod', key, body, sum FROM record WHERE key = 'u1.1'";

  test.each(cases)("$name: no answer, a word on the way out, and a repair", async ({ spoil, keeps }) => {
    const dir = copyOf(closed);
    spoil(dir);
    const hadFile = existsSync(fileIn(dir));
    expect(await outcomeOf(dir)).toBe("store-damaged");
    const examined = await doctorIn(dir).examine();
    expect(examined).toMatchObject({ kind: "damaged" });
    const { repair, kept } = await repaired(dir);
    if (keeps) expect(kept).toEqual(trueStates);
    else expect(repair?.recovery.lost).not.toEqual([]);
    // The damaged file is still there, and the store can be written to.
    expect(repair?.keptAs === null ? null : existsSync(repair?.keptAs ?? "")).toBe(hadFile ? true : null);
    const store = openIn(dir);
    const lease = await store.acquire("dev", holder, 0, 1000, () => true);
    if (lease.kind !== "held") throw new Error("held");
    expect(await store.append("dev", lease.epoch, [intent(9, "later"), result(9, [put("later")])])).toMatchObject({
      kind: "done",
    });
    await store.close();
    expect(await doctorIn(dir).examine()).toMatchObject({ kind: "whole" });
  });

  test("what is left of the register comes back, what is not is said, and its revisions go on", async () => {
    const { documents, logs } = truth;
    const cases = [
      // All is there, and nobody can tell any more whether it is.
      {
        lost: ["Documents of `runs`", "log `audit`", "log `events`"].map((each) => expect.stringContaining(each)),
        gone: "DELETE FROM collection; DELETE FROM log; DELETE FROM register",
        documents,
        logs,
      },
      {
        lost: [expect.stringMatching(/^Documents .*`runs`/)],
        gone: "DELETE FROM document WHERE key = '1'",
        documents: documents.filter((document) => document?.key !== "1"),
        logs,
      },
      {
        lost: [expect.stringMatching(/^Entries .*`events`/)],
        gone: "DELETE FROM log_entry WHERE log = 'events' AND place = 2",
        documents,
        logs: logs.map((entries) =>
          entries
            .filter(({ index, entry }) => index !== 2 || entry["who"] !== undefined)
            .map(({ entry }, place) => ({ index: place + 1, entry })),
        ),
      },
    ];
    for (const { gone, lost, ...left } of cases) {
      const dir = copyOf(closed);
      sql(dir, gone);
      const { repair, after } = await repaired(dir);
      // Whatever is said to be lost may have been found on a page that nobody uses any more.
      const { documents: found, logs: foundLogs } = after as Told;
      if (repair?.recovery.lost.length === 0) expect([found, foundLogs]).toEqual([documents, logs]);
      else expect([found, foundLogs, repair?.recovery.lost]).toEqual([left.documents, left.logs, lost]);
      const store = openIn(dir);
      const put = await store.documentStore.put("runs", "1", {});
      const newest = Math.max(...documents.map((document) => document?.revision ?? 0));
      expect(put.kind === "done" && put.revision > newest).toBe(true);
      await store.close();
    }
  });

  test("an older copy in its place is noticed by the note of how far it came", async () => {
    const dir = copyOf(closed);
    const older = readFileSync(fileIn(dir));
    const store = openIn(dir);
    await store.acquire("dev", holder, 0, 1000, () => true);
    await store.append("dev", 2, [intent(9, "later")]);
    await store.close();
    writeFileSync(fileIn(dir), older);
    expect(await outcomeOf(dir)).toBe("store-damaged");
    const { repair, after } = await repaired(dir);
    expect(repair?.damage).toEqual([expect.stringMatching(/ newest \d+ committed /)]);
    expect(repair?.recovery.lost).toEqual([expect.stringContaining("plumb unmanaged")]);
    expect(essence(after as Told)).toEqual(essence(truth));
  });

  test("a log that is gone, cut or another's is noticed", async () => {
    const log = (dir: string) => join(dir, "state.db-wal");
    for (const spoil of [
      (dir: string) => rmSync(log(dir)),
      (dir: string) => truncateSync(log(dir), 0),
      (dir: string) => truncateSync(log(dir), readFileSync(log(dir)).length - 4120),
      (dir: string) => writeFileSync(log(dir), Buffer.alloc(5 * 4120 + 32, 7)),
    ]) {
      const dir = copyOf(killed);
      spoil(dir);
      expect(await outcomeOf(dir)).toBe("store-damaged");
      const { repair, after } = await repaired(dir);
      // What the rest of the log and the file tell may be all there was.
      if (repair?.recovery.lost.length === 0) expect(essence(after as Told)).toEqual(essence(truth));
    }
  });

  test("what a killed writer left half written at the end of the log is no damage", async () => {
    const dir = copyOf(killed);
    appendFileSync(join(dir, "state.db-wal"), Buffer.alloc(3000, 9));
    expect(await outcomeOf(dir)).toEqual(truth);
  });

  test("a note that was begun and not written says nothing", async () => {
    for (const note of ["", "\0".repeat(59)]) {
      const dir = copyOf(closed);
      writeFileSync(join(dir, "state.db-mark"), note);
      expect(await outcomeOf(dir)).toEqual(truth);
    }
  });
});

describe("the doctor", () => {
  test("finds nothing where nothing was stored, and makes nothing", async () => {
    const dir = join(root, "nothing");
    mkdirSync(dir);
    expect(await doctorIn(dir).examine()).toMatchObject({ kind: "nothing" });
    expect(await doctorIn(dir).repair()).toBeNull();
    expect(readdirSync(dir)).toEqual([]);
  });

  test("leaves a healthy store alone", async () => {
    const dir = copyOf(closed);
    const before = readFileSync(fileIn(dir));
    expect(await doctorIn(dir).examine()).toMatchObject({
      kind: "whole",
      counts: { stacks: stacks.length, openIntents: 2, plans: 1, sealedValues: 1 },
    });
    expect(await doctorIn(dir).repair()).toBeNull();
    expect(readFileSync(fileIn(dir)).equals(before)).toBe(true);
  });

  test("repairs nothing that a process has open", async () => {
    const dir = copyOf(closed);
    const store = openIn(dir);
    sql(dir, "DELETE FROM intent");
    const before = readdirSync(dir).sort();
    await expect(doctorIn(dir).repair()).rejects.toMatchObject({ code: "store-busy" });
    expect(readdirSync(dir).sort()).toEqual(before);
    await store.close();
    expect(await doctorIn(dir).repair()).not.toBeNull();
  });

  test("fences whoever held a stack before the repair", async () => {
    const dir = copyOf(closed);
    const store = openIn(dir);
    const lease = await store.acquire("dev", holder, 0, 1000, () => true);
    if (lease.kind !== "held") throw new Error("held");
    await store.close();
    sql(dir, "DELETE FROM intent");
    await doctorIn(dir).repair();
    const after = openIn(dir);
    // The serial moves on too, so that no plan of before fits.
    expect((await after.readStack("dev")).serial).toBeGreaterThan(truth.perStack[0]?.state.serial ?? 0);
    expect(await after.append("dev", lease.epoch, [intent(9, "later")])).toEqual({ kind: "fenced" });
    expect(await after.acquire("dev", holder, 0, 1000, () => false)).toMatchObject({ kind: "held" });
    await after.close();
  });
});

function overwrite(dir: string, at: number, bytes: Buffer): void {
  const all = readFileSync(fileIn(dir));
  bytes.copy(all, at);
  writeFileSync(fileIn(dir), all);
}

function sql(dir: string, text: string): void {
  const database = new DatabaseSync(fileIn(dir));
  database.exec(text);
  database.close();
}

test("a claim that has another address than its journal gives it is told, and mended", async () => {
  const dir = copyOf(closed);
  const database = new DatabaseSync(fileIn(dir));
  const claim = database.prepare("SELECT * FROM claim WHERE claim_key = 'claim u1'").get() as Record<string, string>;
  const sum = rowSum("claim", "claim u1", "dev", claim["uid"] ?? "", "elsewhere");
  const head = headOf(database.prepare("SELECT * FROM stack WHERE name = 'dev'").get() ?? {});
  if (head === "damaged") throw new Error("no head");
  const claimSum = tallied(head.claimSum, sum, Number(claim["sum"]));
  database.prepare("UPDATE claim SET address = 'elsewhere', sum = ? WHERE claim_key = 'claim u1'").run(sum);
  const cells = headCells({ ...head, claimSum });
  database
    .prepare(`INSERT OR REPLACE INTO stack (${headColumns.join()}) VALUES (${cells.map(() => "?")})`)
    .run(...cells);
  database.close();
  const doctor = doctorIn(dir);
  const damage = ["stack `dev`: its claims are not what its journal comes to"];
  expect(await doctor.examine()).toMatchObject({ kind: "damaged", damage });
  await doctor.repair();
  expect(await doctor.examine()).toMatchObject({ kind: "whole" });
});
