import { beforeEach, describe, expect, test } from "vitest";
import type { Intent, JournalEntry, StepResult } from "../../../engine/state/journal.ts";
import { optionsChanged, settledBy } from "../../../engine/state/journal.ts";
import { attachments, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { type Page, pageOf } from "../lists/page.ts";
import { stepCountsOf, stepsOf } from "./run-steps.ts";
import type { RunStep } from "./run-view.ts";

// What a run did is told page by page, also while it goes on: what stays in the list keeps its place.

let world: TestDeployment;
let journal: readonly JournalEntry[];
beforeEach(async () => {
  world = testDeployment();
  const { run } = await up(world, attachments({ a: "one", b: "two", c: "three" }));
  journal = await world.store.readRun("dev", run);
});

/** The names of the steps page by page, each page read when the journal has grown to the next of these lengths. */
function namesBy(entries: readonly JournalEntry[], lengths: readonly number[], limit: number): readonly string[] {
  const names: string[] = [];
  let after: string | null = null;
  for (const length of lengths) {
    const steps = stepsOf(entries.slice(0, length));
    const { items, next }: Page<RunStep> = pageOf(steps, ({ place }) => place, { after, limit });
    names.push(...items.map(({ name }) => name));
    after = next;
    if (after === null) break;
  }
  return names;
}

const result = (more: Partial<StepResult>): StepResult => ({
  ...{ kind: "result", run: "r", step: "x", intentSeq: null, outcome: "done", detail: "", effects: [] },
  ...more,
});

describe("the steps of a run", () => {
  test("ascend by their places", () => {
    const places = stepsOf(journal).map(({ place }) => place);
    expect(places).toHaveLength(3);
    expect(places).toEqual(places.toSorted());
    expect(new Set(places).size).toBe(3);
  });

  test("are told once each while the run goes on between the pages", () => {
    const intents = journal.flatMap(({ kind }, index) => (kind === "intent" ? [index] : []));
    const second = (intents[1] ?? 0) + 1;
    expect(namesBy(journal, [second, journal.length, journal.length], 1)).toEqual(["a", "b", "c"]);
  });

  test("keep their places where a deletion is sent again between two pages", () => {
    const [create] = journal.filter((entry) => entry.kind === "intent");
    if (create === undefined) throw new Error("no call");
    const deletion = (seq: number, step: string) => ({
      ...create,
      ...{ operation: "delete" as const, address: step, step, seq, identity: create.identity },
    });
    const entries: readonly JournalEntry[] = [
      deletion(101, "x"),
      deletion(102, "y"),
      result({ step: "x", intentSeq: 101, outcome: "failed", detail: "not found" }),
      deletion(103, "z"),
      deletion(104, "x"),
    ];
    // The first row has gone by the second page, and no other is left out for it.
    expect(namesBy(entries, [3, 5, 5], 1)).toEqual(["x", "y", "z"]);
    expect(stepsOf(entries).map(({ name }) => name)).toEqual(["y", "z", "x"]);
    expect(stepCountsOf(stepsOf(entries))).toEqual({ done: 0, failed: 0, open: 3 });
  });

  test("have a place each where one result is about many, and keep it where another follows", () => {
    const puts = journal.flatMap((entry) => (entry.kind === "result" ? entry.effects : []));
    const noted = result({ step: "", detail: optionsChanged, effects: puts });
    const once = stepsOf([noted]);
    expect(once.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(
      stepsOf([noted, result({ ends: true, outcome: "failed" }), noted])
        .map(({ place }) => place)
        .slice(0, 3),
    ).toEqual(once.map(({ place }) => place));
    expect(stepCountsOf(stepsOf([noted, result({ ends: true, outcome: "failed" })]))).toEqual({
      ...{ done: 3, failed: 1, open: 0 },
    });
  });

  describe("where a step has a call", () => {
    const call = (more: Partial<Intent> = {}): Intent => {
      const create = journal.find((entry) => entry.kind === "intent");
      if (create === undefined) throw new Error("no call");
      return { ...create, step: "x", address: "x", seq: 101, ...more };
    };
    const ended = (more: Partial<StepResult> = {}) => result({ ends: true, ...more });
    const told = (...entries: readonly JournalEntry[]) =>
      stepsOf(entries).map(({ operation, outcome, detail }) => [operation, outcome, detail]);

    test("its failure is that of the call: one row", () => {
      const failed = { outcome: "failed", detail: "the platform refuses" } as const;
      const entries = [call(), result({ intentSeq: 101, ...failed }), ended(failed)];
      expect(told(...entries)).toEqual([["create", "failed", "the platform refuses"]]);
      expect(stepCountsOf(stepsOf(entries))).toEqual({ done: 0, failed: 1, open: 0 });
    });

    test("what its failure says besides is said with the call", () => {
      const entries = [
        call(),
        result({ intentSeq: 101, outcome: "failed", detail: "no answer" }),
        ended({ outcome: "failed", detail: "no answer: it is half done" }),
      ];
      expect(told(...entries)).toEqual([["create", "failed", "no answer: it is half done"]]);
    });

    test("a call whose end nobody knows stays open, and says why its step failed", () => {
      expect(told(call(), ended({ outcome: "failed", detail: "no answer came" }))).toEqual([
        ["create", "open", "no answer came"],
      ]);
    });

    test("a failure that follows a call which is done is told", () => {
      const done = result({ intentSeq: 101 });
      expect(told(call(), done, ended({ outcome: "failed", detail: "it can't be read back" }))).toEqual([
        ["create", "done", ""],
        [null, "failed", "it can't be read back"],
      ]);
    });

    test("an undeletion is one row, though its record is noted afterwards", () => {
      const effects = journal.flatMap((entry) => (entry.kind === "result" ? entry.effects : [])).slice(0, 1);
      const entries = [call({ operation: "undelete" }), result({ intentSeq: 101 }), ended({ effects })];
      expect(told(...entries)).toEqual([["undelete", "done", ""]]);
    });

    test("one that is sent again after a kill is one row: nobody knows of the first time", () => {
      const entries = [
        call(),
        call({ seq: 102 }),
        result({ intentSeq: 101, detail: settledBy("r") }),
        result({ intentSeq: 102, ends: true }),
      ];
      expect(told(...entries)).toEqual([["create", "done", ""]]);
      expect(told(...entries.slice(0, 2))).toEqual([["create", "open", ""]]);
    });

    test("one that another run has settled is not called done: nobody knows whether it happened", () => {
      expect(told(call(), result({ intentSeq: 101, detail: settledBy("s") }))).toEqual([
        ["create", "open", "settled by run s"],
      ]);
    });
  });
});
