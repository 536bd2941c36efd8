import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Fault } from "../../packages/base/fault.ts";
import type { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { type Damage, damage, someDamage } from "./random-damage.ts";
import { doctorIn, fileIn, fill, openIn, stacks } from "./stored-world.ts";

/** How many damages; raised by hand to look for what rarely happens. */
const runs = Number(process.env["PLUMB_DAMAGE_RUNS"] ?? 60);

/** Each thing that a command may ask of a store, by its name. */
const reads: Readonly<Record<string, (store: SqliteStore) => Promise<unknown>>> = {
  ...Object.fromEntries(
    stacks.flatMap((stack): [string, (store: SqliteStore) => Promise<unknown>][] => [
      [`state ${stack}`, (store) => store.readStack(stack)],
      [`record ${stack}`, (store) => store.readRecord(stack, "at-u1")],
      [`journal ${stack}`, (store) => store.readJournal(stack)],
      [`run ${stack}`, (store) => store.readRun(stack, "run-1")],
      [`after ${stack}`, (store) => store.readJournalAfter(stack, 2, 3)],
      [`plans ${stack}`, (store) => store.listPlans(stack)],
      [`plan ${stack}`, (store) => store.getPlan(stack, "d")],
      [`lease ${stack}`, (store) => store.lease(stack)],
    ]),
  ),
  stacks: (store) => store.listStacks(),
  claims: (store) => store.claims(["claim u0", "claim u1", "shared", "claim p1"]),
  keys: (store) => store.sealed.readKeys(),
  value: (store) => store.sealed.get("value"),
  documents: (store) => store.documentStore.list("runs", { limit: 99 }),
  document: (store) => store.documentStore.get("runs", "2"),
  events: (store) => store.documentStore.readLog("events", 0, 99),
};

type Answers = Readonly<Record<string, unknown>>;

let root = "";
let count = 0;
/** A store that was closed, and one whose writer was killed; and what both answer. */
const worlds: { readonly dir: string; readonly truth: Answers }[] = [];

beforeAll(async () => {
  root = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "plumbline-random-damage-"));
  const [closed, killed] = [join(root, "closed"), join(root, "killed")];
  mkdirSync(closed);
  const store = openIn(closed);
  await fill(store);
  const truth = Object.fromEntries(
    await Promise.all(Object.entries(reads).map(async ([name, read]) => [name, await read(store)] as const)),
  );
  cpSync(closed, killed, { recursive: true });
  rmSync(join(killed, "state.db-shm"));
  await store.close();
  worlds.push({ dir: closed, truth }, { dir: killed, truth });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What each read gives: its answer, or the code of its fault. Anything else that is thrown is a bug. */
async function answersOf(dir: string): Promise<{ readonly told: Answers; readonly refused: readonly string[] }> {
  const told: Record<string, unknown> = {};
  const refused: string[] = [];
  for (const [name, read] of Object.entries(reads)) {
    let store: SqliteStore | undefined;
    try {
      store = openIn(dir);
      told[name] = await read(store);
    } catch (cause) {
      if (!(cause instanceof Fault)) throw cause;
      refused.push(cause.code);
    } finally {
      await store?.close();
    }
  }
  return { told, refused };
}

test("whatever is damaged: an answer is right or refused, the doctor lists it, and a repair ends healthy", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 1 }),
      fc.array(someDamage, { minLength: 1, maxLength: 3 }).filter(leavesAWitness),
      async (which, damages: readonly Damage[]) => {
        const { dir: source, truth } = worlds[which] ?? { dir: "", truth: {} };
        count += 1;
        const dir = join(root, `copy-${count}`);
        cpSync(source, dir, { recursive: true });
        try {
          for (const each of damages) damage(dir, each);
          const untouched = join(root, `spare-${count}`);
          cpSync(dir, untouched, { recursive: true });
          const { told, refused } = await answersOf(dir);
          for (const [name, answer] of Object.entries(told)) {
            // A sealed value that is gone is nothing of which a tally knows: whoever opens it is told
            // secrets-unreadable.
            if (name === "value" && answer === null) continue;
            expect(isDeepStrictEqual(answer, truth[name]), `${name} is right`).toBe(true);
          }
          expect(refused.filter((code) => code !== "store-damaged")).toEqual([]);
          await healed(dir, truth, refused.length > 0);
          // A doctor who comes first, before anybody has opened the store.
          await healed(untouched, truth, refused.length > 0);
          rmSync(untouched, { recursive: true });
        } finally {
          rmSync(dir, { recursive: true, force: true });
        }
      },
    ),
    {
      numRuns: runs,
      examples: [
        [0, noKeysLeft],
        [1, noKeysLeft],
      ],
    },
  );
}, 300_000);

/** Nothing is left of what was sealed, as in a store that has never sealed anything. */
const noKeysLeft: Damage[] = [
  { kind: "row-gone", table: "sealing_keys", row: 0 },
  { kind: "row-gone", table: "sealed", row: 0 },
];

/** The newest writes are in the log alone, and only the note tells of them: nobody can miss them when both are gone. */
function leavesAWitness(damages: readonly Damage[]): boolean {
  const files = damages.flatMap((each) => ("file" in each ? [each.file] : []));
  return !(files.includes("-mark") && files.includes("-wal"));
}

async function healed(dir: string, truth: Answers, isRefused: boolean): Promise<void> {
  const found = await doctorIn(dir).examine();
  if (isRefused) expect(found.kind === "damaged" && found.damage.length > 0).toBe(true);
  const before = existsSync(fileIn(dir)) ? readFileSync(fileIn(dir)) : null;
  const repair = await doctorIn(dir).repair();
  if (found.kind !== "damaged") return;
  const { keptAs = null, recovery = { lost: [] } } = repair ?? {};
  if (keptAs !== null) expect(readFileSync(keptAs)).toEqual(before);
  expect(await doctorIn(dir).examine()).toMatchObject({ kind: "whole" });
  const { told, refused } = await answersOf(dir);
  expect(refused).toEqual([]);
  if (recovery.lost.length > 0) return;
  for (const name of ["claims", "keys", "documents", "events", "plans dev", "journal prod"]) {
    expect(isDeepStrictEqual(told[name], truth[name]), `${name} is back`).toBe(true);
  }
}
