import { copyFileSync, mkdtempSync, readdirSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { memorySealedRows } from "../../test/memory-store/memory-sealed-rows.ts";
import { keyFile, keyInMemory } from "./key-file.ts";
import { SealedSecrets } from "./sealed-secrets.ts";

/** Why sealed values can't be opened; `word` tells the reasons apart. */
const unreadable = (word: RegExp, file = "") => ({
  code: "secrets-unreadable",
  message: expect.stringMatching(new RegExp(`(?=.*${file})(?=.*${word.source})`)),
});

/** A rotation, in a store with two stacks. */
function rotated(vault: SealedSecrets, forget = false) {
  return vault.rotate({ lineages: async () => ["one", "two"], forget });
}

/** A stack's secrets, in a store whose earlier values are not its own. */
function ofStack(vault: SealedSecrets, lineage = "one") {
  return vault.of(lineage);
}

describe("sealing", () => {
  test("asking for what was sealed makes no key", async () => {
    const rows = memorySealedRows();
    expect(await ofStack(new SealedSecrets(rows, keyInMemory())).known("a")).toBeNull();
    expect(await rows.readKeys()).toBeNull();
  });

  test("a row moved under another id does not open", async () => {
    const rows = memorySealedRows();
    const secrets = ofStack(new SealedSecrets(rows, keyInMemory()));
    const [a, b] = [await secrets.seal("a"), await secrets.seal("b")];
    const row = rows.rows.get(a.$secret.id);
    if (row === undefined) throw new Error("no row");
    rows.rows.set(b.$secret.id, { ...row, id: b.$secret.id });
    await expect(secrets.open(b)).rejects.toMatchObject({ code: "secrets-unreadable" });
  });

  test("parts that two processes seal of one text at once are all kept", async () => {
    const rows = memorySealedRows();
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
    const marker = await ofStack(new SealedSecrets(memorySealedRows(), keyInMemory())).seal("a");
    const other = ofStack(new SealedSecrets(memorySealedRows(), keyInMemory()));
    await expect(other.open(marker)).rejects.toMatchObject(unreadable(/ another /));
  });

  test("a text that is made of other secrets later is opened with all of them", async () => {
    const rows = memorySealedRows();
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
    const rows = memorySealedRows();
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

  test("a rotation leaves fingerprints as they are, and seals each value anew", async () => {
    const rows = memorySealedRows();
    const vault = new SealedSecrets(rows, keyFile(path()));
    const secrets = ofStack(vault);
    const marker = await secrets.seal("a");
    const before = { row: rows.rows.get(marker.$secret.id), keys: await rows.readKeys() };
    await rotated(vault);
    const later = ofStack(new SealedSecrets(rows, keyFile(path())));
    expect(await later.seal("a")).toEqual(marker);
    expect(rows.rows.get(marker.$secret.id)).toMatchObject({ keyVersion: 2 });
    expect(rows.rows.get(marker.$secret.id)?.sealed).not.toBe(before.row?.sealed);
    expect(await later.open(marker)).toBe("a");
    expect((await rows.readKeys())?.fingerprint).not.toBe(before.keys?.fingerprint);
    const fresh = await later.seal("b");
    expect(rows.rows.get(fresh.$secret.id)?.keyVersion).toBe(2);
    expect(await secrets.open(fresh)).toBe("b");
  });

  test("a rotation broken off before its end loses nothing", async () => {
    const rows = memorySealedRows();
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
    await expect(rotated(broken)).rejects.toThrow("pulled");
    const next = new SealedSecrets(rows, keyFile(path()));
    expect(await ofStack(next).open(marker)).toBe("a");
    expect(readdirSync(dir)).toEqual(["secret.key"]);
    await rotated(next);
    expect(await ofStack(new SealedSecrets(rows, keyFile(path()))).open(marker)).toBe("a");
  });

  test("of two rotations at once one is refused, and the keys stay whole", async () => {
    const rows = memorySealedRows();
    const vault = new SealedSecrets(rows, keyFile(path()));
    const marker = await ofStack(vault).seal("a");
    const other = new SealedSecrets(rows, keyFile(path()));
    const ends = await Promise.allSettled([rotated(vault), rotated(other)]);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await ofStack(new SealedSecrets(rows, keyFile(path()))).open(marker)).toBe("a");
    // What the refused one had made is the next one's.
    await rotated(new SealedSecrets(rows, keyFile(path())));
    expect(readdirSync(dir)).toEqual(["secret.key"]);
    expect(await ofStack(new SealedSecrets(rows, keyFile(path()))).open(marker)).toBe("a");
  });

  test("a process that opened the store before a rotation reads what was sealed after it", async () => {
    const rows = memorySealedRows();
    const [one, two] = [new SealedSecrets(rows, keyFile(path())), new SealedSecrets(rows, keyFile(path()))];
    await ofStack(one).seal("a");
    await ofStack(two).seal("a");
    await rotated(two);
    expect(await ofStack(one).open(await ofStack(two).seal("b"))).toBe("b");
  });

  test("a process that knows the former key only seals under the new one", async () => {
    const rows = memorySealedRows();
    const [one, two] = [new SealedSecrets(rows, keyFile(path())), new SealedSecrets(rows, keyFile(path()))];
    await ofStack(one).seal("a");
    await rotated(two, true);
    const marker = await ofStack(one).seal("b");
    expect([...rows.rows.values()].map(({ keyVersion }) => keyVersion)).toEqual([2, 2]);
    expect(await ofStack(new SealedSecrets(rows, keyFile(path()))).open(marker)).toBe("b");
  });

  test("the former key file opens nothing, and texts open until the former data keys are forgotten", async () => {
    const rows = memorySealedRows();
    const vault = new SealedSecrets(rows, keyFile(path()));
    const marker = await ofStack(vault).seal("a");
    const text = await vault.sealText("in a file", ["here"]);
    copyFileSync(path(), join(dir, "former"));
    expect(await rotated(vault)).toEqual({ version: 2, wasUnfinished: false, resealed: 1, strange: 0, former: 1 });
    const former = new SealedSecrets(rows, keyFile(join(dir, "former")));
    await expect(ofStack(former).open(marker)).rejects.toMatchObject(unreadable(/ not /));
    expect(await vault.openText(text, ["here"])).toBe("in a file");
    expect(await rotated(vault, true)).toMatchObject({ version: 3, former: 0 });
    const later = new SealedSecrets(rows, keyFile(path()));
    expect(await later.openText(text, ["here"])).toBeNull();
    expect(await ofStack(later).open(marker)).toBe("a");
  });

  test("what no stack of the store opens stays as it is, and is told", async () => {
    const rows = memorySealedRows();
    const vault = new SealedSecrets(rows, keyFile(path()));
    const marker = await ofStack(vault, "gone").seal("a");
    expect(await rotated(vault)).toMatchObject({ resealed: 0, strange: 1 });
    expect(await ofStack(new SealedSecrets(rows, keyFile(path())), "gone").open(marker)).toBe("a");
  });

  test("stopped at any step everything opens, and the next one ends it", async () => {
    for (let stopAt = 1; ; stopAt += 1) {
      const rows = memorySealedRows();
      const file = join(dir, `${stopAt}.key`);
      const vault = new SealedSecrets(rows, keyFile(file));
      const values = ["a", "b", ["c", 1]];
      const markers = await Promise.all(values.map((value) => ofStack(vault).seal(value, ["part"])));
      let steps = 0;
      const step = <A extends readonly unknown[], R>(work: (...given: A) => R) => {
        return (...given: A): R => {
          steps += 1;
          if (steps >= stopAt) throw new Error("stopped");
          return work(...given);
        };
      };
      const place = keyFile(file);
      const stopping = new SealedSecrets(
        { ...rows, replaceKeys: step(rows.replaceKeys), replace: step(rows.replace) },
        {
          ...place,
          prepare: step(() => {
            const prepared = place.prepare();
            return { ...prepared, promote: step(prepared.promote) };
          }),
        },
      );
      const end = await rotated(stopping, true).then(
        () => "done",
        (cause: Error) => cause.message,
      );
      const opened = async (by: SealedSecrets) => Promise.all(markers.map((marker) => ofStack(by).open(marker)));
      expect(await opened(new SealedSecrets(rows, keyFile(file)))).toEqual(values);
      await rotated(new SealedSecrets(rows, keyFile(file)), true);
      expect(await opened(new SealedSecrets(rows, keyFile(file)))).toEqual(values);
      const keys = await rows.readKeys();
      expect(Object.keys(keys?.data ?? {})).toEqual([String(keys?.current)]);
      expect([...rows.rows.values()].every(({ keyVersion }) => keyVersion === keys?.current)).toBe(true);
      if (end === "done") return;
    }
  });
});
