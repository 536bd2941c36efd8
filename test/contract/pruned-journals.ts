import fc from "fast-check";
import { expect } from "vitest";
import type { Store } from "../../src/engine/ports/store.ts";
import { checkpointId, checkpointOf } from "../../src/engine/state/prune/checkpoint.ts";
import { prunePoint } from "../../src/engine/state/prune/prune-point.ts";
import { replayRows } from "../../src/engine/state/replay.ts";
import { holder } from "./journal-samples.ts";
import { claimKeys, drawnEntry, entryOf } from "./store-projection.ts";

/** A store under trial. */
interface PruningTrial {
  readonly runs: number;
  /** An empty store for each run. */
  open(): Store | Promise<Store>;
  /** Looks at what was left, when the store is closed. */
  judge?(): Promise<void>;
}

/** Whatever the journals of two stacks are: pruning one changes nothing that is believed, of either. */
export async function pruningHolds({ runs, open, judge = async () => {} }: PruningTrial): Promise<void> {
  const batch = fc.record({
    stack: fc.constantFrom("dev", "dev", "prod"),
    run: fc.nat({ max: 2 }),
    entries: fc.array(drawnEntry, { maxLength: 5 }),
  });
  const batches = fc.array(batch, { minLength: 1, maxLength: 12 });
  let pruned = 0;
  await fc.assert(
    fc.asyncProperty(batches, batches, fc.nat({ max: 2 }), async (first, then, keep) => {
      const store = await open();
      let [seq, age] = [0, 0];
      const append = async (drawn: typeof first) => {
        for (const { stack, run, entries } of drawn) {
          const name = `run-${age + run}`;
          age += 1;
          const made = entries.map((each) => {
            if (each.make === "intent") seq += 1;
            return { ...entryOf(each, stack, seq), run: name };
          });
          const at = "2026-01-01T00:00:00.000Z";
          await store.append(stack, 1, [{ kind: "run-started", run: name, plan: "", at }, ...made]);
        }
      };
      const sight = async () => ({
        states: await Promise.all(["dev", "prod"].map((stack) => store.readStack(stack))),
        claims: await store.claims(claimKeys),
      });
      for (const stack of ["dev", "prod"]) await store.acquire(stack, holder, 0, 1000, () => false);
      for (const drawn of [first, then]) {
        await append(drawn);
        const { batches: all } = await store.readJournalAfter("dev", 0, 99);
        const point = prunePoint(all, { keep, isPinned: () => false });
        const named = { run: checkpointId(`2026-01-0${1 + (pruned % 9)}T00:00:00.000Z`), at: point?.upTo ?? "" };
        const checkpoint = point === null ? null : checkpointOf(point.entries, named);
        if (point === null || checkpoint === null) continue;
        const before = await sight();
        const outcome = await store.prune("dev", 1, { serial: point.serial, checkpoint, plans: [] });
        if (outcome === "done") pruned += 1;
        expect(await sight()).toEqual(before);
        const { records, intents } = replayRows(await store.readJournal("dev"));
        const [state] = before.states;
        expect(records.size).toBe((state?.records.size ?? 0) + (state?.superseded.length ?? 0));
        expect(intents.size).toBe(state?.openIntents.length);
      }
      await store.close();
      await judge();
    }),
    { numRuns: runs },
  );
  expect(pruned).toBeGreaterThan(runs / 4);
}
