import { beforeEach, expect, test } from "vitest";
import type { Store } from "../../../engine/ports/store.ts";
import { attachments, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import type { Deployment } from "../deployment.ts";
import { planStack } from "../plans/make-plans.ts";
import { listRuns } from "../runs/runs-of-stack.ts";
import { removeStack } from "../stacks/stacks.ts";
import { forgetResource } from "./edit-state.ts";
import { JournalLists } from "./journal-lists.ts";
import { resourceHistory } from "./resource-history.ts";
import { listEdits } from "./state-edits.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const everything = { after: null, limit: 100 };

/**
 * The same world, which remembers what it has listed, and how many entries of journals it has read whole or in parts.
 */
function remembering(): { readonly listing: Deployment; readonly read: () => number } {
  let entries = 0;
  const store = new Proxy(world.store, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name);
      if (name !== "readJournal" && name !== "readJournalAfter") return found;
      return async (...args: readonly unknown[]) => {
        const given = (await Reflect.apply(found as () => unknown, target, args)) as
          | readonly unknown[]
          | { readonly batches: readonly { readonly entries: readonly unknown[] }[] };
        entries += "batches" in given ? given.batches.flatMap((batch) => batch.entries).length : given.length;
        return given;
      };
    },
  }) as Store;
  return { listing: { ...world, store, journalLists: new JournalLists() }, read: () => entries };
}

test("a journal is read once for the lists of runs and of edits, however many ask, and its news alone after that", async () => {
  await up(world, attachments({ a: "one", b: "two" }));
  await forgetResource("dev", "b", world);
  const length = (await world.store.readJournal("dev")).length;
  const { listing, read } = remembering();
  const lists = () => Promise.all([listRuns("dev", listing), listEdits("dev", everything, listing)]);
  await Promise.all(Array.from({ length: 50 }, lists));
  expect(read()).toBe(length);
  await up(world, attachments({ a: "three" }));
  const [runs, { items }] = await lists();
  expect(runs).toHaveLength(2);
  expect(items).toHaveLength(1);
  expect(read()).toBe((await world.store.readJournal("dev")).length);
});

class Killed extends Error {}

test("what is read on tells the same as what is read anew", async () => {
  const { listing } = remembering();
  const isSame = async () => {
    expect(await listRuns("dev", listing)).toEqual(await listRuns("dev", world));
    expect(await listEdits("dev", everything, listing)).toEqual(await listEdits("dev", everything, world));
  };
  await isSame();
  await up(world, attachments({ a: "one", b: "two" }));
  await isSame();
  const dying = {
    ...world,
    driverOf: (...[provider, at]: Parameters<Deployment["driverOf"]>) => {
      const driver = world.driverOf(provider, at);
      return {
        ...driver,
        write: async (...[change]: Parameters<typeof driver.write>) => {
          await driver.write(change);
          throw new Killed();
        },
      };
    },
  };
  await expect(run(dying, await plan(world, attachments({ a: "three", b: "two" })))).rejects.toThrow(Killed);
  await isSame();
  // What the run that broke off has changed is found by the next plan, and counts as its own change.
  await up(world, attachments({ a: "three", b: "two", c: "four" }));
  await isSame();
  await forgetResource("dev", "c", world);
  await isSame();
  const view = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
  await run(world, view.digest);
  await removeStack("dev", world);
  await isSame();
  await up(world, attachments({ a: "one" }));
  await isSame();
});

test("a list that could not be read is read whole the next time", async () => {
  await up(world, attachments({ a: "one" }));
  const { listing } = remembering();
  await listRuns("dev", listing);
  await up(world, attachments({ a: "two" }));
  const broken = {
    ...listing,
    store: { ...world.store, readJournalAfter: () => Promise.reject(new Killed()) } as never,
  };
  await expect(listRuns("dev", broken)).rejects.toThrow(Killed);
  expect(await listRuns("dev", listing)).toEqual(await listRuns("dev", world));
});

test("the history of a resource costs what it holds, however long the journal is", async () => {
  for (const text of ["one", "two", "three"]) await up(world, attachments({ a: text, b: "b" }));
  for (const text of ["b1", "b2", "b3", "b4", "b5"]) await up(world, attachments({ a: "three", b: text }));
  const { listing, read } = remembering();
  const changes = async () => (await resourceHistory("dev", "a", everything, listing)).items.length;
  expect(await changes()).toBe(3);
  const before = read();
  expect(await changes()).toBe(3);
  const journal = await world.store.readJournal("dev");
  expect(read() - before).toBeLessThan(journal.length / 2);
});
