import fc from "fast-check";
import { expect } from "vitest";
import type { Store } from "../../src/engine/ports/store.ts";
import type { JournalEntry, RecordEffect } from "../../src/engine/state/journal.ts";
import { holder, run } from "./journal-samples.ts";
import { sightOf } from "./stack-sight.ts";
import { claimKeys, drawnEntry, entryOf } from "./store-projection.ts";

/** A store under trial. */
interface RenamingTrial {
  readonly runs: number;
  /** An empty store for each run. */
  open(): Store | Promise<Store>;
  /** Looks at what was left, when the store is closed. */
  judge?(): Promise<void>;
}

const objects = [0, 1, 2];

/**
 * The entry as the engine would write it: a record has its object's own claim for as long as there is one of the
 * object. Stores find the record of an address by that claim.
 */
function underOwnClaims(entry: JournalEntry): JournalEntry {
  if (entry.kind !== "result") return entry;
  const effects = entry.effects.flatMap((effect): readonly RecordEffect[] => {
    if (effect.kind === "put") return [{ ...effect, claimKey: ownClaim(effect.record.uid) }];
    const gone = { kind: "remove", uid: effect.uid } as const;
    return [
      { ...gone, generation: 0, claimKey: null },
      { ...gone, generation: 1, claimKey: ownClaim(effect.uid) },
    ];
  });
  return { ...entry, effects };
}

/** The claim of an object; two stacks ask for the same ones. */
function ownClaim(uid: string): string {
  return `c${uid.slice(-1)}`;
}

/**
 * Whatever the journal of a stack is: under another name it reads as it did under its own, and so does another stack.
 */
export async function renamesHold({ runs, open, judge = async () => {} }: RenamingTrial): Promise<void> {
  const plan = fc.record({ stack: fc.constantFrom("dev", "prod"), digest: fc.constantFrom("d", "e", "f") });
  const batch = fc.record({
    stack: fc.constantFrom("dev", "dev", "prod"),
    entries: fc.array(drawnEntry, { maxLength: 5 }),
  });
  const batches = fc.array(batch, { minLength: 1, maxLength: 10 });
  // A name is any text: longer or shorter than the old one, before or behind it, with what a pattern would take for its
  // own.
  const name = fc.oneof(fc.constant("portal/dev"), fc.constantFrom("d", "dev2", "%", "_ev", "zoë/ünï", "a'b"));
  await fc.assert(
    fc.asyncProperty(batches, fc.array(plan, { maxLength: 4 }), batches, name, async (first, plans, later, to) => {
      const store = await open();
      let seq = 0;
      const append = async (drawn: typeof first, named: ReadonlyMap<string, string>) => {
        for (const { stack, entries } of drawn) {
          const made = entries.map((each) => {
            if (each.make === "intent") seq += 1;
            return underOwnClaims(entryOf(each, stack, seq));
          });
          await store.append(named.get(stack) ?? stack, 1, made);
        }
      };
      const sight = (stack: string, of: string) =>
        sightOf(store, stack, {
          runs: [run, "run-none"],
          addresses: objects.map((object) => `at-${of}-${object}`),
          claimKeys,
        });
      for (const stack of ["dev", "prod"]) await store.acquire(stack, holder, 0, 1000, () => false);
      await append([{ stack: "dev", entries: [] }, ...first], new Map());
      for (const { stack, digest } of plans)
        await store.putPlan(stack, { digest, kind: "apply", createdAt: "2026", document: { digest } });
      const before = { dev: await sight("dev", "dev"), prod: await sight("prod", "prod") };
      expect(await store.renameStack("dev", to, 1)).toBe(true);
      expect({ dev: await sight(to, "dev"), prod: await sight("prod", "prod") }).toEqual(before);
      expect(await sight("dev", "dev")).toMatchObject({ isListed: false, journal: [], claims: [], plans: [] });
      await append(later, new Map([["dev", to]]));
      const after = await sight(to, "dev");
      expect(after.journal.slice(0, before.dev.journal.length)).toEqual(before.dev.journal);
      expect(await store.renameStack(to, "dev", 1)).toBe(true);
      expect({ ...(await sight("dev", "dev")), lease: null }).toEqual({ ...after, lease: null });
      await store.close();
      await judge();
    }),
    { numRuns: runs },
  );
}
