import { expect, test } from "vitest";
import { intent } from "../../contract/journal-samples.ts";
import { readRegressions } from "../regressions.ts";
import type { Scenario } from "../scenario.ts";
import { CloudMemory } from "../world/cloud-memory.ts";
import { judgeBeforeUs } from "./before-us-judge.ts";
import { RefusedCreations } from "./refused-creations.ts";

const object = "settings/restrict_workspace_admins";

/** A scenario whose last request destroys the setting that it declares. */
function scenario(): Scenario {
  const kept = readRegressions().find(({ name }) => name === "setting-set-by-a-delivery-that-nobody-heard-of");
  if (kept === undefined) throw new Error("the scenario is not kept any more");
  return kept.scenario;
}

interface Story {
  /** What each call of process 1 sets, one a moment. */
  readonly sets: readonly string[];
  /** Numbers of the calls whose sender heard a refusal. */
  readonly heard: readonly number[];
  /** The first call is noted as a creation, which this process closes as failed. */
  readonly closedBy: number | null;
  /** Another attempt of the same step is noted behind it. */
  readonly isSentAgain?: boolean;
  /** Another process has looked so long after the first call was sent, and before that arrived. */
  readonly lookedAfterMs?: number;
}

function judged({ sets, heard, closedBy, isSentAgain = false, lookedAfterMs }: Story): readonly string[] {
  let now = 0;
  const storage = new CloudMemory(() => now);
  const refusedCreations = new RefusedCreations();
  const sample = intent(1, "uid");
  const creation = { ...sample, identity: { ...sample.identity, id: "global" } };
  refusedCreations.take(creation, { pid: 1, atMs: 5 });
  for (const [index, status] of sets.entries()) {
    now = 10 * (index + 1);
    storage.sender = { pid: 1, call: index + 1, isRepetition: false };
    storage.documents("databricks").put("setting", "restrict_workspace_admins", { message: { status } });
    storage.log({ at: "", vendor: "databricks", action: "update", object, method: "PATCH", path: "", caller: "us" });
  }
  for (const call of heard) storage.heardRefused.add(call);
  if (closedBy !== null)
    refusedCreations.take(
      {
        kind: "result",
        run: creation.run,
        step: creation.step,
        intentSeq: 1,
        outcome: "failed",
        detail: "",
        effects: [],
      },
      { pid: closedBy, atMs: 15 },
    );
  if (isSentAgain) refusedCreations.take(creation, { pid: 1, atMs: 16 });
  const journal = {
    intents: new Map(),
    records: new Map(),
    recordedAt: new Map(),
    creationsAt: new Map(),
    refusedCreations,
  };
  const path = "/api/2.0/settings/types/restrict_workspace_admins/names/default";
  const sent = { pid: 1, method: "PATCH", path, atMs: -70_000, heardMs: null };
  const atMs = sent.atMs + (lookedAfterMs ?? 0);
  const looks = lookedAfterMs === undefined ? [] : [{ ...sent, pid: 2, method: "GET", atMs, heardMs: atMs }];
  return judgeBeforeUs(scenario(), journal, storage, [sent, ...looks]).map(({ detail }) => detail);
}

test("what a refused creation left stays there", () => {
  expect(judged({ sets: ["RESTRICTED"], heard: [1], closedBy: 1 })).toEqual([]);
});

test("what a call sets that arrives after another process has waited for it stays there", () => {
  expect(judged({ sets: ["RESTRICTED"], heard: [], closedBy: null, lookedAfterMs: 60_000 })).toEqual([]);
});

test("taken over, it is what stood before us", () => {
  expect(judged({ sets: ["RESTRICTED", "OTHER", "RESTRICTED"], heard: [1], closedBy: 1 })).toEqual([]);
  expect(judged({ sets: ["RESTRICTED", "OTHER", "ALLOW_ALL"], heard: [1], closedBy: 1 })).toEqual([
    "the setting is left as ALLOW_ALL, and was RESTRICTED before us",
  ]);
});

const left = "the setting is left as RESTRICTED, and was ALLOW_ALL before us";

test.each<[string, Story]>([
  ["nobody heard a refusal", { sets: ["RESTRICTED"], heard: [], closedBy: 1 }],
  ["a recovery closed it", { sets: ["RESTRICTED"], heard: [1], closedBy: 2 }],
  ["it was not closed as failed", { sets: ["RESTRICTED"], heard: [1], closedBy: null }],
  ["another attempt was not refused", { sets: ["RESTRICTED"], heard: [1], closedBy: 1, isSentAgain: true }],
  ["another process did not wait for it", { sets: ["RESTRICTED"], heard: [], closedBy: null, lookedAfterMs: 30_000 }],
  ["a call of later was refused", { sets: ["RESTRICTED", "RESTRICTED"], heard: [2], closedBy: 1 }],
])("it is to be put back where %s", (_, story) => {
  expect(judged(story)).toEqual([left]);
});
