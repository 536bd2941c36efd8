import type { PrunedStack, StackPrune } from "../../../contract/documents/stacks.ts";
import type { PlanRow } from "../../../engine/ports/store.ts";
import type { JournalEntry } from "../../../engine/state/journal.ts";
import { checkpointId, checkpointOf, isCheckpoint, prunedUpTo } from "../../../engine/state/prune/checkpoint.ts";
import { type PrunePoint, prunePoint } from "../../../engine/state/prune/prune-point.ts";
import type { Deployment } from "../../use-cases/deployment.ts";
import { findPlan } from "../../use-cases/plans/kept-plans.ts";
import type { KeptRun } from "../kept-runs/run-repository.ts";
import { StoredRunRepository } from "../kept-runs/stored-run-repository.ts";
import { wholeJournal } from "./whole-journal.ts";

/** So many runs stay where neither a number nor an age is given. */
const usuallyKept = 10;

/** What pruning needs of its service. */
export interface PruneContext {
  readonly deployment: Deployment;
  /** Ids of what requests have begun that may still be repeated under their keys. */
  readonly repeatable: () => Promise<ReadonlySet<string>>;
}

/** What goes of a stack. */
export interface Going {
  /** Of its journal; null where nothing does. */
  readonly history: { readonly serial: number; readonly checkpoint: readonly JournalEntry[] } | null;
  /** Digests of plans that no run keeps. */
  readonly plans: readonly string[];
  /** Of runs, as services keep them. */
  readonly runDocuments: readonly KeptRun[];
  readonly told: Omit<PrunedStack, "stack" | "dryRun">;
}

export async function whatGoes(
  stack: string,
  rule: Omit<StackPrune, "dryRun">,
  { deployment, repeatable }: PruneContext,
): Promise<Going> {
  const repository = new StoredRunRepository(deployment);
  const [awaited, begun] = [await repository.awaited(stack), await repeatable()];
  const isPinned = (run: string) => awaited.has(run) || begun.has(run.split("-", 1)[0] ?? run);
  const batches = await wholeJournal(stack, deployment.store);
  const point = prunePoint(batches, { ...limitsOf(rule, deployment), isPinned });
  const checkpoint = point === null ? null : checkpointFor(point, deployment);
  const gone = checkpoint === null ? null : point;
  const journal = batches.flatMap(({ entries }) => entries);
  const left = [...(checkpoint ?? []), ...journal.slice(gone?.entries.length ?? 0)];
  const upTo = prunedUpTo(left) ?? "";
  const standing = new Set(left.map(({ run }) => run));
  const isOver = ({ document: { run, endedAt } }: KeptRun) =>
    endedAt !== null && endedAt <= upTo && !standing.has(run) && !isPinned(run);
  const kept = await repository.list(stack);
  const used = new Set([
    ...left.map((entry) => (entry.kind === "run-started" ? entry.plan : "")),
    ...kept.filter((each) => !isOver(each)).map(({ document }) => document.plan),
  ]);
  const old = (await allPlans(stack, deployment)).filter(
    ({ digest, createdAt }) => createdAt <= upTo && !used.has(digest),
  );
  const plans = await stale(old, stack, { serial: gone?.serial ?? batches[0]?.serial ?? 0, upTo }, deployment);
  const counts = { runs: gone?.runs.length ?? 0, edits: gone?.edits.length ?? 0, plans: plans.length };
  return {
    history: gone === null || checkpoint === null ? null : { serial: gone.serial, checkpoint },
    plans: plans.map(({ digest }) => digest),
    runDocuments: kept.filter(isOver),
    told: { ...counts, runsKept: runsIn(journal) - counts.runs, upTo: upTo === "" ? null : upTo },
  };
}

/** Clocks of processes over one store differ by less than this. */
const clocksDifferMs = 3_600_000;

/** Those of some plans that were made before a part of the journal came to its end, whatever their clocks said. */
async function stale(
  plans: readonly PlanRow[],
  stack: string,
  end: { readonly serial: number; readonly upTo: string },
  deployment: Deployment,
): Promise<readonly PlanRow[]> {
  const made: PlanRow[] = [];
  for (const row of plans) {
    const isNear = Date.parse(end.upTo) - Date.parse(row.createdAt) < clocksDifferMs;
    const found = isNear ? await findPlan(stack, row.digest, deployment) : null;
    if (found === null || found.plan.bindings.serial < end.serial) made.push(row);
  }
  return made;
}

function limitsOf(
  { keep, olderThanMs }: Omit<StackPrune, "dryRun">,
  { clock }: Deployment,
): { readonly keep?: number; readonly before?: string } {
  if (olderThanMs === undefined) return { keep: keep ?? usuallyKept };
  const before = new Date(clock.now() - olderThanMs).toISOString();
  return keep === undefined ? { before } : { keep, before };
}

/** What stands for a part of a journal; null where nothing can that is shorter. */
function checkpointFor({ entries, upTo }: PrunePoint, { clock }: Deployment): readonly JournalEntry[] | null {
  const run = checkpointId(new Date(clock.now()).toISOString());
  const checkpoint = checkpointOf(entries, { run, at: upTo });
  return checkpoint !== null && checkpoint.length < entries.length ? checkpoint : null;
}

function runsIn(journal: readonly JournalEntry[]): number {
  const started = journal.filter((entry) => entry.kind === "run-started" && !isCheckpoint(entry));
  return new Set(started.map(({ run }) => run)).size;
}

async function allPlans(stack: string, { store }: Deployment): Promise<readonly PlanRow[]> {
  const { total } = await store.planRows(stack, { limit: 0 });
  return (await store.planRows(stack, { limit: total })).rows;
}
