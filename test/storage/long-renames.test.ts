import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Turns } from "../../packages/base/turns.ts";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { countingIds, holder, intent, put, result } from "../contract/journal-samples.ts";
import { sightOf } from "../contract/stack-sight.ts";
import { doctorIn } from "./stored-world.ts";

const to = "portal/dev";
const objects = 15;
const keys = { runs: ["run-1"], addresses: ["at-u1", "at-u14"], claimKeys: ["claim u1", "claim u14"] };

let directory: string;
let meanwhile: (turn: number) => void;
let given: number;
let store: SqliteStore;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "plumb-long-renames-"));
  meanwhile = () => {};
  given = 0;
  const turns: Turns = {
    isDue: () => true,
    next: async () => {
      given += 1;
      meanwhile(given);
      await new Promise<void>((resolve) => setImmediate(resolve));
    },
  };
  store = new SqliteStore(join(directory, "state.db"), countingIds(), turns);
  for (const stack of ["dev", "prod"]) await store.acquire(stack, holder, 0, 1_000, () => false);
  for (let number = 0; number < objects; number += 1) {
    await store.append("dev", 1, [intent(number, `u${number}`), result(number, [put(`u${number}`)])]);
  }
  await store.append("dev", 1, [intent(99, "open")]);
  await store.putPlan("dev", { digest: "d", kind: "apply", createdAt: "2026", document: { text: "x".repeat(9000) } });
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});

test("a long renaming gives way, is not seen before its end, and others wait for it in their order", async () => {
  const told: string[] = [];
  const others: Promise<unknown>[] = [];
  const seen: Promise<readonly string[]>[] = [];
  meanwhile = (turn) => {
    if (turn !== 30) return;
    seen.push(store.listStacks());
    others.push(store.renew("dev", 1, 2_000).then((isHeld) => told.push(`beat of the old name: ${isHeld}`)));
    others.push(store.renew(to, 1, 2_000).then((isHeld) => told.push(`beat of the new name: ${isHeld}`)));
    others.push(store.append("prod", 1, [intent(1, "p1")]).then(({ kind }) => told.push(`prod: ${kind}`)));
  };
  const renamed = store.renameStack("dev", to, 1).then((isRenamed) => told.push(`renamed: ${isRenamed}`));
  await renamed;
  await Promise.all(others);
  expect(given).toBeGreaterThan(2 * objects);
  expect(await Promise.all(seen)).toEqual([["dev"]]);
  expect(told).toEqual(["renamed: true", "beat of the old name: false", "beat of the new name: true", "prod: done"]);
  await store.close();
  expect(await doctorIn(directory).examine()).toMatchObject({ kind: "whole" });
});

test("what was appended before a renaming was asked for comes before it", async () => {
  const append = store.append("dev", 1, [intent(100, "last")]);
  expect(await store.renameStack("dev", to, 1)).toBe(true);
  expect(await append).toMatchObject({ kind: "done" });
  expect((await store.readStack(to)).openIntents).toHaveLength(2);
});

test("a renaming that breaks off at any point leaves one name or the other, with all there is", async () => {
  const before = await sightOf(store, "dev", keys);
  const nothing = await sightOf(store, to, keys);
  const images: string[] = [];
  meanwhile = (turn) => {
    const image = join(directory, `image-${turn}`);
    mkdirSync(image);
    for (const name of ["state.db", "state.db-wal", "state.db-mark"])
      if (existsSync(join(directory, name))) copyFileSync(join(directory, name), join(image, name));
    images.push(image);
  };
  expect(await store.renameStack("dev", to, 1)).toBe(true);
  meanwhile = () => {};
  const found: string[] = [];
  for (const image of images) {
    const left = new SqliteStore(join(image, "state.db"), countingIds());
    const [name = ""] = await left.listStacks();
    const other = name === to ? "dev" : to;
    expect(await sightOf(left, name, keys)).toEqual(before);
    expect(await sightOf(left, other, keys)).toEqual(nothing);
    await left.close();
    expect(await doctorIn(image).examine()).toMatchObject({ kind: "whole" });
    found.push(name);
  }
  expect(found.length).toBeGreaterThan(10);
  expect(new Set(found.slice(0, -1))).toEqual(new Set(["dev"]));
  expect(found.at(-1)).toBe(to);
});
