import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { StateEditRow } from "../../contract/documents/state.ts";
import type { UsageMistake } from "../arguments.ts";
import type { Invocation } from "../command.ts";
import { localTime } from "../rendering/local-time.ts";
import { counted } from "../rendering/text.ts";
import { stackLabel } from "../stacks/stack-label.ts";
import { listRuns, type ShownRun } from "./run-rows.ts";
import { listEdits, newestFirst } from "./runs-and-edits.ts";
import { shortDigest } from "./whole-plan.ts";

type NotFound =
  | { readonly kind: "failure"; readonly document: ProblemDocument }
  | { readonly kind: "mistake"; readonly mistake: UsageMistake };

export type FoundRun = { readonly kind: "found"; readonly row: ShownRun } | NotFound;
type FoundToUndo = { readonly kind: "found"; readonly id: string } | NotFound;

/** The run of the stack that an id, or the unique beginning of one, means. */
export async function findRun(invocation: Invocation, reference: string): Promise<FoundRun> {
  const list = await listRuns(invocation.api, invocation.settings.stack);
  if (!list.ok) return { kind: "failure", document: list.error };
  const found = meant(reference, list.value, ({ run }) => run);
  if (found.kind === "one") return { kind: "found", row: found.entry };
  return await mistaken(reference, found.count, { one: "run", many: "runs" }, invocation);
}

/**
 * The same, or the edit of the state that is meant where no run is: the list of runs has both. Without a name: the
 * newest run.
 */
export async function findRunOrEdit(
  invocation: Invocation,
  reference: string | undefined,
): Promise<FoundRun | { readonly kind: "edit"; readonly row: StateEditRow }> {
  if (reference === undefined) return await newestRun(invocation);
  const found = await findRun(invocation, reference);
  if (found.kind !== "mistake") return found;
  const edits = await listEdits(invocation.api, invocation.settings.stack);
  if (!edits.ok) return { kind: "failure", document: edits.error };
  const edit = meant(reference, edits.value, (each) => each.edit);
  return edit.kind === "one" ? { kind: "edit", row: edit.entry } : found;
}

async function newestRun(invocation: Invocation): Promise<FoundRun> {
  const list = await listRuns(invocation.api, invocation.settings.stack);
  if (!list.ok) return { kind: "failure", document: list.error };
  const [row] = list.value;
  if (row !== undefined) return { kind: "found", row };
  return { kind: "mistake", mistake: { detail: `Stack ${await stackLabel(invocation)} has no runs.` } };
}

/**
 * The id of the run, or of the edit of the state, that an id or the unique beginning of one means. Without a name it
 * is a mistake that tells the newest one that has changed something.
 */
export async function findToUndo(invocation: Invocation, reference: string | undefined): Promise<FoundToUndo> {
  const { api, settings } = invocation;
  const { stack } = settings;
  const [runs, edits] = [await listRuns(api, stack), await listEdits(api, stack)];
  if (!runs.ok) return { kind: "failure", document: runs.error };
  if (!edits.ok) return { kind: "failure", document: edits.error };
  if (reference === undefined)
    return { kind: "mistake", mistake: await whichToUndo(runs.value, edits.value, invocation) };
  const ids = [...runs.value.map(({ run }) => run), ...edits.value.map(({ edit }) => edit)];
  const found = meant(reference, ids, (id) => id);
  if (found.kind === "one") return { kind: "found", id: found.entry };
  const words = { one: "run and no edit of the state", many: "runs and edits" };
  return await mistaken(reference, found.count, words, invocation);
}

/** Which run `plumb undo` would be for, or why there is none. */
async function whichToUndo(
  runs: readonly ShownRun[],
  edits: readonly StateEditRow[],
  invocation: Invocation,
): Promise<UsageMistake> {
  const stack = await stackLabel(invocation);
  const newest = newestFirst(runs, edits).find(({ row }) => row.changes > 0);
  if (newest === undefined) {
    const why = runs.length + edits.length === 0 ? "has no runs" : "has no run that changed something";
    return { detail: `There is nothing to undo: stack ${stack} ${why}.` };
  }
  const { kind, id, row } = newest;
  const what =
    kind === "edit" ? `an edit (${row.detail})` : `${row.kind ?? "a run"} with ${counted(row.changes, "change")}`;
  const at = kind === "edit" ? row.at : row.startedAt;
  const when = at === null ? "" : `, ${localTime(at)}`;
  return {
    detail: "plumb undo needs RUN.",
    hint:
      `The newest one that changed something is ${shortDigest(id)}: ${what}${when}. ` +
      `\`plumb undo ${shortDigest(id)}\` shows what undoing it would change.`,
  };
}

type Meant<T> = { readonly kind: "one"; readonly entry: T } | { readonly kind: "none or many"; readonly count: number };

function meant<T>(reference: string, all: readonly T[], idOf: (entry: T) => string): Meant<T> {
  const matching = all.filter((entry) => idOf(entry).startsWith(reference));
  const exact = matching.find((entry) => idOf(entry) === reference);
  const [first] = matching;
  const entry = exact ?? (matching.length === 1 ? first : undefined);
  return entry === undefined ? { kind: "none or many", count: matching.length } : { kind: "one", entry };
}

/** Where runs of the stack were pruned: that what is asked for may be one of them. */
async function prunedRun(run: string, { api, settings }: Invocation): Promise<ProblemDocument | null> {
  const asked = await api.call("getRun", { path: { stack: settings.stack, run } });
  return asked.ok || asked.error.code !== "run-pruned" ? null : asked.error;
}

async function mistaken(
  reference: string,
  count: number,
  { one, many }: { readonly one: string; readonly many: string },
  invocation: Invocation,
): Promise<NotFound> {
  const stack = await stackLabel(invocation);
  const said = JSON.stringify(reference);
  const pruned = count > 0 ? null : await prunedRun(reference, invocation);
  if (pruned !== null) return { kind: "failure", document: pruned };
  const detail =
    count === 0
      ? `Stack ${stack} has no ${one} ${said}.`
      : `${count} ${many} of stack ${stack} begin with ${said}; give more digits.`;
  return { kind: "mistake", mistake: { detail, hint: "`plumb runs list` lists the runs." } };
}
