import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { take } from "../contract/store-holding.ts";
import { damage, someDamage } from "./random-damage.ts";
import { doctorIn, fill, openIn } from "./stored-world.ts";

/** How many damages; raised by hand to look for what rarely happens. */
const runs = Number(process.env["PLUMB_DAMAGE_RUNS"] ?? 40);
const to = "portal/dev";

let root = "";
let count = 0;
/** A store with a renamed stack whose writer was killed, with all in its log or the renaming alone. */
const worlds: string[] = [];

beforeAll(async () => {
  root = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "plumbline-renamed-damage-"));
  for (const isClosedBetween of [false, true]) {
    const dir = join(root, `world-${isClosedBetween}`);
    mkdirSync(dir);
    let store = openIn(dir);
    await fill(store);
    if (isClosedBetween) {
      await store.close();
      store = openIn(dir);
    }
    const epoch = await take(store);
    await store.renameStack("dev", to, epoch);
    await store.release(to, epoch);
    const killed = `${dir}-killed`;
    cpSync(dir, killed, { recursive: true });
    rmSync(join(killed, "state.db-shm"));
    worlds.push(killed, dir);
    await store.close();
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("whatever is damaged, a repair never makes two stacks of one that got another name", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 3 }),
      fc.array(someDamage, { minLength: 1, maxLength: 3 }),
      async (which, damages) => {
        count += 1;
        const dir = join(root, `copy-${count}`);
        cpSync(worlds[which] ?? "", dir, { recursive: true });
        for (const each of damages) damage(dir, each);
        await doctorIn(dir).repair();
        const store = openIn(dir);
        const [old, fresh] = [await store.readStack("dev"), await store.readStack(to)];
        await store.close();
        expect([...old.records.keys()].filter((address) => fresh.records.has(address))).toEqual([]);
        expect(await doctorIn(dir).examine()).not.toMatchObject({ kind: "damaged" });
        rmSync(dir, { recursive: true });
      },
    ),
    { numRuns: runs },
  );
}, 300_000);
