import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readBackup, writeBackup } from "../../src/composition/backups/backup-file.ts";
import { backupTables } from "../../src/stores/rows/backup/backup-rows.ts";
import { holder } from "../contract/journal-samples.ts";
import { playsAllCases } from "../properties/part-of-cases.ts";
import { backedUp, backupsIn, followed, madeAt, restored, restoring, withoutReach } from "./backup-world.ts";
import { doctorIn, fileIn, fill, openIn, stacks, told } from "./stored-world.ts";

let dir = "";
const folder = (name: string) => {
  const path = join(dir, name);
  mkdirSync(path, { recursive: true });
  return path;
};
const filled = async (name: string) => {
  const store = openIn(folder(name));
  await fill(store);
  const all = await told(store);
  await store.close();
  return all;
};

function spoil(folderOfStore: string, sql: string): void {
  const database = new DatabaseSync(fileIn(folderOfStore));
  database.exec(sql);
  database.close();
}

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "plumbline-backup-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe("a backup of a database in a file", () => {
  test("holds all there is, and is its owner's only", async () => {
    const before = await filled("one");
    const file = await backedUp(backupsIn(join(dir, "one")), dir);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readBackup(file)).toMatchObject({ store: "sqlite", counts: { stacks: 2, sealedValues: 1 }, damage: [] });
    expect(await backupsIn(join(dir, "one")).isEmpty()).toBe(false);
    expect(await backupsIn(folder("two")).isEmpty()).toBe(true);
    expect(await restored(file, backupsIn(join(dir, "two")))).toMatchObject({ keptAs: null });
    expect(await doctorIn(join(dir, "two")).examine()).toMatchObject({ kind: "whole" });
    const store = openIn(join(dir, "two"));
    expect(withoutReach(await told(store))).toEqual(withoutReach(before));
    await store.close();
  });

  test("is as of one moment, while others write", async () => {
    await filled("one");
    const backups = backupsIn(join(dir, "one"));
    const documents = readBackup(await backedUp(backups, dir, "before")).bytes;
    const file = join(dir, "amid");
    await writeBackup(file, { madeAt, madeBy: "0", store: "sqlite" }, (begin) =>
      backups.read(() => {
        const take = begin();
        return (row) => {
          if (row.table === "record") spoil(join(dir, "one"), "DELETE FROM document");
          take(row);
        };
      }),
    );
    expect(readBackup(file)).toMatchObject({ damage: [], bytes: documents });
    await expect(backedUp(backups, dir)).rejects.toMatchObject({ code: "store-damaged" });
  });

  test("one that was altered, cut short or continued is refused", async () => {
    await filled("one");
    const file = await backedUp(backupsIn(join(dir, "one")), dir);
    const bytes = readFileSync(file);
    const refused = (spoilt: Buffer) => {
      writeFileSync(file, spoilt, { mode: 0o600 });
      expect(() => readBackup(file)).toThrow(expect.objectContaining({ name: "Fault" }));
    };
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
        const spoilt = Buffer.from(bytes);
        spoilt[at] = (spoilt[at] ?? 0) ^ (1 << bit);
        refused(spoilt);
      }),
      { numRuns: 60 },
    );
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), (length) => refused(bytes.subarray(0, length))),
      { numRuns: 40 },
    );
    refused(bytes.subarray(0, bytes.length - 1));
    refused(Buffer.concat([bytes, bytes]));
    refused(Buffer.concat([bytes, Buffer.from("\n")]));
    writeFileSync(file, bytes);
    expect(readBackup(file).damage).toEqual([]);
  });

  test("one of a newer version, none at all, and one that all may write to are told apart", async () => {
    await filled("one");
    const file = await backedUp(backupsIn(join(dir, "one")), dir);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace('"plumbBackup":1', '"plumbBackup":2'));
    expect(() => readBackup(file)).toThrow(expect.objectContaining({ code: "format-too-new" }));
    writeFileSync(file, "name: portal\n");
    expect(() => readBackup(file)).toThrow(/ no backup /);
    expect(() => readBackup(dir)).toThrow(expect.objectContaining({ code: "file-unreadable" }));
    expect(() => readBackup(join(dir, "missing"))).toThrow(expect.objectContaining({ code: "file-unreadable" }));
  });

  test("a damaged store gives none, and what lies there stays", async () => {
    await filled("one");
    const file = join(dir, "plumb.backup");
    for (const sql of [
      "UPDATE record SET body = body || ' ' WHERE rowid = (SELECT min(rowid) FROM record)",
      "DELETE FROM journal WHERE seq = (SELECT max(seq) FROM journal)",
      "DELETE FROM claim WHERE claim_key = (SELECT min(claim_key) FROM claim)",
      "DELETE FROM document WHERE key = '1'",
    ]) {
      cpSync(join(dir, "one"), join(dir, "spoilt"), { recursive: true });
      spoil(join(dir, "spoilt"), sql);
      await expect(backedUp(backupsIn(join(dir, "spoilt")), dir)).rejects.toMatchObject({ code: "store-damaged" });
      expect(() => statSync(file)).toThrow();
      rmSync(join(dir, "spoilt"), { recursive: true });
    }
    writeFileSync(file, "mine");
    await expect(backedUp(backupsIn(join(dir, "one")), dir)).rejects.toMatchObject({ code: "file-unreadable" });
    expect(readFileSync(file, "utf8")).toBe("mine");
  });

  test.each([
    ["is altered", "UPDATE journal SET run = 'another' WHERE seq = 3", /\bentry 3\b.* disagrees /],
    ["comes after a gap", "DELETE FROM journal WHERE seq = 2", /\bbefore entry 3\b/],
  ])("an entry of the journal that %s is told by its number", async (_, sql, said) => {
    await filled("one");
    spoil(join(dir, "one"), sql);
    const refused = { code: "store-damaged", message: expect.stringMatching(said) };
    await expect(backedUp(backupsIn(join(dir, "one")), dir)).rejects.toMatchObject(refused);
  });
});

describe("a restore", () => {
  test("goes on above all epochs and serials of before, and marks the stacks", async () => {
    await filled("one");
    const store = openIn(join(dir, "one"));
    const before = await store.acquire("dev", holder, 0, 1000, () => true);
    const file = await backedUp(backupsIn(join(dir, "one")), dir);
    await store.close();
    await restored(file, backupsIn(join(dir, "one")));
    const after = openIn(join(dir, "one"));
    for (const stack of stacks) {
      const state = await after.readStack(stack);
      expect(state.serial).toBeGreaterThan(restoring.above);
      expect(state.restored).toEqual({ ...restoring.restored, latestRun: stack === "dev" ? "run-1" : null });
      expect(await after.lease(stack)).toBeNull();
    }
    const held = await after.acquire("dev", holder, 0, 1000, () => false);
    if (before.kind !== "held" || held.kind !== "held") throw new Error("not held");
    expect(held.epoch).toBeGreaterThan(restoring.above);
    const entry = { kind: "run-started", run: "zombie", plan: "d", at: "2026" } as const;
    expect(await after.append("dev", before.epoch, [entry])).toEqual({ kind: "fenced" });
    // Whoever follows the journal reads on over the jump.
    expect(await after.append("dev", held.epoch, [{ ...entry, run: "later" }])).toMatchObject({ kind: "done" });
    const journal = await after.readJournal("dev");
    for (const atOnce of [1, 2, 500]) expect(await followed("dev", after, atOnce)).toEqual(journal);
    await after.close();
  });

  test("over another store keeps that one, and is refused while it is in use", async () => {
    const before = await filled("one");
    const file = await backedUp(backupsIn(join(dir, "one")), dir);
    const user = openIn(folder("two"));
    await user.acquire("mine", holder, 0, 1000, () => true);
    await expect(restored(file, backupsIn(join(dir, "two")))).rejects.toMatchObject({ code: "store-busy" });
    expect(await user.lease("mine")).not.toBeNull();
    await user.close();
    const { keptAs } = await restored(file, backupsIn(join(dir, "two")));
    expect(keptAs).toMatch(/state[.]db[.]replaced-/);
    const store = openIn(join(dir, "two"));
    expect(withoutReach(await told(store))).toEqual(withoutReach(before));
    await store.close();
    copyFileSync(keptAs ?? "", fileIn(folder("three")));
    const kept = openIn(join(dir, "three"));
    expect(await kept.lease("mine")).not.toBeNull();
    await kept.close();
  });

  test("takes the place of a damaged store", async () => {
    const before = await filled("one");
    const file = await backedUp(backupsIn(join(dir, "one")), dir);
    writeFileSync(fileIn(folder("two")), "no database");
    expect((await restored(file, backupsIn(join(dir, "two")))).keptAs).toMatch(/[.]damaged-/);
    const store = openIn(join(dir, "two"));
    expect(withoutReach(await told(store))).toEqual(withoutReach(before));
    await store.close();
  });

  test("killed right before any change of a file, there is the old store or the new one", {
    timeout: 600_000,
  }, async () => {
    await filled("one");
    const file = await backedUp(backupsIn(join(dir, "one")), dir);
    const target = join(dir, "target");
    const play = async (killAt: number) => {
      const user = openIn(folder("target"));
      await user.acquire("old", holder, 0, 1000, () => true);
      await user.close();
      const environment = { ...process.env, PLUMB_TEST_KILL_AT: String(killAt), PLUMB_TEST_KILL_IN: target };
      const { stdout } = spawnSync(
        process.execPath,
        ["--import", at("kill-at.mjs"), at("restore-in.ts"), file, target],
        {
          cwd: dir,
          env: environment,
          encoding: "utf8",
        },
      );
      expect(await doctorIn(target).examine()).toMatchObject({ kind: "whole" });
      const store = openIn(target);
      const isNew = (await store.listStacks()).length > 0;
      expect(await store.lease("old")).toEqual(isNew ? null : expect.anything());
      await store.close();
      // The next one comes to its end.
      await restored(file, backupsIn(target));
      expect(await doctorIn(target).examine()).toMatchObject({ kind: "whole", counts: { stacks: 2 } });
      rmSync(target, { recursive: true });
      return { isNew, changes: stdout.split("\n").filter((line) => line !== "") };
    };
    const { changes, isNew } = await play(0);
    expect(isNew).toBe(true);
    const taken = changes.findIndex((line) => line.startsWith("renameSync")) + 1;
    expect(taken).toBeGreaterThan(1);
    const all = changes.map((_, index) => index + 1);
    // The gate kills on both sides of the moment at which the file takes its place, and once before.
    const kills = playsAllCases ? all : [Math.ceil(taken / 2), taken, taken + 1];
    for (const killAt of kills) expect((await play(killAt)).isNew, `killed at ${killAt}`).toBe(killAt > taken);
  });
});

function at(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

test("each column of both kinds of store is in a backup, or made anew by a restore", () => {
  const own: Readonly<Record<string, readonly string[]>> = {
    stack: [
      ...["holder", "lease_until", "lease_ms", "cancel_epoch", "journal_seq", "journal_sum", "sum"],
      ...["plan_sum", "run_sum"],
    ],
    journal: ["seq", "prior", "sum"],
    register: ["one", "sum"],
    sealing_keys: ["one"],
  };
  const ownTables = ["store", "run", "migration"];
  for (const kind of ["sqlite", "postgres"]) {
    const schema = readFileSync(at(`../../src/stores/${kind}/schema.sql`), "utf8");
    const tables = [...schema.matchAll(/CREATE TABLE (?:plumbline[.])?(\w+) \(([\s\S]*?)\n?\) ?(?:WITHOUT|STRICT|;)/g)];
    expect(tables.length, kind).toBeGreaterThan(10);
    for (const [, table = "", body = ""] of tables) {
      if (ownTables.includes(table)) continue;
      const names = body.split(/,(?![^(]*\))/).flatMap((part) => /^\s*([a-z_]+) /.exec(part)?.[1] ?? []);
      const known: readonly string[] = [...backupTables[table as keyof typeof backupTables], ...(own[table] ?? [])];
      expect(
        names.filter((name) => !known.includes(name)),
        table,
      ).toEqual([]);
    }
  }
});
