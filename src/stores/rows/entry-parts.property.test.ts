import fc from "fast-check";
import { expect, test } from "vitest";
import type { JournalEntry, StepResult } from "../../engine/state/journal.ts";
import { recordOf } from "../../engine/state/records/record.fixture.ts";
import { effectsOfPart, JoinedEntries, partsOf } from "./entry-parts.ts";

/** The result of a run that has so many effects. */
function result(run: string, effects: number): StepResult {
  return {
    ...{ kind: "result", run, step: "", intentSeq: null, outcome: "done", detail: "state imported" },
    effects: Array.from({ length: effects }, (_, number) =>
      number % 3 === 0
        ? { kind: "remove" as const, uid: `${run}-${number}`, generation: 0, claimKey: null }
        : { kind: "put" as const, record: recordOf(`${run}-${number}`), claimKey: `claim ${number}` },
    ),
    at: "2026-01-01T00:00:00.000Z",
  };
}

const started = (run: string): JournalEntry => ({
  kind: "run-started",
  run,
  plan: "p",
  at: "2026-01-01T00:00:00.000Z",
});

function joined(parts: Iterable<JournalEntry>): readonly JournalEntry[] {
  const entries = new JoinedEntries();
  for (const part of parts) entries.take(part);
  return entries.entries;
}

test("entries that were kept in parts are the same again, and no part is long", () => {
  const entries = fc.array(
    fc.oneof(
      fc.constantFrom("a", "b").map(started),
      fc
        .tuple(fc.constantFrom("a", "b"), fc.integer({ min: 0, max: 3 * effectsOfPart + 1 }))
        .map(([run, count]) => result(run, count)),
    ),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(entries, (all) => {
      const parts = all.flatMap((entry) => [...partsOf(entry)]);
      for (const part of parts)
        if (part.kind === "result") expect(part.effects.length).toBeLessThanOrEqual(effectsOfPart);
      expect(joined(parts)).toEqual(all);
      // What was read is written again as it is.
      expect(parts.flatMap((part) => [...partsOf(part)])).toEqual(parts);
    }),
  );
});

test("a part whose beginning is lost is an entry of its own", () => {
  const [, ...rest] = partsOf(result("a", 2 * effectsOfPart + 1));
  expect(joined([started("a"), ...rest]).map(({ kind }) => kind)).toEqual(["run-started", "result"]);
  expect(joined([result("b", 1), ...rest])).toHaveLength(2);
});
