import { mkdtempSync, readdirSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SealedRow, SealedRows, WrappedKeys } from "../engine/ports/secrets.ts";
import { keyFile, keyInMemory } from "./key-file.ts";
import { SealedSecrets } from "./sealed-secrets.ts";

/** The side table as plain maps. */
function memoryRows(): SealedRows & { readonly rows: Map<string, SealedRow> } {
  const rows = new Map<string, SealedRow>();
  let keys: WrappedKeys | null = null;
  return {
    rows,
    readKeys: async () => keys,
    replaceKeys: async (before, after) => {
      if (JSON.stringify(keys) !== JSON.stringify(before)) return false;
      keys = after;
      return true;
    },
    add: async (row) => {
      if (!rows.has(row.id)) rows.set(row.id, row);
    },
    get: async (id) => rows.get(id) ?? null,
  };
}

/** Why sealed values can't be opened; `word` tells the reasons apart. */
const unreadable = (word: RegExp, file = "") => ({
  code: "secrets-unreadable",
  message: expect.stringMatching(new RegExp(`(?=.*${file})(?=.*${word.source})`)),
});

/** A stack's secrets, in a store whose earlier values are not its own. */
function ofStack(vault: SealedSecrets, lineage = "one") {
  return vault.of(lineage, async () => []);
}

describe("sealing", () => {
  test("asking for what was sealed makes no key", async () => {
    const rows = memoryRows();
    expect(await ofStack(new SealedSecrets(rows, keyInMemory())).known("a")).toBeNull();
    expect(await rows.readKeys()).toBeNull();
  });

  test("a row moved under another id does not open", async () => {
    const rows = memoryRows();
    const secrets = ofStack(new SealedSecrets(rows, keyInMemory()));
    const [a, b] = [await secrets.seal("a"), await secrets.seal("b")];
    const row = rows.rows.get(a.$secret.id);
    if (row === undefined) throw new Error("no row");
    rows.rows.set(b.$secret.id, { ...row, id: b.$secret.id });
    await expect(secrets.open(b)).rejects.toMatchObject({ code: "secrets-unreadable" });
  });

  test("parts that two processes seal of one text at once are all kept", async () => {
    const rows = memoryRows();
    const key = keyInMemory();
    const process = () => ofStack(new SealedSecrets(rows, key));
    const made = [
      ["a:b", "c"],
      ["a", "b:c"],
    ];
    await process().seal("the key is made");
    const [marker] = await Promise.all(made.map((parts) => process().seal("a:b:c", parts)));
    if (marker === undefined) throw new Error("no marker");
    const met: unknown[] = [];
    await process().open(marker, (part) => met.push(part));
    expect(met.sort()).toEqual(["a", "a:b", "b:c", "c"]);
  });

  test("a marker of another store is told apart", async () => {
    const marker = await ofStack(new SealedSecrets(memoryRows(), keyInMemory())).seal("a");
    const other = ofStack(new SealedSecrets(memoryRows(), keyInMemory()));
    await expect(other.open(marker)).rejects.toMatchObject(unreadable(/ another /));
  });

  test("a text that is made of other secrets later is opened with all of them", async () => {
    const rows = memoryRows();
    const secrets = ofStack(new SealedSecrets(rows, keyInMemory()));
    const marker = await secrets.seal("Basic ada:sesame", ["ada:sesame"]);
    for (const _ of ["once", "again"])
      expect(await secrets.seal("Basic ada:sesame", ["ada", "sesame"])).toEqual(marker);
    const met: unknown[] = [];
    expect(await secrets.open(marker, (part) => met.push(part))).toBe("Basic ada:sesame");
    expect(met).toEqual(["ada:sesame", "ada", "sesame"]);
    expect(rows.rows.size).toBe(3);
  });
});

describe("the key file", () => {
  let dir = "";
  const path = () => join(dir, "secret.key");
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "plumbline-key-"));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  test("a lost or a wrong one is said, never replaced", async () => {
    const rows = memoryRows();
    const marker = await ofStack(new SealedSecrets(rows, keyFile(path()))).seal("a");
    unlinkSync(path());
    const later = ofStack(new SealedSecrets(rows, keyFile(path())));
    await expect(later.open(marker)).rejects.toMatchObject(unreadable(/ missing: /, path()));
    await expect(later.seal("b")).rejects.toMatchObject(unreadable(/ missing: /, path()));
    writeFileSync(path(), `${Buffer.alloc(32, 7).toString("base64")}\n`, { mode: 0o600 });
    await expect(later.open(marker)).rejects.toMatchObject(unreadable(/ not /, path()));
    writeFileSync(path(), "nonsense");
    await expect(later.open(marker)).rejects.toMatchObject(unreadable(/ no key$/, path()));
  });

  test("rotation leaves fingerprints and sealed values as they are", async () => {
    const rows = memoryRows();
    const vault = new SealedSecrets(rows, keyFile(path()));
    const secrets = ofStack(vault);
    const marker = await secrets.seal("a");
    const before = { row: rows.rows.get(marker.$secret.id), keys: await rows.readKeys() };
    await vault.rotate();
    const later = ofStack(new SealedSecrets(rows, keyFile(path())));
    expect(await later.seal("a")).toEqual(marker);
    expect(rows.rows.get(marker.$secret.id)).toEqual(before.row);
    expect(await later.open(marker)).toBe("a");
    expect((await rows.readKeys())?.fingerprint).not.toBe(before.keys?.fingerprint);
    const fresh = await later.seal("b");
    expect(rows.rows.get(fresh.$secret.id)?.keyVersion).toBe(2);
    expect(await secrets.open(fresh)).toBe("b");
  });

  test("a rotation broken off before its end loses nothing", async () => {
    const rows = memoryRows();
    const place = keyFile(path());
    const secrets = ofStack(new SealedSecrets(rows, place));
    const marker = await secrets.seal("a");
    const broken = new SealedSecrets(rows, {
      ...place,
      prepare: () => ({
        ...place.prepare(),
        promote: () => {
          throw new Error("pulled");
        },
      }),
    });
    await expect(broken.rotate()).rejects.toThrow("pulled");
    const next = new SealedSecrets(rows, keyFile(path()));
    expect(await ofStack(next).open(marker)).toBe("a");
    expect(readdirSync(dir)).toEqual(["secret.key"]);
    await next.rotate();
    expect(await ofStack(new SealedSecrets(rows, keyFile(path()))).open(marker)).toBe("a");
  });

  test("of two rotations at once one is refused, and the keys stay whole", async () => {
    const rows = memoryRows();
    const vault = new SealedSecrets(rows, keyFile(path()));
    const marker = await ofStack(vault).seal("a");
    const other = new SealedSecrets(rows, keyFile(path()));
    const ends = await Promise.allSettled([vault.rotate(), other.rotate()]);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await ofStack(new SealedSecrets(rows, keyFile(path()))).open(marker)).toBe("a");
    expect(readdirSync(dir)).toEqual(["secret.key"]);
  });

  test("a process that opened the store before a rotation reads what was sealed after it", async () => {
    const rows = memoryRows();
    const [one, two] = [new SealedSecrets(rows, keyFile(path())), new SealedSecrets(rows, keyFile(path()))];
    await ofStack(one).seal("a");
    await ofStack(two).seal("a");
    await two.rotate();
    expect(await ofStack(one).open(await ofStack(two).seal("b"))).toBe("b");
  });
});
