import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { intent, put, result } from "../contract/journal-samples.ts";
import { take } from "../contract/store-holding.ts";
import { partOf } from "../properties/part-of-cases.ts";
import { doctorIn, essence, fileIn, fill, managed, openIn, type Told, told } from "./stored-world.ts";

const to = "portal/dev";
/** A frame of the log: its header and a page. */
const frame = 24 + 4096;
const names = [to, "dev", "prod"];

let root = "";
/**
 * A store with a renamed stack that was closed, and two whose writer was killed: the log has all of it, or only the
 * renaming.
 */
let closed = "";
let killed = "";
let killedLater = "";
let truth: Told;
let trueStates: Awaited<ReturnType<typeof managed>>;
let count = 0;

beforeAll(async () => {
  root = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "plumbline-renamed-"));
  [closed, killed, killedLater] = [join(root, "closed"), join(root, "killed"), join(root, "killed-later")];
  for (const isClosedBetween of [false, true]) {
    const dir = isClosedBetween ? join(root, "later") : closed;
    mkdirSync(dir);
    let store = openIn(dir);
    await fill(store);
    if (isClosedBetween) {
      await store.close();
      store = openIn(dir);
    }
    const epoch = await take(store);
    expect(await store.renameStack("dev", to, epoch)).toBe(true);
    await store.release(to, epoch);
    truth = await told(store, names);
    trueStates = await managed(store, names);
    const copy = isClosedBetween ? killedLater : killed;
    cpSync(dir, copy, { recursive: true });
    rmSync(join(copy, "state.db-shm"));
    await store.close();
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function copyOf(dir: string): string {
  count += 1;
  const copy = join(root, `copy-${count}`);
  cpSync(dir, copy, { recursive: true });
  return copy;
}

function spoil(dir: string, sql: string): void {
  const database = new DatabaseSync(fileIn(dir));
  database.exec(sql);
  database.close();
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(path, bytes);
}

/** Repairs; the store must be healthy then, and can be written to. Gives what is managed, and what is told. */
async function repaired(dir: string) {
  const repair = await doctorIn(dir).repair();
  expect(await doctorIn(dir).examine()).toMatchObject({ kind: "whole" });
  const store = openIn(dir);
  const [kept, after] = [await managed(store, names), await told(store, names)];
  const epoch = await take(store, to);
  expect(await store.append(to, epoch, [intent(9, "later"), result(9, [put("later")])])).toMatchObject({
    kind: "done",
  });
  await store.close();
  expect(await doctorIn(dir).examine()).toMatchObject({ kind: "whole" });
  return { repair, kept, after };
}

test("the doctor finds a store whole in which a stack has got another name, and repairs nothing", async () => {
  for (const dir of [closed, killed, killedLater].map(copyOf)) {
    expect(await doctorIn(dir).examine()).toMatchObject({ kind: "whole", counts: { openIntents: 2, plans: 1 } });
    expect(await doctorIn(dir).repair()).toBeNull();
    const store = openIn(dir);
    // The old name is no stack any more.
    const stacks = (await store.listStacks()).length;
    expect(await doctorIn(dir).examine()).toMatchObject({ counts: { stacks } });
    expect(await told(store, names)).toEqual(truth);
    await store.close();
  }
});

describe("what is damaged comes back under the new name", () => {
  test.each([
    ["a record gone", "DELETE FROM record WHERE key = 'u1.1'"],
    ["a claim gone", "DELETE FROM claim WHERE stack = 'portal/dev'"],
    ["the newest entries gone", "DELETE FROM journal WHERE seq > 30"],
    ["an entry gone", "DELETE FROM journal WHERE seq = 3"],
    ["its head gone", "DELETE FROM stack WHERE name = 'portal/dev'"],
    ["what its old name has left gone", "DELETE FROM stack WHERE name = 'dev'"],
    ["both heads gone", "DELETE FROM stack WHERE name <> 'prod'"],
    ["the places of runs gone", "DELETE FROM run"],
    ["the plan gone", "DELETE FROM plan"],
  ])("%s", async (_, sql) => {
    for (const dir of [closed, killed, killedLater].map(copyOf)) {
      spoil(dir, sql);
      expect(await doctorIn(dir).examine()).toMatchObject({ kind: "damaged" });
      const { repair, kept, after } = await repaired(dir);
      expect(kept, JSON.stringify(repair?.recovery.lost)).toEqual(trueStates);
      expect(after.perStack[1]).toMatchObject({ journal: [], plans: [] });
      if (repair?.recovery.lost.length === 0) expect(essence(after)).toEqual(essence(truth));
    }
  });
});

/** Repairs, and holds what is managed against what it was: under one name, whatever was damaged. */
async function keeps(dir: string, what: string): Promise<void> {
  const { repair, kept, after } = await repaired(dir);
  const hint = `${what}, ${JSON.stringify(repair?.recovery.lost)}`;
  expect(kept, hint).toEqual(trueStates);
  expect(after.perStack[1], hint).toMatchObject({ journal: [], plans: [] });
  expect(JSON.stringify(repair?.recovery.lost ?? [])).not.toContain("`dev`");
  if (repair?.recovery.counts.plans === 1) expect(repair.recovery.lost.join(), hint).not.toContain("Saved plans");
  rmSync(dir, { recursive: true });
}

/** Places in a file, in bytes, from one on in steps. */
function placesIn(file: string, first: number, step: number): readonly number[] {
  const count = Math.ceil((readFileSync(file).length - first) / step);
  return Array.from({ length: count }, (_, index) => first + index * step);
}

test("a byte that is not what was written is noticed, wherever it is; a repair keeps what is managed", {
  timeout: 180_000,
}, async () => {
  for (const at of partOf(placesIn(fileIn(closed), 1, 2003), 3)) {
    const dir = copyOf(closed);
    flip(fileIn(dir), at);
    await keeps(dir, `byte ${at}`);
  }
});

test("so it is in the log of a killed writer", { timeout: 180_000 }, async () => {
  for (const [source, step] of [
    [killed, 30_011],
    [killedLater, 3_001],
  ] as const) {
    for (const at of partOf(placesIn(join(source, "state.db-wal"), 40, step), 3)) {
      const dir = copyOf(source);
      flip(join(dir, "state.db-wal"), at);
      await keeps(dir, `byte ${at}`);
    }
  }
});

test("a log that ends within a renaming leaves one of the two names, with all that is managed", {
  timeout: 180_000,
}, async () => {
  const found = new Set<string>();
  const size = readFileSync(join(killedLater, "state.db-wal")).length;
  for (let at = 32 + frame; at < size; at += frame) {
    const dir = copyOf(killedLater);
    truncateSync(join(dir, "state.db-wal"), at);
    const repair = await doctorIn(dir).repair();
    expect(repair?.damage).toEqual([expect.stringMatching(/committed writes/)]);
    expect(await doctorIn(dir).examine()).toMatchObject({ kind: "whole" });
    const store = openIn(dir);
    const [name = ""] = await store.listStacks();
    expect(await store.listStacks()).toEqual([name, "prod"].toSorted());
    const { states, claims } = await managed(store, [name, name === to ? "dev" : to, "prod"]);
    expect(states, `${at}`).toEqual(trueStates.states);
    expect(claims).toEqual(trueStates.claims.map((claim) => (claim.stack === to ? { ...claim, stack: name } : claim)));
    found.add(name);
    await store.close();
    rmSync(dir, { recursive: true });
  }
  expect(found).toEqual(new Set(["dev", to]));
});
