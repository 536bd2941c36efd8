import type { Result } from "../../../packages/base/result.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { StateEditRow } from "../../contract/documents/state.ts";
import type { ApiClient } from "../connection/api-client.ts";
import type { ShownRun } from "./run-rows.ts";

/** What `plumb runs list` shows and `plumb undo` takes: a run, or an edit of the state. */
export type RunOrEdit =
  | { readonly kind: "run"; readonly id: string; readonly row: ShownRun }
  | { readonly kind: "edit"; readonly id: string; readonly row: StateEditRow };

/** The edits of a stack's state, newest first. */
export function listEdits(api: ApiClient, stack: string): Promise<Result<readonly StateEditRow[], ProblemDocument>> {
  return api.list("listStateEdits", { path: { stack } });
}

/** Runs and edits in one list, newest first: an edit stands right above the run that began last before it. */
export function newestFirst(runs: readonly ShownRun[], edits: readonly StateEditRow[]): readonly RunOrEdit[] {
  const known = new Set(runs.map(({ run }) => run));
  const after = Map.groupBy(edits, ({ afterRun }) => (afterRun !== null && known.has(afterRun) ? afterRun : ""));
  const editsAfter = (run: string) =>
    (after.get(run) ?? []).map((row): RunOrEdit => ({ kind: "edit", id: row.edit, row }));
  return [
    ...runs.flatMap((row): readonly RunOrEdit[] => [...editsAfter(row.run), { kind: "run", id: row.run, row }]),
    ...editsAfter(""),
  ];
}

/** An edit has the members of a run, as far as it has any. */
export function editAsRun({ edit, changes, detail, at }: StateEditRow) {
  return { run: edit, plan: null, startedAt: at, endedAt: at, status: "edited", changes, detail };
}
