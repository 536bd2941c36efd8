import { expect, test } from "vitest";
import type { RunRow } from "../../use-cases/runs/run-view.ts";
import type { KeptRun } from "../kept-runs/run-repository.ts";
import { listed, runOfJournal } from "./journalled-run.ts";

const row = (run: string, startedAt: string): RunRow => ({
  ...{ run, plan: "", kind: "apply", startedAt, endedAt: startedAt, status: "done", changes: 0 },
});
const keptOf = (run: string, at: string): KeptRun =>
  ({ document: runOfJournal("x/dev", row(run, at)) }) as unknown as KeptRun;

test("runs stand in the order of the journal, also where the clock of one was a day ahead", () => {
  const rows = [
    row("third", "2026-01-01T03:00Z"),
    row("ahead", "2026-01-02T02:00Z"),
    row("first", "2026-01-01T01:00Z"),
  ];
  const kept = [keptOf("ahead", "2026-01-02T02:00Z"), keptOf("queued", "2026-01-01T04:00Z")];
  const runs = listed("x/dev", [...kept, keptOf("refused", "2026-01-01T00:00Z")], rows, true);
  expect(runs.map(({ run }) => run)).toEqual(["queued", "third", "ahead", "first", "refused"]);
});
